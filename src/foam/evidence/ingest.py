"""From paths to a library: files found, read in parallel, committed in batches, resumed where it stopped.

A file is remembered by the digest of its bytes once all of it is in; reading it again adds nothing and costs nothing.
A run that is killed loses at most the batch in hand. Documents come in the order of their files, however many readers
there are and wherever a run was broken off, so that the same files make the same library.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, assert_never

from foam.evidence.condition import FileCount, read_condition
from foam.evidence.document import Document
from foam.evidence.holdings import Batch
from foam.evidence.imports import Limits, Rejected, read
from foam.evidence.imports.base import DEFAULT_LIMITS, show_name
from foam.evidence.library import Library
from foam.evidence.reading import Event, Finished, Read, Reader, Refused, read_documents, read_packed
from foam.record.clock import Clock, stamp, utc_now
from foam.values import Value

COMMIT_DOCUMENTS = 1000
_COMMIT_CHARS = 20_000_000
"""Documents, and characters of them, gathered before they are committed."""
_WORTH_WORKERS = 512 * 1024
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
    counts: tuple[FileCount, ...] = ()
    """What each debater's file gave."""


class Walked(NamedTuple):
    """The files that paths name, and what was passed over."""

    files: list[str]
    skipped: list[Rejected]


def walk_files(paths: Iterable[Path]) -> Walked:
    """Folders walked in order; hidden files and office lock files are left out.

    A link inside a folder is followed only to a file that lies in that folder, too. A path that is named itself is
    followed wherever it leads.
    """
    found: dict[str, None] = {}
    skipped: list[Rejected] = []
    for path in paths:
        for name in _walk_folder(path) if path.is_dir() else [str(path)]:
            reason = _explain_link(Path(name), path) if name != str(path) else ""
            if reason:
                skipped.append(Rejected(file=show_name(name), reason=reason))
            else:
                found[name] = None
    return Walked(list(found), skipped)


def _walk_folder(folder: Path) -> Iterator[str]:
    """Every file of a folder, and links to folders, which are not entered."""
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        linked = [name for name in folders if os.path.islink(os.path.join(parent, name))]
        wanted = (name for name in [*files, *linked] if not name.startswith((".", "~$")))
        yield from (os.path.join(parent, name) for name in sorted(wanted))


def _explain_link(path: Path, folder: Path) -> str:
    """Why a link is not followed; nothing when it is no link, or leads to a file of the same folder."""
    if not path.is_symlink():
        return ""
    if path.is_dir():
        return "a link to a folder is not followed; name the folder itself"
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a circle of links
        return "a link that leads nowhere"
    return "" if inside else "a link that leads out of the folder is not followed; name the file itself"


def read_paths(paths: Iterable[Path]) -> Iterator[Document | Rejected]:
    """The documents in files and folders, read apart, and what was not taken."""
    files, skipped = walk_files(paths)
    yield from skipped
    yield from read_documents(files)


def add_paths(
    library: Library,
    paths: Iterable[Path],
    *,
    reader: Reader = read,
    workers: int = 0,
    limits: Limits = DEFAULT_LIMITS,
    commit_documents: int = COMMIT_DOCUMENTS,
    clock: Clock = utc_now,
    progress: Progress = lambda _: None,
    name: Callable[[str], str] = show_name,
    check: Callable[[], None] = lambda: None,
) -> Imported:
    """Take in every file under the paths. `workers` 0 means one a core, or one when there is little to read.

    `name` says how a file is called in origins and reports, where it lies elsewhere than it came from. `check` is
    called right before anything is written, and stops it by raising.
    """
    given = list(paths)
    files, skipped = walk_files(given)
    what = " ".join(name(os.fspath(path)) for path in given)
    intake = _Intake(
        library, what=what, commit_documents=commit_documents, clock=clock, progress=progress, name=name, check=check
    )
    for link in skipped:
        intake.refuse(link.file, link.reason)
    fresh = intake.fresh(files)
    for event in read_packed(fresh, reader=reader, workers=workers or _worth(files), limits=limits, name=name):
        intake.take(event)
    return intake.outcome()


def _worth(files: list[str]) -> int:
    """How many workers are worth starting."""
    if len(files) < 2 or sum(os.path.getsize(file) for file in files if os.path.exists(file)) < _WORTH_WORKERS:
        return 1
    return min(os.cpu_count() or 1, len(files), 16)


