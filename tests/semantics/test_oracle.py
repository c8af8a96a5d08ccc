"""The strategies reach what the laws are about; a law over empty graphs would hold by saying nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import Phase, find, settings
from hypothesis import strategies as st
from tests.semantics.oracle import defeat, frameworks, seats

from foam.semantics.audience import Audience
from foam.semantics.extensions import label_grounded
from foam.semantics.flips import find_minimal_flips
from foam.semantics.framework import Framework
from foam.semantics.sublation import sublate

Drawn = tuple[Framework, tuple[Audience, ...]]


def reinstated(drawn: Drawn) -> bool:
    f, _ = drawn
    return any(target in label_grounded(f).accepted for _, target in defeat(f, None))


def two_priorities(drawn: Drawn) -> bool:
    return any(len(claim.condition.separating) > 1 for claim in sublate(*drawn).conditional_claims)


def two_branches(drawn: Drawn) -> bool:
    return any(len(claim.condition.branches) > 1 for claim in sublate(*drawn).conditional_claims)


def two_changes(drawn: Drawn) -> bool:
    f, audiences = drawn
    return any(
        len(flip) == 2 for a in f.arguments for flip in find_minimal_flips(f, audiences, a.id, most_changes=2).flips
    )


@pytest.mark.parametrize("case", [reinstated, two_priorities, two_branches, two_changes])
def test_reached(case: Callable[[Drawn], bool]) -> None:
    looking = settings(deadline=None, max_examples=300, database=None, phases=[Phase.generate], derandomize=True)
    assert case(find(st.tuples(frameworks(), seats(least=4, most=8)), case, settings=looking))
