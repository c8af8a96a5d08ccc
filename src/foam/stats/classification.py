"""How well guesses match the truth. Labels are small integers; the truth comes first, as in scikit-learn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foam.stats.ranks import ranks


def accuracy(truth: ArrayLike, guess: ArrayLike) -> float:
    """Share of right guesses."""
    return float(np.mean(np.asarray(truth) == np.asarray(guess)))


def balanced_accuracy(truth: ArrayLike, guess: ArrayLike) -> float:
    """Mean over the labels of the share of their cases that was guessed right."""
    true, guessed = np.asarray(truth), np.asarray(guess)
    return float(np.mean([np.mean(guessed[true == label] == label) for label in np.unique(true)]))


def f1(truth: ArrayLike, guess: ArrayLike, *, label: int = 1) -> float:
    """F1 of one label; 0 when it is neither true nor guessed anywhere."""
    true, guessed = np.asarray(truth) == label, np.asarray(guess) == label
    hits, wrong = int(np.sum(true & guessed)), int(np.sum(true != guessed))
    return 2 * hits / max(1, 2 * hits + wrong)


def macro_f1(truth: ArrayLike, guess: ArrayLike, *, labels: int = 3) -> float:
    """Mean F1 of the labels from 0 to `labels` - 1."""
    return float(np.mean([f1(truth, guess, label=label) for label in range(labels)]))


def matthews(truth: ArrayLike, guess: ArrayLike) -> float:
    """Matthews correlation of labels 0 and 1; 0 when either side has one label only."""
    true, guessed = np.asarray(truth) == 1, np.asarray(guess) == 1
    tp, tn = int(np.sum(true & guessed)), int(np.sum(~true & ~guessed))
    fp, fn = int(np.sum(~true & guessed)), int(np.sum(true & ~guessed))
    spread = math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    return (tp * tn - fp * fn) / spread if spread else 0.0


def auroc(truth: ArrayLike, scores: ArrayLike) -> float | None:
    """Chance that a true case scores above a false one; ties count half. None when all cases are the same."""
    positive = np.asarray(truth) > 0.5
    ups, total = int(positive.sum()), len(positive)
    if ups in (0, total):
        return None
    placed = np.array(ranks(np.asarray(scores, dtype=np.float64).tolist()))
    return float((placed[positive].sum() - ups * (ups + 1) / 2) / (ups * (total - ups)))


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
