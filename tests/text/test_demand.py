"""Demands and requests without a reason, told from reasons and from facts."""

from __future__ import annotations

import pytest

from foam.text.demand import is_bare_demand, is_bare_request, is_conditional_demand, is_prescribed

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


@pytest.mark.parametrize(
    "text",
    [
        "We ask the town to close the old bridge.",
        "The ferrymen's guild urges the council to keep the old bridge.",
        "The riders of the valley call for a new bridge.",
        "The union demands that the bridge stay open.",
        "I hope that the council decides soon.",
        "We would like the old bridge to stay.",
        "Please close the old bridge.",
    ],
)
def test_a_request_or_a_wish_without_a_reason(text: str) -> None:
    assert is_bare_request(text)


@pytest.mark.parametrize(
    "text",
    [
        "We ask the town to close the old bridge because its cables are rusted through.",
        "Those who cross it to work every day of the winter would ask the ferry to wait.",
        "Two of the four cables of the old bridge are rusted through.",
        "Studies suggest that old bridges fail in frost.",
        "The inspectors expect the cables to fail within a year.",
        "Travellers who wish to cross at night pay double.",
        "",
    ],
)
def test_a_request_with_a_reason_a_report_or_a_finding_is_none(text: str) -> None:
    assert not is_bare_request(text)
