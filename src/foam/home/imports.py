"""Files that a worker takes into the library: handed over by whoever asks, and laid out again where they are read."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foam.errors import InputError, NotFound
from foam.evidence.imports.base import show_name
from foam.evidence.ingest import Imported, NotRead, walk_files
from foam.evidence.reading import Read, read_packed
from foam.evidence.sheets import read_or_sheet
from foam.home.desk import Desk
from foam.home.library import LibraryCalls
from foam.job.orders.work import HandedFile, ImportOrder, PassedOver
from foam.text.cut import list_strings
from foam.values import digest_bytes

if TYPE_CHECKING:
    from foam.job.queue import QueuedWork, WorkQueue

MOST_FILES = 2_000
MOST_BYTES = 256 * 2**20
"""As many files, and bytes of them together, go with one order: they stand in the database meanwhile."""
_TOLD = 100
"""Files that were not read, and counts of cards, that are told of by name."""

_TAKEN_OUT = "taken out of the queue by an erasure"


class HandedOver(NamedTuple):
    """Files that can go with an order, where they lie, and those that cannot."""

    files: tuple[HandedFile, ...]
    paths: tuple[Path, ...]
    passed_over: tuple[PassedOver, ...]


def hand_over(paths: Iterable[Path]) -> HandedOver:
    """Look at every file under these paths; InputError where there are none to take in, or too many for one order."""
    found, skipped = walk_files(paths)
    files: list[HandedFile] = []
    taken: list[Path] = []
    refused = [PassedOver(file=one.file, reason=one.reason) for one in skipped]
    size = 0
    for path in map(Path, found):
        try:
            size += path.stat().st_size
            if size > MOST_BYTES or len(files) == MOST_FILES:
                raise InputError(
                    f"one order takes {MOST_FILES} files and {MOST_BYTES // 2**20} MB at most",
                    hint="give several, or take them in yourself: foam library add",
                )
            if not path.is_file():  # to open a pipe or a device may take for ever
                raise OSError(None, "not a plain file")
            digest = digest_bytes(path.read_bytes())
        except OSError as error:
            refused.append(PassedOver(file=show_name(path), reason=error.strerror or str(error)))
            continue
        files.append(HandedFile(name=show_name(path), bytes_digest=digest))
        taken.append(path)
    if not files:
        reason = f": {refused[0].file}: {refused[0].reason}" if refused else ""
        raise InputError(f"there is no file to take in{reason}", hint="name files or folders that are there")
    return HandedOver(tuple(files), tuple(taken), tuple(refused))


@contextmanager
def lay_out(queue: WorkQueue, work: str, order: ImportOrder, check: Callable[[], None]) -> Iterator[dict[str, int]]:
    """The files that came with a work, in a folder that only this user can read: their numbers, by path."""
    with tempfile.TemporaryDirectory(prefix="foam-import-") as folder:
        numbers: dict[str, int] = {}
        for number, file in enumerate(order.files):
            check()
            if file.is_taken_out:
                continue
            content = queue.fetch_file(work, number)
            if digest_bytes(content) != file.bytes_digest:
                raise InputError(f"{file.name} changed while it was handed over", hint="give the order again")
            path = Path(folder, str(number), f"file{Path(file.name).suffix}")
            path.parent.mkdir()
            path.write_bytes(content)
            numbers[os.fspath(path)] = number
        yield numbers


def take_in_handed(desk: Desk, work: str, order: ImportOrder, check: Callable[[], None]) -> Imported:
    """Take in what came with a work, under the names that the files had; `check` may stop it at any file and commit.

    What is in the library already, since another worker was killed over this work, is known by its bytes.
    """
    with lay_out(desk.queue, work, order, check) as numbers:
        names = {path: order.files[number].name for path, number in numbers.items()}
        done = LibraryCalls(desk).take_in(
            [Path(path) for path in names], workers=1, index=order.index, vectors=order.vectors,
            name=lambda path: names.get(path) or show_name(path), check=check,
        )  # fmt: skip
    missed = [NotRead(file=one.file, reason=one.reason) for one in order.passed_over]
    missed += [NotRead(file=one.name, reason=_TAKEN_OUT) for one in order.files if one.is_taken_out]
    return done.model_copy(update={"rejected": (*missed, *done.rejected)[:_TOLD], "counts": done.counts[:_TOLD]})


class HeldImport(NamedTuple):
    """An import that has not ended, with files that hold something, or of which that cannot be told."""

    work: QueuedWork
    holds: bool
    """Whether it does, in files or in names of files that were passed over."""
    numbers: tuple[int, ...]
    """The files that hold it."""
    unread: tuple[str, ...]
    """Names of files of which nothing can be read here."""

    @property
    def place(self) -> str:
        """Where the words stand, for whoever looks for what is left."""
        return f"work {self.work.id} of the queue"


def find_held(
    queue: WorkQueue, finds: Callable[[str], bool], *, documents: Collection[str] = (), known: Collection[str] = ()
) -> Iterator[HeldImport]:
    """Imports that wait or are being done whose files hold what `finds` finds, or one of these documents.

    Files are read as an import reads them: words may stand compressed in them. Works in `known` are passed over.
    """
    for work in queue.list_imports():
        order = work.order
        if work.id in known or not isinstance(order, ImportOrder):
            continue
        held = {number for number, file in enumerate(order.files) if finds(order.owner) or finds(file.name)}
        try:
            with lay_out(queue, work.id, order, lambda: None) as numbers:
                left = {path: number for path, number in numbers.items() if number not in held}
                found, unread = _search_files(list(left), finds, documents)
                held |= {left[path] for path in found}
                names = tuple(order.files[left[path]].name for path in unread)
        except NotFound:
            continue  # it has ended meanwhile: what it brought is in the library
        holds = bool(held) or any(finds(one.file) or finds(one.reason) for one in order.passed_over)
        if holds or names:
            yield HeldImport(work, holds, tuple(sorted(held)), names)


def _search_files(
    paths: Sequence[str], finds: Callable[[str], bool], documents: Collection[str]
) -> tuple[set[str], list[str]]:
    """The files that hold it, and those of which nothing could be read."""
    held: set[str] = set()
    blank = dict.fromkeys(paths)
    for event in read_packed(paths, reader=read_or_sheet):
        if isinstance(event, Read):
            blank.pop(event.file, None)
            for row in event.rows:
                if row.id in documents or any(map(finds, (row.text, *list_strings(json.loads(row.about))))):
                    held.add(event.file)
    for path in paths:
        text = _read_text(path)
        if any(map(finds, text.splitlines())):
            held.add(path)
        elif text or not os.path.getsize(path):
            blank.pop(path, None)  # its bytes are its words: nothing of it was overlooked
    return held, [path for path in blank if path not in held]


def _read_text(path: str) -> str:
    """What a file says that is plain text; nothing for any other."""
    content = Path(path).read_bytes()
    try:
        return "" if b"\0" in content else content.decode("utf-8")
    except ValueError:
        return ""


def refuse_unsure(held: Sequence[HeldImport]) -> None:
    """InputError where files are being taken in that hold it, or where that cannot be told of some.

    A worker has such files in hand and may commit them at any moment. What nobody can read here may still be readable
    where a worker runs.
    """
    for one in held:
        if one.holds and one.work.state == "running":
            raise InputError(
                f"work {one.work.id} is being done, and takes in or names what is to be erased",
                hint=f"let it end, or stop it (foam work cancel {one.work.id}), or wait until the lease of a worker "
                "that died is over (30 seconds, unless set otherwise); then do this again",
            )
        if one.unread:
            more = f" and {len(one.unread) - 1} more" if len(one.unread) > 1 else ""
            raise InputError(
                f"{one.unread[0]}{more}, which wait in the queue, cannot be read here: they may hold what is erased",
                hint=f"let work {one.work.id} end, or stop it (foam work cancel {one.work.id}); then do this again",
            )
