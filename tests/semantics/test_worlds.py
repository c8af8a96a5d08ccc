"""Many worlds at once give what each gives alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.extensions import label_grounded
from tests.semantics.oracle import VALUES, accepted, frameworks, law, seats

from foam.argument.tree import Consideration
from foam.semantics.audience import Audience, make_ranks
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.ways import UNNAMED, choose_option
from foam.semantics.worlds import pack_flags, settle_for, unpack_flags


@law
@given(frameworks(), seats(most=6))
def test_each_world_is_the_grounded_labelling_of_its_audience(f: Framework, drawn: tuple[Audience, ...]) -> None:
    settled = settle_for(f, make_ranks(drawn, f.values))
    for world, audience in enumerate(drawn):
        labels = label_grounded(f, audience)
        assert {name for name, worlds in settled.accepted.items() if worlds >> world & 1} == set(labels.accepted)
        assert {name for name, worlds in settled.rejected.items() if worlds >> world & 1} == set(labels.rejected)
        assert set(labels.accepted) == accepted(f, audience)


@given(st.lists(st.booleans(), min_size=1, max_size=70))
def test_masks_and_flags_are_inverse(raised: list[bool]) -> None:
    array = np.array(raised, dtype=np.bool_)
    assert unpack_flags(pack_flags(array), len(raised)).tolist() == raised
    assert pack_flags(array).bit_count() == sum(raised)


def test_no_audience_makes_no_world() -> None:
    f = Framework()
    assert settle_for(f, make_ranks([Audience(id="x", weights={"v": 1})], f.values)).count == 1


@law
@given(
    st.lists(st.tuples(st.sampled_from(("for", "against", "neither")), st.sampled_from(("", *VALUES))), max_size=6),
    seats(most=1).map(lambda drawn: drawn[0]),
)
def test_the_highest_reasons_decide_as_the_grounded_set_does(drawn: list[tuple[str, str]], audience: Audience) -> None:
    reasons = [
        Consideration(id=f"r{n}", says="So it is.", option=option, value=value, under="root", rests_on=())
        for n, (option, value) in enumerate(drawn)
    ]
    attacks = ((one, other) for one in reasons for other in reasons if one.option != other.option)
    f = Framework(
        arguments=tuple(Argument(id=one.id, promotes=(one.value or UNNAMED,)) for one in reasons),
        attacks=tuple(Attack(attacker=one.id, target=other.id) for one, other in attacks),
    )
    held = {one.option for one in reasons if one.id in accepted(f, audience)}
    assert choose_option(reasons, audience) == (held.pop() if len(held) == 1 else None)
