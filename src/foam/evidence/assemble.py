"""Quotations assembled by code from sentence ids. What is not in the document cannot come out of here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.evidence.document import Document
from foam.text.span import Span

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
    while numbers:
        length = next((n for n in range(1, len(numbers)) if numbers[n] != numbers[0] + n), len(numbers))
        yield Span(document.sentences[numbers[0]].start, document.sentences[numbers[length - 1]].end)
        numbers = numbers[length:]
