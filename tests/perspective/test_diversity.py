"""Diversity of seats, who would disagree, who is missing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.perspective.test_node import perspectives

from foam.errors import SettingError
from foam.perspective.diversity import (
    Stakeholder,
    describe_seating,
    find_missing_stakeholders,
    find_unweighted_values,
    measure_disagreement,
    measure_diversity,
    rank_contrasts,
)
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy, find_policy


def seat(name: str, weighting: dict[str, float], **more: object) -> Perspective:
    return Perspective(**{"id": name, "role": name, "weighting": weighting, **more})


SAFE = seat("regulator", {"safety": 3, "equity": 2, "liberty": 1}, dimensions={"risk_calculus": "precautionary"})
FREE = seat("vendor", {"safety": 1, "equity": 2, "liberty": 3}, dimensions={"risk_calculus": "expected_value"})
TWIN = seat("inspector", {"safety": 6, "equity": 4, "liberty": 2}, dimensions={"risk_calculus": "precautionary"})


def test_opposites() -> None:
    found = measure_disagreement(SAFE, FREE)
    assert (found.priorities, found.dimensions, found.evidence) == (1.0, 1.0, None)
    assert found.emphasis == pytest.approx(1 / 3)
    assert found.overall == pytest.approx((1 + 1 + 1 / 3) / 3)
    assert set(found.reversed_priorities) == {("safety", "equity"), ("safety", "liberty"), ("equity", "liberty")}
    assert found.opposed_dimensions == ("risk_calculus",)


def test_twins_differ_in_nothing() -> None:
    assert measure_disagreement(SAFE, TWIN).overall == pytest.approx(0)


def test_only_what_both_declare_is_compared() -> None:
    silent = seat("silent", {"safety": 1})
    found = measure_disagreement(silent, SAFE)
    assert found.dimensions is None
    assert found.evidence is None


def test_policies_differ_by_the_rules_they_ask() -> None:
    strict = SAFE.model_copy(update={"policy": find_policy("peer-reviewed")})
    dated = SAFE.model_copy(update={"policy": EpistemicPolicy(peer_reviewed_only=True, min_year=2000)})
    assert measure_disagreement(strict, strict).evidence == 0
    assert measure_disagreement(strict, SAFE).evidence == 1
    assert measure_disagreement(strict, dated).evidence == pytest.approx(2 / 3)


@settings(deadline=None, max_examples=60)
@given(perspectives(), perspectives())
def test_disagreement_is_symmetric_and_between_0_and_1(left: Perspective, right: Perspective) -> None:
    assert 0 <= measure_disagreement(left, right).overall <= 1
    assert measure_disagreement(left, right).overall == pytest.approx(measure_disagreement(right, left).overall)
    assert measure_disagreement(left, left).overall == pytest.approx(0)


def test_a_seat_that_would_disagree_with_these_two() -> None:
    middle = seat("union", {"safety": 2, "equity": 3, "liberty": 1}, dimensions={"risk_calculus": "maximin"})
    ranked = rank_contrasts([TWIN, middle, FREE], [SAFE, FREE])
    assert [contrast.id for contrast in ranked] == ["union", "inspector"], (
        "twins of a seat come last; the seated not at all"
    )
    assert ranked[0].least == min(pair.overall for pair in ranked[0].against)
    assert ranked[1].least == pytest.approx(0)


def test_nobody_seated_nobody_to_disagree_with() -> None:
    with pytest.raises(SettingError, match="seated"):
        rank_contrasts([SAFE], [])


def test_diversity_shows_where_pluralism_is_in_name_only() -> None:
    found = measure_diversity([FREE, SAFE, TWIN])
    assert found.closest == ("inspector", "regulator")
    assert found.least == pytest.approx(0)
    assert found.mean == pytest.approx(2 / 3 * measure_disagreement(SAFE, FREE).overall)
    assert len(found.pairs) == 3


@settings(deadline=None, max_examples=40)
@given(st.lists(perspectives(), min_size=2, max_size=5, unique_by=lambda p: p.id), st.randoms(use_true_random=False))
def test_the_order_of_seats_does_not_matter(seats: list[Perspective], rng: Random) -> None:
    shuffled = list(seats)
    rng.shuffle(shuffled)
    assert measure_diversity(shuffled) == measure_diversity(seats)


def test_diversity_needs_two() -> None:
    with pytest.raises(SettingError, match="two seats"):
        measure_diversity([SAFE])


STAKEHOLDERS = (
    Stakeholder(id="regulator"),
    Stakeholder(id="affected-people", label="Those affected", roles=("patient", "community advocate")),
    Stakeholder(id="taxpayer"),
)


def test_who_is_missing() -> None:
    assert [s.id for s in find_missing_stakeholders([SAFE, FREE], STAKEHOLDERS)] == ["affected-people", "taxpayer"]
    advocate = seat("ana", {"equity": 1}, role="Community_Advocate", speaks_for=("taxpayer",))
    assert find_missing_stakeholders([SAFE, advocate], STAKEHOLDERS) == ()
    assert find_missing_stakeholders([], STAKEHOLDERS) == STAKEHOLDERS


def test_values_that_count_for_nobody() -> None:
    idle = seat("idle", {"safety": 1, "privacy": 0})
    assert find_unweighted_values([SAFE, idle], ["safety", "privacy", "speed"]) == ("privacy", "speed")


def test_a_seating_can_be_challenged() -> None:
    found = describe_seating([SAFE, FREE], stakeholders=STAKEHOLDERS, values=["speed"])
    assert (len(found.missing), found.unweighted) == (2, ("speed",))
    assert found.diversity == measure_diversity([SAFE, FREE])
