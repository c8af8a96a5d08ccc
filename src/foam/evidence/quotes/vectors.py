"""How alike two texts are in meaning, by sentence vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foam.model.port import Embedder

Matrix = NDArray[np.float64]


class EmbeddedSimilarity:
    """Cosine of sentence vectors."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def name(self) -> str:
        return self._embedder.name

    def __call__(self, text: str, others: Sequence[str]) -> list[float]:
        (row,), columns = _unit(self._embedder.embed([text])), _unit(self._embedder.embed(others))
        similar: list[float] = (columns @ row).tolist()
        return similar


def _unit(vectors: NDArray[np.float32]) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Matrix = vectors.astype(np.float64) / np.maximum(lengths, 1e-12)
    return unit
