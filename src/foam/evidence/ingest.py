"""From paths to a library: files found, read in parallel, committed in batches, resumed where it stopped.

A file is remembered by the digest of its bytes once all of it is in; reading it again adds nothing and costs nothing.
A run that is killed loses at most the batch in hand.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import assert_never

from foam.evidence.library import Batch, Library
from foam.evidence.reading import Event, Finished, Read, Reader, Refused, read_apart, read_here
from foam.record.clock import Clock, stamp, utc_now
from foam.values import Value

COMMIT_DOCUMENTS = 1000
"""Documents gathered before they are committed."""
WORTH_WORKERS = 512 * 1024
"""Bytes from which starting other processes pays."""

Progress = Callable[[int], None]
"""Told how many more files are done."""


class NotRead(Value):
    """A file, or a part of it, that could not be taken in."""

    file: str
    reason: str


class Imported(Value):
    """What an import brought."""

    version: int
    files: int = 0
    """Files read."""
    known_files: int = 0
    """Files whose every byte was read before."""
    documents: int = 0
    """Texts that were not in the library."""
    appearances: int = 0
    """New places in which texts were found, those of new documents included."""
    known: int = 0
    """Documents that brought nothing new."""
    rejected: tuple[NotRead, ...] = ()


def walk_files(paths: Iterable[Path]) -> list[str]:
    """The files that paths name, folders walked in order; hidden ones and office lock files are left out."""
    found: list[str] = []
    for path in paths:
        found += _walked(path) if path.is_dir() else [str(path)]
    return list(dict.fromkeys(found))


def _walked(folder: Path) -> Iterator[str]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (str(Path(parent, name)) for name in sorted(files) if not name.startswith((".", "~$")))


def add_paths(
    library: Library,
    paths: Iterable[Path],
    *,
    reader: Reader,
    workers: int = 0,
    commit_documents: int = COMMIT_DOCUMENTS,
    clock: Clock = utc_now,
    progress: Progress = lambda _: None,
) -> Imported:
    """Take in every file under the paths. `workers` 0 means one a core, or none when there is little to read."""
    given = list(paths)
    files = walk_files(given)
    what = " ".join(str(path) for path in given)
    intake = _Intake(library, what=what, commit_documents=commit_documents, clock=clock, progress=progress)
    fresh = intake.fresh(files)
    count = workers or _worth(files)
    events = read_apart(fresh, reader, workers=count) if count > 1 else read_here(fresh, reader)
    for event in events:
        intake.take(event)
    return intake.outcome()


def _worth(files: list[str]) -> int:
    """How many workers are worth starting."""
    if len(files) < 2 or sum(os.path.getsize(file) for file in files if os.path.exists(file)) < WORTH_WORKERS:
        return 1
    return min(os.cpu_count() or 1, len(files), 16)


class _Intake:
    """Gathers what is read into batches and commits them."""

    def __init__(self, library: Library, *, what: str, commit_documents: int, clock: Clock, progress: Progress) -> None:
        self._library, self._what, self._clock, self._progress = library, what, clock, progress
        self._commit_documents = commit_documents
        self._digests: dict[str, str] = {}
        self._batch = Batch()
        self._rejected: list[NotRead] = []
        self._done = Imported(version=library.version)

    def fresh(self, files: Iterable[str]) -> Iterator[str]:
        """The files that were not read before, each noted under its digest as it is handed out."""
        seen: set[str] = set()
        for file in files:
            digest = self._digest(file)
            if digest and (digest in seen or self._library.finished(digest)):
                self._count(known_files=1)
                self._progress(1)
            elif digest:
                seen.add(digest)
                self._digests[file] = digest
                yield file

    def take(self, event: Event) -> None:
        match event:
            case Read():
                digest = self._digests[event.file]
                self._batch.rows += [(row, digest) for row in event.rows]
                if len(self._batch.rows) >= self._commit_documents:
                    self._commit()
            case Refused():
                self._rejected.append(NotRead(file=event.file, reason=event.reason))
            case Finished():
                self._finish(event)
            case _:
                assert_never(event)

    def outcome(self) -> Imported:
        self._commit()
        return self._done.model_copy(update={"rejected": tuple(self._rejected), "version": self._library.version})

    def _finish(self, event: Finished) -> None:
        if event.clean:
            self._batch.finished.append((self._digests[event.file], event.file))
        self._count(files=1)
        self._progress(1)

    def _digest(self, file: str) -> str:
        try:
            with open(file, "rb") as handle:
                return hashlib.file_digest(handle, lambda: hashlib.blake2b(digest_size=32)).hexdigest()
        except OSError as error:
            self._rejected.append(NotRead(file=file, reason=error.strerror or str(error)))
            self._progress(1)
            return ""

    def _commit(self) -> None:
        batch, self._batch = self._batch, Batch()
        added = self._library.take_in(batch, what=self._what, at=stamp(self._clock))
        self._count(documents=added.documents, appearances=added.appearances, known=added.known)

    def _count(self, **more: int) -> None:
        counted = {name: getattr(self._done, name) + n for name, n in more.items()}
        self._done = self._done.model_copy(update=counted)
