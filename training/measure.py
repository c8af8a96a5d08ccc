"""Figures from predictions. Numbers in, numbers out; the bench uses the same functions on the shipped model."""

from __future__ import annotations

import numpy as np


def balanced_accuracy(truth: np.ndarray, guess: np.ndarray) -> float:
    return float(np.mean([np.mean(guess[truth == label] == label) for label in np.unique(truth)]))


def macro_f1(truth: np.ndarray, guess: np.ndarray, labels: int = 3) -> float:
    scores = []
    for label in range(labels):
        hit = np.sum((truth == label) & (guess == label))
        wrong = np.sum((truth == label) != (guess == label))
        scores.append(2 * hit / max(1, 2 * hit + wrong))
    return float(np.mean(scores))


def auc(truth: np.ndarray, score: np.ndarray) -> float:
    """The chance that a positive scores above a negative (ties count half)."""
    _, rank, count = np.unique(score, return_inverse=True, return_counts=True)
    middle = np.cumsum(count) - (count - 1) / 2
    positive, total = truth > 0.5, len(truth)
    ups = int(positive.sum())
    if ups in (0, total):
        return float("nan")
    return float((middle[rank][positive].sum() - ups * (ups + 1) / 2) / (ups * (total - ups)))


def average_precision(truth: np.ndarray, score: np.ndarray) -> float:
    """Mean precision at each positive, the highest score first; nothing where there is no positive."""
    ordered = truth[np.argsort(-score, kind="stable")] > 0.5
    if not ordered.any():
        return float("nan")
    return float((np.cumsum(ordered) / np.arange(1, len(ordered) + 1))[ordered].mean())


def calibration_error(probability: np.ndarray, truth: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error of the top label: |share right - mean confidence| over equal-width bins."""
    confidence, right = probability.max(1), probability.argmax(1) == truth
    slot = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        (slot == at).mean() * abs(right[slot == at].mean() - confidence[slot == at].mean())
        for at in range(bins)
        if (slot == at).any()
    ]
    return float(np.sum(gaps))


def softmax(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    shares: np.ndarray = raised / raised.sum(-1, keepdims=True)
    return shares


def temperature(logits: np.ndarray, target: np.ndarray) -> float:
    """The divisor of the logits with the least cross-entropy on soft targets, by a fine grid."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(5), 200))
    losses = [-np.mean(np.sum(target * np.log(softmax(logits / one) + 1e-12), axis=1)) for one in grid]
    return float(grid[int(np.argmin(losses))])
