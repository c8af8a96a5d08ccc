"""A reader of longer text: evidence of many sentences against a claim, and which sentences carried the verdict.

The sentences that share most with the claim are scored one by one and in windows with their neighbours; the best
together are read once more as one text. Words count beside the judge: they find what the judge then reads.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from foam.model.embedded.lexical import bm25, measure_coverage
from foam.model.judge.judge import Judge
from foam.model.judge.network import logistic
from foam.model.judge.values import PassageWeights, Relation
from foam.values import Value

Floats = NDArray[np.float64]
SHORTLIST = 10
"""Sentences that the judge reads; the others share too little with the claim."""
WINDOWS = 3
"""Of these, how many are also read with their neighbours."""
_TOGETHER = 5
"""Sentences that are read as one text."""
_MARK = re.compile(r"\d+|[A-Z][a-z]+")
"""Numbers and capitalised words."""


class Reading(Value):
    """What a long text says of a claim."""

    relation: Relation
    """The judge's verdict on the sentences that count most, read as one text."""
    supported: float = Field(ge=0, le=1)
    """How likely the whole text bears the claim out, judge and words together."""
    scores: tuple[float, ...]
    """A chance for each sentence that it belongs to the evidence, in their order."""


class PassageReader:
    """Reads claims against texts cut into sentences."""

    def __init__(self, judge: Judge, weights: PassageWeights | None = None) -> None:
        self._judge = judge
        self._weights = weights or PassageWeights()

    def read(self, sentences: Sequence[str], claim: str) -> Reading:
        """Which sentences count, and what they say together."""
        if not sentences:
            relation = self._judge.entails([("", claim)])[0]
            return Reading(relation=relation, supported=0.0, scores=())
        features, together = self.sentence_features(sentences, claim)
        odds = features @ np.array(self._weights.select)
        scores = logistic(odds)
        ranked = np.argsort(-scores, kind="stable")[:_TOGETHER]
        overall = self.claim_features(sentences, claim, features, odds, together)
        supported = float(logistic(overall @ np.array(self._weights.label)))
        relation = self._judge.entails([(" ".join(sentences[at] for at in sorted(ranked)), claim)])[0]
        return Reading(relation=relation, supported=supported, scores=tuple(map(float, scores)))

    def sentence_features(self, sentences: Sequence[str], claim: str) -> tuple[Floats, Floats]:
        """One row a sentence, and what the sentences nearest in words say together.

        Coverage, its share of the best, BM25's share of the best; support, contradiction, bearing, support with its
        neighbours; a neighbour's BM25 and support; names and numbers of the claim; length; one. Together: support by
        the three and the five nearest, contradiction by the three.
        """
        covered, found = measure_coverage(claim, sentences), bm25(claim, sentences)
        share = found / max(float(found.max(initial=0.0)), 1e-9)
        read = [int(at) for at in np.argsort(-(covered + share), kind="stable")[:SHORTLIST]]
        joined = [" ".join(sentences[at] for at in sorted(read[:size])) for size in (3, _TOGETHER)]
        texts = [*(sentences[at] for at in read), *(_window(sentences, at) for at in read[:WINDOWS]), *joined]
        said = self._judge.all_shares(("entails", "bears"), [(text, claim) for text in texts])
        entailed, size = said["entails"], len(sentences)
        support, against, bearing, nearby = np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size)
        support[read], against[read] = entailed[: len(read), 0], entailed[: len(read), 1]
        bearing[read] = said["bears"][: len(read), 0]
        nearby[read[:WINDOWS]] = entailed[len(read) : -2, 0]
        marks = set(_MARK.findall(claim))
        held = np.array([len(marks & set(_MARK.findall(one))) / max(1, len(marks)) for one in sentences])
        length = np.log([max(1, len(one.split())) for one in sentences])
        words = (covered, covered / max(float(covered.max(initial=0.0)), 1e-9), share)
        rows = (
            *words,
            support,
            against,
            bearing,
            nearby,
            _beside(share),
            _beside(support),
            held,
            length,
            np.ones(size),
        )
        together = np.array((entailed[-2, 0], entailed[-1, 0], entailed[-2, 1]), dtype=np.float64)
        return np.stack(rows, axis=1), together

    def claim_features(
        self, sentences: Sequence[str], claim: str, features: Floats, odds: Floats, together: Floats
    ) -> Floats:
        """Coverage by the best sentence, by the three best, by the five likeliest as one text; the best support among
        these, what was read together, the best odds, bearing, names and numbers; one."""
        ranked = np.argsort(-odds, kind="stable")[:_TOGETHER]
        whole = " ".join(sentences[at] for at in sorted(ranked))
        covered = np.sort(features[:, 0])[::-1][:3]
        joint = float(measure_coverage(claim, [*sentences, whole])[-1])
        best = features[ranked].max(axis=0)
        return np.array((covered[0], covered.mean(), joint, best[3], *together, odds.max(), best[5], best[9], 1.0))


def _beside(scores: Floats) -> Floats:
    """The better of the two neighbours' scores."""
    padded = np.pad(scores, 1)
    better: Floats = np.maximum(padded[:-2], padded[2:])
    return better


def _window(sentences: Sequence[str], at: int) -> str:
    """A sentence with the one before and after it."""
    return " ".join(sentences[max(0, at - 1) : at + 2])
