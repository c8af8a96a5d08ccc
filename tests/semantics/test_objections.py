"""No material objection may vanish: its fate under every configuration of seats, and every way of losing it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter
from tests.semantics import oracle
from tests.semantics.oracle import framework, frameworks, law, seats

from foam.errors import VerificationError
from foam.semantics.audience import Audience, make_strict_audience
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.objections import (
    Answered,
    Conditional,
    Dismissed,
    Dissenting,
    Fate,
    ScoredObjection,
    find_fates,
    verify_fates,
)
from foam.semantics.sublation import sublate

SAFETY = make_strict_audience("safety first", "safety", "equity")
EQUITY = make_strict_audience("equity first", "equity", "safety")


def fate_of(f: Framework, *audiences: Audience, materiality: float = 0.9) -> Fate:
    planted = ScoredObjection(id="o", target="claim", materiality=materiality)
    (fate,) = find_fates([planted], sublate(f, audiences))
    return fate


def test_answered_by_an_accepted_argument() -> None:
    fate = fate_of(framework("o>claim reply>o"), SAFETY, EQUITY)
    assert fate == Answered(objection="o", target="claim", by=("reply",), why="defeated")


def test_unanswered_it_is_sustained_as_dissent() -> None:
    assert fate_of(framework("o>claim"), SAFETY) == Dissenting(objection="o", target="claim", why="sustained")


def test_undecided_it_is_unresolved_dissent() -> None:
    fate = fate_of(framework("o>claim reply>o o>reply"), SAFETY)
    assert fate == Dissenting(objection="o", target="claim", why="unresolved")


def test_it_strikes_for_some_and_is_outweighed_for_others() -> None:
    fate = fate_of(framework("o>claim", claim="safety", o="equity"), SAFETY, EQUITY)
    assert isinstance(fate, Conditional)
    assert (fate.strikes_for, fate.outweighed_for, fate.answered_for) == (("equity first",), ("safety first",), ())
    assert [str(priority) for priority in fate.outweighed_by] == ["safety outranks equity"]
    assert str(fate.condition) == "if safety outranks equity"
    assert fate.condition is not None
    assert fate.condition.agreement == 1.0


def test_it_is_answered_for_some_and_strikes_for_others() -> None:
    fate = fate_of(framework("o>claim reply>o", o="safety", reply="equity"), SAFETY, EQUITY)
    assert isinstance(fate, Conditional)
    assert (fate.strikes_for, fate.answered_for) == (("safety first",), ("equity first",))
    assert str(fate.condition) == "if equity outranks safety"


def test_outweighed_for_everyone_it_is_still_a_condition() -> None:
    fate = fate_of(framework("o>claim", claim="safety", o="equity"), SAFETY)
    assert isinstance(fate, Conditional)
    assert (fate.strikes_for, fate.outweighed_for, fate.condition) == ((), ("safety first",), None)
    assert [str(priority) for priority in fate.outweighed_by] == ["safety outranks equity"]


def test_below_the_threshold_it_is_dismissed_and_kept() -> None:
    fate = fate_of(framework("o>claim"), SAFETY, materiality=0.2)
    assert fate == Dismissed(objection="o", target="claim", materiality=0.2)
    planted = ScoredObjection(id="o", target="claim", materiality=0.2)
    (stricter,) = find_fates([planted], sublate(framework("o>claim"), [SAFETY]), material=0.2)
    assert isinstance(stricter, Dissenting)


@pytest.mark.parametrize(
    ("marks", "why"),
    [
        ({"o": {"verified": False}}, "unverified"),
        ({"o": {"withdrawn": True}}, "withdrawn"),
        ({"claim": {"withdrawn": True}}, "conceded"),
        ({"claim": {"verified": False}}, "conceded"),
    ],
)
def test_it_falls_by_itself_or_with_what_it_struck_at(marks: dict[str, dict[str, bool]], why: str) -> None:
    arguments = tuple(Argument(id=name, **marks.get(name, {})) for name in ("claim", "o"))
    f = Framework(arguments=arguments, attacks=(Attack(attacker="o", target="claim"),))
    fate = fate_of(f, SAFETY)
    assert isinstance(fate, Answered)
    assert fate.why == why


@pytest.mark.parametrize(
    ("lost", "why"),
    [
        ({"arguments": (Argument(id="claim"),)}, "'o' is not in the framework"),
        ({"arguments": (Argument(id="o"),)}, "'claim' is not in the framework"),
        ({"arguments": (Argument(id="claim"), Argument(id="o"))}, "it does not attack 'claim'"),
        (
            {
                "arguments": (Argument(id="claim"), Argument(id="o")),
                "attacks": (Attack(attacker="o", target="claim", holds=False),),
            },
            "was struck out",
        ),
    ],
)
def test_every_way_of_losing_one_fails(lost: dict[str, Any], why: str) -> None:
    with pytest.raises(VerificationError, match=f"'o' .*{why}"):
        fate_of(Framework(**lost), SAFETY)


@law
@given(frameworks(flags=False), seats(), st.data())
def test_no_configuration_of_seats_makes_a_planted_objection_vanish(
    f: Framework, drawn: tuple[Audience, ...], data: st.DataObject
) -> None:
    target = data.draw(st.sampled_from(sorted(a.id for a in f.arguments)))
    planted = Argument(id="planted", promotes=data.draw(oracle.values_promoted))
    replies = data.draw(st.sets(st.sampled_from(sorted(a.id for a in f.arguments)), max_size=2))
    f = Framework(
        arguments=(*f.arguments, planted),
        attacks=(
            *f.attacks,
            Attack(attacker="planted", target=target),
            *(Attack(attacker=name, target="planted") for name in sorted(replies)),
        ),
    )
    survives = sublate(f, drawn)
    scored = [ScoredObjection(id="planted", target=target, materiality=1.0)]
    (fate,) = find_fates(scored, survives)
    accepting = {audience.id for audience in drawn if "planted" in oracle.accepted(f, audience)}
    striking = {a.id for a in drawn if a.id in accepting and ("planted", target) in oracle.defeat(f, a)}
    undecided = set(survives.standing("planted").undecided_by)
    match fate:
        case Answered():
            assert not accepting
            assert not undecided
            assert fate.by
        case Conditional():
            assert accepting
            assert not undecided
            assert set(fate.strikes_for) == striking != {a.id for a in drawn}
            assert {*fate.strikes_for, *fate.outweighed_for, *fate.answered_for} == {a.id for a in drawn}
            assert (fate.condition is None) == (not striking)
            assert bool(fate.outweighed_by) == bool(fate.outweighed_for)
        case Dissenting():
            assert undecided or striking == {audience.id for audience in drawn}
        case Dismissed():
            raise AssertionError("a material objection is not dismissed")
    verify_fates(scored, survives, [fate])


def test_a_dossier_that_drops_or_changes_a_fate_fails() -> None:
    survives = sublate(framework("o>claim"), [SAFETY])
    scored = [ScoredObjection(id="o", target="claim", materiality=0.9)]
    true = find_fates(scored, survives)
    verify_fates(scored, survives, true)
    with pytest.raises(VerificationError, match="list"):
        verify_fates(scored, survives, [])
    softened = Answered(objection="o", target="claim", by=(), why="withdrawn")
    with pytest.raises(VerificationError, match=r"answered.*dissent"):
        verify_fates(scored, survives, [softened])


def test_one_objection_against_two_claims_has_a_fate_for_each() -> None:
    f = framework("o>claim o>other", claim="safety", o="equity", other="safety")
    scored = [ScoredObjection(id="o", target=target, materiality=0.9) for target in ("claim", "other")]
    survives = sublate(f, [SAFETY, EQUITY])
    found = find_fates(scored, survives)
    assert [fate.target for fate in found] == ["claim", "other"]
    verify_fates(scored, survives, found)


def test_fates_survive_a_round_trip() -> None:
    fate = fate_of(framework("o>claim", claim="safety", o="equity"), SAFETY, EQUITY)
    reader: TypeAdapter[Fate] = TypeAdapter(Fate)
    assert reader.validate_json(reader.dump_json(fate)) == fate
