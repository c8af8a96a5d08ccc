"""The encoder on small random weights, against the same architecture written out in double precision."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from foam.model.embedded.bert import Encoder, gelu, gelu_by_tanh

LAYERS, WIDTH, INNER, HEADS = 2, 24, 40, 4
Weights = dict[str, NDArray[np.float32]]


@pytest.fixture(scope="module")
def weights() -> Weights:
    rng = np.random.default_rng(5)
    sizes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (30, WIDTH),
        "embeddings.position_embeddings.weight": (16, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for i in range(LAYERS):
        for name, (out, into) in _dense_sizes().items():
            sizes |= {f"encoder.layer.{i}.{name}.weight": (out, into), f"encoder.layer.{i}.{name}.bias": (out,)}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            sizes |= {f"encoder.layer.{i}.{name}.{part}": (WIDTH,) for part in ("weight", "bias")}
    return {name: (rng.normal(size=size) * 0.5).astype(np.float32) for name, size in sizes.items()}


def _dense_sizes() -> dict[str, tuple[int, int]]:
    square = {f"attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")}
    square["attention.output.dense"] = (WIDTH, WIDTH)
    return {**square, "intermediate.dense": (INNER, WIDTH), "output.dense": (WIDTH, INNER)}


def by_the_book(weights: Weights, ids: list[int], types: list[int]) -> NDArray[np.float64]:
    """One unpadded row, one head at a time."""
    held = {name: weight.astype(np.float64) for name, weight in weights.items()}

    def dense(name: str, state: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(state @ held[f"{name}.weight"].T + held[f"{name}.bias"])

    def norm(name: str, state: NDArray[np.float64]) -> NDArray[np.float64]:
        centred = state - state.mean(axis=1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-12)
        return np.asarray(scaled * held[f"{name}.weight"] + held[f"{name}.bias"])

    places = held["embeddings.position_embeddings.weight"][: len(ids)]
    kinds = held["embeddings.token_type_embeddings.weight"][types]
    state = norm("embeddings.LayerNorm", held["embeddings.word_embeddings.weight"][ids] + places + kinds)
    for i in range(LAYERS):
        layer = f"encoder.layer.{i}"
        q, k, v = (dense(f"{layer}.attention.self.{part}", state) for part in ("query", "key", "value"))
        seen = np.concatenate(
            [_head(*(np.split(x, HEADS, axis=1)[h] for x in (q, k, v))) for h in range(HEADS)], axis=1
        )
        state = norm(f"{layer}.attention.output.LayerNorm", state + dense(f"{layer}.attention.output.dense", seen))
        inner = dense(f"{layer}.intermediate.dense", state)
        fed = dense(f"{layer}.output.dense", np.vectorize(exact_gelu)(inner))
        state = norm(f"{layer}.output.LayerNorm", state + fed)
    return state


def _head(q: NDArray[np.float64], k: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    weights = np.exp(q @ k.T / math.sqrt(q.shape[1]))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True) @ v)


def exact_gelu(x: float) -> float:
    return x * 0.5 * (1 + math.erf(x / math.sqrt(2)))


def test_padded_rows_with_types_are_what_the_architecture_says(weights: Weights) -> None:
    rows, types = [[3, 7, 9, 11, 2], [5, 1]], [[0, 0, 1, 1, 1], [0, 1]]
    padded = np.array([rows[0], [*rows[1], 0, 0, 0]])
    mask = np.array([[1] * 5, [1, 1, 0, 0, 0]])
    hidden = Encoder(weights, heads=HEADS).hidden(padded, mask, np.array([types[0], [*types[1], 0, 0, 0]]))
    for row, kinds, found in zip(rows, types, hidden, strict=True):
        np.testing.assert_allclose(found[: len(row)], by_the_book(weights, row, kinds), rtol=1e-4, atol=1e-4)


def test_a_prefix_is_looked_through_and_more_weights_do_not_matter(weights: Weights) -> None:
    wrapped = {f"bert.{name}": weight for name, weight in weights.items()} | {"head.weight": np.ones(3, np.float32)}
    ids, mask = np.array([[1, 2, 3]]), np.ones((1, 3))
    plain, inner = Encoder(weights, heads=HEADS), Encoder(wrapped, heads=HEADS, prefix="bert.")
    np.testing.assert_array_equal(plain.hidden(ids, mask), inner.hidden(ids, mask))
    assert plain.width == WIDTH


def test_the_first_token_alone_is_what_it_is_among_all(weights: Weights) -> None:
    ids, types = np.array([[3, 7, 9, 11, 2], [5, 1, 0, 0, 0]]), np.array([[0, 0, 1, 1, 1], [0, 1, 0, 0, 0]])
    encoder = Encoder(weights, heads=HEADS, curve=gelu_by_tanh)
    for mask in (np.array([[1] * 5, [1, 1, 0, 0, 0]]), np.ones((2, 5))):
        every = encoder.hidden(ids, mask, types)
        np.testing.assert_allclose(encoder.first(ids, mask, types), every[:, 0], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("curve", "error"), [(gelu, 2e-6), (gelu_by_tanh, 5e-4)])
def test_gelu_is_as_near_as_its_form_allows(curve: Callable[[NDArray[np.float32]], None], error: float) -> None:
    x = np.linspace(-8, 8, 4001, dtype=np.float32)
    found = x.copy()
    curve(found)
    np.testing.assert_allclose(found, [exact_gelu(float(one)) for one in x], atol=error)
