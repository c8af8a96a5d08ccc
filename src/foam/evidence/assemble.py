"""Quotations assembled by code from sentence ids. What is not in the document cannot come out of here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.evidence.document import Document
from foam_quotes.text.span import Span

OMISSION = " /.../ "
"""Stands between sentences that are not neighbours in the source."""
MOST_SENTENCES = 5


def assemble(document: Document, sentences: Iterable[int]) -> str:
    """The sentences in the order of the source: neighbours as they stand there, gaps marked."""
    return OMISSION.join(span.of(document.text).strip() for span in find_runs(document, sentences))


def find_runs(document: Document, sentences: Iterable[int]) -> Iterator[Span]:
    """Neighbouring sentences as one span each, in the order of the source."""
    numbers = sorted(set(sentences))
    for number in numbers:
        document.sentence(number)
    for run in find_neighbours(numbers):
        yield Span(document.sentences[run[0]].start, document.sentences[run[-1]].end)


def find_neighbours(numbers: Iterable[int]) -> Iterator[range]:
    """Numbers that follow one another, as ranges in rising order."""
    ordered = sorted(set(numbers))
    first = 0
    for place in range(1, len(ordered) + 1):
        if place == len(ordered) or ordered[place] != ordered[place - 1] + 1:
            yield range(ordered[first], ordered[place - 1] + 1)
            first = place
