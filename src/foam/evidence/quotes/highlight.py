"""What is highlighted of a card held against its own sentences: whether a negation or a condition is cut away.

By form alone: a negation that is jumped over while the words it stands before are read, and a condition of which only
the consequence is read, or whose "if" is not. Who a sentence speaks of, and what else the words left out would change,
is not examined: that takes a reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected, read
from foam.evidence.marked import find_read
from foam.evidence.reading import call_apart
from foam.values import Value
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.span import Span
from foam_quotes.text.words import find_words, is_negation

_CLAUSE_END = re.compile(r"[,;:—–.!?()\[\]]|\s-+\s")
CONDITIONS = frozenset({"if", "unless", "provided", "except", "assuming"})
"""Words that make a clause a condition."""
_LIMITS = frozenset({"only", "just", "merely", "simply", "solely", "necessarily"})
"""Words after which "not" denies no more than that it is all: "not only trade …" says trade."""
_MOSTLY = 0.6
"""Share of a condition that is read from which on it is told as a fact where its first word is not."""
_ASIDE = 4
"""Words up to which a condition is an aside: "if he is nominated", "hopeful, if noncommittal"."""
_NAMES = {"negation": "leaves out", "condition": "leaves out the condition"}


class Clip(Value):
    """A sentence of a card of which what is read says something else."""

    kind: Literal["negation", "condition"]
    left_out: str
    """The words that are not read."""
    read: str
    """What is read of the sentence."""
    sentence: str

    def __str__(self) -> str:
        return f"what is read {_NAMES[self.kind]} “{self.left_out}”: “{self.read}”, of “{self.sentence}”"


class Sheet(Value):
    """A card that was looked at, and where what is read of it says something else."""

    tag: str
    cite: str
    clips: tuple[Clip, ...]


def check_highlights(path: Path) -> tuple[Sheet, ...]:
    """Every card of a debater's file whose marks say what is read; the file is read apart."""
    return call_apart(_read_sheets, path, returns=tuple[Sheet, ...])


def _read_sheets(path: Path) -> tuple[Sheet, ...]:
    found = tuple(read(path))
    if refused := next((one for one in found if isinstance(one, Rejected)), None):
        raise InputError(str(refused))
    return tuple(_make_sheet(one) for one in found if isinstance(one, Document) and _is_marked(one))


def _is_marked(document: Document) -> bool:
    return document.card is not None and not document.card.analytic and find_read(document)[0] != "sentences"


def _make_sheet(document: Document) -> Sheet:
    assert document.card is not None
    clips = tuple(find_clips(document.text, find_read(document)[1]))
    return Sheet(tag=document.card.tag, cite=document.card.cite, clips=clips)


def find_clips(text: str, read: Sequence[Span]) -> Iterator[Clip]:
    """Each sentence that loses its negation or its condition by what is not read of it."""
    for sentence in split_sentences(text):
        words = [Span(sentence.start + one.start, sentence.start + one.end) for one in find_words(sentence.of(text))]
        heard = [_hear(text, word, read) for word in words]
        if any(heard) and heard != [word.of(text) for word in words]:
            yield from _Sentence(text, sentence, words, heard).find_clips()


def _hear(text: str, word: Span, read: Sequence[Span]) -> str:
    """What is read of a word: a marking may end inside it."""
    return "".join(text[max(word.start, one.start) : min(word.end, one.end)] for one in read
                   if one.start < word.end and word.start < one.end)  # fmt: skip


class _Sentence:
    """The words of one sentence, and what is read of each."""

    def __init__(self, text: str, span: Span, words: Sequence[Span], heard: Sequence[str]) -> None:
        self._text, self._span, self._heard = text, span, heard
        self._said = [one.of(text) for one in words]
        gaps = (text[one.end : after.start] for one, after in pairwise(words))
        self._ends = [*(bool(_CLAUSE_END.search(gap)) for gap in gaps), True]

    def find_clips(self) -> Iterator[Clip]:
        for at, word in enumerate(self._said):
            if is_negation(word) and word.lower() != "nor" and self._loses_negation(at):
                yield self._make_clip("negation", word)
            elif word.lower() in CONDITIONS and not self._heard[at]:
                clause = self._find_clause(at)
                if self._tells_condition(clause):
                    yield self._make_clip("condition", word)
                elif self._drops_condition(clause):
                    yield self._make_clip("condition", " ".join(self._said[clause.start : clause.stop]))

    def _loses_negation(self, at: int) -> bool:
        """Whether a negation is not read, or only as a part that denies nothing, and what it stands before is."""
        if self._heard[at]:
            return len(self._heard[at]) < len(self._said[at]) and not is_negation(self._heard[at])
        if self._ends[at] or not self._heard[at + 1] or self._said[at + 1].lower() in _LIMITS:
            return False
        if at and self._said[at - 1].lower() in CONDITIONS:  # "implied if not express"
            return False
        later = [word.lower() for word in self._said[at:]]
        denied = range(at + 1, at + later.index("but")) if "but" in later else range(0)
        return all(self._heard[place] for place in denied)  # "not this but that" may be read as "that"

    def _find_clause(self, at: int) -> range:
        """From a word to the end of its clause."""
        return range(at, next(end for end in range(at, len(self._said)) if self._ends[end]) + 1)

    def _tells_condition(self, clause: range) -> bool:
        """Whether all of a condition but the word that makes it one is read."""
        rest = [bool(self._heard[at]) for at in clause[1:]]
        return len(rest) > 1 and rest[0] and sum(rest) >= _MOSTLY * len(rest)

    def _drops_condition(self, clause: range) -> bool:
        """Whether nothing of a condition is read and what it is a condition of is, up to it."""
        before = clause.start and not self._ends[clause.start - 1] and bool(self._heard[clause.start - 1])
        return len(clause) > _ASIDE and bool(before) and not any(self._heard[at] for at in clause)

    def _make_clip(self, kind: Literal["negation", "condition"], left_out: str) -> Clip:
        said = {"read": " ".join(filter(None, self._heard)), "sentence": " ".join(self._span.of(self._text).split())}
        return Clip(kind=kind, left_out=left_out, **said)
