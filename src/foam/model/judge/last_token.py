"""How the careful judge reads pairs: the lower layers of a language model with low-rank additions, on numpy.

Each layer looks back only, so that the last token has seen both texts. Tokens of several pairs stand in one row
without padding; only attention goes pair by pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from foam.model.embedded.llama import Shape
from foam.model.embedded.packed import Packed, Tensor, unpack
from foam.model.embedded.threads import side_by_side
from foam.model.embedded.vectors import batch_by_length
from foam.model.judge.network import Array
from foam.model.judge.reading import CLAIM, LONGEST, Pair, pieces_of

FRAME = ("Text: ", "\n\nClaim: ", "\n\nVerdict:")
"""What stands before the text, between it and the claim, and after both."""
_TOKENS_AT_ONCE = 256
"""Tokens of one batch: enough for fast products, few enough that two cores share a dozen pairs."""
_BATCHES_AT_ONCE = 64
"""Batches whose states are held while a layer goes over all of them."""


@dataclass(frozen=True)
class Matrix:
    """A matrix of the base, its bias, and the low-rank addition."""

    weight: Array
    first: Array
    second: Array
    bias: Array | None = None

    def __call__(self, state: Array) -> Array:
        out: Array = state @ self.weight.T
        out += (state @ self.first.T) @ self.second.T
        if self.bias is not None:
            out += self.bias
        return out


@dataclass(frozen=True)
class Layer:
    """One block: query, key and value in one matrix, gate and up in one."""

    before: Array
    qkv: Matrix
    out: Matrix
    between: Array
    gate_up: Matrix
    down: Matrix


@dataclass
class _Batch:
    """Pairs that are read together: their places, where each begins and ends in the row, and the row's states."""

    places: list[int]
    bounds: list[tuple[int, int]]
    state: Array


