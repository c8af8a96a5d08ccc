"""Demands without a reason, told from reasons and from facts."""

from __future__ import annotations

import pytest

from foam.text.demand import is_bare_demand, is_conditional_demand, is_prescribed

MOTION = "The town should close the old bridge."


@pytest.mark.parametrize(
    "text",
    [
        "The town should close the old bridge.",
        "The town should not close the old bridge.",
        "The old bridge must be closed by spring.",
        "Council members said the town should close the old bridge.",
    ],
)
def test_a_demand_for_the_same_or_the_contrary_without_a_reason(text: str) -> None:
    assert is_bare_demand(text, MOTION)


@pytest.mark.parametrize(
    "text",
    [
        "The town should close the old bridge because its cables are rusted through.",
        "Its cables are rusted through, so the old bridge should be closed.",
        "The old bridge was closed twice last year.",
        "The town should mend the old bridge.",
        "Two of the four cables of the old bridge are rusted through.",
        "",
    ],
)
def test_a_reason_a_fact_or_another_demand(text: str) -> None:
    assert not is_bare_demand(text, MOTION)


def test_a_statement_of_what_is_demands_nothing() -> None:
    assert not is_bare_demand("The bridge should be closed.", "The bridge is closed.")


@pytest.mark.parametrize(("text", "said"), [("It must go.", True), ("It went.", False), ("Mustard is yellow.", False)])
def test_what_should_be_is_told_from_what_is(text: str, said: bool) -> None:
    assert is_prescribed(text) is said


@pytest.mark.parametrize(
    ("text", "conditional"),
    [
        ("The council should license night fishing only if the boats stay ashore while fish spawn.", True),
        ("Night fishing should not be licensed by the council unless the catch recovers.", True),
        ("The council should license night fishing.", False),
        ("Boats must carry lights unless they are moored.", False),
        ("The council licensed night fishing as long as the catch was stable.", False),
    ],
)
def test_a_demand_under_a_condition_is_told_from_rules_and_reports(text: str, conditional: bool) -> None:
    assert is_conditional_demand(text, "The council should license night fishing.") is conditional
