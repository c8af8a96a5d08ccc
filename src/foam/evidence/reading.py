"""Foreign files are read apart: in reader processes with limits on memory, time and output.

    for found in read_documents([path]):  # a Document, or Rejected
        …

A file that crashes its reader, hangs it or takes too much costs itself alone. What is told comes in the order of the
files, however many readers there are. A reader holds nothing that must be saved. One is kept for the next file and
ended when the program ends; one whose program dies ends by itself.
"""

from __future__ import annotations

import atexit
import os
import selectors
import signal
import subprocess
import sys
import time
from base64 import b64decode
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from pydantic import TypeAdapter

import foam.errors
from foam.errors import FoamError, InputError
from foam.evidence.document import Document
from foam.evidence.imports.base import DEFAULT_LIMITS, Limits, Rejected, say_over_cpu, say_over_memory, show_name
from foam.evidence.reader import OVER_MEMORY, READY, Message, parse_message, write_message
from foam_quotes.text.normalise import compute_id

if TYPE_CHECKING:
    from foam.evidence.truth import Packed

_AHEAD_FILES = 64
"""Files that may be begun before an earlier one is finished."""
_AHEAD_BYTES = 16 * 2**20
"""What may wait in memory until an earlier file is finished."""
_LONGEST = 512 * 2**20  # bytes of one message; a reader that says more has gone mad
_CHUNK = 1 << 20
_HEAVY = 0.6
"""Share of its memory from which a reader that has finished is replaced: it may not have given it all back."""
_IMPORTER = "foam.evidence.imports.dispatch:read"

Returned = TypeVar("Returned")


class Reader(Protocol):
    """Reads one file; yields what it holds and what could not be read of it. A function of a module."""

    def __call__(self, path: Path, *, limits: Limits, name: str) -> Iterator[Document | Rejected]: ...


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
    peak_bytes: int = 0
    """The most memory that its reader ever held, where the system tells."""


Event: TypeAlias = Read | Refused | Finished


def read_packed(
    files: Iterable[str],
    *,
    reader: Callable[..., Any] | None = None,
    workers: int = 1,
    limits: Limits = DEFAULT_LIMITS,
    name: Callable[[str], str] = show_name,
) -> Iterator[Event]:
    """Read files as the library takes them in, by so many readers at once, in their order; `name` names an origin."""
    function = _name(reader) if reader else _IMPORTER
    requests = (_Request("packed", function, file, name(file), limits) for file in files)
    clean: dict[str, bool] = {}
    for request, message in _ask(requests, workers):
        match message:
            case ["rows", list(rows)]:
                yield Read(request.file, [_packed(*row) for row in rows])
            case ["refused", row, str(reason)]:
                clean[request.file] = False
                yield Refused(request.file, reason if row is None else f"row {row}: {reason}")
            case ["error", _, str(what), _]:
                clean[request.file] = False
                yield Refused(request.file, what)
            case ["finished", _, int(peak)]:
                yield Finished(request.file, clean.pop(request.file, True), peak)


def _packed(text: str, ends: str, signature: str, about: str, filing: str) -> Packed:
    from foam.evidence.truth import Packed  # brings numpy, which only a library needs

    return Packed(compute_id(text), text, b64decode(ends), b64decode(signature), about, filing)


def read_documents(
    files: Iterable[Path | str], *, limits: Limits = DEFAULT_LIMITS, name: Callable[[Path], str] = show_name
) -> Iterator[Document | Rejected]:
    """The documents in files, in order. `name` says how a file is called in origins and reports."""
    requests = (_Request("documents", _IMPORTER, os.fspath(file), name(Path(file)), limits) for file in files)
    for request, message in _ask(requests, workers=1):
        match message:
            case ["rows", list(rows)]:
                yield from (Document.model_validate_json(row[0]) for row in rows)
            case ["refused", row, str(reason)]:
                yield Rejected(file=request.name, reason=reason, row=row)
            case ["error", _, str(what), _]:
                yield Rejected(file=request.name, reason=what)


