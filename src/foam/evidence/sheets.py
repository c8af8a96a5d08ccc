"""A table of commas or tabs as one document, a row a line: a ledger, a register, a list of marks."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from foam.errors import FoamError, InputError
from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports import Rejected, read
from foam.evidence.imports.base import Limits, decode_text

IMPORTER = "sheet-1"
SUFFIXES = (".csv", ".tsv")
_MOST_ROWS = 5_000
_MOST_BYTES = 5_000_000


def read_or_sheet(
    path: Path, *, limits: Limits | None = None, name: str | None = None
) -> Iterator[Document | Rejected]:
    """The documents in a file; a table that is no list of texts is one document."""
    found = read(path, limits=limits, name=name)
    first = next(found, None)
    if isinstance(first, Rejected) and first.row is None and path.suffix.lower() in SUFFIXES and _is_small(path):
        with suppress(FoamError):
            first = read_sheet(path, name=first.file)
    if first is not None:
        yield first
    yield from found


def _is_small(path: Path) -> bool:
    return path.is_file() and path.stat().st_size <= _MOST_BYTES


def read_sheet(path: Path, *, name: str | None = None) -> Document:
    """The document that a table makes; what is no table is refused."""
    text = decode_text(path.read_bytes())
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ";" if text.count(";") > text.count(",") else ","
    try:
        rows = [row for row in csv.reader(text.splitlines(), delimiter=delimiter) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise InputError(f"{path} is no readable table: {error}") from error
    if not rows or len(rows) > _MOST_ROWS:
        raise InputError(f"{path} has {len(rows):,} rows", hint=f"a table has between 1 and {_MOST_ROWS:,} of them")
    lines = [f"| {' | '.join(' '.join(cell.replace('|', '/').split()) for cell in row)} |" for row in rows]
    return make_document(
        "\n".join(lines),
        origin=Origin(file=name or str(path), format="csv", importer=IMPORTER),
        citation=Citation(title=path.stem),
        facets=Facets(kind="text"),
    )
