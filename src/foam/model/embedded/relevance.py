"""Which of these texts bear on a statement? A cascade: words and static vectors, MiniLM, leave-one-out likelihood.

Each stage is dearer than the one before and sees only what that one left over. The weights were fitted on half of the
WiCE development claims and checked on the other half (`docs/embedded.md`). It measures relevance, not stance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from foam.model.embedded.lexical import bm25, measure_coverage, stems
from foam.model.port import Embedder

Array = NDArray[np.float64]
_Influence = Callable[[str, Sequence[str]], Sequence[float]]
"""How much likelier each of several texts makes a statement: what is lost, in nats, when it is left out."""

FIRST_CUT = 40
"""Texts that the second stage sees."""
FINALISTS = 8
"""Texts that the last stage sees."""
_EARLIER = 0.3
"""Weight of the earlier stages beside the influence, both standardised, among the finalists."""
_LEAST_SPREAD = 0.5
"""Log-odds that a standard deviation among the finalists is worth, at the least."""
_BEHIND = 10.0
"""Log-odds by which what was cut first stands behind the rest."""


@dataclass(frozen=True)
class Blend:
    """Weights of the signals; their sum is the log-odds that a text belongs to the evidence."""

    similarity: float
    bm25: float
    coverage: float
    length: float
    bias: float


STATIC = Blend(similarity=1.98, bm25=4.18, coverage=3.60, length=0.0, bias=-4.71)
MINILM = Blend(similarity=2.28, bm25=4.12, coverage=2.48, length=0.51, bias=-6.03)


@dataclass(frozen=True)
class Cascade:
    """The stages. Without an influence the cascade ends with the second."""

    static: Callable[[], Embedder]
    """Called only when there is too much to read."""
    sentences: Embedder
    influence: _Influence | None = None

    def odds(self, statement: str, texts: Sequence[str]) -> Array:
        """Log-odds that each text bears on the statement."""
        lexical = _lexical(statement, texts)
        odds = np.zeros(len(texts))
        kept = list(range(len(texts)))
        if len(texts) > FIRST_CUT:
            odds = _blended(STATIC, _similar(self.static(), statement, texts), lexical) - _BEHIND
            kept = find_best(odds, FIRST_CUT)
        similar = _similar(self.sentences, statement, [texts[i] for i in kept])
        odds[kept] = _blended(MINILM, similar, lexical[kept])
        return self._moved(statement, texts, odds)

    def _moved(self, statement: str, texts: Sequence[str], odds: Array) -> Array:
        """The finalists in the order of their influence: the first stands as high as the best of them did before."""
        if self.influence is None or len(texts) < 2:
            return odds
        finalists = sorted(find_best(odds, FINALISTS))
        earlier = odds[finalists]
        influence = np.array(self.influence(statement, [texts[i] for i in finalists]))
        strength = _standard(_standard(influence) + _EARLIER * _standard(earlier))
        moved = odds.copy()
        moved[finalists] = earlier.max() + max(_LEAST_SPREAD, float(earlier.std())) * (strength - strength.max())
        return moved


def logistic(odds: float) -> float:
    """Log-odds as a probability."""
    return float(1 / (1 + np.exp(-odds)))


def find_best(values: Array, count: int) -> list[int]:
    """Positions of the highest values, the highest first; earlier ones first among equals."""
    return [int(i) for i in np.argsort(-np.round(values, 6), kind="stable")[:count]]


def _similar(embedder: Embedder, statement: str, texts: Sequence[str]) -> Array:
    rows = embedder.embed([statement, *texts])
    similar: Array = (rows[1:] @ rows[0]).astype(np.float64)
    return similar


def _lexical(statement: str, texts: Sequence[str]) -> Array:
    """One row per text: BM25 against the best of them, coverage, log length."""
    found = bm25(statement, texts)
    top = max(float(found.max(initial=0.0)), 1e-9)
    lengths = np.log1p([len(stems(text)) for text in texts])
    return np.stack((found / top, measure_coverage(statement, texts), lengths), axis=1)


def _blended(blend: Blend, similar: Array, lexical: Array) -> Array:
    weights = np.array((blend.bm25, blend.coverage, blend.length))
    odds: Array = blend.similarity * similar + lexical @ weights + blend.bias
    return odds


def _standard(values: Array) -> Array:
    spread = float(values.std())
    standard: Array = (values - values.mean()) / spread if spread > 0 else np.zeros(len(values))
    return standard
