"""A shipped fake: sentence vectors by hashing words, deterministic and instant. Texts are alike by shared words."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foam_quotes.text.terms import stem_words


class HashingEmbedder:
    """Each word adds one of the dimensions, with a sign; texts that share words lie near each other."""

    def __init__(self, dimensions: int = 64) -> None:
        self._dimensions = dimensions

    @property
    def name(self) -> str:
        return f"hashing-{self._dimensions}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in stem_words(text) or [""]:
                hashed = zlib.crc32(word.encode())
                row[hashed % self._dimensions] += 1.0 if hashed & 0x10000 else -1.0
            row += 1e-3  # words may cancel out; a row of zeros has no direction
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows
