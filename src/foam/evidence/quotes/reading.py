"""Quotations of a file, each with the source it names.

JSON gives them outright; in a debater's Word file every card is one. In any other text they are found (`found.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected, read
from foam.evidence.imports.base import Unreadable, decode_text
from foam.evidence.reading import call_apart
from foam_quotes.verdicts.found import Quotation, find_quotations

QUOTING = (".md", ".markdown", ".txt", ".docx", ".docm")
"""Endings of the files of a folder that quotations are read from."""


def read_quotations(path: Path) -> tuple[Quotation, ...]:
    """The quotations of a file, read apart, by its format; a file that cannot be read is an error."""
    return call_apart(parse_quotations, path, returns=tuple[Quotation, ...])


def parse_quotations(path: Path) -> tuple[Quotation, ...]:
    """The same, read in this process."""
    suffix = path.suffix.lower()
    if suffix in (".json", ".jsonl", ".ndjson"):
        return _from_json(_text(path), path)
    if suffix in (".docx", ".docm"):
        return tuple(_from_documents(path))
    return find_quotations(_text(path))


def _from_documents(path: Path) -> Iterator[Quotation]:
    for found in read(path):
        if isinstance(found, Rejected):
            raise InputError(str(found))
        yield from _of_document(found)


def _of_document(document: Document) -> Iterator[Quotation]:
    """A card is a quotation of its source; the debater's own text may hold some."""
    if document.card is not None and not document.card.analytic:
        yield Quotation(quote=document.text, source=document.citation.raw or document.card.cite or None)
    else:
        yield from find_quotations(document.text)


def _text(path: Path) -> str:
    try:
        return decode_text(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}", hint="name a file that is there") from error
    except Unreadable as error:
        raise InputError(f"{path}: {error.what}", hint="name a text, a Markdown, Word or JSON file") from error


def _from_json(text: str, path: Path) -> tuple[Quotation, ...]:
    try:
        given: Any = (
            json.loads(text) if path.suffix.lower() == ".json" else [json.loads(x) for x in text.splitlines() if x]
        )
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON: {error}") from error
    rows = given.get("citations") if isinstance(given, dict) else given
    if not isinstance(rows, list):
        raise InputError(f"{path} holds no list of quotations", hint='[{"quote": "…", "source": "…"}, …]')
    return tuple(_row(row, number, path) for number, row in enumerate(rows))


def _row(row: Any, number: int, path: Path) -> Quotation:
    match row:
        case {"quote": str(quote), "source": str(source)} if source:
            return Quotation(quote=quote, source=source)
        case {"quote": str(quote)} if not row.get("source"):
            return Quotation(quote=quote)
        case _:
            raise InputError(f'{path}: item {number} is not {{"quote": text, "source"?: text}}')
