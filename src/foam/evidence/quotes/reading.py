"""Quotations found in a file, each with the source it names.

JSON gives them outright. In text and Markdown they stand between double quote marks or in block quotes, and the
source follows: in brackets, after a dash, as a link, or in a footnote. In a debater's Word file every card is one.
Words between quote marks without a source are taken for a quotation from three words on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected, read
from foam.evidence.imports.base import Unreadable, decode_text
from foam.evidence.reading import call_apart
from foam.values import Value

QUOTING = (".md", ".markdown", ".txt", ".docx", ".docm")
"""Endings of the files of a folder that quotations are read from."""
_FEWEST_WORDS = 3
_REACH = 200
"""Code points after a quotation in which its source may stand."""

_INLINE = re.compile(
    r"“(?P<curly>[^“”]{2,4000})”|(?<![\w\"])\"(?P<straight>[^\"\n]{2,4000}(?:\n(?!\n)[^\"\n]+)*)\"(?![\w\"])"
)
_BLOCK = re.compile(r"(?:^[ ]{0,3}>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_ATTRIBUTED = re.compile(r"^[^\S\n]*+(?:—|–|--|-)\s{0,20}(?P<source>\S[^\n]*)$", re.MULTILINE)
_NOTE = re.compile(r"^\[\^(?P<name>[^\]\s]+)\]:\s*(?P<source>[^\n]+)$", re.MULTILINE)
_SOURCE = re.compile(
    r"""
    [\s.,;:]{0,3}(?:
        \[\^(?P<note>[^\]\s]+)\]
      | \[[^\]\n]{1,300}\]\((?P<link>[^)\s]+)\)
      | [\[(](?P<bracket>[^\])\n]{2,300})[\])]
      | (?:—|–|--)\s*(?P<dash>[^\n.]{2,200})
    )
    """,
    re.VERBOSE,
)
_CITES = re.compile(r"\d{2,4}|https?://|^d:[0-9a-f]{4,}", re.IGNORECASE)


class Quotation(Value):
    """Words that are presented as somebody's, and whose they are said to be."""

    quote: str
    source: str | None = None


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


def find_quotations(text: str) -> tuple[Quotation, ...]:
    """The quotations of a text or a Markdown text, in order."""
    notes = {match["name"]: match["source"].strip() for match in _NOTE.finditer(text)}
    body = _NOTE.sub("", text)
    blocks = [
        (match.start(), _block(match[0], body[match.end() : match.end() + _REACH])) for match in _BLOCK.finditer(body)
    ]
    plain = _BLOCK.sub(lambda match: "\n" * len(match[0]), body)
    inline = [(match.start(), _inline(match, plain, notes)) for match in _INLINE.finditer(plain)]
    found = sorted([*blocks, *inline], key=lambda pair: pair[0])
    return tuple(quotation for _, quotation in found if _is_quotation(quotation))


def _is_quotation(quotation: Quotation) -> bool:
    return quotation.source is not None or len(quotation.quote.split()) >= _FEWEST_WORDS


def _inline(match: re.Match[str], text: str, notes: dict[str, str]) -> Quotation:
    """A quotation in running text. A comma before the closing mark belongs to the sentence around it."""
    quote = (match["curly"] or match["straight"]).strip().removesuffix(",")
    return Quotation(quote=quote, source=_source_after(text[match.end() : match.end() + _REACH], notes))


def _source_after(text: str, notes: dict[str, str]) -> str | None:
    found = _SOURCE.match(text)
    if found is None:
        return None
    if found["note"]:
        return notes.get(found["note"])
    if found["link"]:
        return found["link"]
    named = (found["bracket"] or found["dash"]).strip()
    return named if _CITES.search(named) else None


def _block(block: str, following: str) -> Quotation:
    """A block quote; its source stands in its last line or in the line after it, behind a dash."""
    words = re.sub(r"^[ ]{0,3}> ?", "", block, flags=re.MULTILINE).strip()
    inside = list(_ATTRIBUTED.finditer(words))
    if inside and inside[-1].end() == len(words):
        return Quotation(quote=words[: inside[-1].start()].strip(), source=inside[-1]["source"].strip())
    after = _ATTRIBUTED.match(following.lstrip("\n"))
    return Quotation(quote=words, source=after["source"].strip() if after else None)


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
