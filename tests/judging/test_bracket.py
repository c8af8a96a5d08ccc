"""The tournament as a machine: byes, withdrawals, double elimination, and how often the best wins."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.errors import InputError, SettingError
from foam.judging.tournament.bracket import (
    OUT,
    Entrants,
    Heat,
    HeatResult,
    Played,
    Rules,
    count_tallies,
    play,
)


def ids(size: int) -> tuple[str, ...]:
    return tuple(f"c{n:03d}" for n in range(size))


def played(field: Entrants, rules: Rules, better: Callable[[tuple[str, ...]], Sequence[str]]) -> Played:
    async def decide(heats: Sequence[Heat]) -> list[HeatResult]:
        return [HeatResult(heat=heat, order=tuple(better(heat.cases)), by="scores") for heat in heats]

    return asyncio.run(play(field, rules, decide))


def by_lot(seed: int) -> Callable[[tuple[str, ...]], Sequence[str]]:
    rng = Random(seed)
    return lambda cases: rng.sample(cases, len(cases))


@given(st.integers(2, 120), st.integers(0, 999), st.sampled_from([2, 3]))
@settings(max_examples=60, deadline=None)
def test_a_tournament_ends_with_everybody_placed_and_all_but_one_of_the_finalists_beaten_twice(
    size: int, seed: int, heat: int
) -> None:
    done = played(Entrants(ids=ids(size)), Rules(seed=seed, heat=heat), by_lot(seed))
    assert sorted(done.places) == sorted(ids(size))
    lost = count_tallies(ids(size), done.results, stage="elimination")
    finalists = {case_id for result in done.results if result.heat.stage == "elimination" for case_id in result.order}
    assert {case_id for case_id in finalists if lost[case_id].losses < OUT} == {done.places[0]}
    assert max((tally.losses for tally in lost.values()), default=0) <= OUT
    assert set(done.places[: len(finalists)]) == finalists
    last = {case_id: result.heat.number for result in done.results for case_id in result.order}
    beaten = done.places[1 : len(finalists)]
    assert list(beaten) == sorted(beaten, key=lambda case_id: -last[case_id]), "who lasted longer is placed higher"
    for result in done.results:
        assert 1 <= len(result.order) <= 3
        assert len(result.winners) == (len(result.order) + 1) // 2


@given(st.integers(2, 120), st.integers(0, 999))
@settings(max_examples=40, deadline=None)
def test_in_swiss_rounds_nobody_meets_twice_and_byes_are_one_each(size: int, seed: int) -> None:
    done = played(Entrants(ids=ids(size)), Rules(seed=seed, eliminate=False), by_lot(seed))
    met = Counter(frozenset(pair) for result in done.results for pair in combinations(result.order, 2))
    assert max(met.values(), default=0) <= 1
    byes = Counter(result.order[0] for result in done.results if len(result.order) == 1)
    assert max(byes.values(), default=0) <= 1


def test_the_same_seed_gives_the_same_tournament_and_another_seed_another() -> None:
    field, strongest = Entrants(ids=ids(20)), sorted
    one, again = (played(field, Rules(seed=7), strongest) for _ in range(2))
    assert one == again
    assert played(field, Rules(seed=8), strongest).results != one.results


def test_the_first_round_is_grouped_by_approach() -> None:
    approaches = {case_id: ("kritik", "policy", "soft-left")[n % 3] for n, case_id in enumerate(ids(24))}
    done = played(Entrants(ids=ids(24), approaches=approaches), Rules(), sorted)
    first = [result.order for result in done.results if result.heat.number == 1]
    assert len(first) == 12
    assert all(approaches[one] == approaches[other] for one, other in first)


def test_an_odd_group_of_an_approach_sends_one_across() -> None:
    approaches = dict(zip(ids(4), ("kritik", "policy", "policy", "policy"), strict=True))
    done = played(Entrants(ids=ids(4), approaches=approaches), Rules(), sorted)
    first = [result.order for result in done.results if result.heat.number == 1]
    assert sorted(case_id for order in first for case_id in order) == sorted(ids(4))


@given(st.integers(4, 60), st.integers(0, 999), st.data())
@settings(max_examples=40, deadline=None)
def test_who_withdraws_meets_nobody_afterwards(size: int, seed: int, data: st.DataObject) -> None:
    leaving = data.draw(st.dictionaries(st.sampled_from(ids(size)), st.integers(0, 8), max_size=size - 2))
    done = played(Entrants(ids=ids(size), withdrawn=leaving), Rules(seed=seed), by_lot(seed))
    for result in done.results:
        for case_id in result.order:
            assert result.heat.number <= leaving.get(case_id, result.heat.number)
    assert sorted(done.places) == sorted(ids(size))


def test_a_final_is_played_again_when_the_unbeaten_one_loses_it() -> None:
    seen: list[frozenset[str]] = []

    def better(cases: tuple[str, ...]) -> Sequence[str]:
        """The first wins until the final, and loses the final once."""
        pair = frozenset(cases)
        seen.append(pair)
        return sorted(cases, reverse=seen.count(pair) == 2)

    done = played(Entrants(ids=ids(2)), Rules(), better)
    assert [result.heat.stage for result in done.results] == ["swiss", *["elimination"] * 3]
    assert done.places == ("c000", "c001")


@pytest.mark.parametrize("size", [3, 5, 6, 7, 9, 11, 13, 17])
def test_the_strongest_wins_where_the_stronger_always_wins(size: int) -> None:
    for seed in range(5):
        assert played(Entrants(ids=ids(size)), Rules(seed=seed), sorted).places[0] == "c000"


def at_most_one_loss(heats: int, loss: float) -> float:
    """The chance of at most one loss in so many heats."""
    return sum(comb(heats, k) * loss**k * (1 - loss) ** (heats - k) for k in (0, 1))


@pytest.mark.parametrize("loss", [0.05, 0.12])
def test_the_strongest_wins_at_least_as_often_as_theory_says(loss: float) -> None:
    """One entrant loses each heat with the same chance. With at most one loss in all of its heats it is among the best
    half of sixteen after four Swiss rounds (at most 5 in 16 have so few) and wins the elimination; so it wins at least
    with the chance of at most one loss in the most heats that it can play."""
    trials, wins, most = 300, 0, 0
    for seed in range(trials):
        rng = Random(seed)

        def better(cases: tuple[str, ...], rng: Random = rng) -> Sequence[str]:
            others = rng.sample([case_id for case_id in cases if case_id != "c000"], len(cases) - ("c000" in cases))
            if "c000" not in cases:
                return others
            return [*others, "c000"] if rng.random() < loss else ["c000", *others]

        done = played(Entrants(ids=ids(16)), Rules(seed=seed), better)
        wins += done.places[0] == "c000"
        most = max(most, sum("c000" in result.order for result in done.results))
    floor = at_most_one_loss(most, loss)
    error = (floor * (1 - floor) / trials) ** 0.5
    assert wins / trials >= floor - 3 * error
    assert floor > 0.3, "a bound that says nothing would be no test"


def test_bad_fields_are_refused() -> None:
    for field in (Entrants(ids=("a",)), Entrants(ids=("a", "a")), Entrants(ids=ids(4), withdrawn={"nobody": 1})):
        with pytest.raises(InputError):
            played(field, Rules(), sorted)
    with pytest.raises(SettingError, match="without rematches"):
        played(Entrants(ids=ids(6)), Rules(rounds=9), sorted)
