"""Which sentences of a document stand around one: its paragraph, the list it leads in or stands in. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import takewhile

from foam.evidence.corpus import Passage, make_passage
from foam.evidence.document import Document
from foam.evidence.heads import count_head
from foam.evidence.paragraph import ends_paragraph
from foam.text.evidence import is_fragment
from foam.text.leaning import announces, leads_in
from foam.text.naming import NAMED_WITHIN, find_naming

_SHORT = 700
"""Characters up to which a whole paragraph is shown; of a longer one, the sentences beside."""
FAR = 4
"""Sentences on either side that are looked at for the paragraph."""
_MOST_ITEMS = 12
"""Lines of a list that are told with the sentence that leads it in."""
_POINTS_BACK = re.compile(
    r"\W*(?:at (?:that|this|the same) time|in (?:that|this|the same) (?:year|case|way)|however|but|instead|meanwhile|"
    r"as a result|for (?:example|instance)|therefore|thus|hence|this|that|these|those|such|it|he|she|they|there|"
    r"the (?:same|former|latter))\b",
    re.IGNORECASE,
)
"""What a paragraph begins with that goes on from the one before it."""


def list_items(document: Document, number: int) -> tuple[int, ...]:
    """The lines of the list that a sentence leads in; none where it leads in none."""
    if not leads_in(document.sentence(number)) or not ends_paragraph(document, number):
        return ()
    rest = range(number + 1, min(len(document.sentences), number + 1 + _MOST_ITEMS))
    return tuple(takewhile(lambda n: ends_paragraph(document, n) or n == len(document.sentences) - 1, rest))


def find_lead(document: Document, number: int) -> int | None:
    """The sentence that leads in the list in which a line stands; None where it stands in none."""
    for at in range(number - 1, max(-1, number - 1 - _MOST_ITEMS), -1):
        if leads_in(document.sentence(at)):
            return at if number in list_items(document, at) else None
        if not ends_paragraph(document, at):
            return None
    return None


def find_earlier_naming(document: Document, number: int) -> int | None:
    """The earlier sentence that names what this one calls `the report` or `the government`."""
    first = max(0, number - NAMED_WITHIN)
    said = [one.of(document.text) for one in document.sentences[first : number + 1]]
    found = find_naming(said, number - first, about=document.citation.title)
    return None if found is None else first + found


def find_paragraph(document: Document, number: int) -> tuple[int, int]:
    """The first and last sentence to be shown with this one: the paragraph where it is short, else one on each side.

    A sentence that is a paragraph by itself is shown with its neighbours. Where the next paragraph goes on from this
    one, its first sentence belongs to it, and so it does where the sentence announces what comes.
    """
    first = last = number
    while first > max(0, number - FAR) and not ends_paragraph(document, first - 1):
        first -= 1
    end = min(len(document.sentences) - 1, number + FAR)
    while last < end and not ends_paragraph(document, last):
        last += 1
    final = len(document.sentences) - 1
    if last == number and announces(document.sentence(number)):
        last = min(final, number + 1)
    if first < last and document.sentences[last].end - document.sentences[first].start <= _SHORT:
        goes_on = last < final and ends_paragraph(document, last)
        return first, last + (
            goes_on and _POINTS_BACK.match(document.sentences[last + 1].of(document.text)) is not None
        )
    return max(0, number - 1), min(final, number + 1)


def take_sentences(
    document: Document, numbers: Iterable[int], kept: Collection[int | None] = ()
) -> tuple[Passage, ...]:
    """These sentences without fragments; those that are `kept` stay even so."""
    found = {n: make_passage(document, n) for n in numbers if n >= count_head(document)}
    return tuple(one for n, one in found.items() if n in kept or not is_fragment(one.text))
