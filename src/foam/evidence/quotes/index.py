"""The shingle index of a library, in a folder beside it: sorted arrays that are mapped, not read.

    index = ShingleIndex(home / "shingles")
    index.add(documents)            # at import; documents it knows are skipped
    Judge(shelf, index).check("…")  # it is a `Passages`

The index is derived from the library and may be deleted at any time. Each `add` writes whole segments into folders of
their own and then replaces the manifest, so a writer killed at any moment leaves the last good state. Segments of one
size are merged four at a time, up to a size at which merging would take much memory. Two writers at once do no harm
beyond losing one another's latest segments, which `missing` then tells.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from math import log
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foam.evidence.document import Document
from foam.evidence.quotes.bulk import gather_in_bulk, hold_postings, merge_postings
from foam.evidence.quotes.naming import list_cited_keys, list_source_keys
from foam.private import make_folder, new_file, write_private
from foam_quotes.verdicts.passages import PostingsPassages
from foam_quotes.verdicts.postings import Postings
from foam_quotes.verdicts.shingles import SHINGLES

_BATCH = 20_000_000
"""Code points of text taken into one segment at a time."""
_FAN = 4
_LARGEST = 1 << 25
"""Postings from which a segment is left as it is: half a gigabyte."""
_MANIFEST = "manifest.json"


class ShingleIndex(PostingsPassages):
    """Passages of a whole library, kept in files."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._segments = {name: _Segment(folder / name) for name in _listed(folder)}

    def add(self, documents: Iterable[Document]) -> int:
        """Take documents in and make them findable; returns how many were new. Known ones are skipped."""
        fresh = self._fresh(documents)
        count = 0
        while batch := list(_batch(fresh)):
            count += len(batch)
            self._write(_postings(batch), _names(batch))
        if count:
            self._merge()
        return count

    def missing(self, ids: Iterable[str]) -> list[str]:
        """Which of these documents are not in the index."""
        return [id for id in ids if id not in self]

    @property
    def folder(self) -> Path:
        return self._folder

    def __contains__(self, id: str) -> bool:
        return any(id in segment.postings.numbers for segment in self._segments.values())

    def parts(self) -> list[Postings]:
        return [segment.postings for segment in self._segments.values()]

    def cited(self, source: str) -> tuple[str, ...]:
        """The ids of the documents that a source's name may mean, by the most certain reading that finds any."""
        for key in list_cited_keys(source):
            found = [id for segment in self._segments.values() for id in segment.named(_name_hash(key))]
            if found:
                return tuple(dict.fromkeys(found))
        return ()

    def compare(self, find: Callable[[str], Document | None]) -> Iterator[str]:
        """What does not follow from the documents; `find` gives one by its id, or nothing."""
        for name, segment in self._segments.items():
            try:
                documents = [find(id) for id in segment.postings.ids]
                held, names = segment.postings, segment.names
            except (OSError, ValueError, EOFError) as error:
                yield f"{name} cannot be read: {str(error).splitlines()[0]}"
                continue
            whole = [document for document in documents if document is not None]
            if len(whole) < len(documents):
                yield f"{name} names {len(documents) - len(whole)} documents that the library does not hold"
            elif not _equal(held, _postings(whole)) or not np.array_equal(names, _names(whole)):
                yield f"{name} does not follow from the texts of its documents"

    def _fresh(self, documents: Iterable[Document]) -> Iterator[Document]:
        seen: set[str] = set()
        for document in documents:
            if document.id not in seen and document.id not in self:
                seen.add(document.id)
                yield document

    def _write(self, postings: Postings, names: NDArray[np.uint64], *, replacing: Sequence[str] = ()) -> None:
        """Write a segment, then name it in the manifest in place of those it replaces."""
        make_folder(self._folder)
        made = Path(mkdtemp(prefix="segment-", dir=self._folder))
        _save(made, postings, names)
        kept = {name: segment for name, segment in self._segments.items() if name not in replacing}
        self._segments = {**kept, made.name: _Segment(made)}
        self._looked_up.cache_clear()
        _replace_manifest(self._folder, list(self._segments))
        for name in replacing:
            shutil.rmtree(self._folder / name, ignore_errors=True)

    def _merge(self) -> None:
        while due := self._due():
            segments = [self._segments[name] for name in due]
            self._write(merge_postings([s.postings for s in segments]), _merged_names(segments), replacing=due)

    def _due(self) -> list[str]:
        """Four segments of about one size, if there are as many."""
        tiers: dict[int, list[str]] = {}
        for name, segment in self._segments.items():
            size = len(segment.postings.keys)
            if size < _LARGEST:
                tiers.setdefault(int(log(size + 1, _FAN)), []).append(name)
        return next((names[:_FAN] for names in tiers.values() if len(names) >= _FAN), [])


