"""The prompts of debates: functions and templates name the same variables, and untrusted text is fenced."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from tests.debate.writers import GOOD_CON, GOOD_PRO, MOTION, make_format, open_stage, writer
from tests.fencing import HOSTILE, OFFERED, assert_fenced

from foam.debate import acts as a
from foam.debate import questions as q
from foam.debate.memory.annotate import make_annotation
from foam.debate.speech.brief import DebateBrief
from foam.model.form import TextField
from foam.model.question import Question
from foam.model.template import Prompts
from foam.pack.loader import load_pack

LIMITS = (TextField(name="opening", max_words=9),)
LOOKED = q.JudgingView("Source", "figures", HOSTILE, HOSTILE, "pro (1)")

BRIEF = DebateBrief(
    motion=HOSTILE,
    history=OFFERED,
    position=HOSTILE,
    opposing=HOSTILE,
    theirs=OFFERED,
    own=OFFERED,
    commitments=OFFERED,
)


@cache
def list_asked() -> dict[str, Question]:
    """What is asked in the acts of a turn, over a debate of which motion and positions are hostile."""
    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON]})
    hostile = MOTION.model_copy(update={"motion": HOSTILE, "pro": HOSTILE, "con": HOSTILE})
    stage = open_stage(model)
    stage.debate(
        stage.debate_spec(transcript=hostile, format=make_format("P1", "C1"), wording="model", pace=200.0, seed=0)
    )
    return {call.question.template: call.question for call in model.calls}


ACTS = ("debate/prepare", "debate/speech", "debate/judgement")

MAKERS: dict[str, Callable[[Prompts], Question]] = {
    **{name: lambda p, name=name: list_asked()[name] for name in ACTS},  # type: ignore[misc]
    "debate/annotate": lambda p: make_annotation(p, HOSTILE).question,
    "debate/decision": lambda p: a.decision_question(
        p, motion=HOSTILE, positions={"pro": HOSTILE, "con": HOSTILE}, flow=OFFERED, commitments=OFFERED,
        note="Speeches made: pro 1, con 1. con spoke last.", fields=LIMITS,
    ),
    "debate/crossing": lambda p: q.crossing_question(p, position=HOSTILE, options=OFFERED, at_most=1),
    "debate/examination": lambda p: a.examination_question(p, BRIEF, about=OFFERED[0], fields=LIMITS),
    "debate/testimony": lambda p: a.testimony_question(
        p, BRIEF, about=OFFERED[0], asked=HOSTILE, evidence=OFFERED, fields=LIMITS, material=OFFERED
    ),
    "debate/response": lambda p: a.response_question(
        p, about=OFFERED[0], asked=HOSTILE, answer=OFFERED[1], response="answer", commitment=HOSTILE, fields=LIMITS
    ),
    "debate/plain": lambda p: q.plain_question(p, position=HOSTILE, history=HOSTILE, material=OFFERED, words=9),
    "debate/stance": lambda p: q.stance_question(p, position=HOSTILE, passage=HOSTILE),
    "debate/question": lambda p: q.cross_question(p, statement=HOSTILE, options=OFFERED),
    "debate/reply": lambda p: q.reply_question(p, statement=HOSTILE, question=HOSTILE, options=OFFERED),
    "debate/appeal": lambda p: q.appeal_question(p, motion=HOSTILE, criterion="c", utterance=HOSTILE, aim="convinces"),
    "debate/reasoning": lambda p: q.reasoning_question(p, position=HOSTILE, utterance=HOSTILE),
    "debate/fact": lambda p: q.fact_question(p, claim=HOSTILE, sentence=HOSTILE),
    "debate/analysis": lambda p: q.analysis_question(p, LOOKED, options=OFFERED, at_most=2),
    "debate/mark": lambda p: q.mark_question(
        p, LOOKED, noted=HOSTILE, speech=HOSTILE, cited=HOSTILE, aim="concerns"
    ),
    "debate/winner": lambda p: q.winner_question(
        p, dimension="Source", looked_for="figures", motion=HOSTILE, options=OFFERED, may_tie=True
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def prompts() -> Prompts:
    return load_pack("policy-debate").prompts


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_function_and_template_name_the_same_variables(prompts: Prompts, name: str) -> None:
    assert MAKERS[name](prompts).template_digest == prompts[name].digest


def test_every_template_has_its_function(prompts: Prompts) -> None:
    names = {template.name for template in prompts.templates}
    assert {name for name in names if name.startswith("debate/")} == set(MAKERS)


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_untrusted_text_stands_only_between_marks(prompts: Prompts, name: str) -> None:
    assert_fenced(MAKERS[name](prompts).prompt)
