"""Quantised blocks become the very numbers that the reference package makes of them."""

from __future__ import annotations

import gguf
import numpy as np
import pytest
from numpy.typing import NDArray

from foam.errors import WeightsMissing
from foam.model.embedded.packed import unpack


def some_weights(seed: int) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(size=(7, 96)).astype(np.float32)


@pytest.mark.parametrize("kind", ["F32", "Q8_0", "Q4_1"])
@pytest.mark.parametrize("seed", range(3))
def test_unpacked_as_the_reference_does(kind: str, seed: int) -> None:
    tensor_type = gguf.GGMLQuantizationType[kind]
    packed = gguf.quants.quantize(some_weights(seed), tensor_type)
    expected = gguf.quants.dequantize(packed, tensor_type)
    found = unpack(np.frombuffer(packed.tobytes(), dtype=np.uint8), kind)
    np.testing.assert_array_equal(found.reshape(expected.shape), expected)


@pytest.mark.parametrize(("kind", "size", "scales"), [("Q4_K", 144, (0, 2)), ("Q6_K", 210, (208,))])
@pytest.mark.parametrize("seed", range(3))
def test_large_blocks_are_unpacked_as_the_reference_does(
    kind: str, size: int, scales: tuple[int, ...], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    blocks = rng.integers(0, 256, size=(12, size), dtype=np.uint8)
    for at in scales:  # any bytes are weights, but a scale must be a number
        blocks[:, at : at + 2] = rng.normal(size=(12, 1)).astype("<f2").view(np.uint8)
    expected = gguf.quants.dequantize(blocks, gguf.GGMLQuantizationType[kind])
    np.testing.assert_array_equal(unpack(blocks.reshape(-1), kind).reshape(expected.shape), expected)


def test_another_packing_is_refused_by_name() -> None:
    with pytest.raises(WeightsMissing, match="Q5_K"):
        unpack(np.zeros(176, dtype=np.uint8), "Q5_K")