class _Intake:
    """Gathers what is read into batches and commits them."""

    def __init__(
        self,
        library: Library,
        *,
        what: str,
        commit_documents: int,
        clock: Clock,
        progress: Progress,
        name: Callable[[str], str],
        check: Callable[[], None],
    ) -> None:
        self._library, self._what, self._clock, self._progress = library, what, clock, progress
        self._name, self._check = name, check
        self._commit_documents = commit_documents
        self._digests: dict[str, str] = {}
        self._copies: dict[str, list[str]] = {}
        """Files by the digest of their bytes; the first of each is read for all of them."""
        self._partly: set[str] = set()
        """Digests of files that were not read, or not whole."""
        self._batch, self._chars = Batch(), 0
        self._rejected: list[NotRead] = []
        self._counts: dict[str, FileCount] = {}
        self._done = Imported(version=library.version)

    def fresh(self, files: Iterable[str]) -> Iterator[str]:
        """The files that were not read before, each noted under its digest as it is handed out."""
        for file in files:
            digest = self._digest(file)
            if digest in self._copies:
                self._copies[digest].append(file)
                self._progress(1)
            elif digest and self._library.finished(digest):
                self._count(known_files=1)
                self._progress(1)
            elif digest:
                self._copies[digest] = [file]
                self._digests[file] = digest
                yield file

    def take(self, event: Event) -> None:
        match event:
            case Read():
                digest = self._digests[event.file]
                self._batch.rows += [(row, digest) for row in event.rows]
                self._chars += sum(len(row.text) + len(row.about) for row in event.rows)
                self._count_cards(event)
                if len(self._batch.rows) >= self._commit_documents or self._chars >= _COMMIT_CHARS:
                    self._commit()
            case Refused():
                self.refuse(event.file, event.reason)
            case Finished():
                self._finish(event)
            case _:
                assert_never(event)

    def refuse(self, file: str, reason: str) -> None:
        self._rejected.append(NotRead(file=self._name(file), reason=reason))

    def outcome(self) -> Imported:
        self._commit()
        self._settle_copies()
        told = {"rejected": tuple(self._rejected), "counts": tuple(self._counts.values())}
        return self._done.model_copy(update={**told, "version": self._library.version})

    def _settle_copies(self) -> None:
        """What holds for a file holds for others of the same bytes: they are known, or not read either."""
        for digest, (first, *others) in self._copies.items():
            if digest in self._partly:
                self._count(files=len(others))
                for file in others:
                    self.refuse(file, f"the same bytes as {self._name(first)}, which could not be read whole")
            else:
                self._count(known_files=len(others))

    def _count_cards(self, event: Read) -> None:
        for row in event.rows:
            if (condition := read_condition(row.about)) is not None:
                before = self._counts.get(event.file) or FileCount(file=self._name(event.file))
                self._counts[event.file] = before.plus(condition.kind)

    def _finish(self, event: Finished) -> None:
        if event.clean:
            self._batch.finished.append((self._digests[event.file], self._name(event.file)))
        else:
            self._partly.add(self._digests[event.file])
        self._count(files=1)
        self._progress(1)

    def _digest(self, file: str) -> str:
        try:
            if not stat.S_ISREG(os.stat(file).st_mode):  # to open a pipe or a device may take for ever
                raise OSError(None, "not a plain file")
            with open(file, "rb") as handle:
                return hashlib.file_digest(handle, lambda: hashlib.blake2b(digest_size=32)).hexdigest()
        except OSError as error:
            self.refuse(file, error.strerror or str(error))
            self._progress(1)
            return ""

    def _commit(self) -> None:
        batch, self._batch, self._chars = self._batch, Batch(), 0
        at = stamp(self._clock)
        self._check()
        # A batch that came in although a database went away before it said so is known when it comes again.
        added = self._library.tables.persist(lambda: self._library.take_in(batch, what=self._what, at=at))
        self._count(documents=added.documents, appearances=added.appearances, known=added.known)

    def _count(self, **more: int) -> None:
        counted = {name: getattr(self._done, name) + n for name, n in more.items()}
        self._done = self._done.model_copy(update=counted)
