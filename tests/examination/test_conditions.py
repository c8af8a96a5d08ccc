"""The conditions of the rules that a decision applies, one by one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.examination.small import GARDEN_RULES, make_file

from foam.examination.conditions import assess_conditions, find_unmet_conditions, read_conditions
from foam.examination.file import CaseFile
from foam.examination.quantities import find_said, read_asked
from foam.model.judge import Weighed


def weigh_scripted(pairs: Sequence[tuple[str, str]]) -> Sequence[Weighed]:
    """A judge that knows who was heard, and nothing else."""
    known = {
        "The holder spoke before the board.": Weighed(supports=0.9, contradicts=0.02, neither=0.08, bears=0.95),
        "I was never heard by the board.": Weighed(supports=0.05, contradicts=0.9, neither=0.05, bears=0.95),
    }
    nothing = Weighed(supports=0.1, contradicts=0.1, neither=0.8, bears=0.3)
    return [known.get(text, nothing) if "heard" in claim else nothing for text, claim in pairs]


def _make_garden(*, warnings: str, days: int, heard: str) -> CaseFile:
    texts = {
        "Garden rules": GARDEN_RULES,
        "Decision": "Decision. The plot of Mira Oss is withdrawn under rule 3. The plot was left untended.",
        "Warden's log": f"She had {warnings} written warnings. The plot was untended for {days} days.",
        "Minutes": heard,
    }
    return make_file(texts, decision="Decision", rules="Garden rules")


@pytest.mark.parametrize(
    ("warnings", "days", "heard", "statuses"),
    [
        ("three", 75, "The holder spoke before the board.", ["met", "met", "met"]),
        ("two", 75, "The holder spoke before the board.", ["not met", "met", "met"]),
        ("three", 60, "The holder spoke before the board.", ["met", "not met", "met"]),
        ("three", 75, "I was never heard by the board.", ["met", "met", "not met"]),
        ("three", 75, "It rained.", ["met", "met", "not shown"]),
    ],
)
def test_each_condition_has_a_status(warnings: str, days: int, heard: str, statuses: list[str]) -> None:
    file = _make_garden(warnings=warnings, days=days, heard=heard)
    assessed = [
        one for one in assess_conditions(file, weigh_pairs=weigh_scripted) if "objection" not in one.condition.text
    ]
    assert [one.status for one in assessed] == statuses
    found = find_unmet_conditions(file, weigh_pairs=weigh_scripted)
    assert len(found) == statuses.count("not met")
    assert all(one.kind == "condition" and one.passages[-1].document == "Garden rules" for one in found)


def test_a_file_that_says_both_is_in_dispute() -> None:
    texts = {
        "Garden rules": GARDEN_RULES,
        "Decision": "Decision. The plot of Mira Oss is withdrawn under rule 3. She had three written warnings.",
        "Letter": "I had two warnings and no more.",
    }
    file = make_file(texts, decision="Decision", rules="Garden rules")
    (finding,) = find_unmet_conditions(file, weigh_pairs=weigh_scripted)
    assert "in dispute" in finding.text
    assert finding.working == ("2 (Letter) is not at least 3", "3 (Decision) is at least 3")


@pytest.mark.parametrize(("income", "is_met"), [("1,049.20", True), ("1,685.60", False)])
def test_what_entitles_speaks_against_a_denial_only_where_it_is_met(income: str, is_met: bool) -> None:
    texts = {
        "Rules": "Rule 1: A household of two is eligible if its monthly income does not exceed 1,215 crowns. "
        "Rule 2: A household of three is eligible if its monthly income does not exceed 1,525 crowns.",
        "Decision": "The application of a household of two for heating aid is denied. The monthly income is too high.",
        "Slip": f"The monthly income of the household is {income} crowns.",
    }
    file = make_file(texts, decision="Decision", rules="Rules")
    (assessed,) = assess_conditions(file, weigh_pairs=weigh_scripted)
    assert assessed.status == ("met" if is_met else "not met")
    found = find_unmet_conditions(file, weigh_pairs=weigh_scripted)
    assert ["is met, although" in one.text for one in found] == ([True] if is_met else [])


@pytest.mark.parametrize(
    ("sentence", "conditions"),
    [
        (
            "Rule 3: A plot may be withdrawn only where (a) it is bare and (b) the holder was warned twice.",
            ["it is bare", "the holder was warned twice"],
        ),
        (
            "If the dog is loose, the warden may call the owner.",
            ["the dog is loose"],
        ),
        (
            "A berth is given only if the boat is insured and the owner has a licence.",
            ["the boat is insured", "the owner has a licence"],
        ),
        (
            "The holder must be heard before a plot is withdrawn, unless the holder has declined in writing.",
            ["The holder must be heard before a plot is withdrawn", "the holder has declined in writing"],
        ),
        ("Fees are due in May.", []),
    ],
)
def test_conditions_are_read_one_by_one(sentence: str, conditions: list[str]) -> None:
    rule = make_file({"Rules": sentence}).documents[0]
    assert [one.text for one in read_conditions(rule, 0, sentence)] == conditions


def test_what_takes_back_what_a_rule_gave_is_an_exception() -> None:
    sentence = "Hedges may be cut at any time, but not between April and August if birds are nesting in them."
    rule = make_file({"Rules": sentence}).documents[0]
    assert [(one.text, one.is_exception) for one in read_conditions(rule, 0, sentence)] == [
        ("birds are nesting in them", True)
    ]


@pytest.mark.parametrize("said", ["That is two nights too many.", "It was two nights more than the limit."])
def test_how_much_too_many_is_no_count_of_its_own(said: str) -> None:
    asked = read_asked("they amount to no more than 56 nights")
    assert asked is not None
    assert list(find_said(asked, said)) == []
    assert list(find_said(asked, "He was away for 58 nights.")) == [58]
