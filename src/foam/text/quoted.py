"""Sentences from the middle of a quotation: they are somebody's words, and nothing in them says so or whose.

Marks are told by their shape: one that opens stands before a word, one that closes behind one. A quotation that is not
closed before another opens, or before its paragraph ends, is none: a mark was lost there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from foam.text.evidence import NOTES
from foam.text.words import measure_length

_LONGEST = 12
"""Sentences of one quotation; where it has more, a mark was lost."""
_TELLING = 2
"""Words outside the marks by which a sentence says whose words they are."""


class Quotation(NamedTuple):
    """What tells a reader that a sentence is quoted, and from whom: how it stands to the quotation, and a sentence."""

    stands: str
    sentence: str


class _Quoted(NamedTuple):
    """From which sentence to which a quotation goes, and what stands in the first before and in the last after it."""

    first: int
    last: int
    before: str
    after: str


def find_quotation(paragraph: Sequence[str], at: int) -> Quotation | None:
    """The quotation that holds the whole of a sentence and is told of elsewhere in its paragraph; None if none does."""
    for one in _find_quoted(paragraph):
        begins_before, ends_after = one.first < at or not _tells(one.before), one.last > at or not _tells(one.after)
        if not (one.first <= at <= one.last and begins_before and ends_after):
            continue
        if _tells(one.before):
            return Quotation("begins", paragraph[one.first])
        if _tells(one.after):
            return Quotation("ends", paragraph[one.last])
        if one.first > 0:
            return Quotation("follows on", paragraph[one.first - 1])
        return Quotation("begins", paragraph[one.first]) if one.first < at else None
    return None


def describe_quotation(found: Quotation | None) -> str:
    """In words, for a reader of the sentence."""
    return f"stands in a quotation, which {found.stands}: “{found.sentence}”" if found else ""


def _tells(words: str) -> bool:
    return measure_length(NOTES.sub(" ", words)) >= _TELLING


def _find_quoted(paragraph: Sequence[str]) -> Iterator[_Quoted]:
    """The quotations of a paragraph that go over a whole sentence."""
    opened: tuple[int, int] | None = None
    for place, offset, opens in _find_marks(paragraph):
        if opens is None:
            opens = opened is None
        if opens:
            opened = place, offset
            continue
        if opened is not None and place - opened[0] < _LONGEST:
            before, after = paragraph[opened[0]][: opened[1]], paragraph[place][offset + 1 :]
            yield _Quoted(opened[0], place, before, after)
        opened = None


def _find_marks(paragraph: Sequence[str]) -> Iterator[tuple[int, int, bool | None]]:
    """Every quotation mark: its sentence, its place there, and whether it opens; None where its shape does not tell."""
    for place, text in enumerate(paragraph):
        for offset, sign in enumerate(text):
            if sign in "“”":
                yield place, offset, sign == "“"
            elif sign == '"':
                is_free = offset == 0 or text[offset - 1] in " ([—–"
                is_shapeless = is_free and not text[offset + 1 : offset + 2].strip()
                yield place, offset, None if is_shapeless else is_free
