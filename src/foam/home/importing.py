"""Files that a worker takes into the library: handed over by whoever asks, and laid out again where they are read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foam.errors import InputError
from foam.evidence.imports.base import show_name
from foam.evidence.ingest import Imported, NotRead, walk_files
from foam.home.desk import Desk
from foam.home.library import LibraryCalls
from foam.job.orders.work import HandedFile, ImportOrder, PassedOver
from foam.values import digest_bytes

if TYPE_CHECKING:
    from foam.job.queue import WorkQueue

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
