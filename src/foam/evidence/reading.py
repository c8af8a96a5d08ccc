"""Files read in parallel: each in one of several processes, so that a file that crashes or hangs its reader stops
nothing else.

Whatever happens to a file is told as events: documents that were read, reasons for what was not, and its end.
Workers hold nothing that must be saved; when the process that started them dies, they end by themselves.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple, TypeAlias

from foam.errors import FoamError, InputError
from foam.evidence.document import Document
from foam.evidence.imports.base import Rejected
from foam.evidence.truth import Packed, pack_document

Reader: TypeAlias = Callable[[Path], Iterator[Document | Rejected]]
"""Reads one file; yields what it holds and what could not be read of it."""

BATCH = 200
"""Documents passed on at once."""
PATIENCE = 300.0
"""Seconds without a word after which a reader is taken to hang."""
_READY = "ready"


class Read(NamedTuple):
    """Documents of a file."""

    file: str
    rows: list[Packed]


class Refused(NamedTuple):
    """Something of a file, or all of it, could not be read."""

    file: str
    reason: str


class Finished(NamedTuple):
    """Nothing more comes of the file. `clean` when nothing of it was refused."""

    file: str
    clean: bool


Event: TypeAlias = Read | Refused | Finished


def read_here(files: Iterable[str], reader: Reader) -> Iterator[Event]:
    """Read files one after another in this process."""
    for file in files:
        yield from _events(file, reader)


def read_apart(files: Iterable[str], reader: Reader, *, workers: int, patience: float = PATIENCE) -> Iterator[Event]:
    """Read files in worker processes, as many at once. The reader must be a function of a module."""
    todo = iter(files)
    crew = [_hired(reader) for _ in range(workers)]
    try:
        for worker in crew:
            worker.greet()
            worker.assign(next(todo, None))
        while busy := [worker for worker in crew if worker.file is not None]:
            for worker in _heard(busy, patience):
                yield from worker.told(next_file=todo)
    finally:
        for worker in crew:
            worker.dismiss()


def _events(file: str, reader: Reader) -> Iterator[Event]:
    """All there is to tell of one file; never raises."""
    clean = True
    try:
        documents = reader(Path(file))
        while batch := list(islice(documents, BATCH)):
            rejected = [one for one in batch if not isinstance(one, Document)]
            yield Read(file, [pack_document(one) for one in batch if isinstance(one, Document)])
            yield from (Refused(file, _said(one)) for one in rejected)
            clean = clean and not rejected
    except FoamError as error:
        clean = False
        yield Refused(file, error.what)
    except Exception as error:  # whatever a format's library raises, the other files are read
        clean = False
        yield Refused(file, f"it could not be read: {type(error).__name__}: {str(error)[:200]}")
    yield Finished(file, clean)


def _said(one: Rejected) -> str:
    return one.reason if one.row is None else f"row {one.row}: {one.reason}"


def _work(pipe: Connection, reader: Reader) -> None:
    """A worker's life: read the files it is named, tell what comes of them, end when nobody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        pipe.send(_READY)
        while (file := pipe.recv()) is not None:
            for event in _events(file, reader):
                pipe.send(event)
    except (EOFError, OSError):
        return


@dataclass
class _Worker:
    """A process, the file it reads, and when it was last heard of."""

    reader: Reader
    process: BaseProcess
    pipe: Connection
    file: str | None = None
    heard_at: float = 0.0

    def greet(self) -> None:
        """Wait until the process has started; one that never does is no fault of any file."""
        try:
            self.pipe.recv()
        except (EOFError, OSError) as error:
            raise InputError("reader processes cannot be started here", hint="use one worker: --workers 1") from error

    def assign(self, file: str | None) -> None:
        self.file, self.heard_at = file, time.monotonic()
        if file is not None:
            self.pipe.send(file)

    def told(self, *, next_file: Iterator[str]) -> Iterator[Event]:
        """What the worker says now; one that has died is replaced, and its file refused."""
        assert self.file is not None
        self.heard_at = time.monotonic()
        try:
            event: Event = self.pipe.recv()
        except (EOFError, OSError):
            yield Refused(self.file, "its reader crashed, or hung until it was stopped")
            event = Finished(self.file, clean=False)
            self._replace()
        yield event
        if isinstance(event, Finished):
            self.assign(next(next_file, None))

    def _replace(self) -> None:
        self.dismiss()
        fresh = _hired(self.reader)
        self.process, self.pipe = fresh.process, fresh.pipe
        self.greet()

    def dismiss(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


def _hired(reader: Reader) -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, reader), daemon=True)
    process.start()
    theirs.close()
    return _Worker(reader, process, ours)


def _heard(busy: list[_Worker], patience: float) -> list[_Worker]:
    """Workers that have something to say; those silent for too long are stopped, which is heard, too."""
    by_pipe = {worker.pipe: worker for worker in busy}
    spoke = [by_pipe[pipe] for pipe in wait(list(by_pipe), timeout=1.0) if isinstance(pipe, Connection)]
    for worker in busy:
        if worker not in spoke and time.monotonic() - worker.heard_at > patience:
            worker.process.kill()
    return spoke
