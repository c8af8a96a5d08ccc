"""How one text stands to another: supports, contradicts, neither. A port for trained judges, and what words alone give.

Without a judge the embedded model can hardly tell support from contradiction. The odds below are how much oftener a
sign stood in contradicting than in supporting pairs of public data: negation or opposites in only one of the texts
(Perspectrum, 9,049 pairs: 29.1 % against 15.6 %) and numbers that differ (Factcheck-GPT, 857 pairs: 19.3 % against
5.9 %).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from foam.model.embedded.lexical import are_opposed, numbers_differ
from foam.model.embedded.relevance import logistic
from foam.model.port import Embedder

_OPPOSED = float(np.log(0.291 / 0.156)), float(np.log(0.709 / 0.844))
_NUMBERS = float(np.log(0.193 / 0.059)), float(np.log(0.807 / 0.941))
_RELATED = 8.0, 0.4
"""Steepness and middle of the step from unrelated to related in cosine similarity: between the fits on unrelated
pairs (Perspectrum, middle 0.31) and on pairs of one topic that do not bear on each other (Factcheck-GPT, 0.57)."""


class Relation(Protocol):
    """Probabilities that sum to one."""

    @property
    def supports(self) -> float: ...
    @property
    def contradicts(self) -> float: ...
    @property
    def neither(self) -> float: ...


class StanceJudge(Protocol):
    """Says how texts stand to statements."""

    @property
    def name(self) -> str:
        """Which judge, with its version: part of who decided."""
        ...

    def relation(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]:
        """For each (text, statement): does the text support the statement, contradict it, or neither?"""
        ...


@runtime_checkable
class ConvictionJudge(Protocol):
    """A judge that can also say which of two texts convinces people more."""

    def convinces(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """The chance that the first of each pair does."""
        ...


@runtime_checkable
class BearingJudge(Protocol):
    """A judge that can also say whether a text speaks of the matter, and whether it takes a side."""

    def bears_on(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Chance]:
        """For each (text, statement): the chance that the text speaks of what the statement is about."""
        ...

    def takes_a_side(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Leaning]:
        """For each (text, statement): the chances that the text takes a side, reports one, or neither."""
        ...


@runtime_checkable
class WeighingJudge(StanceJudge, Protocol):
    """A judge that weighs a text by stance, entailment and bearing together, and tells when two make one point."""

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]:
        """For each (text, statement): does it speak for the statement, against it, or neither?"""
        ...

    def same_point(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """For each pair: the chance that both make one point."""
        ...


class Chance(Protocol):
    @property
    def probability(self) -> float: ...


class Leaning(Protocol):
    @property
    def neither(self) -> float: ...


class WordRelation(NamedTuple):
    supports: float
    contradicts: float
    neither: float


class WordStance:
    """The judge of last resort: similarity says whether texts are related, signs in the words which way."""

    name = "words"

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def relation(self, pairs: Sequence[tuple[str, str]]) -> list[WordRelation]:
        """Every probability is near what the sign is worth, which is little."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        rows = dict(zip(texts, self._embedder.embed(texts), strict=True))
        return [_relation(float(rows[text] @ rows[statement]), text, statement) for text, statement in pairs]


def weigh_signs(text: str, statement: str) -> float:
    """Log-odds, from signs in the words, that a related text contradicts the statement rather than supporting it."""
    return _shown(_OPPOSED, are_opposed(text, statement)) + _shown(_NUMBERS, numbers_differ(text, statement))


def _relation(cosine: float, text: str, statement: str) -> WordRelation:
    steepness, middle = _RELATED
    related = logistic(steepness * (cosine - middle))
    contrary = logistic(weigh_signs(text, statement))
    return WordRelation(related * (1 - contrary), related * contrary, 1 - related)


def _shown(odds: tuple[float, float], shown: bool) -> float:
    return odds[0] if shown else odds[1]
