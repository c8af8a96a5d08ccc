"""A reader process: it reads the files that it is asked to, within limits, and tells what came of them.

It is started by `foam.evidence.reading` and talks over its standard input and output. A message is four bytes of length
and so much JSON: nothing that is read can make the other side run code. When nobody listens any more it ends.
"""

from __future__ import annotations

import json
import os
import signal
from base64 import b64encode
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from foam.evidence.document import Document
    from foam.evidence.imports.base import Limits, Rejected

_BATCH_DOCUMENTS = 200
_BATCH_CHARS = 1_000_000
"""Documents, and characters of them, that are passed on at once."""
MOST_NAMED = 100
"""Rows of one file that are refused by name; of more only the number is told."""
READY = ["ready"]
OVER_MEMORY = 77
"""Exit status of a reader that ran out of memory."""

Message = list[Any]


def write_message(stream: IO[bytes], message: Any) -> None:
    """Send one message."""
    data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    stream.write(len(data).to_bytes(4, "little"))
    stream.write(data)
    stream.flush()


def parse_message(data: bytes | bytearray) -> Any:
    """What the bytes of one message say."""
    return json.loads(data.decode("utf-8", "surrogatepass"))


def main() -> None:
    """Answer one request after another until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # whatever a format's library prints goes nowhere
        os.dup2(nothing, stream)
    import_module("foam.evidence.imports.dispatch")  # while the one who asks still makes up its mind
    try:
        write_message(told, READY)
        while head := asked.read(4):
            for message in answer(parse_message(asked.read(int.from_bytes(head, "little")))):
                write_message(told, message)
    except OSError:
        return
    except MemoryError:  # while a message was written; there may not be enough left to say so
        os._exit(OVER_MEMORY)


def answer(request: dict[str, Any]) -> Iterator[Message]:
    """All there is to tell of one file. Ends with `finished`; never raises for what is in a file."""
    from pydantic_core import to_json

    from foam.errors import FoamError
    from foam.evidence.imports.base import Limits, say_over_memory

    limits = Limits.model_validate(request["limits"])
    path, function = Path(request["file"]), _find(request["function"])
    heavy = False
    try:
        _bound(limits, path)
        if request["task"] == "value":
            yield ["value", to_json(function(path)).decode()]
        else:
            yield from _pass_on(function(path, limits=limits, name=request["name"]), request["task"], limits, path)
    except FoamError as error:
        yield ["error", type(error).__name__, error.what, error.hint]
    except MemoryError:
        heavy = True
        yield ["error", "InputError", say_over_memory(limits), ""]
    except RecursionError:
        yield ["error", "InputError", "it is nested too deeply to be read", ""]
    except Exception as error:  # whatever a format's library raises, the other files are read
        said = str(error)[:200].encode("utf-8", "replace").decode()
        yield ["error", "InputError", f"it could not be read: {type(error).__name__}: {said}", ""]
    yield ["finished", heavy, _peak_memory()]


def _find(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


def _bound(limits: Limits, path: Path) -> None:
    """Tell the system what this process may use from now on. Past its time it is ended; past its memory it is told."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + 1 + limits.cpu_seconds(path.stat().st_size if path.exists() else 0)
    for what, most in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_DATA, limits.memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, resource.getrlimit(what)[1]))


def _peak_memory() -> int:
    """The most bytes that this process ever held; 0 where that is not known.

    Not asked of `getrusage`, which on Linux counts what the process held that started this one.
    """
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return 0


def _pass_on(found: Iterator[Document | Rejected], task: str, limits: Limits, path: Path) -> Iterator[Message]:
    """What a reader finds, in batches; a document that cannot be passed on costs itself alone."""
    from foam.evidence.document import Document
    from foam.evidence.imports.base import Rejected, Unreadable

    write = _write_packed if task == "packed" else _write_document
    most_chars = limits.output_chars(path.stat().st_size)
    batch: list[Any] = []
    chars = total = count = refused = 0
    for one in found:
        row = one.origin.row if isinstance(one, Document) else one.row
        try:
            written = write(one) if isinstance(one, Document) else None
        except ValueError as error:
            written, one = None, Rejected(file="", reason=f"it cannot be kept: {str(error).splitlines()[0]}", row=row)
        if isinstance(one, Rejected):
            refused += 1
            if refused <= MOST_NAMED:
                yield from _flush(batch)
                batch, chars = [], 0
                yield ["refused", row, one.reason]
            continue
        batch.append(written)
        count, size = count + 1, sum(map(len, written or ()))
        chars, total = chars + size, total + size
        if count > limits.documents:
            raise Unreadable(f"over the limit: more than {limits.documents:,} documents; split the file")
        if total > most_chars:
            raise Unreadable(f"over the limit: it unfolds to more than {most_chars:,} characters; split the file")
        if len(batch) >= _BATCH_DOCUMENTS or chars >= _BATCH_CHARS:
            yield from _flush(batch)
            batch, chars = [], 0
    yield from _flush(batch)
    if refused > MOST_NAMED:
        yield ["refused", None, f"{refused - MOST_NAMED:,} more rows could not be read"]


def _flush(batch: list[Any]) -> Iterator[Message]:
    if batch:
        yield ["rows", batch]


def _write_packed(document: Document) -> list[str]:
    """A document as the library stores it, but for its id, which the library works out itself."""
    from foam.evidence.truth import pack_document  # brings numpy, which few readers need

    packed = pack_document(document)
    ends, signature = (b64encode(blob).decode() for blob in (packed.ends, packed.signature))
    return [packed.text, ends, signature, packed.about, packed.filing]


def _write_document(document: Document) -> list[str]:
    return [document.model_dump_json()]


if __name__ == "__main__":
    main()
