"""A document opened for comparing: its text as quotations are matched in it, and its words by sentence."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from heapq import nsmallest
from operator import itemgetter

from foam_quotes.text.normalise import read_as_one_line
from foam_quotes.text.span import Span
from foam_quotes.verdicts.sources import SourceText
from foam_quotes.verdicts.verdict import Place

_QUOTED = re.compile(r'(?<![\w"])"[^"]{2,4000}"(?![\w"])')
_WORD = re.compile(r"[^\W_]+")
_FEW = 8
"""Uses up to which a word tells sentences apart in any text."""


class Page:
    """One document, read once and asked often."""

    def __init__(self, document: SourceText) -> None:
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
        scores: dict[int, float] = {}
        for word in _WORD.findall(text):
            held = self._telling.get(word.lower(), ())
            for sentence in held:
                scores[sentence] = scores.get(sentence, 0.0) + 1 / len(held)
        return nsmallest(count, scores, key=lambda sentence: (-scores[sentence], sentence))

    @cached_property
    def _telling(self) -> dict[str, list[int]]:
        """The words that tell sentences apart, with the sentences of their uses; those of every other tell nothing."""
        uses: dict[str, list[int]] = {}
        for found in _WORD.finditer(self.text):
            uses.setdefault(found[0].lower(), []).append(bisect_right(self.document.ends, found.start()))
        most = max(_FEW, len(self.document.ends) // 4)
        return {word: sentences for word, sentences in uses.items() if len(sentences) <= most}
