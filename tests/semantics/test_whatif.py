"""What if: each kind of change does what it says, and undoes itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics import oracle
from tests.semantics.oracle import framework, frameworks, law, seats
from tests.semantics.test_audience import INSULIN, LIFE, PROPERTY

from foam.errors import FoamError, InputError, NotFound, SettingError
from foam.semantics.audience import Audience
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.sublation import sublate
from foam.semantics.whatif import (
    Change,
    FlipEvaluation,
    Moved,
    RemoveArgument,
    Replaced,
    RestoreArgument,
    ReweightValue,
    WhatIf,
    apply,
    what_if,
)

TABLE = sublate(INSULIN, [LIFE, PROPERTY])


def test_removing_an_argument() -> None:
    result = what_if(TABLE, [RemoveArgument(argument="c")])
    assert result.after.consensus_core == ("b", "d")
    assert result.moved == (
        Moved(argument="a", audience="property first", before="accepted", after="rejected"),
        Moved(argument="b", audience="property first", before="rejected", after="accepted"),
        Moved(argument="c", audience="life first", before="rejected", after="absent"),
        Moved(argument="c", audience="property first", before="accepted", after="absent"),
    )
    assert Replaced(claim="b", before="conditional", after="core", strength_before=0.375, strength_after=0.5) in (
        result.replaced
    )


def test_restoring_undoes_removing() -> None:
    removed = what_if(TABLE, [RemoveArgument(argument="c")]).after
    assert what_if(removed, [RestoreArgument(argument="c")]).after == TABLE


def test_reweighting_a_value_for_one_audience() -> None:
    result = what_if(TABLE, [ReweightValue(audience="property first", value="life", weight=9)])
    assert result.after.consensus_core == ("a", "b", "d")
    assert [fallen.claim for fallen in result.after.fallen] == ["c"]
    assert {move.audience for move in result.moved} == {"property first"}


def test_flipping_an_evaluation_and_back() -> None:
    flip = FlipEvaluation(attacker="d", target="c")
    once = what_if(TABLE, [flip])
    assert once.after.consensus_core == ("a", "c", "d")
    assert what_if(once.after, [flip]).after == TABLE
    assert what_if(TABLE, [flip, flip]).moved == ()


def test_nothing_changed_nothing_moves() -> None:
    result = what_if(TABLE, [])
    assert (result.moved, result.replaced, result.after) == ((), (), TABLE)


def test_strength_moves_even_when_the_place_does_not() -> None:
    table = sublate(framework("b>a c>b", supports="d>a"), [LIFE])
    result = what_if(table, [RemoveArgument(argument="d")])
    (claim, removed) = (row for row in result.replaced)
    assert (claim.claim, claim.before, claim.after) == ("a", "core", "core")
    assert claim.strength_after < claim.strength_before
    assert (removed.claim, removed.after) == ("d", "fallen")


@st.composite
def a_change(draw: st.DrawFn, f: Framework, drawn: tuple[Audience, ...]) -> Change:
    argument = draw(st.sampled_from(f.arguments))
    kinds: list[Change] = [
        RemoveArgument(argument=argument.id),
        RestoreArgument(argument=argument.id),
        ReweightValue(
            audience=draw(st.sampled_from(drawn)).id,
            value=draw(st.sampled_from(oracle.VALUES)),
            weight=draw(st.just(3)),
        ),
    ]
    if f.attacks:
        attack = draw(st.sampled_from(f.attacks))
        kinds.append(FlipEvaluation(attacker=attack.attacker, target=attack.target))
    return draw(st.sampled_from(kinds))


@law
@given(frameworks(), seats(), st.data())
def test_what_if_agrees_with_the_oracle_on_the_changed_framework(
    f: Framework, drawn: tuple[Audience, ...], data: st.DataObject
) -> None:
    change = data.draw(a_change(f, drawn))
    before = sublate(f, drawn)
    try:
        result = what_if(before, [change])
    except FoamError:
        return
    changed, audiences = apply(f, drawn, [change])
    for audience in audiences:
        now = oracle.accepted(changed, audience)
        assert {s.argument for s in result.after.standings if audience.id in s.accepted_by} == now
        was = {s.argument for s in before.standings if audience.id in s.accepted_by}
        told = {m.argument for m in result.moved if m.audience == audience.id}
        assert now ^ was <= told
    assert WhatIf.model_validate_json(result.model_dump_json()) == result


def test_changes_say_what_they_are() -> None:
    changes = [
        RemoveArgument(argument="a"),
        RestoreArgument(argument="a"),
        FlipEvaluation(attacker="a", target="b"),
        ReweightValue(audience="s", value="v", weight=0.25),
    ]
    assert [str(change) for change in changes] == [
        "remove a",
        "restore a",
        "flip the evaluation of a against b",
        "s gives v the weight 0.25",
    ]


@pytest.mark.parametrize(
    ("change", "error", "match"),
    [
        (RemoveArgument(argument="z"), NotFound, "no argument 'z'"),
        (RestoreArgument(argument="a"), InputError, "'a' stands already"),
        (FlipEvaluation(attacker="a", target="b"), NotFound, "'a' does not attack 'b'"),
        (FlipEvaluation(attacker="a", target="z"), NotFound, "no argument 'z'"),
        (ReweightValue(audience="nobody", value="life", weight=1), NotFound, "no audience 'nobody'"),
        (ReweightValue(audience="life first", value="life", weight=-1), SettingError, "is negative"),
    ],
)
def test_changes_that_cannot_be_made(change: Change, error: type[FoamError], match: str) -> None:
    with pytest.raises(error, match=match):
        what_if(TABLE, [change])


def test_a_what_if_cannot_vouch_for_evidence() -> None:
    f = Framework(
        arguments=(Argument(id="a"), Argument(id="b", verified=False)), attacks=(Attack(attacker="b", target="a"),)
    )
    with pytest.raises(InputError, match="failed verification"):
        what_if(sublate(f, [LIFE]), [RestoreArgument(argument="b")])


def test_removing_twice_is_refused() -> None:
    with pytest.raises(InputError, match="withdrawn already"):
        what_if(TABLE, [RemoveArgument(argument="c"), RemoveArgument(argument="c")])
