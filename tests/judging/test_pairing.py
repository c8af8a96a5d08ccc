"""The laws of pairing, for fields of every size up to 300."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from foam.judging.tournament.pairing import (
    count_acquaintances,
    count_rematches,
    default_rounds,
    group_by_threes,
    most_rounds,
    pair_score_groups,
    pair_swiss,
    pair_up,
)

fields = st.tuples(st.integers(2, 300), st.integers(0, 10_000))


class Swiss:
    """A field that plays Swiss rounds, every heat decided by lot."""

    def __init__(self, size: int, seed: int) -> None:
        self.rng = Random(seed)
        self.ids = [f"e{n:03d}" for n in range(size)]
        self.wins: dict[str, float] = dict.fromkeys(self.ids, 0.0)
        self.met: dict[str, set[str]] = {case_id: set() for case_id in self.ids}
        self.byes: list[str] = []

    def order(self) -> list[str]:
        return sorted(self.ids, key=lambda case_id: (-self.wins[case_id], case_id))

    def play_round(self) -> tuple[list[tuple[str, str]], str]:
        pairs, bye = pair_swiss(self.order(), self.wins, self.met, set(self.byes))
        for one, other in pairs:
            self.met[one].add(other)
            self.met[other].add(one)
            self.wins[self.rng.choice((one, other))] += 1
        if bye:
            self.byes.append(bye)
            self.wins[bye] += 1
        return pairs, bye


@given(fields)
@settings(max_examples=60, deadline=None)
def test_everybody_plays_once_a_round_nobody_meets_twice_and_sits_out_at_most_once(drawn: tuple[int, int]) -> None:
    size, seed = drawn
    field = Swiss(size, seed)
    for _ in range(default_rounds(size)):
        before = {case_id: set(others) for case_id, others in field.met.items()}
        pairs, bye = field.play_round()
        assert sorted([*(case_id for pair in pairs for case_id in pair), *([bye] if bye else [])]) == field.ids
        assert bool(bye) == bool(size % 2)
        assert count_rematches(pairs, before) == 0
    assert len(set(field.byes)) == len(field.byes)


@given(st.tuples(st.integers(2, 40), st.integers(0, 10_000)))
@settings(max_examples=60, deadline=None)
def test_as_many_rounds_as_are_promised_are_played_without_a_rematch(drawn: tuple[int, int]) -> None:
    size, seed = drawn
    field = Swiss(size, seed)
    for _ in range(most_rounds(size)):
        before = {case_id: set(others) for case_id, others in field.met.items()}
        assert count_rematches(field.play_round()[0], before) == 0


@given(fields, st.integers(0, 6))
@settings(max_examples=60, deadline=None)
def test_whoever_leaves_a_score_group_has_met_everybody_else_who_leaves_it(drawn: tuple[int, int], played: int) -> None:
    size, seed = drawn
    field = Swiss(size, seed)
    for _ in range(min(played, default_rounds(size) - 1)):
        field.play_round()
    pairs, left = pair_score_groups(field.order(), field.wins, field.met)
    leaving: dict[float, list[str]] = {}
    for one, other in pairs:
        if field.wins[one] != field.wins[other]:
            leaving.setdefault(field.wins[one], []).append(one)
    for group in leaving.values():
        for one, other in combinations(group, 2):
            assert other in field.met[one], "two who had not met were both sent down"
    for one, other in combinations(left, 2):
        assert other in field.met[one]


def test_a_score_group_meets_in_halves() -> None:
    wins = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0, "e": 0.0, "f": 0.0}
    assert pair_up("abcdef", wins, {}) == [("a", "c"), ("b", "d"), ("e", "f")]


def test_the_lowest_without_a_bye_sits_out() -> None:
    wins = dict.fromkeys("abcde", 0.0)
    assert pair_swiss("abcde", wins, {}, set())[1] == "e"
    assert pair_swiss("abcde", wins, {}, {"e"})[1] == "d"
    assert pair_swiss("abc", wins, {}, set("abc"))[1] == "c", "when everybody sat out, somebody must again"


def test_a_rematch_comes_only_when_there_is_no_other_way() -> None:
    met: Mapping[str, set[str]] = {"a": {"b", "c"}, "b": {"a"}, "c": {"a"}, "d": set()}
    assert count_rematches(pair_up("abcd", dict.fromkeys("abcd", 0.0), met), met) == 0
    everybody = {one: set("abcd") - {one} for one in "abcd"}
    assert count_rematches(pair_up("abcd", dict.fromkeys("abcd", 0.0), everybody), everybody) == 2


def test_a_pair_is_taken_apart_where_the_last_two_have_met() -> None:
    met = {"a": set[str](), "b": set[str](), "c": {"d"}, "d": {"c"}}
    wins = {"a": 1.0, "b": 1.0, "c": 0.0, "d": 0.0}
    pairs = pair_up("abcd", wins, met)
    assert count_rematches(pairs, met) == 0
    assert {frozenset(pair) for pair in pairs} in (
        {frozenset("ac"), frozenset("bd")},
        {frozenset("ad"), frozenset("bc")},
    )


@pytest.mark.parametrize("size", range(2, 60))
def test_heats_of_three_hold_everybody_once_and_nobody_alone(size: int) -> None:
    ids = [f"e{n}" for n in range(size)]
    heats = group_by_threes(ids, {})
    assert sorted(case_id for heat in heats for case_id in heat) == sorted(ids)
    assert {len(heat) for heat in heats} <= {2, 3}
    assert sum(len(heat) == 2 for heat in heats) <= 2


@given(st.integers(24, 200), st.integers(0, 10_000))
@example(68, 0)
@settings(max_examples=30, deadline=None)
def test_in_heats_of_three_nobody_meets_twice_in_a_field_that_is_large_enough(size: int, seed: int) -> None:
    rng = Random(seed)
    ids = [f"e{n:03d}" for n in range(size)]
    wins = dict.fromkeys(ids, 0)
    met: dict[str, set[str]] = {case_id: set() for case_id in ids}
    for _ in range(default_rounds(size)):
        heats = group_by_threes(sorted(ids, key=lambda case_id: (-wins[case_id], case_id)), met)
        assert sorted(case_id for heat in heats for case_id in heat) == ids
        for heat in heats:
            assert count_acquaintances(heat, met) == 0
            wins[rng.choice(heat)] += 1
            for one, other in combinations(heat, 2):
                met[one].add(other)
                met[other].add(one)
