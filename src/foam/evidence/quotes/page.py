"""A document opened for comparing: its text as quotations are matched in it, and its words by sentence."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from foam.evidence.document import Document
from foam.evidence.quotes.shingles import quoted_shingles, shingles
from foam.evidence.quotes.verdict import Place
from foam.text.normalise import matching
from foam.text.span import Span

_WORD_BITS = np.uint64(42)


class Page:
    """One document, read once and asked often."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = matching(document.text)

    def place(self, span: Span) -> Place:
        """The span with the sentence it starts in."""
        sentence = min(bisect_right(self.document.ends, span.start), len(self.document.ends) - 1)
        return Place(
            document=self.document.id,
            start=span.start,
            end=span.end,
            pointer=self.document.pointer(sentence),
            text=span.of(self.document.text),
        )

    def sentences_like(self, text: str, count: int) -> list[int]:
        """The sentences that share most words with a text, rare words counting more; the best first."""
        asked = quoted_shingles(text).keys >> _WORD_BITS
        words, sentence = self._words
        lows = words.searchsorted(asked)
        uses = words.searchsorted(asked, side="right") - lows
        uses[uses > max(8, len(self.document.ends) // 4)] = 0  # words of every other sentence tell nothing
        shared = np.arange(uses.sum()) + np.repeat(lows - np.cumsum(uses) + uses, uses)
        weights = np.repeat(1.0 / np.maximum(uses, 1), uses)
        scores = np.bincount(sentence[shared], weights=weights, minlength=len(self.document.ends))
        likely = np.flatnonzero(scores)
        return likely[np.argsort(-scores[likely], kind="stable")[:count]].tolist()  # type: ignore[no-any-return]

    @cached_property
    def _words(self) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
        """Every word of the text as a number, in order of these numbers, and the sentence it stands in."""
        made = shingles(self.text)
        order = np.argsort(made.keys)
        sentence = np.searchsorted(np.array(self.document.ends), made.offsets, side="right")
        return made.keys[order] >> _WORD_BITS, sentence[order]
