"""The forward pass: an encoder's first token and small heads over it, on numpy. Knows no tokenizer and no question."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from foam.model.embedded.bert import Block, Encoder

Array = NDArray[np.float32]
_SLICE = 256
_ROOT = (2 / np.pi) ** 0.5


class FirstToken(Encoder):
    """The encoder as the heads need it: the first token's state alone, and the GELU (tanh form) it was trained with."""

    def first(self, token_ids: NDArray[np.int64], mask: Array, kinds: NDArray[np.int64]) -> Array:
        rows, tokens = token_ids.shape
        state = self._norm(self._words[token_ids] + self._places[:tokens] + self._types[kinds])
        unseen = np.where(mask > 0, np.float32(0), np.float32(-1e30))[:, None, None, :]
        flat = state.reshape(rows * tokens, -1)
        for block in self._blocks[:-1]:
            seen = self._attention(block.qkv(flat), unseen, rows, tokens)
            flat = self._fed(block, block.attention_norm(flat + block.out(seen)))
        last = self._blocks[-1]
        seen = self._attention(last.qkv(flat), unseen, rows, tokens).reshape(rows, tokens, -1)[:, 0]
        return self._fed(last, last.attention_norm(flat.reshape(rows, tokens, -1)[:, 0] + last.out(seen)))

    @staticmethod
    def _fed(block: Block, flat: Array) -> Array:
        """The feed-forward half in slices that stay in the cache."""
        out = np.empty_like(flat)
        for start in range(0, len(flat), _SLICE):
            part = flat[start : start + _SLICE]
            out[start : start + _SLICE] = block.feed_norm(part + block.down(_gelu(block.up(part))))
        return out


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


def _gelu(x: Array) -> Array:
    curve: Array = x * x
    curve *= np.float32(0.044715 * _ROOT)
    curve += np.float32(_ROOT)
    curve *= x
    np.tanh(curve, out=curve)
    curve += 1
    curve *= x
    curve *= np.float32(0.5)
    return curve


def logistic(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-odds as probabilities."""
    chances: NDArray[np.float64] = 1 / (1 + np.exp(-odds))
    return chances
