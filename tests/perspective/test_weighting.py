"""Weightings: what is refused, how values rank, how far two weightings differ."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.errors import SettingError
from foam.perspective.weighting import (
    check_weights,
    compute_shares,
    find_reversed_priorities,
    measure_emphasis_distance,
    measure_priority_distance,
    rank_values,
)

weightings = st.dictionaries(
    st.sampled_from(["dignity", "equity", "liberty", "safety"]), st.sampled_from([0.0, 0.1, 0.3, 1.0, 7.0]), min_size=1
).filter(lambda weights: any(weights.values()))
law = settings(deadline=None)


@pytest.mark.parametrize(
    ("raw", "match"),
    [
        ({"equity": -0.1}, "the weight of 'equity' is negative"),
        ({"equity": "0.4"}, "the weight of 'equity' is not a number: '0.4'"),
        ({"equity": True}, "is not a number: True"),
        ({"equity": None}, "is not a number"),
        ({"equity": float("nan")}, "is not a number: nan"),
        ({"equity": float("inf")}, "is not a number: inf"),
        ({}, "no value has any weight"),
        ({"equity": 0, "safety": 0.0}, "no value has any weight"),
        ({"  ": 1}, "a value is named by a word"),
        ({3: 1}, "a value is named by a word"),
        ([("equity", 1)], "maps values to numbers"),
        (None, "maps values to numbers"),
    ],
)
def test_bad_weights_are_refused(raw: object, match: str) -> None:
    with pytest.raises(SettingError, match=match) as error:
        check_weights(raw)
    assert error.value.hint


def test_ranking_has_tiers_and_leaves_out_what_counts_nothing() -> None:
    weights = {"safety": 0.5, "equity": 0.25, "liberty": 0.25, "speed": 0.0}
    assert rank_values(weights) == (("safety",), ("equity", "liberty"))


def test_near_equal_weights_are_tied_at_any_scale() -> None:
    assert rank_values({"a": 0.1 + 0.2, "b": 0.3}) == (("a", "b"),)
    assert rank_values({"a": 1e12, "b": 2e-12, "c": 1e-12}) == (("a",), ("b",), ("c",))


@law
@given(weightings)
def test_shares_sum_to_one_and_keep_the_order(weights: dict[str, float]) -> None:
    found = compute_shares(weights)
    assert sum(found.values()) == pytest.approx(1)
    assert rank_values(found) == rank_values(weights)


def test_shares_of_huge_weights_do_not_overflow() -> None:
    assert compute_shares({"a": 1e308, "b": 1e308}) == {"a": 0.5, "b": 0.5}


@law
@given(weightings, weightings)
def test_distances_are_symmetric_and_between_0_and_1(left: dict[str, float], right: dict[str, float]) -> None:
    assert 0 <= measure_emphasis_distance(left, right) <= 1 + 1e-12
    assert measure_emphasis_distance(left, right) == pytest.approx(measure_emphasis_distance(right, left))
    assert measure_emphasis_distance(left, left) == 0
    apart = measure_priority_distance(left, right)
    assert apart == measure_priority_distance(right, left)
    assert (apart is None) == (len({*left, *right}) < 2)
    assert not measure_priority_distance(left, left)


@law
@given(weightings, weightings)
def test_priorities_agree_with_counting_pairs(left: dict[str, float], right: dict[str, float]) -> None:
    def sign(weights: dict[str, float], a: str, b: str) -> int:
        first, second = weights.get(a, 0.0), weights.get(b, 0.0)
        return (first > second) - (first < second)

    pairs = list(combinations(sorted({*left, *right}), 2))
    apart = [abs(sign(left, a, b) - sign(right, a, b)) / 2 for a, b in pairs]
    if pairs:
        assert measure_priority_distance(left, right) == pytest.approx(sum(apart) / len(pairs))
    turned = {frozenset(pair) for pair in find_reversed_priorities(left, right)}
    assert turned == {frozenset(pair) for pair, by in zip(pairs, apart, strict=True) if by == 1}


def test_opposites_and_strangers() -> None:
    assert measure_priority_distance({"a": 2, "b": 1}, {"a": 1, "b": 2}) == 1
    assert find_reversed_priorities({"a": 2, "b": 1}, {"a": 1, "b": 2}) == (("a", "b"),)
    assert measure_emphasis_distance({"a": 1}, {"b": 1}) == 1
    assert measure_priority_distance({"a": 2, "b": 1}, {"a": 1, "b": 1}) == 0.5