def call_apart(
    function: Callable[[Path], Returned], path: Path, *, returns: type[Returned], limits: Limits = DEFAULT_LIMITS
) -> Returned:
    """What a function of a module makes of a file, worked out by a reader process. Its errors are raised here."""
    request = _Request("value", _name(function), os.fspath(path), show_name(path), limits)
    answer, *_ = [message for _, message in _ask([request], workers=1)]
    match answer:
        case ["value", str(written)]:
            return TypeAdapter(returns).validate_json(written)
        case ["error", str(kind), str(what), str(hint)]:
            raise _make_error(kind, what, hint, request)
        case _:
            raise InputError(f"{request.name}: its reader made no sense of it")


def _make_error(kind: str, what: str, hint: str, request: _Request) -> FoamError:
    """The error a reader told of; its file is named where the message does not."""
    found = getattr(foam.errors, kind, InputError)
    said = what if request.name in what or request.file in what else f"{request.name}: {what}"
    return found(said, hint=hint) if issubclass(found, InputError) else InputError(said, hint=hint)


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}:{function.__qualname__}"


@dataclass(frozen=True)
class _Request:
    """What is asked about one file."""

    task: str
    function: str
    file: str
    name: str
    limits: Limits

    def to_json(self) -> dict[str, Any]:
        """The request as a message. A reader may have been started in another folder, so the path is a whole one."""
        return {**vars(self), "file": os.path.abspath(self.file), "limits": self.limits.model_dump()}


# In order, by several processes


@dataclass(eq=False)
class _Line:
    """A file that was begun, and what was told of it and not passed on yet."""

    request: _Request
    waiting: deque[Message] = field(default_factory=deque)
    bytes: int = 0
    done: bool = False


def _ask(requests: Iterable[_Request], workers: int) -> Iterator[tuple[_Request, Message]]:
    """Everything that is told of the requests, in their order, by as many processes at once."""
    todo = iter(requests)
    lines: deque[_Line] = deque()
    crew: list[_Process] = []
    try:
        _begin_more(todo, lines, crew, workers)
        while lines:
            if not lines[0].done:
                _listen(crew, lines)
            yield from _pass_on(lines[0])
            if lines[0].done:
                lines.popleft()
            _begin_more(todo, lines, crew, workers)
    finally:
        for process in crew:
            process.give_back()


def _pass_on(line: _Line) -> Iterator[tuple[_Request, Message]]:
    while line.waiting:
        yield line.request, line.waiting.popleft()
    line.bytes = 0


def _begin_more(todo: Iterator[_Request], lines: deque[_Line], crew: list[_Process], workers: int) -> None:
    """Hand out files while somebody is free and not too much waits."""
    while len(lines) < _AHEAD_FILES and sum(line.bytes for line in lines) < _AHEAD_BYTES:
        free = next((process for process in crew if process.line is None), None)
        if free is None and len(crew) >= workers:
            return
        request = next(todo, None)
        if request is None:
            return
        if free is None:
            free = _borrow()
            crew.append(free)
        lines.append(_Line(request))
        free.begin(lines[-1])


def _listen(crew: list[_Process], lines: deque[_Line]) -> None:
    """Hear whoever has something to say; while too much waits, only the one that the others wait for."""
    full = sum(line.bytes for line in lines) >= _AHEAD_BYTES
    heard = [process for process in crew if process.line is not None and (not full or process.line is lines[0])]
    with selectors.DefaultSelector() as selector:
        for process in heard:
            selector.register(process.output, selectors.EVENT_READ, process)
        spoke = [key.data for key, _ in selector.select(timeout=1.0)]
    for process in heard:
        if process in spoke:
            process.hear()
        else:
            process.check_patience()


# One process


