"""Files that stand in the queue until they are taken into the library: which of them hold what is to be erased."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foam.errors import InputError, NotFound
from foam.evidence.reading import Read, read_packed
from foam.evidence.sheets import read_or_sheet
from foam.home.importing import lay_out
from foam.job.orders.work import ImportOrder
from foam.text.cut import list_strings

if TYPE_CHECKING:
    from foam.job.queue import QueuedWork, WorkQueue


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
