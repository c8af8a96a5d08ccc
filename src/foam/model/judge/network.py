"""Small heads over an encoder's state, and what numbers and weights need around them. Knows no question."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


class Head:
    """Two small layers over the first token's state."""

    def __init__(self, weights: Mapping[str, Array], name: str) -> None:
        self._inner, self._shift = weights[f"inner.{name}.weight"], weights[f"inner.{name}.bias"]
        self._outer, self._rest = weights[f"outer.{name}.weight"], weights[f"outer.{name}.bias"]

    @property
    def size(self) -> int:
        return len(self._outer)

    def __call__(self, state: Array) -> Array:
        out: Array = np.tanh(state @ self._inner.T + self._shift) @ self._outer.T + self._rest
        return out


def widened(weights: Mapping[str, NDArray[np.generic]]) -> dict[str, Array]:
    """int8 matrices times their row scales; everything else as float32."""
    return {
        name: weight.astype(np.float32) * weights[f"{name}.scale"].astype(np.float32)
        if f"{name}.scale" in weights
        else weight.astype(np.float32)
        for name, weight in weights.items()
        if not name.endswith(".scale")
    }


def softmax(logits: Array) -> Array:
    """Shares of the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def logistic(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-odds as probabilities."""
    chances: NDArray[np.float64] = 1 / (1 + np.exp(-odds))
    return chances
