"""The smallest set of priorities, step by step, each held against trying everything."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.oracle import framework, law

from foam.semantics.audience import make_ranks, make_strict_audience
from foam.semantics.hitting import find_smallest_hitting_sets
from foam.semantics.priorities import (
    Electorate,
    Literals,
    Pair,
    Priority,
    Split,
    _alike,
    _branch,
    _branches,
    _differences,
    _expanded,
    _merit,
    _most_general,
    _needed,
    _priority,
    find_weighed_priorities,
    make_electorate,
    separate,
)

PAIRS: tuple[Pair, ...] = tuple((f"a{n}", f"b{n}") for n in range(8))


def _elect(count: int, *above: int) -> Electorate:
    """Who holds each pair; nobody is tied."""
    everyone = (1 << count) - 1
    held = dict(zip(PAIRS, above, strict=False))
    return Electorate(count, {**held, **{pair[::-1]: everyone ^ members for pair, members in held.items()}})


def _split(seats: Electorate, accepted: int, orderings: Electorate | None = None, accepts: int = 0) -> Split:
    return Split([f"s{n}" for n in range(seats.count)], seats, accepted, orderings, accepts)


def test_who_ranks_which_value_above_which() -> None:
    ranks = make_ranks([make_strict_audience("x", "a", "b"), make_strict_audience("y", "b", "a")], ["a", "b", "c"])
    electorate = make_electorate(ranks, ["c", "a", "b"])
    assert electorate.count == 2
    assert dict(electorate.above) == {
        ("a", "b"): 0b01, ("b", "a"): 0b10, ("a", "c"): 0b11, ("c", "a"): 0, ("b", "c"): 0b11, ("c", "b"): 0,
    }  # fmt: skip
    assert electorate.everyone == 0b11
    assert not electorate.tied(("a", "b"))
    assert make_electorate(ranks, ["c"]).above == {}


def test_a_pair_is_tied_where_anyone_ranks_it_level() -> None:
    above = {("a", "b"): 0b001, ("b", "a"): 0b010}
    assert Electorate(3, above).tied(("a", "b"))
    assert Electorate(3, above).tied(("b", "a"))
    assert not Electorate(2, above).tied(("a", "b"))


@law
@given(st.lists(st.integers(0, 31), min_size=1, max_size=4))
def test_those_who_answer_alike_are_a_class(above: list[int]) -> None:
    electorate = _elect(5, *above)
    pairs = PAIRS[: len(above)]
    expected: dict[int, int] = {}
    for member in range(5):
        answers = sum(1 << place for place, yes in enumerate(above) if yes >> member & 1)
        expected[answers] = expected.get(answers, 0) | 1 << member
    assert electorate.classes(pairs) == expected
    for answers, members in expected.items():
        literals = tuple((pair, bool(answers >> place & 1)) for place, pair in enumerate(pairs))
        assert electorate.holding(literals) == members
    assert electorate.holding(()) == 31


def test_attacks_weigh_the_values_of_the_target_against_those_of_the_attacker() -> None:
    weighed = find_weighed_priorities(
        framework("b>a c>a d>b", a="life liberty", b="safety", c="life liberty", d="safety")
    )
    assert weighed == {
        "a": {("life", "safety"), ("liberty", "safety")}, "b": frozenset(), "c": frozenset(), "d": frozenset(),
    }  # fmt: skip
    shared = find_weighed_priorities(framework("b>a", a="life safety", b="safety"))
    assert shared["a"] == {("life", "safety")}, "a value does not outrank itself"


@pytest.mark.parametrize(("ones", "many"), [(64, 64), (80, 90), (63, 65), (1, 400)])
def test_of_many_differences_those_that_matter_are_kept(ones: int, many: int) -> None:
    """A question that alone tells two apart must be asked; what it tells apart too need not be looked at."""
    drawn = Random(ones).sample(range(2**12), ones + many)
    accepting, others = sorted(drawn[:ones]), sorted(drawn[ones:])
    every = {one ^ other for one in accepting for other in others}
    single = {one for one in every if one.bit_count() == 1}
    found = _differences(accepting, others, 12)
    if ones * many < 4_096:
        assert found == every
        return
    assert single
    assert single != every
    assert found == single | {one for one in every if not one & sum(single)}
    assert find_smallest_hitting_sets(found).sets == find_smallest_hitting_sets(every).sets


def test_few_differences_or_wide_ones_are_all_kept() -> None:
    assert _differences([0b11], [0b00, 0b10], 2) == {0b11, 0b01}
    accepting = [1 << n for n in range(1, 65)]
    assert 1 in _differences([0, *accepting], [1, *(3 << n for n in range(1, 64))], 66)
    assert _differences([0, *accepting], [1 << 65], 66) == {1 << 65, *(1 << 65 | one for one in accepting)}


def test_pairs_that_split_the_seats_alike_are_one_group() -> None:
    seats = _elect(4, 0b0011, 0b1100, 0b0101, 0b0000, 0b1111, 0b0011)
    assert _alike(PAIRS[:6], seats) == [[PAIRS[0], PAIRS[1], PAIRS[5]], [PAIRS[2]]]
    assert _alike([PAIRS[0], PAIRS[0][::-1]], seats) == [[PAIRS[0]]], "of a pair and its reverse, one"
    assert _alike([], seats) == []


def test_sets_of_groups_are_written_out_pair_by_pair() -> None:
    groups = [[PAIRS[0]], [PAIRS[1], PAIRS[2]], [PAIRS[3], PAIRS[4]]]
    assert list(_expanded([0b011, 0b100], groups)) == [
        (PAIRS[0], PAIRS[1]), (PAIRS[0], PAIRS[2]), (PAIRS[3],), (PAIRS[4],),
    ]  # fmt: skip


def _fewest(literals: Literals, seats: Electorate, others: int) -> int:
    return next(
        size
        for size in range(len(literals) + 1)
        if any(not seats.holding(chosen) & others for chosen in combinations(literals, size))
    )


@law
@given(st.lists(st.integers(0, 255), min_size=1, max_size=6))
def test_up_to_six_answers_are_cut_down_to_the_fewest(above: list[int]) -> None:
    seats = _elect(8, *above)
    literals: Literals = tuple((pair, bool(yes & 1)) for pair, yes in zip(PAIRS, above, strict=False))
    others = seats.everyone & ~seats.holding(literals)
    found = _needed(literals, seats, others)
    assert not seats.holding(found) & others
    assert len(found) == _fewest(literals, seats, others)
    assert list(found) == [one for one in literals if one in found], "in their order"


@pytest.mark.parametrize(("count", "needed"), [(6, 2), (7, 3)])
def test_more_than_six_are_cut_down_one_by_one(count: int, needed: int) -> None:
    """Six others, halved by two answers; a third that shuts out four of them is taken first where not all are tried."""
    halves = [0b0001111, 0b1110001, 0b1100111 & 0b0100101 | 1]
    seats = _elect(7, *halves, *[0b1111111] * (count - 3))
    literals: Literals = tuple((pair, True) for pair in PAIRS[:count])
    others = 0b1111110
    assert _fewest(literals, seats, others) == 2
    found = _needed(literals, seats, others)
    assert not seats.holding(found) & others
    assert len(found) == needed


def test_an_answer_becomes_its_opposite_where_nobody_is_tied() -> None:
    seats = _elect(2, 0b01)
    assert _priority(PAIRS[0], True, seats) == Priority(higher="a0", lower="b0")
    assert _priority(PAIRS[0], False, seats) == Priority(higher="b0", lower="a0")
    tied = Electorate(3, seats.above)
    assert _priority(PAIRS[0], False, tied) == Priority(higher="a0", lower="b0", holds=False)
    assert _priority(PAIRS[0], True, tied) == Priority(higher="a0", lower="b0")
    assert str(_priority(PAIRS[0], False, tied)) == "a0 does not outrank b0"
    assert str(_priority(PAIRS[0], True, tied)) == "a0 outranks b0"


def test_a_branch_names_those_who_hold_all_of_it() -> None:
    seats = _elect(4, 0b0011, 0b0101)
    branch = _branch(((PAIRS[0], True), (PAIRS[1], False)), _split(seats, 0b0010))
    assert branch.audiences == ("s1",)
    assert str(branch) == "a0 outranks b0 and b1 outranks a1"
    assert _branch((), _split(seats, 0)).audiences == ("s0", "s1", "s2", "s3")


def test_branches_hold_all_who_accept_and_no_other() -> None:
    seats = _elect(4, 0b0011, 0b0101)
    for accepted in range(1, 15):
        branches = _branches(PAIRS[:2], _split(seats, accepted))
        held = 0
        for literals in branches:
            assert not seats.holding(literals) & ~accepted
            held |= seats.holding(literals)
        assert held == accepted
    assert _branches(PAIRS[:2], _split(seats, 0b0011)) == [((PAIRS[0], True),)]


def test_agreement_is_the_share_of_orderings_that_are_told_rightly() -> None:
    seats, orderings = _elect(2, 0b01), _elect(4, 0b0011)
    assert _split(seats, 0b01).agreement([()]) is None
    for accepts, share in ((0b0011, 1.0), (0b0001, 0.75), (0b1100, 0.0), (0b0101, 0.5)):
        assert _split(seats, 0b01, orderings, accepts).agreement([((PAIRS[0], True),)]) == share
    split = _split(seats, 0b01, orderings, 0b1111)
    assert split.agreement([((PAIRS[0], True),), ((PAIRS[0], False),)]) == 1.0, "either branch is enough"
    assert split.agreement([]) == 0.0


def test_generality_comes_before_fewer_denials() -> None:
    tied = Electorate(3, {PAIRS[0]: 0b001, PAIRS[0][::-1]: 0b010, PAIRS[1]: 0b011, PAIRS[1][::-1]: 0b100})
    split = _split(tied, 0b001)
    assert _merit([((PAIRS[0], False), (PAIRS[1], False)), ((PAIRS[0], False),)], split) == (0.0, -2)
    assert _merit([((PAIRS[0], True),)], split) == (0.0, 0)
    told = _split(tied, 0b001, _elect(4, 0b0011, 0b0110), 0b0011)
    assert _merit([((PAIRS[0], True),)], told) == (1.0, 0)


def test_of_equally_small_conditions_the_most_general_is_taken_and_of_those_the_first() -> None:
    seats = _elect(2, 0b01, 0b01, 0b01)
    orderings = _elect(4, 0b0001, 0b0011, 0b0011)
    split = _split(seats, 0b01, orderings, 0b0011)
    chosen, branches = _most_general([(pair,) for pair in PAIRS[:3]], split)
    assert (chosen, branches) == ((PAIRS[1],), [((PAIRS[1], True),)])
    found = separate(PAIRS[:3], split)
    assert (found.separating, found.smallest, found.agreement) == ((PAIRS[1],), True, 1.0)
    assert str(found) == "if a1 outranks b1"
    assert [one.audiences for one in found.branches] == [("s0",)]


@law
@given(st.lists(st.integers(0, 31), min_size=3, max_size=5), st.integers(1, 30))
def test_no_smaller_set_of_pairs_separates(above: list[int], accepted: int) -> None:
    seats = _elect(5, *above)
    pairs = PAIRS[: len(above)]

    def separates(chosen: tuple[Pair, ...]) -> bool:
        return all(not (held & accepted and held & ~accepted) for held in seats.classes(chosen).values())

    if not separates(pairs):
        return
    found = separate(pairs, _split(seats, accepted))
    assert found.smallest
    assert separates(found.separating)
    smaller = combinations(pairs, len(found.separating) - 1)
    assert not any(map(separates, smaller))
