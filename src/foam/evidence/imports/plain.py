"""Plain text: one file, one document. Lines broken at a fixed width are joined; those of a head stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.heads import cite_head, split_head
from foam.evidence.imports.base import Limits, Rejected, decode_text, require_within, unwrap_lines

IMPORTER = "text-3"


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    text = require_within(decode_text(path.read_bytes()), limits)
    head, rest = split_head(text)
    called = PurePath(name).stem
    yield make_document(
        "\n\n".join(("\n".join(head), unwrap_lines(rest))) if head else unwrap_lines(text),
        origin=Origin(file=name, format="text", importer=IMPORTER),
        citation=cite_head(head, name=called) if head else Citation(title=called),
        facets=Facets(kind="text"),
    )
