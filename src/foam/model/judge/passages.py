"""A reader of longer text: evidence of many sentences against a claim, and which sentences carried the verdict.

The sentences that share most with the claim are scored one by one and in windows with their neighbours; the best
together are read once more as one text. Words count beside the judge: they find what the judge then reads.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from foam.model.embedded.lexical import bm25, measure_coverage
from foam.model.judge.judge import Judge
from foam.model.judge.network import logistic
from foam.model.judge.values import Relation
from foam.values import Value

Floats = NDArray[np.float64]
SHORTLIST = 10
"""Sentences that the judge reads; the others share too little with the claim."""
WINDOWS = 3
"""Of these, how many are also read with their neighbours."""
_TOGETHER = 5
"""Sentences that are read as one text."""


class Weights(Value):
    """How words and judge count. Fitted on the WiCE articles that training and tuning may see (`training.passages`)."""

    select: tuple[float, ...] = (0.87, 3.61, 1.75, 2.95, -1.47)
    """For a sentence: coverage, BM25 share, support, bearing, and the constant."""
    label: tuple[float, ...] = (3.02, 3.4, 4.04, -0.53, -5.77)
    """For the claim: coverage by the chosen sentences, their joint support, best support, bearing, and the constant."""
    keep: float = Field(default=0.5, ge=0, le=1)
    """A sentence is kept when its score is at least this share of the best one's."""


class Reading(Value):
    """What a long text says of a claim."""

    relation: Relation
    """The judge's verdict on the sentences that count most, read as one text."""
    supported: float = Field(ge=0, le=1)
    """How likely the whole text bears the claim out, judge and words together."""
    scores: tuple[float, ...]
    """A chance for each sentence that it belongs to the evidence, in their order."""
    chosen: tuple[int, ...]
    """The sentences that carried the verdict, in their order."""


class PassageReader:
    """Reads claims against texts cut into sentences."""

    def __init__(self, judge: Judge, weights: Weights | None = None) -> None:
        self._judge = judge
        self._weights = weights or FITTED

    def read(self, sentences: Sequence[str], claim: str) -> Reading:
        """Which sentences count, and what they say together."""
        if not sentences:
            relation = self._judge.entails([("", claim)])[0]
            return Reading(relation=relation, supported=0.0, scores=(), chosen=())
        features = self.sentence_features(sentences, claim)
        scores = logistic(features @ np.array(self._weights.select))
        ranked = np.argsort(-scores, kind="stable")[:_TOGETHER]
        chosen = tuple(sorted(int(at) for at in ranked if scores[at] >= self._weights.keep * scores.max()))
        overall, relation = self.claim_features(sentences, claim, features, ranked)
        supported = float(logistic(overall @ np.array(self._weights.label)))
        return Reading(relation=relation, supported=supported, scores=tuple(map(float, scores)), chosen=chosen)

    def sentence_features(self, sentences: Sequence[str], claim: str) -> Floats:
        """One row a sentence: coverage, BM25 share, support, bearing, one. Support is the best of its windows."""
        covered, found = measure_coverage(claim, sentences), bm25(claim, sentences)
        share = found / max(float(found.max(initial=0.0)), 1e-9)
        read = [int(at) for at in np.argsort(-(covered + share), kind="stable")[:SHORTLIST]]
        pairs = [(sentences[at], claim) for at in read] + [(_window(sentences, at), claim) for at in read[:WINDOWS]]
        said = self._judge.all_shares(("entails", "bears"), pairs)
        support, bearing = np.zeros(len(sentences)), np.zeros(len(sentences))
        support[read], bearing[read] = said["entails"][: len(read), 0], said["bears"][: len(read), 0]
        for at, whole in zip(read, said["entails"][len(read) :, 0], strict=False):
            support[at] = 0.7 * support[at] + 0.3 * float(whole)
        return np.stack((covered, share, support, bearing, np.ones(len(sentences))), axis=1)

    def claim_features(
        self, sentences: Sequence[str], claim: str, features: Floats, ranked: NDArray[np.int64]
    ) -> tuple[Floats, Relation]:
        """Coverage by the best sentences, what they say as one text, the best one's support and bearing, one."""
        together = " ".join(sentences[at] for at in sorted(ranked))
        relation = self._judge.entails([(together, claim)])[0]
        covered = float(measure_coverage(claim, [*sentences, together])[-1])
        best = features[ranked].max(axis=0)
        return np.array((covered, relation.supports, best[2], best[3], 1.0)), relation


def _window(sentences: Sequence[str], at: int) -> str:
    """A sentence with the one before and after it."""
    return " ".join(sentences[max(0, at - 1) : at + 2])


FITTED = Weights()
