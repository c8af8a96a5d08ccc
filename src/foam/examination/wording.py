"""The words of a file's sentences, and how far two sentences speak of the same thing: rare words count more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from heapq import nsmallest
from math import fsum, log
from typing import NamedTuple

from foam.evidence.search.words import NEGATIONS, stem_words
from foam.examination.file import CaseFile, FiledDocument
from foam.text.figures import MONTHS
from foam.text.stem import stem
from foam.text.words import is_number

_BARE_WORDS = """
must shall may can could should might say said also any all every entire whole most many few some half
about more less than only very each both been being do does did not when where which who what how why after before since
until during between me us him her it them my you your our their mine own one within over under
least minute hour day week month year
"""
_BARE = frozenset(stem(word) for word in (*NEGATIONS, *MONTHS, *_BARE_WORDS.split()))
"""Words that turn, report, count or date a statement and do not say what it is about."""
_SENTENCE_END = (".", "!", "?", ";", ":", '"', "”", ")")
_JOINING = frozenset(
    ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "under", "with"]
)


def is_heading(text: str) -> bool:
    """Whether a line is a heading, the title of a form or a letterhead, which states nothing: it does not end as a
    sentence does and has hardly a word in small letters."""
    words = [word for word in text.split() if word[:1].isalpha()]
    small = [word for word in words if word[0].islower() and word not in _JOINING]
    is_loud = bool(words) and all(word.isupper() or word.lower() in _JOINING for word in words)
    return is_loud or (not text.rstrip().endswith(_SENTENCE_END) and not small)


class Line(NamedTuple):
    """One sentence of the file with what it is about."""

    document: FiledDocument
    number: int
    text: str
    topics: frozenset[str]


class Wording:
    """The sentences of a file by their words."""

    def __init__(self, file: CaseFile) -> None:
        self.lines = tuple(
            Line(document, number, text, list_topics(text)) for document, number, text in file.list_sentences()
        )
        counts = Counter(word for line in self.lines for word in line.topics)
        total = 1 + len(self.lines)
        self._weights = {word: log(total / count) for word, count in counts.items()}
        self._rarest = log(total)

    def share(self, words: frozenset[str], among: frozenset[str]) -> float:
        """How much of these words stands among the others, from 0 to 1."""
        whole = self.weigh(words)
        return self.weigh(words & among) / whole if whole else 0.0

    def weigh(self, words: Iterable[str]) -> float:
        """How much these words tell together."""
        return fsum(map(self._weigh, words))

    def list_nearest(self, text: str, lines: Iterable[Line], *, most: int) -> list[Line]:
        """The lines that have most of what a text is about, the nearest first; none that has nothing of it."""
        topics = list_topics(text)
        rated = [(self.share(topics, line.topics), line) for line in lines]
        near = [one for one in rated if one[0]]
        return [line for _, line in nsmallest(most, near, key=lambda one: (-one[0], len(one[1].topics)))]

    def _weigh(self, word: str) -> float:
        return self._weights.get(word, self._rarest)


@lru_cache(maxsize=20_000)
def list_topics(text: str) -> frozenset[str]:
    """What a text is about: the stems of its words, without figures and those that only turn or report it."""
    return frozenset(word for word in stem_words(text) if word not in _BARE and not is_number(word))