class LastTokenReader:
    """The last token's state of each pair."""

    def __init__(
        self, shape: Shape, data: bytes, tensors: dict[str, Tensor], added: Mapping[str, Array], tokenizer: Tokenizer
    ) -> None:
        packed = Packed(data, tensors)
        self._shape = shape
        self._table = tensors["token_embd.weight"]
        held = np.frombuffer(data, dtype=np.uint8)[self._table.offset : self._table.offset + self._table.size]
        self._words = held.reshape(self._table.rows, -1).copy()  # so that the other packed weights can be let go
        self._norm = packed["output_norm.weight"][0]
        numbers = range(shape.layers)
        self._layers = side_by_side(lambda number: _layer(packed, added, number), numbers)
        self._tokenizer = tokenizer
        self._frame = [pieces_of(tokenizer, part) for part in FRAME]
        halves = np.arange(shape.head_width // 2, dtype=np.float64)
        self._frequencies = shape.rope_base ** (-2 * halves / shape.head_width)

    def read(self, pairs: Sequence[Pair]) -> list[tuple[list[int], Array]]:
        """The state of each pair's last token, in batches, with their places."""
        coded = [self._coded(*pair) for pair in pairs]
        batches = list(batch_by_length([len(ids) for ids in coded], tokens=_TOKENS_AT_ONCE))
        found: list[tuple[list[int], Array]] = []
        for start in range(0, len(batches), _BATCHES_AT_ONCE):
            found += self._read_batches([self._begin(one, coded) for one in batches[start : start + _BATCHES_AT_ONCE]])
        return found

    def _read_batches(self, batches: list[_Batch]) -> Iterator[tuple[list[int], Array]]:
        """Layer by layer over all batches: every core takes batches of its own, each with the same weights at hand."""
        for at, layer in enumerate(self._layers):
            is_last = at == len(self._layers) - 1

            def step(batch: _Batch, layer: Layer = layer, is_last: bool = is_last) -> Array:
                return self._pass(layer, batch, only_last=is_last)

            for batch, state in zip(batches, side_by_side(step, batches), strict=True):
                batch.state = state
        return ((batch.places, _normed(batch.state, self._norm, self._shape.epsilon)) for batch in batches)

    def _begin(self, places: list[int], coded: Sequence[list[int]]) -> _Batch:
        ends = np.cumsum([len(coded[at]) for at in places]).tolist()
        bounds = list(zip([0, *ends[:-1]], ends, strict=True))
        return _Batch(places, bounds, self._embed(np.concatenate([np.array(coded[at]) for at in places])))

    def _embed(self, ids: NDArray[np.int64]) -> Array:
        """The word pieces' rows, unpacked as they are needed: all of them would take a gigabyte."""
        return unpack(self._words[ids].reshape(-1), self._table.kind).reshape(len(ids), -1)

    def _pass(self, layer: Layer, batch: _Batch, *, only_last: bool) -> Array:
        state, shape = batch.state, self._shape
        joined = layer.qkv(_normed(state, layer.before, shape.epsilon)).reshape(len(state), -1, shape.head_width)
        seen = np.concatenate([self._attend(joined[begin:end], only_last=only_last) for begin, end in batch.bounds])
        if only_last:
            state = state[[end - 1 for _, end in batch.bounds]]
        state = state + layer.out(seen)
        gate, up = np.split(layer.gate_up(_normed(state, layer.between, shape.epsilon)), 2, axis=1)
        swish = gate / (1 + np.exp(-gate))
        swish *= up
        passed: Array = state + layer.down(swish)
        return passed

    def _attend(self, joined: Array, *, only_last: bool) -> Array:
        """What the tokens of one pair gather from those before them: (tokens, width), or the last one's alone."""
        heads, groups, width = self._shape.heads, self._shape.kv_heads, self._shape.head_width
        tokens = len(joined)
        angles = np.arange(tokens)[:, None] * self._frequencies
        cos, sin = np.cos(angles).astype(np.float32)[:, None], np.sin(angles).astype(np.float32)[:, None]
        first, second = np.split(joined[:, : heads + groups], 2, axis=2)
        turned = np.concatenate((first * cos - second * sin, second * cos + first * sin), axis=2)
        asking = turned[-1:, :heads] if only_last else turned[:, :heads]
        keys, values = turned[:, heads:].transpose(1, 2, 0), joined[:, heads + groups :].transpose(1, 0, 2)
        queries = asking.reshape(len(asking), groups, -1, width).transpose(1, 2, 0, 3).reshape(groups, -1, width)
        weights: Array = (queries * np.float32(width**-0.5)) @ keys
        if not only_last:
            ahead = np.triu(np.full((tokens, tokens), -1e30, dtype=np.float32), 1)
            weights.reshape(groups, -1, tokens, tokens)[...] += ahead
        weights -= weights.max(axis=2, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(axis=2, keepdims=True)
        gathered = (weights @ values).reshape(groups, -1, len(asking), width)
        out: Array = gathered.transpose(2, 0, 1, 3).reshape(len(asking), heads * width)
        return out

    def _coded(self, first: str, second: str) -> list[int]:
        before, between, after = self._frame
        claim = pieces_of(self._tokenizer, second)[:CLAIM]
        room = LONGEST - len(claim) - len(before) - len(between) - len(after)
        return [*before, *pieces_of(self._tokenizer, first)[:room], *between, *claim, *after]


def _layer(packed: Packed, added: Mapping[str, Array], number: int) -> Layer:
    def held(*names: str, kind: str = "weight") -> Array:
        found = [packed[f"blk.{number}.{name}.{kind}"] for name in names]
        return np.concatenate(found) if kind == "weight" else np.concatenate([one[0] for one in found])

    def matrix(name: str, *names: str, bias: Array | None = None) -> Matrix:
        first, second = (added[f"layers.{number}.{name}.{part}"] for part in ("first", "second"))
        return Matrix(held(*names), first, second, bias)

    attention = ("attn_q", "attn_k", "attn_v")
    return Layer(
        before=held("attn_norm")[0],
        qkv=matrix("qkv", *attention, bias=held(*attention, kind="bias")),
        out=matrix("out", "attn_output"),
        between=held("ffn_norm")[0],
        gate_up=matrix("gate_up", "ffn_gate", "ffn_up"),
        down=matrix("down", "ffn_down"),
    )


def _normed(state: Array, weight: Array, epsilon: float) -> Array:
    mean_square = np.einsum("ij,ij->i", state, state) / np.float32(state.shape[1])
    scale = 1 / np.sqrt(mean_square + np.float32(epsilon))
    normed: Array = state * scale[:, None] * weight
    return normed
