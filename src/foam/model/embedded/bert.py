"""A BERT-architecture encoder on numpy. Tokens in, hidden states out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Ints = NDArray[np.int64]
_Curve = Callable[[Array], None]
_HIDDEN = np.float32(-1e30)
_EPSILON = np.float32(1e-12)
_PART = 64
"""Rows that the curve of the feed-forward half takes at once: so many stay in the cache from one step to the next."""


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


def gelu(x: Array) -> None:
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
    tail *= np.float32(0.5) * x
    np.subtract(x, tail, out=tail, where=x > 0)
    x[...] = tail


def gelu_by_tanh(x: Array) -> None:
    """The tanh form of GELU."""
    root = (2 / np.pi) ** 0.5
    curve = x * x
    curve *= np.float32(0.044715 * root)
    curve += np.float32(root)
    curve *= x
    np.tanh(curve, out=curve)
    curve += 1
    curve *= np.float32(0.5)
    x *= curve


class Encoder:
    """The forward pass over weights named as BERT's usually are.

    `weights` may hold more than the encoder's own (a pooler, a classifier); `prefix` is put before each name, as in
    `bert.` for a model with a head. The number of layers and all widths are read off the weights. `curve` is the GELU
    that the weights were trained with; it works in place.
    """

    def __init__(
        self, weights: Mapping[str, Array], *, heads: int = 12, prefix: str = "", curve: _Curve = gelu
    ) -> None:
        held = {name.removeprefix(prefix): w for name, w in weights.items() if name.startswith(prefix)}
        self._heads = heads
        self._curve = curve
        self._words = held["embeddings.word_embeddings.weight"]
        self._places = held["embeddings.position_embeddings.weight"]
        self._types = held["embeddings.token_type_embeddings.weight"]
        self._norm = _norm(held, "embeddings.LayerNorm")
        self._blocks = tuple(_block(held, f"encoder.layer.{i}", heads) for i in range(_layers(held)))

    @property
    def width(self) -> int:
        return int(self._words.shape[1])

    def hidden(self, token_ids: Ints, mask: NDArray[np.generic], type_ids: Ints | None = None) -> Array:
        """Hidden states (rows, tokens, width) of padded rows; `mask` is 0 at padding, `type_ids` default to 0."""
        return self._read(self._blocks, token_ids, _find_unseen(mask), type_ids)

    def first(self, token_ids: Ints, mask: NDArray[np.generic], type_ids: Ints | None = None) -> Array:
        """The last state of each row's first token, without the last layer's work for the others.

        What it asks of a key and what it takes of a value are linear, so that they are worked out once a row and head
        instead of once a token. A key's bias is the same for all tokens and falls out of their shares.
        """
        unseen = _find_unseen(mask)
        state = self._read(self._blocks[:-1], token_ids, unseen, type_ids)
        last, first = self._blocks[-1], np.ascontiguousarray(state[:, 0])
        rows, _, width = state.shape
        of_query, of_key, of_value = last.qkv.weight.reshape(3, self._heads, -1, width)
        query_bias, _, value_bias = last.qkv.bias.reshape(3, self._heads, 1, -1)
        wanted: Array = first @ of_query.transpose(0, 2, 1) + query_bias
        shares = _share(state @ (wanted @ of_key).transpose(1, 2, 0), unseen)
        taken: Array = (shares.transpose(0, 2, 1) @ state).transpose(1, 0, 2)
        seen: Array = (taken @ of_value.transpose(0, 2, 1) + value_bias).transpose(1, 0, 2)
        return self._fed(last, first, seen.reshape(rows, -1))

    def _read(self, blocks: tuple[Block, ...], ids: Ints, unseen: Array | None, type_ids: Ints | None) -> Array:
        """The states that these layers make of the tokens."""
        rows, tokens = ids.shape
        types = self._types[0] if type_ids is None else self._types[type_ids]
        flat = self._norm(self._words[ids] + self._places[:tokens] + types).reshape(rows * tokens, -1)
        for block in blocks:
            flat = self._fed(block, flat, self._attention(block.qkv(flat), unseen, rows, tokens))
        return flat.reshape(rows, tokens, -1)

    def _attention(self, qkv: Array, unseen: Array | None, rows: int, tokens: int) -> Array:
        queries, keys, values = qkv.reshape(rows, tokens, 3, self._heads, -1).transpose(2, 0, 3, 1, 4)
        shares = _share(keys @ queries.transpose(0, 1, 3, 2), None if unseen is None else unseen[:, None])
        gathered: Array = (values.transpose(0, 1, 3, 2) @ shares).transpose(0, 3, 1, 2)
        return gathered.reshape(rows * tokens, -1)

    def _fed(self, block: Block, flat: Array, seen: Array) -> Array:
        """What a layer makes of the states and of what they saw of each other."""
        mixed = block.out(seen)
        mixed += flat
        mixed = block.attention_norm(mixed)
        inner = block.up(mixed)
        for start in range(0, len(inner), _PART):
            self._curve(inner[start : start + _PART])
        out = block.down(inner)
        out += mixed
        return block.feed_norm(out)


def _find_unseen(mask: NDArray[np.generic]) -> Array | None:
    """What takes padding out of the scores (rows, keys, 1); nothing where no row is padded."""
    real = np.asarray(mask) > 0
    return None if real.all() else np.where(real, np.float32(0), _HIDDEN)[:, :, None]


def _share(scores: Array, unseen: Array | None) -> Array:
    """Scores as each query's shares, in place. Keys stand in the last axis but one: so numpy adds up whole rows."""
    if unseen is not None:
        scores += unseen
    scores -= scores.max(axis=-2, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-2, keepdims=True)
    return scores


def _layers(held: Mapping[str, Array]) -> int:
    return sum(name.endswith(".intermediate.dense.weight") for name in held)


def _dense(held: Mapping[str, Array], *names: str) -> Dense:
    weights = [np.asarray(held[f"{name}.weight"], dtype=np.float32) for name in names]
    biases = [np.asarray(held[f"{name}.bias"], dtype=np.float32) for name in names]
    return Dense(np.concatenate(weights), np.concatenate(biases))


def _norm(held: Mapping[str, Array], name: str) -> Norm:
    return Norm(held[f"{name}.weight"], held[f"{name}.bias"])


def _block(held: Mapping[str, Array], name: str, heads: int) -> Block:
    """One layer; the scale of its scores stands in the weights of the queries."""
    inner = f"{name}.attention.self"
    qkv = _dense(held, f"{inner}.query", f"{inner}.key", f"{inner}.value")
    width = len(qkv.bias) // 3
    for part in (qkv.weight, qkv.bias):
        part[:width] *= np.float32((width / heads) ** -0.5)
    return Block(
        qkv=qkv,
        out=_dense(held, f"{name}.attention.output.dense"),
        attention_norm=_norm(held, f"{name}.attention.output.LayerNorm"),
        up=_dense(held, f"{name}.intermediate.dense"),
        down=_dense(held, f"{name}.output.dense"),
        feed_norm=_norm(held, f"{name}.output.LayerNorm"),
    )
