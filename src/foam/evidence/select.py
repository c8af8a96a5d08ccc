"""How likely each sentence belongs to the evidence for a claim, by a blend of signals fitted on data.

`bench/selection.py` fits them and prints how well they do beside words alone and similarity alone. They judge
relevance, not stance.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foam.model.port import Embedder
from foam.values import Value
from foam_quotes.text.terms import stem_words

Array = NDArray[np.float64]


class Blend(Value):
    """Weights of the signals; their weighted sum is the log-odds that a sentence belongs to the evidence."""

    weights: tuple[float, ...]
    bias: float
    keep: float
    """A sentence is kept when it is at least this many times as likely as the likeliest."""


FITTED = Blend(weights=(3.73, 2.79, 1.50, 1.67, 1.66, 0.367), bias=-6.55, keep=0.4)


def rate_likelihoods(claim: str, texts: Sequence[str], embedder: Embedder, blend: Blend = FITTED) -> Array:
    """How likely each sentence, in the order it stands in its document, belongs to the evidence for the claim."""
    odds = measure_texts(claim, texts, embedder) @ np.array(blend.weights) + blend.bias
    likely: Array = 1 / (1 + np.exp(-odds))
    return likely


def measure_texts(claim: str, texts: Sequence[str], embedder: Embedder) -> Array:
    """One row of signals per sentence: lexical, coverage, similarity, neighbour, numbers, length."""
    lexical, coverage = _by_words(claim, texts)
    vectors = embedder.embed([claim, *texts])
    padded = np.pad(lexical, 1)
    columns = (
        lexical,
        coverage,
        (vectors[1:] @ vectors[0]).astype(np.float64),
        np.maximum(padded[:-2], padded[2:]),
        _numbers_shared(claim, texts),
        np.log([max(1, len(text.split())) for text in texts]),
    )
    return np.stack(columns, axis=1)


def _by_words(claim: str, texts: Sequence[str]) -> tuple[Array, Array]:
    """BM25 among these sentences as a share of the best, and the share of the claim's rare words each sentence has."""
    counted = [Counter(stem_words(text)) for text in texts]
    asked = sorted(set(stem_words(claim)))
    counts = np.array([[counter[word] for word in asked] for counter in counted], dtype=np.float64)
    counts = counts.reshape(len(texts), len(asked))
    having = (counts > 0).sum(axis=0)
    rarity = np.log1p((len(texts) - having + 0.5) / (having + 0.5))
    lengths = np.array([max(1, counter.total()) for counter in counted], dtype=np.float64)
    damping = 1.2 * (0.25 + 0.75 * lengths / lengths.mean())
    scores = (counts * 2.2 / (counts + damping[:, None])) @ rarity
    return scores / max(scores.max(), 1e-9), (counts > 0) @ rarity / max(rarity.sum(), 1e-9)


def _numbers_shared(claim: str, texts: Sequence[str]) -> Array:
    numbers = set(_NUMBER.findall(claim))
    return np.array([len(numbers.intersection(_NUMBER.findall(text))) / max(1, len(numbers)) for text in texts])


_NUMBER = re.compile(r"\d+")
