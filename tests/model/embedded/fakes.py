"""Stand-ins for the weights: a bag of words as vectors, shared words as influence, a judge that is told."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from foam.model.embedded.lexical import stems
from foam.model.embedded.relevance import Cascade
from foam.model.embedded.senses import Senses
from foam.model.embedded.vectors import scale_to_unit
from foam.model.judge import Chance, Relation, Side, Weighed
from foam.model.port import EmbeddedJudge


class BagOfWords:
    """Texts are as similar as the words they share."""

    name = "bag@1"
    dimensions = 128

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for stem in stems(text):
                row[zlib.crc32(stem.encode()) % self.dimensions] += 1
        return scale_to_unit(rows)


def speak(supports: float, contradicts: float, neither: float) -> Weighed:
    return Weighed(supports=supports, contradicts=contradicts, neither=neither, bears=0.5)


class ToldJudge:
    """Knows the relation of the texts it was told of; any other text bears on nothing. The longer text convinces."""

    name = "told@1"

    def __init__(self, told: Mapping[str, Weighed]) -> None:
        self._told = told

    def relation(self, pairs: Sequence[tuple[str, str]]) -> list[Relation]:
        return [
            Relation(verdict="don't know", supports=one.supports, contradicts=one.contradicts, neither=one.neither)
            for one in self.weigh(pairs)
        ]

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        return [self._told.get(text, speak(0.05, 0.05, 0.9)) for text, _ in pairs]

    def convinces(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [0.5 + 0.4 * ((len(one) > len(other)) - (len(one) < len(other))) for one, other in pairs]

    def same_point(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [0.1 for _ in pairs]

    def bears_on(self, pairs: Sequence[tuple[str, str]]) -> list[Chance]:
        return [Chance(verdict="don't know", probability=0.5) for _ in pairs]

    def takes_a_side(self, pairs: Sequence[tuple[str, str]]) -> list[Side]:
        return [Side(verdict="don't know", takes=0.25, reports=0.25, neither=0.5) for _ in pairs]


class PointTold(ToldJudge):
    """Also knows which texts make the point, and which bear on it."""

    def __init__(self, told: Mapping[str, Weighed], points: Mapping[str, float]) -> None:
        super().__init__(told)
        self._points = points

    def same_point(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [self._points.get(text, 0.1) for text, _ in pairs]

    def bears_on(self, pairs: Sequence[tuple[str, str]]) -> list[Chance]:
        return [Chance(verdict="don't know", probability=0.9 if text in self._points else 0.1) for text, _ in pairs]


class LightSenses(Senses):
    """Senses without weights. `influence` counts what it was asked."""

    def __init__(self, judge: EmbeddedJudge | None = None, influences: Mapping[str, float] | None = None) -> None:
        super().__init__(Path("nowhere"), judge or ToldJudge({}))
        self._influences = influences or {}
        self.influence_asked: list[tuple[str, ...]] = []

    @property
    def sentences(self) -> BagOfWords:  # type: ignore[override]
        return BagOfWords()

    def cascade(self, *, likelihood: bool) -> Cascade:
        return Cascade(BagOfWords, BagOfWords(), self._influence if likelihood else None)

    def _influence(self, statement: str, texts: Sequence[str]) -> list[float]:
        self.influence_asked.append(tuple(texts))
        return [self._influences.get(text, 0.0) for text in texts]
