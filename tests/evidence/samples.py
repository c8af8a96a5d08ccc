"""Documents and readers that several tests share."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import Rejected

AT = "2026-01-01T00:00:00.000+00:00"


def made(text: str, *, file: str = "notes.txt", row: int | None = None, **facets: object) -> Document:
    """A document of this text."""
    return make_document(
        text,
        origin=Origin(file=file, format="text", importer="test-1", row=row),
        citation=Citation(title=file),
        facets=Facets.model_validate(facets),
    )


def read_lines(path: Path) -> Iterator[Document | Rejected]:
    """A reader for tests: each line is a document, `!` is a bad line, and a few words do worse."""
    for row, line in enumerate(path.read_text("utf-8").splitlines()):
        if line == "!":
            yield Rejected(file=path.name, reason="it is bad", row=row)
        elif line == "raise":
            raise RuntimeError("the format's library gave up")
        elif line == "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        elif line:
            yield made(line, file=path.name, row=row)
