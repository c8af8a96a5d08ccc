"""When the refinement loop stops: never before the third round, and the rule is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.deliberation.refine import MAX_ROUNDS, MIN_ROUNDS, STRONG_DEFENCE, find_stop_rule

SCORES = st.lists(st.floats(-10, 10), min_size=1, max_size=MAX_ROUNDS).map(tuple)


@pytest.mark.parametrize(
    ("scores", "rule"),
    [
        ((9.0,), None),
        ((9.0, 9.0), None),
        ((0.0, 0.0, 9.0), "strong defence"),
        ((2.0, 2.1, 2.2), "converged"),
        ((-5.0, 0.0, 4.0), None),
        ((-5.0, 0.0, 4.0, -5.0), None),
        ((-5.0, 0.0, 4.0, -5.0, 2.0), "round limit"),
        ((-5.0, 0.0, 5.0), None),
    ],
)
def test_the_rules(scores: tuple[float, ...], rule: str | None) -> None:
    assert find_stop_rule(scores) == rule


@given(SCORES)
def test_the_loop_runs_three_to_five_rounds(scores: tuple[float, ...]) -> None:
    rule = find_stop_rule(scores)
    if len(scores) < MIN_ROUNDS:
        assert rule is None
    if len(scores) == MAX_ROUNDS:
        assert rule is not None
    if rule == "strong defence":
        assert scores[-1] > STRONG_DEFENCE
