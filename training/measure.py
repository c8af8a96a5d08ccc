"""Shares and temperatures from logits. Other figures are in `foam.stats.classification`."""

from __future__ import annotations

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    shares: np.ndarray = raised / raised.sum(-1, keepdims=True)
    return shares


def temperature(logits: np.ndarray, target: np.ndarray) -> float:
    """The divisor of the logits with the least cross-entropy on soft targets, by a fine grid."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(5), 200))
    losses = [-np.mean(np.sum(target * np.log(softmax(logits / one) + 1e-12), axis=1)) for one in grid]
    return float(grid[int(np.argmin(losses))])
