"""The prompts of debates: functions and templates name the same variables, and untrusted text is fenced."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.deliberation.test_questions import HOSTILE, OFFERED, assert_fenced

from foam.argument.scheme import scheme
from foam.debate import questions as q
from foam.debate.prompts import debate_prompts
from foam.model.question import Question, WordLimit
from foam.model.template import Prompts
from foam.pack.loader import load_pack

LIMITS = (WordLimit(name="opening", max_words=9),)
LOOKED = q.Looked("Source", "figures", HOSTILE, HOSTILE, "pro (1)")

MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "schemes": lambda p: q.schemes_question(p, utterance=HOSTILE),
    "answered": lambda p: q.answered_question(p, utterance=HOSTILE, scheme=scheme("causal")),
    "keywords": lambda p: q.keywords_question(p, motion=HOSTILE, history=HOSTILE, offered=OFFERED),
    "predicates": lambda p: q.predicates_question(p, utterance=HOSTILE),
    "flaw": lambda p: q.flaw_question(p, fault="a circle", chain=HOSTILE, offered=OFFERED),
    "target": lambda p: q.target_question(p, position=HOSTILE, offered=OFFERED, at_most=2),
    "words": lambda p: q.words_question(
        p, position=HOSTILE, signals=HOSTILE, plan=OFFERED, priors="", exemplars=OFFERED, feedback="", history=HOSTILE,
        limits=LIMITS,
    ),
    "plain": lambda p: q.plain_question(p, position=HOSTILE, history=HOSTILE, material=OFFERED, words=9),
    "stance": lambda p: q.stance_question(p, position=HOSTILE, passage=HOSTILE),
    "relevance": lambda p: q.relevance_question(p, position=HOSTILE, concern="c", summary=HOSTILE, utterance=HOSTILE),
    "review": lambda p: q.review_question(p, position=HOSTILE, utterance=HOSTILE),
    "question": lambda p: q.cross_question(p, statement=HOSTILE, offered=OFFERED),
    "reply": lambda p: q.reply_question(p, statement=HOSTILE, question=HOSTILE, offered=OFFERED),
    "appeal": lambda p: q.appeal_question(p, motion=HOSTILE, criterion="c", utterance=HOSTILE, aim="convinces"),
    "reasoning": lambda p: q.reasoning_question(p, position=HOSTILE, utterance=HOSTILE),
    "fact": lambda p: q.fact_question(p, claim=HOSTILE, sentence=HOSTILE),
    "analysis": lambda p: q.analysis_question(p, LOOKED, offered=OFFERED, at_most=2),
    "mark": lambda p: q.mark_question(p, LOOKED, noted=HOSTILE, aim="concerns"),
    "winner": lambda p: q.winner_question(
        p, dimension="Source", looked_for="figures", motion=HOSTILE, offered=OFFERED, may_tie=True
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def prompts() -> Prompts:
    return debate_prompts(load_pack("policy-debate"))


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_function_and_template_name_the_same_variables(prompts: Prompts, name: str) -> None:
    assert MAKERS[name](prompts).template_digest == prompts[name].digest


def test_every_template_has_its_function(prompts: Prompts) -> None:
    assert {template.name for template in prompts.templates} == set(MAKERS)


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_untrusted_text_stands_only_between_marks(prompts: Prompts, name: str) -> None:
    assert_fenced(MAKERS[name](prompts).prompt)
