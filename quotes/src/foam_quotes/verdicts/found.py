"""Quotations found in a text, each with the source it names.

In text and Markdown they stand between double quote marks or in block quotes, and the source follows: in brackets,
after a dash, as a link, or in a footnote. Words between quote marks without a source are taken for a quotation from
three words on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from foam_quotes.text.span import Span
from foam_quotes.values import Value

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
      | [\[(](?P<bracket>[^\])\n]{1,300})[\])]
      | (?:—|–|--)\s*(?P<dash>[^\n.]{2,200})
    )
    """,
    re.VERBOSE,
)
_CITES = re.compile(r"\d{2,4}|https?://|^d:[0-9a-f]{4,}", re.IGNORECASE)


_IsSource: TypeAlias = Callable[[str], bool]
"""Whether words in brackets name a source."""


class Quotation(Value):
    """Words that are presented as somebody's, and whose they are said to be."""

    quote: str
    source: str | None = None


class Located(NamedTuple):
    """A quotation and where it stands in the text, with its marks."""

    span: Span
    quotation: Quotation


def find_quotations(text: str) -> tuple[Quotation, ...]:
    """The quotations of a text or a Markdown text, in order."""
    return tuple(one.quotation for one in locate_quotations(text))


def locate_quotations(text: str, *, is_source: _IsSource = lambda _: False) -> tuple[Located, ...]:
    """The same with their places. Words in brackets behind one are its source where they hold a year or an address, or
    where `is_source` knows them."""
    notes = {match["name"]: match["source"].strip() for match in _NOTE.finditer(text)}
    body = _NOTE.sub(_blank, text)
    blocks = [
        Located(Span(*match.span()), _block(match[0], body[match.end() : match.end() + _REACH]))
        for match in _BLOCK.finditer(body)
    ]
    plain = _BLOCK.sub(_blank, body)
    inline = [
        Located(Span(*match.span()), _inline(match, plain, notes, is_source)) for match in _INLINE.finditer(plain)
    ]
    return tuple(one for one in sorted([*blocks, *inline], key=lambda one: one.span) if _is_quotation(one.quotation))


def _blank(match: re.Match[str]) -> str:
    """Empty lines in place of what was found: everything else stays where it is."""
    return "\n" * len(match[0])


def _is_quotation(quotation: Quotation) -> bool:
    return quotation.source is not None or len(quotation.quote.split()) >= _FEWEST_WORDS


def _inline(match: re.Match[str], text: str, notes: dict[str, str], is_source: _IsSource) -> Quotation:
    """A quotation in running text. A comma before the closing mark belongs to the sentence around it."""
    quote = (match["curly"] or match["straight"]).strip().removesuffix(",")
    return Quotation(quote=quote, source=_source_after(text[match.end() : match.end() + _REACH], notes, is_source))


def _source_after(text: str, notes: dict[str, str], is_source: _IsSource) -> str | None:
    found = _SOURCE.match(text)
    if found is None:
        return None
    if found["note"]:
        return notes.get(found["note"])
    if found["link"]:
        return found["link"]
    named = (found["bracket"] or found["dash"]).strip()
    return named if _CITES.search(named) or is_source(named) else None


def _block(block: str, following: str) -> Quotation:
    """A block quote; its source stands in its last line or in the line after it, behind a dash."""
    words = re.sub(r"^[ ]{0,3}> ?", "", block, flags=re.MULTILINE).strip()
    inside = list(_ATTRIBUTED.finditer(words))
    if inside and inside[-1].end() == len(words):
        return Quotation(quote=words[: inside[-1].start()].strip(), source=inside[-1]["source"].strip())
    after = _ATTRIBUTED.match(following.lstrip("\n"))
    return Quotation(quote=words, source=after["source"].strip() if after else None)
