"""Tensors as they lie quantised in a GGUF file, and how they become numbers.

A block holds 32 weights. Q8_0: a half-precision scale, then 32 signed bytes. Q4_1: a half-precision scale and
minimum, then 16 bytes whose low halves are the first 16 weights and whose high halves are the other 16.

A block of Q4_K holds 256 weights of four bits in eight groups, each with a scale and a least value of six bits; one of
Q6_K 256 weights of six bits in sixteen groups, each with a scale of eight bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foam.errors import WeightsMissing
from foam.values import Value

Array = NDArray[np.float32]
Bytes = NDArray[np.uint8]
_BLOCK = 32


class Tensor(Value):
    """Where a tensor lies in the file, and how it is packed."""

    kind: str
    rows: int
    columns: int
    offset: int
    size: int


class Packed(Mapping[str, Array]):
    """The tensors of one file, unpacked when they are asked for."""

    def __init__(self, data: bytes, tensors: dict[str, Tensor]) -> None:
        self._bytes: Bytes = np.frombuffer(data, dtype=np.uint8)
        self._tensors = tensors

    def __getitem__(self, name: str) -> Array:
        tensor = self._tensors[name]
        flat = unpack(self._bytes[tensor.offset : tensor.offset + tensor.size], tensor.kind)
        return flat.reshape(tensor.rows, tensor.columns)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __len__(self) -> int:
        return len(self._tensors)


def unpack(data: Bytes, kind: str) -> Array:
    """The weights in these bytes, in single precision, flat."""
    match kind:
        case "F32":
            return np.frombuffer(data, dtype="<f4").astype(np.float32)
        case "Q8_0":
            blocks = data.reshape(-1, 2 + _BLOCK)
            return _flat(blocks[:, 2:].view(np.int8) * _halves(blocks[:, :2]))
        case "Q4_1":
            return _unpack_q4_1(data.reshape(-1, 4 + _BLOCK // 2))
        case "Q4_K":
            return _unpack_q4_k(data.reshape(-1, 144))
        case "Q6_K":
            return _unpack_q6_k(data.reshape(-1, 210))
        case _:
            raise WeightsMissing(f"weights packed as {kind} cannot be read")


def _unpack_q4_1(blocks: Bytes) -> Array:
    nibbles = blocks[:, 4:]
    weights = np.empty((len(blocks), 2, _BLOCK // 2), dtype=np.float32)
    np.bitwise_and(nibbles, 15, out=weights[:, 0], casting="unsafe")
    np.right_shift(nibbles, 4, out=weights[:, 1], casting="unsafe")
    scaled = weights.reshape(len(blocks), _BLOCK)
    scaled *= _halves(blocks[:, :2])
    scaled += _halves(blocks[:, 2:4])
    return _flat(scaled)


def _unpack_q4_k(blocks: Bytes) -> Array:
    low, middle, high = blocks[:, 4:8], blocks[:, 8:12], blocks[:, 12:16]
    scales = _halves(blocks[:, :2]) * np.concatenate([low & 63, (high & 15) | ((low >> 2) & 48)], axis=1)
    leasts = _halves(blocks[:, 2:4]) * np.concatenate([middle & 63, (high >> 4) | ((middle >> 2) & 48)], axis=1)
    nibbles = blocks[:, 16:].reshape(-1, 4, _BLOCK)
    weights = np.empty((len(blocks), 4, 2, _BLOCK), dtype=np.float32)
    np.bitwise_and(nibbles, 15, out=weights[:, :, 0], casting="unsafe")
    np.right_shift(nibbles, 4, out=weights[:, :, 1], casting="unsafe")
    scaled = weights.reshape(len(blocks), 8, _BLOCK)
    scaled *= scales[..., None]
    scaled -= leasts[..., None]
    return _flat(scaled)


def _unpack_q6_k(blocks: Bytes) -> Array:
    scales = _halves(blocks[:, 208:210]) * blocks[:, 192:208].view(np.int8)
    low = blocks[:, :128].reshape(-1, 2, 1, 64) >> np.array([0, 4], dtype=np.uint8)[:, None]
    high = blocks[:, 128:192].reshape(-1, 2, 1, _BLOCK) >> np.array([0, 2, 4, 6], dtype=np.uint8)[:, None]
    joined = (low & 15).reshape(-1, 8, _BLOCK) | ((high & 3) << 4).reshape(-1, 8, _BLOCK)
    weights = (joined.view(np.int8) - np.int8(32)).astype(np.float32).reshape(len(blocks), 16, 16)
    weights *= scales[..., None]
    return _flat(weights)


def _halves(data: Bytes) -> Array:
    return np.ascontiguousarray(data).view("<f2").astype(np.float32)


def _flat(weights: NDArray[Any]) -> Array:
    return weights.astype(np.float32, copy=False).reshape(-1)
