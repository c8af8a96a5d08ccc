"""Many worlds at once give what each gives alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.oracle import accepted, frameworks, law, seats

from foam.semantics.audience import Audience, ranks_of, seated
from foam.semantics.extensions import grounded
from foam.semantics.framework import Framework
from foam.semantics.worlds import flags, mask, settle_for


@law
@given(frameworks(), seats(most=6))
def test_each_world_is_the_grounded_labelling_of_its_audience(f: Framework, drawn: tuple[Audience, ...]) -> None:
    settled = settle_for(f, ranks_of(drawn, f.values))
    for world, audience in enumerate(drawn):
        labels = grounded(f, audience)
        assert {name for name, worlds in settled.accepted.items() if worlds >> world & 1} == set(labels.accepted)
        assert {name for name, worlds in settled.rejected.items() if worlds >> world & 1} == set(labels.rejected)
        assert set(labels.accepted) == accepted(f, audience)


@given(st.lists(st.booleans(), min_size=1, max_size=70))
def test_masks_and_flags_are_inverse(raised: list[bool]) -> None:
    array = np.array(raised, dtype=np.bool_)
    assert flags(mask(array), len(raised)).tolist() == raised
    assert mask(array).bit_count() == sum(raised)


def test_no_audience_makes_no_world() -> None:
    f = Framework()
    assert settle_for(f, ranks_of(seated([Audience(id="x", weights={"v": 1})]), f.values)).count == 1
