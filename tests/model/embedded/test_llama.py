"""The forward pass on small random weights: shortcuts change nothing, and hidden tokens stay hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from foam.model.embedded import llama
from foam.model.embedded.llama import Llama, Memory, Shape

SHAPE = Shape(layers=3, width=48, inner=64, heads=6, kv_heads=2, rope_base=10_000.0, epsilon=1e-5, context=512, start=0)
WORDS = 50


def assert_close(found: NDArray[np.float32], expected: NDArray[np.floating[Any]]) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)


def random_tensors() -> dict[str, NDArray[np.float32]]:
    rng = np.random.default_rng(7)
    kv = SHAPE.kv_heads * SHAPE.head_width
    sizes = {"attn_q": (48, 48), "attn_k": (kv, 48), "attn_v": (kv, 48), "attn_output": (48, 48)}
    sizes |= {"ffn_gate": (64, 48), "ffn_up": (64, 48), "ffn_down": (48, 64)}
    tensors = {f"blk.{i}.{name}.weight": rng.normal(size=size) * 0.1 for i in range(3) for name, size in sizes.items()}
    tensors |= {f"blk.{i}.{name}_norm.weight": rng.normal(size=48) + 1 for i in range(3) for name in ("attn", "ffn")}
    tensors |= {"token_embd.weight": rng.normal(size=(WORDS, 48)), "output_norm.weight": rng.normal(size=48) + 1}
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}


@pytest.fixture(scope="module")
def model() -> Llama:
    return Llama(SHAPE, random_tensors())


@pytest.fixture
def tokens() -> NDArray[np.int64]:
    return np.random.default_rng(3).integers(0, WORDS, size=40)


def by_the_book(tokens: NDArray[np.int64]) -> NDArray[np.float64]:
    """The same model written the slow way, one head and one token at a time, in double precision."""
    held = {name: tensor.astype(np.float64) for name, tensor in random_tensors().items()}
    state = held["token_embd.weight"][tokens]
    for i in range(SHAPE.layers):
        state = state + _attended(state, held, f"blk.{i}.")
        normed = _normed(state, held[f"blk.{i}.ffn_norm.weight"])
        gate, up = (normed @ held[f"blk.{i}.ffn_{part}.weight"].T for part in ("gate", "up"))
        state = state + (gate / (1 + np.exp(-gate)) * up) @ held[f"blk.{i}.ffn_down.weight"].T
    logits = _normed(state, held["output_norm.weight"]) @ held["token_embd.weight"].T
    return np.asarray(logits)


def _normed(state: NDArray[np.float64], weight: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(state / np.sqrt((state**2).mean(axis=1, keepdims=True) + SHAPE.epsilon) * weight)


def _attended(state: NDArray[np.float64], held: dict[str, NDArray[np.float64]], block: str) -> NDArray[np.float64]:
    normed = _normed(state, held[f"{block}attn_norm.weight"])
    q, k, v = (normed @ held[f"{block}attn_{part}.weight"].T for part in "qkv")
    width = SHAPE.head_width
    out = np.zeros_like(state)
    for head in range(SHAPE.heads):
        shared = head // (SHAPE.heads // SHAPE.kv_heads)
        own, theirs = slice(head * width, (head + 1) * width), slice(shared * width, (shared + 1) * width)
        for at in range(len(state)):
            query = _turned(q[at, own], at)
            weights = np.array([query @ _turned(k[past, theirs], past) for past in range(at + 1)]) / np.sqrt(width)
            weights = np.exp(weights - weights.max())
            out[at, own] = weights / weights.sum() @ v[: at + 1, theirs]
    return np.asarray(out @ held[f"{block}attn_output.weight"].T)


def _turned(head: NDArray[np.float64], position: int) -> NDArray[np.float64]:
    """Neighbouring pairs turned, as GGUF lays them out."""
    pairs = head.reshape(-1, 2)
    angles = position * SHAPE.rope_base ** (-2 * np.arange(len(pairs)) / len(head))
    cos, sin = np.cos(angles), np.sin(angles)
    turned = (pairs[:, 0] * cos - pairs[:, 1] * sin, pairs[:, 0] * sin + pairs[:, 1] * cos)
    return np.stack(turned, axis=1).reshape(-1)


def test_it_is_the_architecture_it_says(model: Llama, tokens: NDArray[np.int64]) -> None:
    states, _ = model.read(tokens, model.nothing())
    assert_close(model.logits(states), by_the_book(tokens))


def test_reading_on_equals_reading_at_once(model: Llama, tokens: NDArray[np.int64]) -> None:
    whole, _ = model.read(tokens, model.nothing())
    for cut in (1, 17, 39):
        first, memory = model.read(tokens[:cut], model.nothing())
        second, memory = model.read(tokens[cut:], memory)
        assert_close(np.concatenate((first, second)), whole)
        assert memory.tokens == len(tokens)


def test_chunks_change_nothing(model: Llama, tokens: NDArray[np.int64], monkeypatch: pytest.MonkeyPatch) -> None:
    whole, memory = model.read(tokens, model.nothing())
    monkeypatch.setattr(llama, "_READ_AT_ONCE", 7)
    parts, pieced = model.read(tokens, model.nothing())
    assert_close(parts, whole)
    assert_close(pieced.keys[-1], memory.keys[-1])


def test_packed_continuations_do_not_see_each_other(model: Llama, tokens: NDArray[np.int64]) -> None:
    context, one, other = tokens[:20], tokens[20:32], tokens[32:]
    _, memory = model.read(context, model.nothing())
    positions = np.concatenate((20 + np.arange(len(one)), 20 + np.arange(len(other))))
    states, _ = model.read_packed(np.concatenate((one, other)), positions, packed_mask(memory, one, other), memory)
    alone = [model.read(part, memory)[0] for part in (one, other)]
    assert_close(states, np.concatenate(alone))


def packed_mask(memory: Memory, one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.bool_]:
    length = len(one) + len(other)
    visible = np.zeros((length, memory.tokens + length), dtype=np.bool_)
    visible[:, : memory.tokens] = True
    own = visible[:, memory.tokens :]
    own[: len(one), : len(one)] = np.tri(len(one), dtype=np.bool_)
    own[len(one) :, len(one) :] = np.tri(len(other), dtype=np.bool_)
    return visible


def test_log_probabilities_are_those_of_the_logits(
    model: Llama, tokens: NDArray[np.int64], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llama, "_READ_AT_ONCE", 8)
    states, _ = model.read(tokens, model.nothing())
    shares = np.exp(model.logits(states).astype(np.float64))
    expected = np.log(shares[np.arange(len(tokens)), tokens] / shares.sum(axis=1))
    assert_close(model.log_probabilities(states, tokens), expected)
    assert model.log_probabilities(states[:0], tokens[:0]).shape == (0,)