class _Segment:
    """One folder of arrays, opened when first read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def postings(self) -> Postings:
        ids = np.load(self._folder / "ids.npy")
        keys, docs, offsets = (self._array(name) for name in ("keys", "docs", "offsets"))
        return hold_postings(keys, docs, offsets, tuple(row.tobytes().hex() for row in ids))

    @cached_property
    def names(self) -> NDArray[np.uint64]:
        """Hashes of source names and the documents they mean, in two rows, ordered by hash."""
        names: NDArray[np.uint64] = np.load(self._folder / "names.npy")
        return names

    def named(self, hash: int) -> list[str]:
        low, high = np.searchsorted(self.names[0], [np.uint64(hash), np.uint64(hash + 1)])
        return [self.postings.ids[int(number)] for number in self.names[1][low:high]]

    def _array(self, name: str) -> Any:
        """An array that stays in its file."""
        return np.load(self._folder / f"{name}.npy", mmap_mode="r")


def _batch(documents: Iterator[Document]) -> Iterator[Document]:
    """Documents up to the size of one segment."""
    size = 0
    for document in documents:
        yield document
        size += len(document.text)
        if size >= _BATCH:
            return


def _postings(documents: Sequence[Document]) -> Postings:
    return gather_in_bulk((document.id, document.text) for document in documents)


def _equal(one: Postings, other: Postings) -> bool:
    return one.ids == other.ids and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ("keys", "docs", "offsets")
    )


def _names(documents: Sequence[Document]) -> NDArray[np.uint64]:
    pairs = [
        (_name_hash(key), number) for number, document in enumerate(documents) for key in list_source_keys(document)
    ]
    return _ordered_names(np.array(pairs, dtype=np.uint64).reshape(-1, 2).T)


def _merged_names(segments: Sequence[_Segment]) -> NDArray[np.uint64]:
    starts = np.cumsum([0, *(len(segment.postings.ids) for segment in segments)], dtype=np.uint64)
    moved = [
        np.stack([segment.names[0], segment.names[1] + start]) for segment, start in zip(segments, starts, strict=False)
    ]
    return _ordered_names(np.concatenate(moved, axis=1))


def _ordered_names(names: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return names[:, np.argsort(names[0], kind="stable")]


def _name_hash(key: str) -> int:
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") >> 1


def _save(folder: Path, postings: Postings, names: NDArray[np.uint64]) -> None:
    ids = np.frombuffer(bytes.fromhex("".join(postings.ids)), np.uint8).reshape(-1, 32)
    arrays: dict[str, NDArray[Any]] = {
        "keys": np.asarray(postings.keys),
        "docs": np.asarray(postings.docs),
        "offsets": np.asarray(postings.offsets),
        "ids": ids,
        "names": names,
    }
    for name, array in arrays.items():
        with new_file(folder / f"{name}.npy") as file:
            np.save(file, array)


def _listed(folder: Path) -> list[str]:
    """The segments the manifest names; none when it is absent, unreadable or of another make."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text("utf-8"))
        return list(manifest["segments"]) if manifest["shingles"] == SHINGLES else []
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _replace_manifest(folder: Path, segments: Sequence[str]) -> None:
    write_private(folder / _MANIFEST, json.dumps({"shingles": SHINGLES, "segments": list(segments)}))
