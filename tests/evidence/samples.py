"""Documents and readers that several tests share."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from foam.errors import NotFound
from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import Limits, Rejected

AT = "2026-01-01T00:00:00.000+00:00"


def made(text: str, *, file: str = "notes.txt", row: int | None = None, **facets: object) -> Document:
    """A document of this text."""
    return make_document(
        text,
        origin=Origin(file=file, format="text", importer="test-1", row=row),
        citation=Citation(title=file),
        facets=Facets.model_validate(facets),
    )


def read_lines(path: Path, *, limits: Limits, name: str) -> Iterator[Document | Rejected]:
    """A reader for tests: each line is a document, `!` is a bad line, and a few words do worse."""
    for row, line in enumerate(path.read_text("utf-8").splitlines()):
        if line == "!":
            yield Rejected(file=name, reason="it is bad", row=row)
        elif line == "raise":
            raise RuntimeError("the format's library gave up")
        elif line == "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        elif line:
            yield made(line, file=name, row=row)


def read_badly(path: Path, *, limits: Limits, name: str) -> Iterator[Document | Rejected]:
    """A reader for tests: it does what the file says."""
    match path.read_text("utf-8"):
        case "memory":
            held = [bytes(2**20) for _ in range(4096)]
            yield made(str(len(held)))
        case "spin":
            while True:
                pass
        case "sleep":
            time.sleep(3600)
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "exit":
            os._exit(3)
        case "shout":
            print("noise that no protocol knows", flush=True)
            os.write(1, b"\xff" * 1000)
            yield made("Shouted and read.")
        case "raise":
            raise RuntimeError("the format's library gave up")
        case "many":
            yield from (made(f"Number {number} of many, many words. " * 20) for number in range(400))
        case text:
            yield made(text)


def name_citation(path: Path) -> Citation:
    """A function of a file, for tests."""
    if not path.exists():
        raise NotFound("nothing there", hint="look elsewhere")
    if path.read_text("utf-8") == "raise":
        raise RuntimeError("no")
    return Citation(title=path.stem)
