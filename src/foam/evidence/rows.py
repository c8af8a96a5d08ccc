"""Rows of tables and items of lists in a document, and what heads them: they say little without it.

Importers write a row as one line with bars, whatever the format (`| Skua | 2019 |`); text that was taken from a wiki
has rows that begin with `|-`, under a line of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam.evidence.document import Document
from foam.text.listed import find_lead

_WIKI = re.compile(r"[.\s]*\|-(?!-)\s*\S")
_BARS = re.compile(r"\s*\|.*\||.*\S \| \S")
_ENDED = re.compile(r"[\w)\]”\"'][.!?…]$")
_NUMBER = re.compile(r"[^\w]*\d[\d.,'\s/%:–-]*[^\w]*")
_MOST_WORDS = 40
"""Words of a line that may head the rows of a wiki's table."""


def find_headings(sentences: Sequence[str]) -> Iterator[int | None]:
    """For each sentence, the number of the one that heads its table; None for what is no row or has no heading."""
    kind, first = "", 0
    for number, text in enumerate(sentences):
        found = _read_kind(text)
        if found != kind:
            kind, first = found, number
        yield _choose_heading(sentences, kind, first, number) if kind else None


def find_heading(document: Document, number: int) -> str:
    """The heading of the table that a sentence is a row of; empty where there is none."""
    kind = _read_kind(document.sentence(number))
    if not kind:
        return ""
    first = number
    while first and _read_kind(document.sentence(first - 1)) == kind:
        first -= 1
    start = max(0, first - 1)
    sentences = [document.sentence(place) for place in range(start, number + 1)]
    heading = _choose_heading(sentences, kind, first - start, number - start)
    return "" if heading is None else sentences[heading]


def find_under(document: Document, number: int) -> str:
    """The line, or lines, under which a sentence stands in a list; empty where it stands in none."""
    return find_lead(document.text, document.sentences[number].start)


def _read_kind(text: str) -> str:
    """How a row is written; empty for what is none."""
    if _WIKI.match(text):
        return "wiki"
    return "bars" if "|" in text and _BARS.match(text) else ""


def _choose_heading(sentences: Sequence[str], kind: str, first: int, number: int) -> int | None:
    if kind == "wiki":
        above = sentences[first - 1].strip() if first else ""
        is_line = _has_words(above) and len(above.split()) <= _MOST_WORDS and not _ENDED.search(above)
        return first - 1 if is_line else None
    return first if number > first and _is_head(_split(sentences[first]), _split(sentences[number])) else None


def _has_words(text: str) -> bool:
    """Whether a line names anything: bare figures are the cells of a row and head none."""
    return any(map(str.isalpha, text))


def _is_head(head: Sequence[str], row: Sequence[str]) -> bool:
    """Whether a first row says what stands in the columns of another: not where it has figures in the same ones."""
    figures = {place for place, cell in enumerate(row) if _NUMBER.fullmatch(cell)}
    return not figures or not figures <= {place for place, cell in enumerate(head) if _NUMBER.fullmatch(cell)}


def _split(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