class _Process:
    """A reader process and the file it reads. It is started when the first file comes."""

    def __init__(self) -> None:
        self.line: _Line | None = None
        self._popen: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._buffer = bytearray()
        self._heard_at = 0.0
        self._hung = False

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._popen is not None
        return self._popen

    @property
    def is_alive(self) -> bool:
        return self._popen is not None and self._popen.poll() is None

    @property
    def output(self) -> int:
        assert self._running.stdout is not None
        return self._running.stdout.fileno()

    def begin(self, line: _Line) -> None:
        """Start on a file."""
        if self._popen is None:
            self._start()
        self.line, self._heard_at, self._hung = line, time.monotonic(), False
        with suppress(BrokenPipeError):  # it has died: heard next
            assert self._running.stdin is not None
            write_message(self._running.stdin, line.request.to_json())

    def _start(self) -> None:
        places = dict.fromkeys(place for place in sys.path if place)
        self._popen = subprocess.Popen(
            [sys.executable, "-P", "-m", "foam.evidence.reader"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_FRUGAL, "PYTHONPATH": os.pathsep.join(places)},
        )
        self._ready = False
        self._buffer.clear()

    def hear(self) -> None:
        """Take what was said. The file of a process that has died is refused."""
        assert self.line is not None
        self._heard_at = time.monotonic()
        data = os.read(self.output, _CHUNK)
        self._buffer += data
        self.line.bytes += len(data)
        if not data or not self._take_messages():
            self._bury()

    def _take_messages(self) -> bool:
        """Read the whole messages there are; False when what was said makes no sense."""
        while len(self._buffer) >= 4:
            size = int.from_bytes(self._buffer[:4], "little")
            if size > _LONGEST:
                return False
            if len(self._buffer) < 4 + size:
                return True
            try:
                message = parse_message(self._buffer[4 : 4 + size])
            except ValueError:
                return False
            del self._buffer[: 4 + size]
            self._take(message)
        return True

    def _take(self, message: Message) -> None:
        line = self.line
        if message == READY or line is None:
            self._ready = True
            return
        line.waiting.append(message)
        if message[0] == "finished":
            line.done, self.line = True, None
            if message[1] or message[2] > _HEAVY * line.request.limits.memory_bytes:
                self.close()

    def check_patience(self) -> None:
        """End a process that has been silent for too long; that is heard next."""
        if self.line and time.monotonic() - self._heard_at > self.line.request.limits.silent_seconds:
            self._hung = True
            self._running.kill()

    def _bury(self) -> None:
        """Refuse the file of a process that died; the next file gets a new process."""
        assert self.line is not None
        with suppress(subprocess.TimeoutExpired):  # let it end by itself, so that it is known what it died of
            self._running.wait(timeout=5)
        self._running.kill()
        self._running.wait()
        if not self._ready:
            raise InputError("reader processes cannot be started here", hint="is Python itself installed properly?")
        line, self.line = self.line, None
        line.waiting += [["error", "InputError", self._explain(line.request), ""], ["finished", True, 0]]
        line.done = True
        self.close()

    def _explain(self, request: _Request) -> str:
        """Why the process died, and what can be done."""
        if self._hung:
            waited = f"{request.limits.silent_seconds:.0f} seconds"
            return f"over the limit: nothing came of it for {waited}; split it, or save it as plain text"
        code = -(self._running.returncode or 0)
        if code == signal.SIGXCPU:
            size = os.path.getsize(request.file) if os.path.exists(request.file) else 0
            return say_over_cpu(request.limits, size)
        if -code == OVER_MEMORY:
            return say_over_memory(request.limits)
        named = signal.Signals(code).name if code in set(signal.Signals) else f"status {-code}"
        return f"its reader crashed ({named}); save the file in another format"

    def give_back(self) -> None:
        """Keep the process for the next file, or end it when it is busy or one is kept already."""
        if self.line is None and not _idle and self.is_alive:
            _idle.append(self)
        else:
            self.close()

    def close(self) -> None:
        """End the process, if there is one."""
        if self._popen is None:
            return
        popen, self._popen = self._popen, None
        popen.kill()
        for stream in (popen.stdin, popen.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()
        popen.wait()


_FRUGAL = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}
"""Settings for libraries: one thread each, and no memory set aside."""
_idle: list[_Process] = []


def _borrow() -> _Process:
    """The reader that is kept, or a new one."""
    while _idle:
        kept = _idle.pop()
        if kept.is_alive:
            return kept
        kept.close()
    return _Process()


@atexit.register
def dismiss_readers() -> None:
    """Let the reader go that is kept for the next file."""
    while _idle:
        _idle.pop().close()
