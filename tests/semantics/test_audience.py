"""Audiences: how they rank values, ties and unweighed values included, and what they choose."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.semantics.oracle import VALUES, accept, law, make_reason, make_strict_audience, prefers, reasons, seats

from foam.argument.tree import Consideration
from foam.errors import SettingError
from foam.semantics.audience import Audience
from foam.semantics.ways import choose_option


@law
@given(reasons(), seats(most=1))
def test_the_highest_reasons_decide_as_the_grounded_set_does(
    drawn: list[Consideration], seat: tuple[Audience, ...]
) -> None:
    kept = accept(drawn, seat[0])
    held = {one.option for one in drawn if one.id in kept}
    assert choose_option(drawn, seat[0]) == (held.pop() if len(held) == 1 else None)


@pytest.mark.parametrize(
    ("first", "second", "weights", "expected"),
    [
        ("equity", "safety", {"safety": 2, "equity": 1}, "against"),
        ("equity", "safety", {"safety": 1, "equity": 2}, "for"),
        ("equity", "safety", {"safety": 1, "equity": 1}, None),
        ("equity", "equity", {"equity": 1}, None),
        ("equity", "safety", {"safety": 1}, "against"),  # unweighed ranks below weighed
        ("equity", "safety", {"liberty": 1}, None),  # both unweighed: tied
        ("", "safety", {"safety": 9}, "against"),  # a reason that names no value comes last
        ("", "safety", {"liberty": 1}, None),
    ],
)
def test_which_of_two_reasons_decides(first: str, second: str, weights: dict[str, float], expected: str | None) -> None:
    two = [make_reason("one", "for", first), make_reason("other", "against", second)]
    assert choose_option(two, Audience(id="seat", weights=weights)) == expected
    assert choose_option(two, None) is None


def test_what_is_lower_does_not_save_what_is_tied_above() -> None:
    tied = [make_reason("a", "for", "safety"), make_reason("b", "against", "safety"), make_reason("c", "for", "equity")]
    assert choose_option(tied, make_strict_audience("safety", "equity")) is None
    assert choose_option(tied, make_strict_audience("equity", "safety")) == "for"


def test_a_tie_is_a_tie_in_spite_of_floating_point() -> None:
    audience = Audience(id="seat", weights={"safety": 0.1 + 0.2, "equity": 0.3})
    assert not audience.outranks("safety", "equity")


@law
@given(seats(most=1))
def test_ranking_agrees_with_the_weights(drawn: tuple[Audience, ...]) -> None:
    (audience,) = drawn
    for one in VALUES:
        for other in VALUES:
            assert audience.outranks(one, other) == prefers(audience, one, other)


def test_only_the_order_of_the_weights_matters() -> None:
    steep, flat = Audience(id="a", weights={"x": 1e300, "y": 1e-300}), Audience(id="a", weights={"x": 2, "y": 1})
    assert steep.outranks("x", "y") == flat.outranks("x", "y")


@pytest.mark.parametrize("weights", [{}, {"x": 0}, {"x": -1}, {"x": "much"}, {"x": float("nan")}, {"": 1}, "x=1"])
def test_bad_weights_are_refused(weights: object) -> None:
    with pytest.raises(SettingError):
        Audience(id="seat", weights=weights)
