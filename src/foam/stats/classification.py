"""How well guesses match the truth. Labels are small integers; the truth comes first, as in scikit-learn."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from foam.stats.ranks import ranks


def accuracy(truth: ArrayLike, guess: ArrayLike) -> float:
    """Share of right guesses."""
    return float(np.mean(np.asarray(truth) == np.asarray(guess)))


def f1(truth: ArrayLike, guess: ArrayLike, *, label: int = 1) -> float:
    """F1 of one label; 0 when it is neither true nor guessed anywhere."""
    true, guessed = np.asarray(truth) == label, np.asarray(guess) == label
    hits, wrong = int(np.sum(true & guessed)), int(np.sum(true != guessed))
    return 2 * hits / max(1, 2 * hits + wrong)


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
