"""Sentence vectors: all-MiniLM-L6-v2 and static word vectors, both on numpy.

Both give one row of length one per text; a text without any known token gives the zero row, which is like nothing.
That the weights are there is checked at once; they load on the first text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load
from tokenizers import Encoding, Tokenizer

from foam.model.embedded.bert import Encoder
from foam.model.embedded.pins import MINILM, WORD_VECTORS
from foam.model.embedded.threads import side_by_side
from foam.model.embedded.weights import WeightFiles

Array = NDArray[np.float32]
_TOKENS_AT_ONCE = 1024
_LONGEST = 256
"""Tokens of a text that MiniLM reads; it was trained on no more."""


class MiniLM:
    """Contextual sentence vectors: mean of the hidden states, normalised."""

    name = MINILM.label

    dimensions = 384

    def __init__(self, home: Path) -> None:
        self._files = WeightFiles(home, MINILM)

    @cached_property
    def _encoder(self) -> Encoder:
        return Encoder(load(self._files.take("model.safetensors")))

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = _tokenizer(self._files)
        tokenizer.enable_truncation(_LONGEST)
        return tokenizer

    def embed(self, texts: Sequence[str]) -> Array:
        """One unit row per text, read in batches of like length."""
        encoded = self._tokenizer.encode_batch_fast(list(texts))
        out = np.zeros((len(texts), self.dimensions), dtype=np.float32)

        def read(batch: list[int]) -> None:
            out[batch] = self._pooled([encoded[i] for i in batch])

        side_by_side(read, batch_by_length([len(e) for e in encoded]))
        return scale_to_unit(out)

    def _pooled(self, encoded: Sequence[Encoding]) -> Array:
        ids, mask = pad([e.ids for e in encoded])
        states = self._encoder.hidden(ids, mask)
        pooled: Array = np.einsum("rtw,rt->rw", states, mask) / mask.sum(axis=1, keepdims=True)
        return pooled


class WordVectors:
    """Static vectors: the mean of the tokens' own, without context. Some hundred times as fast."""

    name = WORD_VECTORS.label

    dimensions = 256

    def __init__(self, home: Path) -> None:
        self._files = WeightFiles(home, WORD_VECTORS)

    @cached_property
    def _rows(self) -> Array:
        return load(self._files.take("model.safetensors"))["embedding.weight"].astype(np.float32)

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return _tokenizer(self._files)

    def embed(self, texts: Sequence[str]) -> Array:
        """One unit row per text."""
        encoded = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        out = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, e in enumerate(encoded):
            if e.ids:
                out[row] = self._rows[e.ids].mean(axis=0)
        return scale_to_unit(out)


def _tokenizer(files: WeightFiles) -> Tokenizer:
    tokenizer = Tokenizer.from_buffer(files.take("tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def scale_to_unit(rows: Array) -> Array:
    """Rows scaled to length one; a zero row stays."""
    lengths: Array = np.linalg.norm(rows, axis=1, keepdims=True).astype(np.float32)
    lengths[lengths == 0] = 1
    return rows / lengths


def batch_by_length(lengths: Sequence[int], *, tokens: int = _TOKENS_AT_ONCE) -> Iterator[list[int]]:
    """Positions in batches of like length, each of at most `tokens` tokens with its padding (or a single text)."""
    batch: list[int] = []
    for i in sorted(range(len(lengths)), key=lambda i: (lengths[i], i)):
        if batch and lengths[i] * (len(batch) + 1) > tokens:
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch


def pad(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], Array]:
    """Rows of ids padded with 0 to one length, and the mask that says where they are real."""
    width = max(len(row) for row in rows)
    ids = np.zeros((len(rows), width), dtype=np.int64)
    mask = np.zeros((len(rows), width), dtype=np.float32)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = row
        mask[i, : len(row)] = 1
    return ids, mask
