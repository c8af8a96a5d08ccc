"""A llama-architecture language model on numpy: grouped attention, rotary positions, gated units.

Tokens are read as one packed row: each has a position and a list of earlier tokens that it can see. One row can so
hold many continuations of the same context, or many contexts that differ in a part; what they share is read once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from foam.values import Value

Array = NDArray[np.float32]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
_READ_AT_ONCE = 256
"""Tokens read in one go: wide enough for fast matrix products, narrow enough for memory."""
_HIDDEN = np.float32(-1e30)


class Shape(Value):
    """The sizes of the model."""

    layers: int
    width: int
    inner: int
    heads: int
    kv_heads: int
    rope_base: float
    epsilon: float
    context: int
    start: int
    """Id of the token that begins a text: what separated documents in training."""

    @property
    def head_width(self) -> int:
        return self.width // self.heads


@dataclass(frozen=True)
class Layer:
    """One block's weights: query, key and value in one matrix, gate and up in one."""

    attention_norm: Array
    qkv: Array
    out: Array
    feed_norm: Array
    gate_up: Array
    down: Array


@dataclass(frozen=True)
class Memory:
    """What was read: per layer the keys and values, shaped (kv heads, tokens, head width)."""

    keys: tuple[Array, ...]
    values: tuple[Array, ...]

    @property
    def tokens(self) -> int:
        return int(self.keys[0].shape[1])

    def extended(self, other: Memory) -> Memory:
        return Memory(
            tuple(np.concatenate(pair, axis=1) for pair in zip(self.keys, other.keys, strict=True)),
            tuple(np.concatenate(pair, axis=1) for pair in zip(self.values, other.values, strict=True)),
        )


class Llama:
    """The forward pass."""

    def __init__(self, shape: Shape, tensors: Mapping[str, Array]) -> None:
        self.shape = shape
        self._embedding = tensors["token_embd.weight"]
        self._final_norm = tensors["output_norm.weight"]
        self._layers = tuple(_layer(tensors, shape, i) for i in range(shape.layers))
        halves = np.arange(shape.head_width // 2, dtype=np.float64)
        self._frequencies = shape.rope_base ** (-2 * halves / shape.head_width)

    def nothing(self) -> Memory:
        """The memory before anything was read."""
        empty = np.zeros((self.shape.kv_heads, 0, self.shape.head_width), dtype=np.float32)
        return Memory((empty,) * self.shape.layers, (empty,) * self.shape.layers)

    def read(self, tokens: Ints, memory: Memory) -> tuple[Array, Memory]:
        """Read on after `memory`. Returns the last layer's states and the memory with these tokens in it."""
        states = []
        for start in range(0, len(tokens), _READ_AT_ONCE):
            part = tokens[start : start + _READ_AT_ONCE]
            positions = memory.tokens + np.arange(len(part))
            visible = np.arange(memory.tokens + len(part)) <= positions[:, None]
            state, read = self.read_packed(part, positions, visible, memory)
            states.append(state)
            memory = memory.extended(read)
        return np.concatenate(states), memory

    def read_packed(self, tokens: Ints, positions: Ints, visible: Mask, memory: Memory) -> tuple[Array, Memory]:
        """Read a packed row. `visible[i, j]`: token i sees item j of the memory, or of the row after it."""
        state = self._embedding[tokens]
        angles = positions[:, None] * self._frequencies
        turn = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        hidden = np.where(visible, np.float32(0), _HIDDEN)
        keys, values = [], []
        for layer, old_keys, old_values in zip(self._layers, memory.keys, memory.values, strict=True):
            q, k, v = self._attended(layer, state, turn)
            keys.append(k)
            values.append(v)
            seen = _attention(q, np.concatenate((old_keys, k), 1), np.concatenate((old_values, v), 1), hidden)
            state = state + seen @ layer.out.T
            state = state + _gated(_normed(state, layer.feed_norm, self.shape.epsilon), layer)
        return state, Memory(tuple(keys), tuple(values))

    def _attended(self, layer: Layer, state: Array, turn: tuple[Array, Array]) -> tuple[Array, Array, Array]:
        """Queries (tokens, heads, width), keys and values (kv heads, tokens, width), positions turned in."""
        joined = _normed(state, layer.attention_norm, self.shape.epsilon) @ layer.qkv.T
        heads = joined.reshape(len(state), -1, self.shape.head_width)
        query_end, key_end = self.shape.heads, self.shape.heads + self.shape.kv_heads
        turned = _turned(heads[:, :key_end], *turn)
        keys = turned[:, query_end:].transpose(1, 0, 2)
        return turned[:, :query_end], keys, heads[:, key_end:].transpose(1, 0, 2)

    def log_probabilities(self, states: Array, targets: Ints) -> Array:
        """Log-probability of each target as the token after its state."""
        parts = [self._log_softmax_at(s, t) for s, t in _pieces(states, targets)]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)

    def _log_softmax_at(self, states: Array, targets: Ints) -> Array:
        logits = self.logits(states)
        logits -= logits.max(axis=1, keepdims=True)
        at = logits[np.arange(len(targets)), targets]
        total = np.exp(logits, out=logits).sum(axis=1, dtype=np.float64)
        logs: Array = (at - np.log(total)).astype(np.float32)
        return logs

    def logits(self, states: Array) -> Array:
        """Scores over the vocabulary for the token after each state."""
        scores: Array = _normed(states, self._final_norm, self.shape.epsilon) @ self._embedding.T
        return scores


