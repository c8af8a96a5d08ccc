"""Plain text: one file, one document. Lines broken at a fixed width are joined."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath

from foam.evidence.document import Citation, Document, Facets, Origin, document
from foam.evidence.imports.base import Limits, Rejected, decoded, unwrapped, within

IMPORTER = "text-1"


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    text = within(decoded(path.read_bytes()), limits)
    yield document(
        unwrapped(text),
        origin=Origin(file=name, format="text", importer=IMPORTER),
        citation=Citation(title=PurePath(name).stem),
        facets=Facets(kind="text"),
    )
