"""What an exact index knows of each sentence, as arrays, and the files that keep them between runs.

The arrays of a library lie in a folder whose name is a digest of everything they were made from: the documents in
their order, the rules that cut words, the embedder. So a folder is never out of date: it is found or it is not. It is
written under another name, flushed and then renamed, so a writer that is killed leaves nothing that could be read.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foam.evidence.holdings import Entered
from foam.model.port import Embedder
from foam.private import make_folder, new_file, write_private
from foam_quotes.text.terms import name_rules, stem_words

FORMAT = 1
"""Raised when the arrays change: files of another format are not found."""
_ARRAYS = ("lengths", "numbers", "vocabulary", "vectors")
_SUMS = "sums.json"
_UNFINISHED = "new-"
_FORGOTTEN = 3600.0
"""Seconds after which a folder that nobody finished is deleted."""


@dataclass(frozen=True)
class Columns:
    """The words and the vector of each sentence, in the order in which documents entered the library."""

    lengths: NDArray[np.int32]
    """How many words each sentence has."""
    numbers: NDArray[np.int32]
    """The words of all sentences, one sentence after another, as places in the vocabulary."""
    vocabulary: dict[str, int]
    vectors: NDArray[np.float16]
    """Half precision, as in the LanceDB index: both compare the very same numbers."""

    @classmethod
    def none(cls, dimensions: int) -> Columns:
        """No sentence yet."""
        return cls(np.zeros(0, np.int32), np.zeros(0, np.int32), {}, np.zeros((0, dimensions), np.float16))

    def extend(self, texts: Sequence[str], embedder: Embedder) -> Columns:
        """These sentences and more."""
        vectors = np.concatenate([self.vectors, embedder.embed(texts).astype(np.float16)])
        return replace(self.extend_words(texts), vectors=vectors)

    def extend_words(self, texts: Sequence[str]) -> Columns:
        """The words of these sentences and more, without the vectors of the new ones."""
        vocabulary = dict(self.vocabulary)
        lengths: list[int] = []
        numbers: list[int] = []
        for text in texts:
            found = stem_words(text)
            lengths.append(len(found))
            numbers += [vocabulary.setdefault(word, len(vocabulary)) for word in found]
        return Columns(
            lengths=np.concatenate([self.lengths, np.array(lengths, np.int32)]),
            numbers=np.concatenate([self.numbers, np.array(numbers, np.int32)]),
            vocabulary=vocabulary,
            vectors=self.vectors,
        )


class ColumnFiles:
    """The newest columns of a library in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def list_keys(self) -> list[str]:
        """The keys under which there are columns."""
        there = sorted(os.listdir(self._folder)) if self._folder.is_dir() else []
        return [name for name in there if not name.startswith(_UNFINISHED)]

    def load(self, keys: Sequence[str], dimensions: int) -> tuple[int, Columns] | None:
        """The columns under the last of these keys that are there and sound, and the place of that key."""
        there = set(os.listdir(self._folder)) if self._folder.is_dir() else set()
        for place in range(len(keys) - 1, -1, -1):
            if keys[place] in there and (columns := _read(self._folder / keys[place], dimensions)):
                return place, columns
        return None

    def save(self, key: str, columns: Columns) -> None:
        """Keep the columns under a key, in place of those that are there.

        Where they cannot be written, the next run works them out again.
        """
        try:
            make_folder(self._folder)
            unfinished = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=self._folder))
        except OSError:
            return
        try:
            _write(unfinished, columns)
        except OSError:
            shutil.rmtree(unfinished, ignore_errors=True)
            return
        try:
            unfinished.rename(self._folder / key)
        except OSError:  # there is one under this key: another process was faster, or it is damaged
            shutil.rmtree(self._folder / key, ignore_errors=True)
            unfinished.rename(self._folder / key)
        for other in self._folder.iterdir():
            if other.name != key and not _is_in_work(other):
                shutil.rmtree(other, ignore_errors=True)


def column_keys(entered: Iterable[Entered], embedder: Embedder, *, after: str = "") -> Iterator[str]:
    """For each document the key of the columns that end with it, given the key of those before it."""
    key = after or f"{FORMAT} {name_rules()} {embedder.name} {embedder.dimensions}"
    for one in entered:
        key = hashlib.blake2b(f"{key} {one.id} {len(one.sentences)}".encode(), digest_size=16).hexdigest()
        yield key


def _arrays(columns: Columns) -> dict[str, NDArray[Any]]:
    vocabulary = np.frombuffer("\n".join(columns.vocabulary).encode(), np.uint8)
    return {
        "lengths": columns.lengths,
        "numbers": columns.numbers,
        "vocabulary": vocabulary,
        "vectors": columns.vectors,
    }


def _write(folder: Path, columns: Columns) -> None:
    arrays = _arrays(columns)
    for name, array in arrays.items():
        with new_file(folder / f"{name}.npy") as file:
            np.save(file, array)
    sums = {name: zlib.crc32(array.tobytes()) for name, array in arrays.items()}
    write_private(folder / _SUMS, json.dumps(sums))


def _read(folder: Path, dimensions: int) -> Columns | None:
    """The columns in a folder, memory-mapped; nothing when anything about them is wrong."""
    try:
        sums = json.loads((folder / _SUMS).read_text())
        arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in _ARRAYS}
        if any(zlib.crc32(array.data) != sums[name] for name, array in arrays.items()):
            return None
        text = arrays["vocabulary"].tobytes().decode()
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        return None
    vocabulary = {word: number for number, word in enumerate(text.split("\n"))} if text else {}
    columns = Columns(arrays["lengths"], arrays["numbers"], vocabulary, arrays["vectors"])
    whole = columns.lengths.sum() == len(columns.numbers)
    return columns if whole and columns.vectors.shape == (len(columns.lengths), dimensions) else None


def _is_in_work(folder: Path) -> bool:
    """Whether another process may still be writing this folder."""
    try:
        return folder.name.startswith(_UNFINISHED) and time.time() - folder.stat().st_mtime < _FORGOTTEN
    except OSError:
        return False
