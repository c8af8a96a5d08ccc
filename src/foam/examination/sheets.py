"""A table of commas or tabs as one document, a row a line: a ledger, a register, a list of marks."""

from __future__ import annotations

import csv
from pathlib import Path

from foam.errors import InputError
from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import decode_text

IMPORTER = "sheet-1"
SUFFIXES = (".csv", ".tsv")
_MOST_ROWS = 5_000


def read_sheet(path: Path) -> Document:
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
        origin=Origin(file=str(path), format="csv", importer=IMPORTER),
        citation=Citation(title=path.stem),
        facets=Facets(kind="text"),
    )
