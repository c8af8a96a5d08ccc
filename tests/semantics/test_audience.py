"""Audiences: when an attack succeeds, with one value, several, none, ties and unweighed values."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.semantics.extensions import find_defeats, label_grounded
from tests.semantics.oracle import VALUES, framework, law, prefers, seats

from foam.errors import SettingError
from foam.semantics.audience import Audience, make_ranks, make_strict_audience
from foam.semantics.framework import Argument, Attack, Framework

INSULIN = framework("b>a c>b d>c", a="life", b="property", c="property", d="life")
"""Bench-Capon's Hal and Carla: a Hal may take the insulin to live; b that infringes Carla's property; c Hal compensates
her; d whoever is too poor to pay should not have to die."""
LIFE = make_strict_audience("life first", "life", "property")
PROPERTY = make_strict_audience("property first", "property", "life")


def test_hal_and_carla() -> None:
    assert label_grounded(INSULIN, LIFE).accepted == ("a", "b", "d")
    assert label_grounded(INSULIN, PROPERTY).accepted == ("a", "c", "d")


def test_a_cycle_of_two_values_is_resolved_by_ranking_them() -> None:
    cycle = framework("a>b b>c c>a", a="red", b="blue", c="red")
    assert label_grounded(cycle, make_strict_audience("r", "red", "blue")).accepted == ("b", "c")
    assert label_grounded(cycle, make_strict_audience("b", "blue", "red")).accepted == ("a", "b")
    assert label_grounded(cycle).accepted == ()


def succeeds(attacker: str, target: str, **weights: float) -> bool:
    one = framework("x>y", x=attacker, y=target)
    return bool(find_defeats(one, Audience(id="seat", weights=weights)))


@pytest.mark.parametrize(
    ("attacker", "target", "weights", "expected"),
    [
        ("equity", "safety", {"safety": 2, "equity": 1}, False),
        ("equity", "safety", {"safety": 1, "equity": 2}, True),
        ("equity", "safety", {"safety": 1, "equity": 1}, True),  # a tie lets the attack through
        ("equity", "equity", {"equity": 1}, True),
        ("equity", "safety", {"safety": 1}, False),  # unweighed ranks below weighed
        ("equity", "safety", {"liberty": 1}, True),  # both unweighed: tied
        ("equity", "safety", {"safety": 0, "equity": 0, "liberty": 1}, True),
        ("", "safety", {"safety": 9}, True),  # no preference answers a plain fact
        ("equity", "", {"equity": 1}, True),  # and a plain fact is preferred for nothing
        ("equity liberty", "safety", {"liberty": 3, "safety": 2, "equity": 1}, True),  # highest against highest
        ("equity liberty", "safety", {"safety": 3, "liberty": 2, "equity": 1}, False),
        ("equity", "safety liberty", {"liberty": 3, "equity": 2, "safety": 1}, False),
    ],
)
def test_when_an_attack_succeeds(attacker: str, target: str, weights: dict[str, float], expected: bool) -> None:
    assert succeeds(attacker, target, **weights) is expected


def test_a_tie_is_a_tie_in_spite_of_floating_point() -> None:
    assert succeeds("equity", "safety", safety=0.1 + 0.2, equity=0.3)


@law
@given(seats(most=1))
def test_ranking_agrees_with_the_weights(drawn: tuple[Audience, ...]) -> None:
    (audience,) = drawn
    table = make_ranks([audience], VALUES)
    for one in VALUES:
        for other in VALUES:
            assert audience.outranks(one, other) == prefers(audience, one, other)
            assert bool(table.outranks(one, other)[0]) == prefers(audience, one, other)


def test_only_the_order_of_the_weights_matters() -> None:
    steep, flat = Audience(id="a", weights={"x": 1e300, "y": 1e-300}), Audience(id="a", weights={"x": 2, "y": 1})
    assert steep.outranks("x", "y") == flat.outranks("x", "y")


@pytest.mark.parametrize("weights", [{}, {"x": 0}, {"x": -1}, {"x": "much"}, {"x": float("nan")}, {"": 1}, "x=1"])
def test_bad_weights_are_refused(weights: object) -> None:
    with pytest.raises(SettingError):
        Audience(id="seat", weights=weights)


def test_facts_beat_values_all_the_way() -> None:
    fact = Argument(id="fact")
    value = Argument(id="value", promotes=("life",))
    f = Framework(arguments=(fact, value), attacks=(Attack(attacker="fact", target="value"),))
    assert label_grounded(f, LIFE).rejected == ("value",)
