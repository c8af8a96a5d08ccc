"""The passage that says most nearly the same as a quotation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from foam_quotes.text.span import Span, trim
from foam_quotes.verdicts.page import Page
from foam_quotes.verdicts.similarity import Similarity

_SENTENCE_END = re.compile(r"[.!?][\"')]* (?=[\"'(]*[A-Z])")
"""Good enough to count the sentences of a quotation."""
_COMPARED = 4
"""Passages of a document that are compared by meaning: those with most words in common."""


class Near(NamedTuple):
    """A passage and how alike it is."""

    page: Page
    span: Span
    similarity: float


def find_nearest_passage(quote: str, pages: Iterable[Page], similarity: Similarity) -> Near | None:
    """The passage of as many sentences as the quotation that is most alike; nothing when there is none."""
    passages = [(page, span) for page in pages for span in _worth_comparing(quote, page)]
    if not passages:
        return None
    values = similarity(quote, [span.of(page.text) for page, span in passages])
    best = max(range(len(passages)), key=values.__getitem__)
    return Near(*passages[best], values[best])


def _worth_comparing(quote: str, page: Page) -> Iterator[Span]:
    """Runs of as many sentences as the quotation has, around those that share most words with it."""
    sentences = page.document.sentences
    length = min(len(_SENTENCE_END.findall(quote)) + 1, len(sentences))
    for number in page.sentences_like(quote, _COMPARED):
        first = min(number, len(sentences) - length)
        yield trim(Span(sentences[first].start, sentences[first + length - 1].end), page.text)
