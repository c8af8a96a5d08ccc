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


def test_another_packing_is_refused_by_name() -> None:
    with pytest.raises(WeightsMissing, match="Q5_K"):
        unpack(np.zeros(176, dtype=np.uint8), "Q5_K")
