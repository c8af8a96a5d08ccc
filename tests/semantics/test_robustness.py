"""Value-robustness: what survives whatever the order of the values."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.semantics.oracle import accepted, framework, frameworks, law, orderings
from tests.semantics.test_audience import INSULIN

from foam.errors import SettingError
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.robustness import MOST_VALUES, find_values_in_play, measure_robustness


def test_hal_and_carla() -> None:
    report = measure_robustness(INSULIN)
    assert report.those("objective") == ("a", "d")
    assert report.those("subjective") == ("b", "c")
    assert (report.orderings, report.values) == (2, ("life", "property"))


def test_in_a_cycle_of_two_values_one_argument_survives_either_way() -> None:
    report = measure_robustness(framework("a>b b>c c>a", a="red", b="blue", c="red"))
    assert report.those("objective") == ("b",)
    assert report.those("subjective") == ("a", "c")


@law
@given(frameworks())
def test_agrees_with_trying_every_ordering_of_every_value(f: Framework) -> None:
    tried = [accepted(f, audience) for audience in orderings(f.values)]
    for row in measure_robustness(f).arguments:
        times = sum(row.argument in names for names in tried)
        assert row.share == pytest.approx(times / len(tried))
        expected = "objective" if times == len(tried) else "subjective" if times else "indefensible"
        assert row.status == expected


def test_values_that_no_attack_weighs_are_out_of_play() -> None:
    f = framework("b>a c>d", a="x", b="y", c="z", d="z", e="w")
    assert find_values_in_play(f) == ("x", "y")
    assert measure_robustness(f).orderings == 2
    assert find_values_in_play(framework("b>a d>c", b="x", c="y")) == (), "a preference needs a value on both sides"


def test_no_values_one_ordering() -> None:
    report = measure_robustness(framework("b>a"))
    assert (report.orderings, report.those("objective"), report.those("indefensible")) == (1, ("b",), ("a",))


def many_values(count: int) -> Framework:
    arguments = tuple(Argument(id=f"n{i:02}", promotes=(f"v{i:02}",)) for i in range(count))
    attacks = tuple(Attack(attacker=f"n{i:02}", target=f"n{i + 1:02}") for i in range(count - 1))
    return Framework(arguments=arguments, attacks=attacks)


def test_too_many_values_are_refused_with_the_way_forward() -> None:
    with pytest.raises(SettingError, match=r"9 .*362,880") as error:
        measure_robustness(many_values(MOST_VALUES + 1))
    assert error.value.hint == "merge values"
