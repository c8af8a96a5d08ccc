"""Tensors as they lie quantised in a GGUF file, and how they become numbers.

A block holds 32 weights. Q8_0: a half-precision scale, then 32 signed bytes. Q4_1: a half-precision scale and
minimum, then 16 bytes whose low halves are the first 16 weights and whose high halves are the other 16.
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


def _halves(data: Bytes) -> Array:
    return np.ascontiguousarray(data).view("<f2").astype(np.float32)


def _flat(weights: NDArray[Any]) -> Array:
    return weights.astype(np.float32, copy=False).reshape(-1)
