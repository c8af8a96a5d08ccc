"""Minimal flips, held against making every set of changes one by one."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.semantics import oracle
from tests.semantics.oracle import framework, frameworks, law, seats
from tests.semantics.test_audience import INSULIN, LIFE, PROPERTY

from foam.errors import NotFound, SettingError
from foam.semantics.audience import Audience, make_strict_audience
from foam.semantics.flips import Flips, _bearing, find_minimal_flips
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.reweights import list_reweights
from foam.semantics.whatif import Change, FlipEvaluation, RemoveArgument, RestoreArgument, ReweightValue, apply


def words(flips: Flips) -> list[str]:
    return sorted("; ".join(str(change) for change in changes) for changes in flips.flips)


def test_what_would_overturn_a_claim_for_one_audience() -> None:
    flips = find_minimal_flips(INSULIN, [LIFE, PROPERTY], "b", audience="life first")
    assert flips.accepted
    assert flips.smallest
    assert words(flips) == [
        "flip the evaluation of d against c",
        "life first gives life the weight 0.5",
        "life first gives property the weight 3",
        "remove d",
    ]


def test_what_would_bring_a_claim_into_the_core() -> None:
    flips = find_minimal_flips(INSULIN, [LIFE, PROPERTY], "b")
    assert not flips.accepted
    assert "remove c" in words(flips)
    assert not any("life first" in line for line in words(flips))


def test_two_attackers_need_two_changes() -> None:
    flips = find_minimal_flips(framework("x>claim y>claim"), [LIFE], "claim")
    assert flips.tried_up_to == 2
    assert {len(changes) for changes in flips.flips} == {2}
    assert flips.found == 4


def test_a_claim_nobody_disputes_cannot_be_overturned_by_anything_on_record() -> None:
    flips = find_minimal_flips(framework("b>a"), [LIFE], "b")
    assert (flips.accepted, flips.flips, flips.tried, flips.tried_up_to) == (True, (), 0, 3)
    assert not flips.smallest


def test_a_dismissed_objection_is_found_as_what_would_overturn() -> None:
    f = Framework(
        arguments=(Argument(id="claim"), Argument(id="quibble")),
        attacks=(Attack(attacker="quibble", target="claim", holds=False),),
    )
    assert words(find_minimal_flips(f, [LIFE], "claim")) == ["flip the evaluation of quibble against claim"]


def test_a_withdrawn_attacker_is_found_too() -> None:
    f = Framework(
        arguments=(Argument(id="claim"), Argument(id="rival", withdrawn=True), Argument(id="bogus", verified=False)),
        attacks=(Attack(attacker="rival", target="claim"), Attack(attacker="bogus", target="claim")),
    )
    assert words(find_minimal_flips(f, [LIFE], "claim")) == ["restore rival"]


def test_a_claim_without_verified_evidence_cannot_be_saved() -> None:
    f = Framework(
        arguments=(Argument(id="claim", verified=False), Argument(id="x")),
        attacks=(Attack(attacker="x", target="claim"),),
    )
    flips = find_minimal_flips(f, [LIFE], "claim")
    assert (flips.accepted, flips.flips) == (False, ())


def test_the_bound_is_admitted() -> None:
    attackers = [f"x{i}" for i in range(8)]
    f = framework(" ".join(f"{name}>claim" for name in attackers))
    few = find_minimal_flips(f, [LIFE], "claim", most_changes=2)
    assert (few.flips, few.tried_up_to, few.tried) == ((), 2, 16 + 120)
    cut = find_minimal_flips(f, [LIFE], "claim", budget=50)
    assert (cut.flips, cut.tried_up_to, cut.tried) == ((), 1, 50)


def every_change(f: Framework, drawn: tuple[Audience, ...], claim: str) -> list[Change]:
    """All changes of the four kinds, relevant or not."""
    changes: list[Change] = [RemoveArgument(argument=a.id) for a in f.arguments if not a.withdrawn and a.id != claim]
    changes += [RestoreArgument(argument=a.id) for a in f.arguments if a.withdrawn and a.verified]
    changes += [FlipEvaluation(attacker=a.attacker, target=a.target) for a in f.attacks]
    changes += [change for audience in drawn for change in list_reweights(f, audience)]
    return changes


@settings(law, max_examples=50)
@given(frameworks(), seats(most=2), st.data())
def test_no_smaller_set_of_changes_overturns_the_claim(
    f: Framework, drawn: tuple[Audience, ...], data: st.DataObject
) -> None:
    claim = data.draw(st.sampled_from(sorted(a.id for a in f.arguments)))
    flips = find_minimal_flips(f, drawn, claim, most_changes=2)

    def accepted(changes: tuple[Change, ...]) -> bool:
        try:
            changed, audiences = apply(f, drawn, changes)
        except SettingError:  # together they would leave an audience without any weight
            return flips.accepted
        return all(claim in oracle.accepted(changed, audience) for audience in audiences)

    assert accepted(()) == flips.accepted
    for changes in flips.flips:
        assert accepted(changes) != flips.accepted
    size = len(flips.flips[0]) if flips.flips else 3
    every = every_change(f, drawn, claim)
    if size > 1:
        assert all(accepted((change,)) == flips.accepted for change in every)
    if size > 2 and len(every) <= 12:
        assert all(accepted(changes) == flips.accepted for changes in combinations(every, 2))


@law
@given(seats(most=1))
def test_reweights_turn_every_priority_an_attack_weighs(drawn: tuple[Audience, ...]) -> None:
    (audience,) = drawn
    f = framework("y>x", x="safety", y="equity")
    turned = [apply(f, [audience], [change])[1][0] for change in list_reweights(f, audience)]
    was = audience.outranks("safety", "equity")
    assert any(other.outranks("safety", "equity") != was for other in turned) or not audience.weights.get("safety")


def test_reweights_never_leave_a_weighting_empty() -> None:
    f = framework("y>x", x="safety", y="equity")
    only = Audience(id="only", weights={"safety": 1})
    assert list_reweights(f, only) == (ReweightValue(audience="only", value="equity", weight=1.0),)


def test_bad_input() -> None:
    with pytest.raises(NotFound, match="'z'"):
        find_minimal_flips(INSULIN, [LIFE], "z")
    with pytest.raises(NotFound, match="'nobody'"):
        find_minimal_flips(INSULIN, [LIFE], "a", audience="nobody")


def test_searching_in_parts_finds_what_searching_at_once_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    f = framework("x>claim y>claim z>y", claim="safety", x="equity", y="liberty", z="dignity")
    judges = [make_strict_audience("s", "equity", "liberty", "safety", "dignity")]
    whole = find_minimal_flips(f, judges, "claim")
    monkeypatch.setattr("foam.semantics.flips._CHUNK", 7)
    assert find_minimal_flips(f, judges, "claim") == whole


def test_what_lies_near_a_claim_is_told_with_its_distance() -> None:
    f = framework("b>a c>b d>c e>a b>e x>y", a="", x="")
    assert dict(_bearing(f, "a")) == {"a": 0, "b": 1, "e": 1, "c": 2, "d": 3}
    assert dict(_bearing(f, "y")) == {"y": 0, "x": 1}
    assert dict(_bearing(f, "d")) == {"d": 0}


@pytest.mark.parametrize(("budget", "tried", "up_to"), [(1, 1, 0), (3, 3, 0), (4, 4, 1), (9, 9, 1), (10, 10, 2)])
def test_how_far_a_search_came_is_told(budget: int, tried: int, up_to: int) -> None:
    """Two attackers and their attacks: four changes, six pairs; four of the pairs overturn the claim."""
    found = find_minimal_flips(framework("b>a c>a"), [Audience(id="one", weights={"x": 1})], "a", budget=budget)
    assert (found.tried, found.tried_up_to, found.accepted) == (tried, up_to, False)
    if budget == 10:
        assert found.found == len(found.flips) == 4
        assert {len(changes) for changes in found.flips} == {2}


@pytest.mark.parametrize(("most", "found"), [(0, 0), (1, 0), (2, 4)])
def test_no_more_changes_are_made_than_asked_for(most: int, found: int) -> None:
    flips = find_minimal_flips(framework("b>a c>a"), [Audience(id="one", weights={"x": 1})], "a", most_changes=most)
    assert (flips.found, flips.tried_up_to) == (found, most)
