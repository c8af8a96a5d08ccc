"""Sentence vectors remembered by text: a deliberation asks about the same sentences again and again.

Each text is worked out alone, never in a batch, so that what is remembered does not depend on what was asked before:
padding and the order of sums would change the last digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from foam.model.port import Embedder

MOST = 20_000
"""Texts remembered: 30 MB of vectors."""


class RememberedEmbedder:
    """An embedder that works out each text once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._row = lru_cache(maxsize=MOST)(self._one)

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self._row(text) for text in texts]) if texts else self._embedder.embed(texts)

    def _one(self, text: str) -> NDArray[np.float32]:
        row: NDArray[np.float32] = self._embedder.embed([text])[0]
        return row
