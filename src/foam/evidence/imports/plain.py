"""Plain text: one file, one document. Lines broken at a fixed width are joined."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import Limits, Rejected, decode_text, require_within, unwrap_lines

IMPORTER = "text-1"


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    text = require_within(decode_text(path.read_bytes()), limits)
    yield make_document(
        unwrap_lines(text),
        origin=Origin(file=name, format="text", importer=IMPORTER),
        citation=Citation(title=PurePath(name).stem),
        facets=Facets(kind="text"),
    )
