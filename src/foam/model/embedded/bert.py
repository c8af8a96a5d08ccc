"""A BERT-architecture encoder on numpy. Tokens in, hidden states out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Ints = NDArray[np.int64]
_HIDDEN = np.float32(-1e30)
_EPSILON = np.float32(1e-12)


@dataclass(frozen=True)
class Dense:
    weight: Array
    bias: Array

    def __call__(self, state: Array) -> Array:
        out: Array = state @ self.weight.T
        out += self.bias
        return out


@dataclass(frozen=True)
class Norm:
    weight: Array
    bias: Array

    def __call__(self, state: Array) -> Array:
        centred: Array = state - state.mean(axis=-1, keepdims=True)
        variance = np.einsum("...i,...i->...", centred, centred) / np.float32(state.shape[-1])
        centred *= (1 / np.sqrt(variance + _EPSILON))[..., None]
        centred *= self.weight
        centred += self.bias
        return centred


@dataclass(frozen=True)
class Block:
    """One layer: query, key and value in one matrix."""

    qkv: Dense
    out: Dense
    attention_norm: Norm
    up: Dense
    down: Dense
    feed_norm: Norm


class Encoder:
    """The forward pass over weights named as BERT's usually are.

    `weights` may hold more than the encoder's own (a pooler, a classifier); `prefix` is put before each name, as in
    `bert.` for a model with a head. The number of layers and all widths are read off the weights.
    """

    def __init__(self, weights: Mapping[str, Array], *, heads: int = 12, prefix: str = "") -> None:
        held = {name.removeprefix(prefix): w for name, w in weights.items() if name.startswith(prefix)}
        self._heads = heads
        self._words = held["embeddings.word_embeddings.weight"]
        self._places = held["embeddings.position_embeddings.weight"]
        self._types = held["embeddings.token_type_embeddings.weight"]
        self._norm = _norm(held, "embeddings.LayerNorm")
        self._blocks = tuple(_block(held, f"encoder.layer.{i}") for i in range(_layers(held)))

    @property
    def width(self) -> int:
        return int(self._words.shape[1])

    def hidden(self, token_ids: Ints, mask: NDArray[np.generic], type_ids: Ints | None = None) -> Array:
        """Hidden states (rows, tokens, width) of padded rows; `mask` is 0 at padding, `type_ids` default to 0."""
        rows, tokens = token_ids.shape
        types = self._types[0] if type_ids is None else self._types[type_ids]
        state = self._norm(self._words[token_ids] + self._places[:tokens] + types)
        unseen = np.where(np.asarray(mask) > 0, np.float32(0), _HIDDEN)[:, None, None, :]
        flat = state.reshape(rows * tokens, -1)
        for block in self._blocks:
            seen = self._attention(block.qkv(flat), unseen, rows, tokens)
            flat = block.attention_norm(flat + block.out(seen))
            flat = block.feed_norm(flat + block.down(_gelu(block.up(flat))))
        return flat.reshape(rows, tokens, -1)

    def _attention(self, qkv: Array, unseen: Array, rows: int, tokens: int) -> Array:
        split = qkv.reshape(rows, tokens, 3, self._heads, -1).transpose(2, 0, 3, 1, 4)
        queries, keys, values = split
        weights: Array = (queries * np.float32(queries.shape[-1] ** -0.5)) @ keys.transpose(0, 1, 3, 2)
        weights += unseen
        weights -= weights.max(axis=-1, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(axis=-1, keepdims=True)
        gathered: Array = (weights @ values).transpose(0, 2, 1, 3)
        return gathered.reshape(rows * tokens, -1)


def _gelu(x: Array) -> Array:
    """x times the normal distribution function, by the rational approximation of erf with error under 1.5e-7
    (Abramowitz and Stegun 7.1.26): numpy has no erf of its own."""
    z = np.abs(x) * np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * z)
    tail = np.float32(1.061405429) * t
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += np.float32(coefficient)
        tail *= t
    np.multiply(z, -z, out=z)
    tail *= np.exp(z, out=z)
    # The tail is 1 - erf|x|: half of it lies beyond x on either side.
    gelu: Array = np.where(x > 0, x - np.float32(0.5) * x * tail, np.float32(0.5) * x * tail)
    return gelu


def _layers(held: Mapping[str, Array]) -> int:
    return sum(name.endswith(".intermediate.dense.weight") for name in held)


def _dense(held: Mapping[str, Array], *names: str) -> Dense:
    weights = [np.asarray(held[f"{name}.weight"], dtype=np.float32) for name in names]
    biases = [np.asarray(held[f"{name}.bias"], dtype=np.float32) for name in names]
    return Dense(np.concatenate(weights), np.concatenate(biases))


def _norm(held: Mapping[str, Array], name: str) -> Norm:
    return Norm(held[f"{name}.weight"], held[f"{name}.bias"])


def _block(held: Mapping[str, Array], name: str) -> Block:
    inner = f"{name}.attention.self"
    return Block(
        qkv=_dense(held, f"{inner}.query", f"{inner}.key", f"{inner}.value"),
        out=_dense(held, f"{name}.attention.output.dense"),
        attention_norm=_norm(held, f"{name}.attention.output.LayerNorm"),
        up=_dense(held, f"{name}.intermediate.dense"),
        down=_dense(held, f"{name}.output.dense"),
        feed_norm=_norm(held, f"{name}.output.LayerNorm"),
    )
