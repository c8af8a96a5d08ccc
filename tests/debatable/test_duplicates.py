"""Deduplication: no pair above the threshold remains, and few go: by brute force on small graphs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.debatable.duplicates import alike, cover, deduplicate
from foam.evidence.search.fake import HashingEmbedder

VERTICES = 8
edges = st.lists(st.sampled_from(list(combinations(range(VERTICES), 2))), max_size=20, unique=True)


def least(pairs: list[tuple[int, int]]) -> int:
    """The size of the smallest cover, by trying all."""
    return next(
        size
        for size in range(VERTICES + 1)
        for taken in combinations(range(VERTICES), size)
        if all(set(pair).intersection(taken) for pair in pairs)
    )


@given(edges)
def test_a_cover_touches_every_pair_with_at_most_twice_the_least(pairs: list[tuple[int, int]]) -> None:
    taken = cover(pairs)
    assert all(taken.intersection(pair) for pair in pairs)
    assert len(taken) <= 2 * least(pairs)
    assert all(any(not (taken - {one}).intersection(pair) for pair in pairs) for one in taken), "one could have stayed"


def test_a_star_costs_its_middle_and_nothing_costs_nothing() -> None:
    assert cover([(0, n) for n in range(1, 8)]) == {0}
    assert cover([]) == frozenset()


@given(st.integers(0, 2**32 - 1), st.floats(0.1, 0.9))
def test_no_pair_above_the_threshold_remains(seed: int, threshold: float) -> None:
    rows = np.random.default_rng(seed).normal(size=(12, 3)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    removed = cover((pair.first, pair.second) for pair in alike(rows, threshold=threshold))
    kept = [i for i in range(12) if i not in removed]
    assert all(float(rows[i] @ rows[j]) < threshold for i, j in combinations(kept, 2))


def test_questions_are_deduplicated_and_the_first_of_a_kind_stays() -> None:
    questions = ["Should voting be compulsory?", "Is tea good?", "Should voting be compulsory at all?", "Is tea good?"]
    found = deduplicate(questions, HashingEmbedder(), threshold=0.7)
    assert found.kept == (0, 1)
    assert found.removed == (2, 3)
    assert [(pair.first, pair.second) for pair in found.pairs] == [(0, 2), (1, 3)]
    assert found.pairs[1].similarity == pytest.approx(1.0)
