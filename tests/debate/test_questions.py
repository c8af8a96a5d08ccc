"""The prompts of debates: functions and templates name the same variables, and untrusted text is fenced."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.fencing import HOSTILE, OFFERED, assert_fenced

from foam.argument.scheme import require_scheme
from foam.debate import acts as a
from foam.debate import questions as q
from foam.model.form import ListField, TextField
from foam.model.question import Question
from foam.model.template import Prompts
from foam.pack.loader import load_pack

LIMITS = (TextField(name="opening", max_words=9),)
LOOKED = q.JudgingView("Source", "figures", HOSTILE, HOSTILE, "pro (1)")

BRIEF = a.DebateBrief(
    motion=HOSTILE,
    history=OFFERED,
    position=HOSTILE,
    opposing=HOSTILE,
    theirs=OFFERED,
    own=OFFERED,
    commitments=OFFERED,
)
TOOLS = a.SpeechTools(
    evidence=OFFERED, remembered=OFFERED, flaws=HOSTILE, priors="", speech="It is P1.", words=9, feedback=HOSTILE
)

MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "debate/schemes": lambda p: q.schemes_question(p, utterance=HOSTILE),
    "debate/answered": lambda p: q.answered_question(p, utterance=HOSTILE, scheme=require_scheme("causal")),
    "debate/keywords": lambda p: q.keywords_question(p, motion=HOSTILE, history=HOSTILE, options=OFFERED),
    "debate/predicates": lambda p: q.predicates_question(p, utterance=HOSTILE),
    "debate/flaw": lambda p: q.flaw_question(p, fault="a circle", chain=HOSTILE, options=OFFERED),
    "debate/flaws": lambda p: a.flaws_question(p, kinds={"circularity": "a circle"}, options=OFFERED),
    "debate/judgement": lambda p: a.judgement_question(
        p, BRIEF, parts=OFFERED, rest=OFFERED, field=ListField(name="verdicts", fields=LIMITS, at_most=8)
    ),
    "debate/decision": lambda p: a.decision_question(
        p, motion=HOSTILE, positions={"pro": HOSTILE, "con": HOSTILE}, flow=OFFERED, commitments=OFFERED,
        note="Speeches made: pro 1, con 1. con spoke last.", fields=LIMITS,
    ),
    "debate/evidence": lambda p: q.evidence_question(p, statement=HOSTILE, options=OFFERED, at_most=2),
    "debate/counter": lambda p: q.counter_question(p, claim=HOSTILE, question="why?", options=OFFERED, at_most=2),
    "debate/crossing": lambda p: q.crossing_question(p, position=HOSTILE, options=OFFERED, at_most=1),
    "debate/target": lambda p: q.target_question(p, position=HOSTILE, options=OFFERED, at_most=2),
    "debate/words": lambda p: q.words_question(
        p, position=HOSTILE, signals=HOSTILE, plan=OFFERED, priors="", exemplars=OFFERED, feedback="", history=HOSTILE,
        limits=LIMITS,
    ),
    "debate/searches": lambda p: a.searches_question(
        p, BRIEF, field=ListField(name="searches", fields=LIMITS, at_most=8), words=20, library=OFFERED
    ),
    "debate/speech": lambda p: a.speech_question(p, BRIEF, TOOLS, fields=LIMITS, material=OFFERED),
    "debate/examination": lambda p: a.examination_question(p, BRIEF, about=OFFERED[0], fields=LIMITS),
    "debate/testimony": lambda p: a.testimony_question(
        p, BRIEF, about=OFFERED[0], asked=HOSTILE, evidence=OFFERED, fields=LIMITS, material=OFFERED
    ),
    "debate/response": lambda p: a.response_question(
        p, about=OFFERED[0], asked=HOSTILE, answer=OFFERED[1], response="answer", commitment=HOSTILE, fields=LIMITS
    ),
    "debate/plain": lambda p: q.plain_question(p, position=HOSTILE, history=HOSTILE, material=OFFERED, words=9),
    "debate/stance": lambda p: q.stance_question(p, position=HOSTILE, passage=HOSTILE),
    "debate/relevance": lambda p: q.relevance_question(
        p, position=HOSTILE, concern="c", summary=HOSTILE, utterance=HOSTILE
    ),
    "debate/review": lambda p: q.review_question(p, position=HOSTILE, utterance=HOSTILE),
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
