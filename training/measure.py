"""Shares and temperatures from logits, and figures beside those of `foam.stats.classification`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foam.stats.classification import f1


def softmax(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    shares: np.ndarray = raised / raised.sum(-1, keepdims=True)
    return shares


def temperature(logits: np.ndarray, target: np.ndarray) -> float:
    """The divisor of the logits with the least cross-entropy on soft targets, by a fine grid."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(5), 200))
    losses = [-np.mean(np.sum(target * np.log(softmax(logits / one) + 1e-12), axis=1)) for one in grid]
    return float(grid[int(np.argmin(losses))])


def balanced_accuracy(truth: ArrayLike, guess: ArrayLike) -> float:
    """Mean over the labels of the share of their cases that was guessed right."""
    true, guessed = np.asarray(truth), np.asarray(guess)
    return float(np.mean([np.mean(guessed[true == label] == label) for label in np.unique(true)]))


def macro_f1(truth: ArrayLike, guess: ArrayLike, *, labels: int = 3) -> float:
    """Mean F1 of the labels from 0 to `labels` - 1."""
    return float(np.mean([f1(truth, guess, label=label) for label in range(labels)]))


def average_precision(truth: ArrayLike, scores: ArrayLike) -> float | None:
    """Mean precision at each positive, the highest score first; None where there is no positive."""
    ordered = np.asarray(truth)[np.argsort(-np.asarray(scores, dtype=float), kind="stable")] > 0.5
    if not ordered.any():
        return None
    return float((np.cumsum(ordered) / np.arange(1, len(ordered) + 1))[ordered].mean())


def calibration_error(truth: ArrayLike, probability: NDArray[Any], *, bins: int = 15) -> float:
    """Expected calibration error of the top label: |share right - mean confidence| over bins of equal width."""
    confidence, right = probability.max(1), probability.argmax(1) == np.asarray(truth)
    slot = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        (slot == at).mean() * abs(right[slot == at].mean() - confidence[slot == at].mean())
        for at in range(bins)
        if (slot == at).any()
    ]
    return float(np.sum(gaps))
