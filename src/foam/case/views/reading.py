"""A card's source in pieces: what is read aloud, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.around import find_read
from foam.case.values import CutCard


def split_source(card: CutCard) -> Iterator[tuple[str, bool]]:
    """The whole source in order, each piece with whether it is read.

    Words that do not stand in the source are never shown inside it: they come first, unread text after them.
    """
    spans = find_read(card.body, card.text)
    if not spans:
        yield from ((f"{card.text} ", True), (card.body, False))
        return
    at = 0
    for start, end in spans:
        if start > at:
            yield card.body[at:start], False
        yield card.body[start:end], True
        at = end
    if at < len(card.body):
        yield card.body[at:], False
