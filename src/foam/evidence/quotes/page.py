"""A document opened for comparing: its text as quotations are matched in it, and its words by sentence."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foam.evidence.document import Document
from foam.evidence.quotes.shingles import WORD_BITS, shingles, word_keys
from foam.evidence.quotes.verdict import Place
from foam.text.normalise import read_as_one_line
from foam.text.span import Span

_QUOTED = re.compile(r'(?<![\w"])"[^"]{2,4000}"(?![\w"])')
_NO_WORD = ~np.uint64(0)
"""Higher than any word's number."""


class Page:
    """One document, read once and asked often."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = read_as_one_line(document.text)

    def is_quoted(self, span: Span) -> bool:
        """Whether the span stands between quote marks: the document then repeats words, and does not say them."""
        at = bisect_right(self._quoted, span.start, key=itemgetter(0)) - 1
        return at >= 0 and span.end <= self._quoted[at].end

    @cached_property
    def _quoted(self) -> list[Span]:
        return [Span(*found.span()) for found in _QUOTED.finditer(self.text)]

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
        words, starts, uses, sentences = self._telling
        asked = word_keys(text)
        found = words.searchsorted(asked)
        found = found[words[found] == asked]
        many = uses[found]
        ends = many.cumsum()
        shared = (starts[found] - ends + many).repeat(many)
        shared += np.arange(len(shared))
        scores = np.bincount(sentences[shared], weights=(1.0 / many).repeat(many), minlength=1)
        return list(_highest(scores.astype(np.float64, copy=False), count))

    @cached_property
    def _telling(self) -> _Telling:
        """The words that tell sentences apart; those of every other sentence tell nothing."""
        made = shingles(self.text)
        order = np.argsort(made.keys)
        words, starts, uses = np.unique(made.keys[order] >> WORD_BITS, return_index=True, return_counts=True)
        rare = uses <= max(8, len(self.document.ends) // 4)
        sentences = np.searchsorted(np.array(self.document.ends), made.offsets, side="right")
        return _Telling(
            words=np.append(words[rare], _NO_WORD),
            starts=np.append(starts[rare], 0),
            uses=np.append(uses[rare], 0),
            sentences=sentences[order],
        )


class _Telling(NamedTuple):
    """Rare words of a text as numbers, in order, ended by one that is no word; and the uses of all words."""

    words: NDArray[np.uint64]
    starts: NDArray[np.intp]
    """Where the uses of each word start in `sentences`."""
    uses: NDArray[np.intp]
    sentences: NDArray[np.intp]


def _highest(scores: NDArray[np.float64], count: int) -> Iterator[int]:
    """The positions of the highest scores over 0, the highest first, and of equal ones the first."""
    for _ in range(count):
        best = int(scores.argmax())
        if scores.item(best) <= 0:
            break
        yield best
        scores[best] = 0
