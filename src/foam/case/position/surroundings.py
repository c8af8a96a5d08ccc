"""Which sentences of a document stand around one: its paragraph, the list it leads in or stands in. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import takewhile

from foam.evidence.corpus import Passage, make_passage
from foam.evidence.document import Document
from foam.evidence.heads import count_head
from foam.evidence.paragraph import ends_paragraph
from foam.text.evidence import is_fragment
from foam.text.segment import leads_in

_SHORT = 700
"""Characters up to which a whole paragraph is shown; of a longer one, the sentences beside."""
FAR = 4
"""Sentences on either side that are looked at for the paragraph."""
_MOST_ITEMS = 12
"""Lines of a list that are told with the sentence that leads it in."""


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


def find_paragraph(document: Document, number: int) -> tuple[int, int]:
    """The first and last sentence to be shown with this one: the paragraph where it is short, else one on each side.

    A sentence that is a paragraph by itself is shown with its neighbours.
    """
    first = last = number
    while first > max(0, number - FAR) and not ends_paragraph(document, first - 1):
        first -= 1
    end = min(len(document.sentences) - 1, number + FAR)
    while last < end and not ends_paragraph(document, last):
        last += 1
    final = len(document.sentences) - 1
    if first < last and document.sentences[last].end - document.sentences[first].start <= _SHORT:
        return first, last
    return max(0, number - 1), min(final, number + 1)


def take_sentences(
    document: Document, numbers: Iterable[int], kept: Collection[int | None] = ()
) -> tuple[Passage, ...]:
    """These sentences without fragments; those that are `kept` stay even so."""
    found = {n: make_passage(document, n) for n in numbers if n >= count_head(document)}
    return tuple(one for n, one in found.items() if n in kept or not is_fragment(one.text))
