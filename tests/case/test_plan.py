"""What counts as a plan: it says more than the resolution, and tells what it proposes from what it states."""

from __future__ import annotations

import pytest

from foam.case.plan import find_plan_faults
from foam.case.values import Plan

QUESTION = "Should harbours protect porpoises?"
CITED = ("The harbour of Mellin licenses 212 gill-net boats and may set conditions.",)
GOOD = (
    "The harbour authority shall license gill-net boats only if they protect porpoises with acoustic alarms. It shall "
    "pay 40 crowns for each net out of licence fees, from 1 March on, and suspend boats that do not comply."
)


def faults(text: str, *, cited: tuple[str, ...] = CITED, **parts: str) -> list[str]:
    plan = Plan(text=text, **{"agent": "The harbour authority.", "mandate": "To license boats.", **parts}, entry="e")
    return list(find_plan_faults(plan, QUESTION, cited))


def test_a_plan_may_propose_amounts_and_days_of_its_own() -> None:
    assert faults(GOOD, funding="40 crowns for each net, out of licence fees.", time="From 1 March on.") == []


@pytest.mark.parametrize(
    "text", ["Harbours should protect porpoises.", "All harbours shall protect every porpoise that there is."]
)
def test_the_resolution_again_is_no_plan(text: str) -> None:
    assert any("says the question again" in fault for fault in faults(text))


def test_a_plan_about_something_else_is_not_topical() -> None:
    text = "The library shall lend musical instruments to residents for a season, paid out of membership fees."
    assert any("does not speak of" in fault for fault in faults(text))


@pytest.mark.parametrize(
    "stated",
    [
        "Nets killed 914 porpoises.",
        "It shall act because nets killed 914 porpoises.",
        "The harbour has 914 boats already.",
        "It shall close the bay to nets, since 914 porpoises were lost.",
    ],
)
def test_a_figure_that_is_stated_needs_a_sentence(stated: str) -> None:
    assert any("914" in fault for fault in faults(f"{GOOD} {stated}"))
    assert not any("914" in fault for fault in faults(f"{GOOD} {stated}", cited=("There were 914 porpoises lost.",)))


def test_a_fact_in_a_part_of_the_plan_needs_a_sentence_too() -> None:
    assert any("914" in fault for fault in faults(GOOD, funding="Fees, which were 914 crowns last year."))


def test_a_name_is_never_a_proposal() -> None:
    named = GOOD.replace("The harbour authority", "The Velmark Fisheries Commission")
    assert any("Velmark" in fault for fault in faults(named))
    assert not faults(named, cited=("The Velmark Fisheries Commission licenses boats.",))
