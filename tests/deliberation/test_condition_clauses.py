"""A condition that a claim sets is printed as a clause, as one of the motion, and is open only if it can be met."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import pytest
from tests.deliberation.sitting import PACK, Sitting, sit
from tests.deliberation.table import load_sample
from tests.deliberation.writing import writing

import foam.deliberation.views  # noqa: F401
from foam.argument.toulmin import Toulmin
from foam.contest.job import load_file
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.condition import introduce_condition, state_condition
from foam.deliberation.dossier import ClaimNode, PositionNode
from foam.deliberation.position import Direction
from foam.deliberation.summary import summarise
from foam.deliberation.support import Support
from foam.deliberation.weighing import Outcome
from foam.deliberation.written.forms import OF_OTHER_SIDE
from foam.evidence.corpus import Passage
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, Script
from foam.text.pointer import Pointer

CLAUSE = "only if somebody reads the letters"


def _set_conditions(condition: str, side: str = "condition") -> Script:
    """Everything is found to set a condition."""
    plain = writing(load_sample(PACK).pack.sample_question)

    def say(call: Call) -> Said | None:
        if not isinstance(call.question, Write) or call.question.template != "acts/appraisal":
            return None
        made = plain(call)
        assert isinstance(made, Written)
        rows: Any = made.fields["appraisals"]
        return Written(fields={"appraisals": tuple({**r, "side": side, "condition": condition} for r in rows)})

    return say


@cache
def _sit_on_condition() -> Sitting:
    return sit(_set_conditions(CLAUSE))


def test_a_condition_that_the_evaluator_does_not_put_as_a_clause_is_asked_for_again() -> None:
    acts = sit(_set_conditions("")).list_acts("acts/appraisal")
    assert any("a1 sets a condition" in act.prompt for act in acts)


@pytest.mark.parametrize(
    ("condition", "unless", "answers", "told"),
    [
        ("Only if the ice bears.", "", (), "only if the ice bears"),
        ("the ice bears", "it thaws", ("affirmed",), "only if the ice bears"),
        ("", "the ice bears", ("denied",), "only if the ice bears"),
        ("", "it thaws", ("affirmed",), "unless it thaws"),
        ("", "unless it thaws", ("affirmed", "denied"), "unless it thaws"),
        ("", "", ("denied",), ""),
    ],
)
def test_a_condition_is_a_clause(condition: str, unless: str, answers: tuple[Direction, ...], told: str) -> None:
    support = Support(side="condition", strength=0.5, condition=condition, entries=())
    ground = Passage(pointer=Pointer(document="d", sentence=1), text="The ice broke in 1931.", cite="")
    parts = Toulmin(claim="The ice broke.", grounds=(ground.pointer,), warrant="because it did", rebuttal=unless)
    known = {"grounds": (ground,), "scheme": "example", "value": "welfare", "support": support, "entry": "b2:1"}
    claim = Claim.model_validate({"id": "claim-1", "parts": parts, **known})
    assert state_condition(claim, answers) == told
    reason = claim.model_copy(update={"support": Support(side="against", strength=0.5, entries=())})
    assert state_condition(reason, answers) == ""


@pytest.mark.parametrize(
    ("motion", "outcome", "of", "told"),
    [
        ("The club should build.", "affirmed", "affirmed", "A condition that stands"),
        ("The club should build.", "undecided", "affirmed", "A condition that stands"),
        ("The club should build.", "denied", "affirmed", "If it were done"),
        ("Clubs do more harm than good.", "denied", "affirmed", "If it were so"),
        ("The club should build.", "denied", "denied", "A condition that stands"),
        ("The club should build.", "affirmed", "denied", "If it were not done"),
        ("Clubs do more harm than good.", "undecided", "denied", "If it were not so"),
    ],
)
def test_a_condition_of_what_is_not_to_be_is_announced_as_one(
    motion: str, outcome: Outcome, of: Direction, told: str
) -> None:
    assert introduce_condition(motion, outcome, of) == told


@pytest.mark.parametrize("of", ["affirmed", "denied"])
def test_a_condition_of_one_answer_is_none_of_the_other(of: Direction) -> None:
    sitting = _sit_on_condition() if of == "affirmed" else sit(_set_conditions(CLAUSE, OF_OTHER_SIDE))
    file = asyncio.run(load_file(sitting.table.store, sitting.ran.run))
    assert isinstance(file, DossierFile)

    def tell(outcome: str) -> str:
        came_to = {"outcome": outcome, "basis": "weighed", "conditions": conditions, "follows_from": ()}
        recommendation = synthesis.recommendation.model_copy(update=came_to)
        changed = synthesis.model_copy(update={"recommendation": recommendation})
        drafts = tuple(
            one.model_copy(update={"position": one.position.model_copy(update={"condition": ""})})
            for one in file.mediation.drafts
        )
        return " ".join(summarise(file.mediation.model_copy(update={"synthesis": changed, "drafts": drafts})))

    synthesis = file.mediation.synthesis
    conditions = tuple(one.id for one in file.mediation.claims if one.sets_condition)
    assert conditions
    assert {one.support.condition_of for one in file.mediation.claims if one.sets_condition} == {of}
    other = "denied" if of == "affirmed" else "affirmed"
    assert ", under conditions" in tell(of)
    assert f"A condition that stands: {CLAUSE}" in tell(of)
    assert ", under conditions" not in tell(other)
    turned = "" if of == "affirmed" else "not "
    assert any(f"If it were {turned}{was}: {CLAUSE}" in tell(other) for was in ("so", "done"))


@pytest.mark.parametrize("worded", [True, False])
def test_only_conditions_that_can_be_met_are_open(worded: bool) -> None:
    dossier = _sit_on_condition().dossier
    nodes = tuple(
        node.model_copy(update={"condition": "" if isinstance(node, PositionNode) or not worded else node.condition})
        if isinstance(node, PositionNode | ClaimNode)
        else node
        for node in dossier.nodes
    )
    assert dossier.conditions
    page = dossier.model_copy(update={"nodes": nodes}).render("md").partition("## Open")[2].partition("\n## ")[0]
    assert ("that were set are met" in page) is worded
