"""Sublation: core, conditions, dissent. The smallest conditions are held against trying every set of priorities."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.semantics import oracle
from tests.semantics.oracle import VALUES, framework, frameworks, law, prefers, seats
from tests.semantics.test_audience import INSULIN, LIFE, PROPERTY

from foam.errors import InputError, NotFound
from foam.semantics.audience import Audience, make_strict_audience
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.priorities import Branch
from foam.semantics.sublation import Fallen, Sublation, sublate


def test_hal_and_carla() -> None:
    survives = sublate(INSULIN, [LIFE, PROPERTY])
    assert survives.consensus_core == ("a", "d")
    b, c = survives.conditional_claims
    assert (b.claim, b.accepted_by, b.refused_by) == ("b", ("life first",), ("property first",))
    assert str(b.condition) == "if life outranks property"
    assert (c.claim, str(c.condition)) == ("c", "if property outranks life")
    assert (b.condition.smallest, b.condition.agreement) == (True, 1.0)
    assert survives.fallen == ()


def test_the_dissent_memo_gives_both_sides() -> None:
    b = sublate(INSULIN, [LIFE, PROPERTY], claims=["b"]).dissent_memo[0]
    assert (b.claim, b.accepted_by, b.rejected_by) == ("b", ("life first",), ("property first",))
    assert (b.case_for.argument, b.case_for.strength) == ("d", 0.5)
    assert b.case_against is not None
    assert (b.case_against.argument, b.case_against.strength) == ("c", 0.25)
    assert b.contested == ("c",)


def test_an_open_conflict_is_contested_and_in_the_memo() -> None:
    survives = sublate(framework("q>r r>q", q="peace", r="peace"), [make_strict_audience("one", "peace")])
    assert (survives.consensus_core, survives.conditional_claims, survives.fallen) == ((), (), ())
    assert [(d.claim, d.undecided_by) for d in survives.dissent_memo] == [("q", ("one",)), ("r", ("one",))]
    assert survives.standing("q").place == "contested"


def test_why_a_claim_fell() -> None:
    arguments = (
        Argument(id="bogus", verified=False),
        Argument(id="conceded", withdrawn=True),
        Argument(id="beaten"),
        Argument(id="fact"),
    )
    f = Framework(arguments=arguments, attacks=(Attack(attacker="fact", target="beaten"),))
    survives = sublate(f, [LIFE])
    assert survives.consensus_core == ("fact",)
    assert survives.fallen == (
        Fallen(claim="bogus", why="unverified"),
        Fallen(claim="conceded", why="withdrawn"),
        Fallen(claim="beaten", why="defeated"),
    )


def test_a_condition_names_the_priority_that_matters_not_one_that_merely_coincides() -> None:
    f = framework("x>claim", claim="autonomy", x="welfare", p="beauty", q="order", r="speed")
    more = f.model_copy(update={"attacks": (*f.attacks, Attack(attacker="p", target="q"))})
    ours = make_strict_audience("ours", "beauty", "order", "autonomy", "welfare", "speed")
    theirs = make_strict_audience("theirs", "order", "beauty", "speed", "welfare", "autonomy")
    (claim,) = sublate(more, [ours, theirs], claims=["claim"]).conditional_claims
    assert str(claim.condition) == "if autonomy outranks welfare"


def test_of_equally_small_conditions_the_one_that_generalises_is_taken() -> None:
    # Two attackers, but only y can ever succeed in the end: x is itself struck by a plain fact.
    f = framework("x>claim y>claim fact>x", claim="autonomy", x="beauty", y="welfare")
    ours = make_strict_audience("ours", "autonomy", "beauty", "welfare")
    theirs = make_strict_audience("theirs", "welfare", "beauty", "autonomy")
    (claim,) = sublate(f, [ours, theirs], claims=["claim"]).conditional_claims
    assert str(claim.condition) == "if autonomy outranks welfare"
    assert claim.condition.agreement == 1.0


def test_several_ways_to_accept_are_several_branches() -> None:
    # The claim falls only to an audience that lets both attackers' answers fail.
    f = framework("x>claim g>x h>x", claim="safety", x="safety", g="equity", h="liberty")
    rankings = {
        "e": ("equity", "safety", "liberty"),
        "l": ("liberty", "safety", "equity"),
        "s": ("safety", "equity", "liberty"),
    }
    judges = [make_strict_audience(name, *order) for name, order in rankings.items()]
    (claim,) = sublate(f, judges, claims=["claim"]).conditional_claims
    assert claim.accepted_by == ("e", "l")
    assert str(claim.condition) == "if equity outranks safety, or if liberty outranks safety"
    assert [branch.audiences for branch in claim.condition.branches] == [("e",), ("l",)]


def test_a_tie_is_told_from_the_opposite() -> None:
    f = framework("x>claim", claim="safety", x="equity")
    level = Audience(id="level", weights={"safety": 1, "equity": 1})
    other = make_strict_audience("equity", "equity", "safety")
    (claim,) = sublate(
        f, [make_strict_audience("s", "safety", "equity"), level, other], claims=["claim"]
    ).conditional_claims
    assert claim.accepted_by == ("s",)
    assert str(claim.condition) == "if safety outranks equity"
    (x,) = sublate(framework("y>x z>y", z="safety", y="equity"), [level, other], claims=["x"]).conditional_claims
    assert str(x.condition) == "if equity does not outrank safety"


@law
@given(frameworks(), seats())
def test_each_claim_is_in_exactly_one_place(f: Framework, drawn: tuple[Audience, ...]) -> None:
    survives = sublate(f, drawn)
    tried = {audience.id: oracle.accepted(f, audience) for audience in drawn}
    assert set(survives.consensus_core) == frozenset.intersection(*tried.values())
    some = frozenset().union(*tried.values())
    conditional = {claim.claim for claim in survives.conditional_claims}
    assert conditional == some - set(survives.consensus_core)
    disputed = {dissent.claim for dissent in survives.dissent_memo}
    assert conditional <= disputed
    places = [*survives.consensus_core, *disputed, *(fallen.claim for fallen in survives.fallen)]
    assert sorted(places) == sorted(a.id for a in f.arguments)


def holds(branch: Branch, audience: Audience) -> bool:
    return all(prefers(audience, p.higher, p.lower) == p.holds for p in branch.priorities)


@law
@given(frameworks(), seats(least=2, most=8))
def test_a_condition_separates_and_none_smaller_does(f: Framework, drawn: tuple[Audience, ...]) -> None:
    for claim in sublate(f, drawn).conditional_claims:
        for audience in drawn:
            told = any(holds(branch, audience) for branch in claim.condition.branches)
            assert told == (audience.id in claim.accepted_by)
        assert claim.condition.smallest
        assert len(claim.condition.separating) == smallest_by_trying_all(f, drawn, claim.claim)


def smallest_by_trying_all(f: Framework, drawn: tuple[Audience, ...], claim: str) -> int:
    """The fewest pairs of all the values there are, on whose answers no accepting seat agrees with another seat."""
    accepting = [a for a in drawn if claim in oracle.accepted(f, a)]
    others = [a for a in drawn if a not in accepting]
    pairs = weighed_pairs(f, claim)
    for size in range(len(pairs) + 1):
        for chosen in combinations(pairs, size):
            answers = [[tuple(prefers(a, *pair) for pair in chosen) for a in side] for side in (accepting, others)]
            if not set(answers[0]) & set(answers[1]):
                return size
    raise AssertionError("the priorities that bear on a claim decide it")


def weighed_pairs(f: Framework, claim: str) -> list[tuple[str, str]]:
    """The priorities weighed by attacks from which the claim can be reached."""
    relation = oracle.defeat(f, None)
    reached = {claim}
    while more := {a for a, b in relation if b in reached} - reached:
        reached |= more
    promotes = {a.id: a.promotes for a in f.arguments}
    pairs = {(t, v) for a, b in relation if b in reached for t in promotes[b] for v in promotes[a]}
    return sorted(pair for pair in pairs if pair[0] != pair[1])


@law
@given(frameworks(), seats(least=2))
def test_agreement_counts_the_orderings_the_condition_tells_rightly(f: Framework, drawn: tuple[Audience, ...]) -> None:
    every = oracle.orderings(VALUES)
    for claim in sublate(f, drawn).conditional_claims:
        right = sum(
            any(holds(branch, a) for branch in claim.condition.branches) == (claim.claim in oracle.accepted(f, a))
            for a in every
        )
        assert claim.condition.agreement == pytest.approx(right / len(every))


@law
@given(frameworks(), seats(least=2), st.randoms(use_true_random=False))
def test_the_order_of_seats_changes_nothing(f: Framework, drawn: tuple[Audience, ...], rng: Random) -> None:
    shuffled = list(drawn)
    rng.shuffle(shuffled)
    assert sublate(f, shuffled) == sublate(f, drawn)


@law
@given(frameworks(), seats(), st.data())
def test_a_core_claim_stays_when_an_audience_that_accepts_it_is_added(
    f: Framework, drawn: tuple[Audience, ...], data: st.DataObject
) -> None:
    (new,) = data.draw(seats(most=1))
    joined = Audience(id="joined", weights=new.weights)
    core = sublate(f, drawn).consensus_core
    assume(core)
    accepted = oracle.accepted(f, joined)
    after = sublate(f, [*drawn, joined]).consensus_core
    assert [claim for claim in core if claim in accepted] == list(after)


def test_all_orderings_can_be_seated() -> None:
    every = [make_strict_audience("-".join(order), *order) for order in permutations(VALUES)]
    f = framework("x>claim g>x h>x y>claim", claim="safety", x="safety", g="equity", h="liberty", y="dignity")
    (claim,) = sublate(f, every, claims=["claim"]).conditional_claims
    assert claim.condition.agreement == 1.0
    assert claim.condition.separating == (("safety", "dignity"), ("safety", "equity"), ("safety", "liberty"))


def test_more_values_than_orderings_can_be_tried() -> None:
    names = [f"v{i}" for i in range(12)]
    arguments = [Argument(id="claim", promotes=("v0",))]
    arguments += [Argument(id=f"x{i}", promotes=(f"v{i}",)) for i in range(1, 12)]
    attacks = tuple(Attack(attacker=a.id, target="claim") for a in arguments[1:])
    f = Framework(arguments=tuple(arguments), attacks=attacks)
    high, low = make_strict_audience("high", *names), make_strict_audience("low", *reversed(names))
    (claim,) = sublate(f, [high, low], claims=["claim"]).conditional_claims
    assert claim.condition.agreement is None
    assert str(claim.condition) == "if v0 outranks v1"


def test_the_result_is_a_value_that_survives_a_round_trip() -> None:
    survives = sublate(INSULIN, [LIFE, PROPERTY])
    assert Sublation.model_validate_json(survives.model_dump_json()) == survives


def test_bad_input() -> None:
    with pytest.raises(NotFound, match="'aa'"):
        sublate(INSULIN, [LIFE], claims=["aa"])
    with pytest.raises(NotFound, match="'aa'"):
        sublate(INSULIN, [LIFE]).standing("aa")
    with pytest.raises(InputError, match="seated"):
        sublate(INSULIN, [])


def test_arguments_that_promote_the_same_values_weigh_nothing_against_each_other() -> None:
    arguments = (
        Argument(id="a", promotes=("equity",)),
        Argument(id="b", promotes=("dignity", "safety")),
        Argument(id="c", promotes=("dignity", "safety")),
        Argument(id="d", promotes=("equity", "safety")),
        Argument(id="e"),
    )
    pairs = (("a", "d"), ("b", "c"), ("c", "b"), ("d", "e"), ("e", "b"))
    attacks = tuple(Attack(attacker=one, target=other) for one, other in pairs)
    drawn = (
        Audience(id="first", weights={"dignity": 0.0, "equity": 1.0, "safety": 2.0}),
        Audience(id="second", weights={"equity": 1.0, "safety": 0.5}),
    )
    found = sublate(Framework(arguments=arguments, attacks=attacks), drawn)
    named = {value for claim in found.conditional_claims for pair in claim.condition.separating for value in pair}
    assert "dignity" not in named
