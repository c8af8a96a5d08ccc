"""Rows: CSV, JSONL and Parquet with the columns of OpenDebateEvidence or DebateSum, streamed. A row is a document.

A row that is not good is refused by its number and the next one read. Columns other than the known ones are kept
beside the facets when they are short.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from foam.errors import InputError
from foam.evidence.document import Card, Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import (
    SIDES,
    Limits,
    Rejected,
    Unreadable,
    find_year,
    read_fields,
    replace_surrogates,
    require_within,
)
from foam.evidence.imports.cite import parse_citation
from foam.evidence.imports.markup import locate_marks, read_marked_html

IMPORTER = "rows-1"

Row: TypeAlias = Mapping[str, str]

_BATCH = 1024
_SHORT = 200
"""Columns up to this long are kept beside the facets."""
_LINE = 16 * 2**20
"""Characters of one line of JSON, or one cell of CSV."""


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    rows, format = _rows(path)
    number, shaped = -1, False
    for number, row in enumerate(rows):
        if isinstance(row, Unreadable):
            yield Rejected(file=name, reason=row.what, row=number)
            continue
        if not shaped and format != "jsonl":  # every row has the columns of the first
            _shape(row)
        shaped = True
        yield _document(row, Origin(file=name, format=format, importer=IMPORTER, row=number), limits)
    if number < 0:
        raise Unreadable("there are no rows in it")


def _document(row: Row, origin: Origin, limits: Limits) -> Document | Rejected:
    try:
        for value in row.values():
            require_within(value, limits)
        return _shape(row)(row, origin)
    except (InputError, ValueError) as error:
        return Rejected(file=origin.file, reason=str(error).split("\n")[0], row=origin.row)


def _shape(row: Row) -> Callable[[Row, Origin], Document]:
    """Whose columns these are."""
    columns = {column.lower() for column in row}
    if "full-document" in columns:
        return _debatesum
    if columns & {"fulltext", "markup"}:
        return _open_debate_evidence
    if "text" in columns:
        return _plain
    listed = ", ".join(sorted(columns)[:8])
    raise Unreadable(
        f"unknown columns ({listed}): need fulltext (OpenDebateEvidence), Full-Document (DebateSum) or text"
    )


# The three kinds of row


def _open_debate_evidence(row: Row, origin: Origin) -> Document:
    """`fulltext` is the body and `markup` its HTML; a row with a tag alone is an analytic."""
    marked = read_marked_html(row.get("markup", ""))
    text = row.get("fulltext", "") or marked.text.strip().removeprefix(row.get("fullcite", "") or row.get("cite", ""))
    written = row.get("fullcite", "") or row.get("cite", "")
    citation = parse_citation(written) if written else Citation()
    analytic = not text.strip()
    return make_document(
        row.get("tag", "") if analytic else text,
        origin=origin,
        citation=citation,
        markup=() if analytic else locate_marks(marked, text),
        card=Card(
            tag=_line(row.get("tag", "")),
            cite=_line(row.get("cite", "")) or citation.brief,
            pocket=_line(row.get("pocket", "")),
            hat=_line(row.get("hat", "")),
            block=_line(row.get("block", "")),
            analytic=analytic,
        ),
        facets=Facets(
            side=SIDES.get(row.get("side", "").strip().lower(), ""),
            year=citation.year or find_year(row.get("year", "")),
            topic=row.get("caselistDisplayName", "") or row.get("caselistName", ""),
            kind="analytic" if analytic else "card",
            more=_more(row, _EVIDENCE_COLUMNS),
        ),
    )


def _debatesum(row: Row, origin: Origin) -> Document:
    """`Full-Document` is the body, `Abstract` the tag, and `Extract` what was underlined."""
    text = row.get("Full-Document", "")
    citation = parse_citation(row.get("Citation", ""))
    return make_document(
        text,
        origin=origin,
        citation=citation,
        markup=locate_marks(read_marked_html(f"<u>{escape(row.get('Extract', ''))}</u>"), text),
        card=Card(tag=_line(row.get("Abstract", "")), cite=citation.brief),
        facets=Facets(kind="card", year=citation.year, more=_more(row, _SUM_COLUMNS)),
    )


def _plain(row: Row, origin: Origin) -> Document:
    """Any other row with a `text`."""
    fields = {key.lower(): value for key, value in row.items() if key.lower() != "text" and len(value) <= _SHORT}
    citation, facets = read_fields(fields)
    text = next(value for key, value in row.items() if key.lower() == "text")
    return make_document(text, origin=origin, citation=citation, facets=facets)


_EVIDENCE_COLUMNS = frozenset(
    {"tag", "cite", "fullcite", "summary", "spoken", "fulltext", "markup", "pocket", "hat", "block", "side"}
)
_SUM_COLUMNS = frozenset({"Full-Document", "Citation", "Extract", "Abstract"})


def _more(row: Row, known: frozenset[str]) -> dict[str, str]:
    return {key: value for key, value in row.items() if key not in known and value and len(value) <= _SHORT}


def _line(text: str) -> str:
    return " ".join(text.split())


# Streams of rows


def _rows(path: Path) -> tuple[Iterator[Row | Unreadable], str]:
    with path.open("rb") as file:
        if file.read(4) == b"PAR1":
            return _parquet(path), "parquet"
    if path.suffix.lower() in (".csv", ".tsv"):
        return _csv(path), "csv"
    return _jsonl(path), "jsonl"


def _csv(path: Path) -> Iterator[Row | Unreadable]:
    csv.field_size_limit(_LINE)
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        reader = csv.DictReader(file, delimiter=delimiter)
        while True:
            try:
                yield _checked(next(reader))
            except StopIteration:
                return
            except csv.Error as error:
                yield Unreadable(f"not readable CSV: {error}")


def _checked(row: dict[str | Any, Any]) -> Row | Unreadable:
    """A row of as many cells as there are columns, all of them text."""
    if None in row or None in row.values():
        return Unreadable("more or fewer cells than columns")
    if any(not cell.isascii() and replace_surrogates(cell) != cell for cell in row.values()):
        return Unreadable("invalid bytes: it is not UTF-8")
    return row


def _jsonl(path: Path) -> Iterator[Row | Unreadable]:
    with path.open("rb") as file:
        while line := file.readline(_LINE):
            if len(line) == _LINE and not line.endswith(b"\n"):
                yield Unreadable(f"over the limit: a line of more than {_LINE:,} bytes")
                while line and not line.endswith(b"\n"):
                    line = file.readline(_LINE)
            elif line.strip():
                yield _json_row(line)


def _json_row(line: bytes) -> Row | Unreadable:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Unreadable(f"not JSON: {error}")
    if not isinstance(value, dict):
        return Unreadable("not a JSON object")
    return {replace_surrogates(key): _string(cell) for key, cell in value.items()}


def _parquet(path: Path) -> Iterator[Row | Unreadable]:
    try:
        import pyarrow as pa  # type: ignore[import-untyped]  # 160 MB, and it comes with `foam[large]` only
        import pyarrow.parquet as pq  # type: ignore[import-untyped]
    except ImportError as absent:
        raise Unreadable("Parquet is read by pyarrow, which is not installed: pip install 'foam[large]'") from absent
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=_BATCH, use_threads=False):
                for number in range(batch.num_rows):
                    yield _parquet_row(batch.slice(number, 1))
    except MemoryError:
        raise
    except (pa.ArrowException, OSError) as error:
        yield Unreadable(f"damaged: not readable Parquet ({str(error).splitlines()[0]})")


def _parquet_row(batch: Any) -> Row | Unreadable:
    try:
        return {key: _string(cell) for key, cell in batch.to_pylist()[0].items()}
    except MemoryError:
        raise
    except Exception as error:  # a value that Python cannot hold, or bytes that are no text
        return Unreadable(f"not a readable row: {str(error).splitlines()[0] if str(error) else type(error).__name__}")


def _string(cell: object) -> str:
    if cell is None:
        return ""
    return replace_surrogates(cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False, default=str))