def _layer(tensors: Mapping[str, Array], shape: Shape, number: int) -> Layer:
    def held(name: str) -> Array:
        return tensors[f"blk.{number}.{name}.weight"]

    query = _unwoven(held("attn_q"), shape.heads)
    key = _unwoven(held("attn_k"), shape.kv_heads)
    return Layer(
        attention_norm=held("attn_norm"),
        qkv=np.concatenate((query, key, held("attn_v"))),
        out=held("attn_output"),
        feed_norm=held("ffn_norm"),
        gate_up=np.concatenate((held("ffn_gate"), held("ffn_up"))),
        down=held("ffn_down"),
    )


def _unwoven(weight: Array, heads: int) -> Array:
    """GGUF turns neighbouring pairs; with even rows first, then odd, the two halves of a head are turned instead."""
    by_pair = weight.reshape(heads, -1, 2, weight.shape[1])
    return by_pair.transpose(0, 2, 1, 3).reshape(weight.shape)


def _normed(state: Array, weight: Array, epsilon: float) -> Array:
    mean_square = np.einsum("ij,ij->i", state, state) / np.float32(state.shape[1])
    scale = 1 / np.sqrt(mean_square + np.float32(epsilon))
    normed: Array = state * scale[:, None] * weight
    return normed


def _turned(heads: Array, cos: Array, sin: Array) -> Array:
    """Rotary positions on (tokens, heads, width)."""
    first, second = np.split(heads, 2, axis=2)
    cos, sin = cos[:, None], sin[:, None]
    return np.concatenate((first * cos - second * sin, second * cos + first * sin), axis=2)


def _attention(queries: Array, keys: Array, values: Array, hidden: Array) -> Array:
    """What each token gathers from those it sees: (tokens, heads * width)."""
    tokens, heads, width = queries.shape
    groups = len(keys)
    shared = heads // groups
    scaled: Array = queries * np.float32(width**-0.5)
    grouped = scaled.reshape(tokens, groups, shared, width).transpose(1, 2, 0, 3).reshape(groups, -1, width)
    weights: Array = grouped @ keys.transpose(0, 2, 1)
    by_query = weights.reshape(groups, shared, tokens, -1)
    by_query += hidden
    by_query -= by_query.max(axis=3, keepdims=True)
    np.exp(by_query, out=by_query)
    by_query /= by_query.sum(axis=3, keepdims=True)
    gathered = (weights @ values).reshape(groups, shared, tokens, width)
    joined: Array = gathered.transpose(2, 0, 1, 3).reshape(tokens, heads * width)
    return joined


def _gated(state: Array, layer: Layer) -> Array:
    gate, up = np.split(state @ layer.gate_up.T, 2, axis=1)
    swish: Array = gate / (1 + np.exp(-gate))
    fed: Array = (swish * up) @ layer.down.T
    return fed


def _pieces(states: Array, targets: Ints) -> Iterator[tuple[Array, Ints]]:
    step = _READ_AT_ONCE // 2  # 128 rows over a vocabulary of 49,152 are 25 MB
    for start in range(0, len(targets), step):
        yield states[start : start + step], targets[start : start + step]
