"""The questions of a challenge to a case: their variables, their bounds, and what they leave out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from foam.contest.cases.questions import (
    MOST_NAMED,
    against_question,
    bears_question,
    compare_question,
    context_question,
)
from foam.model.question import Option, Question
from foam.model.template import Prompts, fence
from foam.pack.prompts import shared_prompts

PROMPTS = shared_prompts()
OFFERED = tuple(Option(id=f"s{n}", text=f"Sentence {n}.") for n in range(1, 6))
CHOICE: dict[str, Any] = {"statement": "So.", "offered": OFFERED[:2], "reason": "R."}

MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "contest/bears": lambda p: bears_question(p, statement="So.", offered=OFFERED),
    "contest/against": lambda p: against_question(p, statement="So.", offered=OFFERED),
    "contest/context": lambda p: context_question(
        p, statement="So.", challenged="So it is.", place="after s1", offered=OFFERED
    ),
    "contest/label": lambda p: compare_question(p, "label", argument="A.", **CHOICE),
    "contest/reason": lambda p: compare_question(p, "reason", ask="Which?", **CHOICE),
    "contest/branch": lambda p: compare_question(p, "branch", plan="P.", ask="Which?", **CHOICE),
}


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_function_and_template_name_the_same_variables(name: str) -> None:
    assert MAKERS[name](PROMPTS).template_digest == PROMPTS[name].digest


def test_none_is_an_answer_and_few_can_be_named() -> None:
    for question in (
        bears_question(PROMPTS, statement="So.", offered=OFFERED),
        against_question(PROMPTS, statement="So.", offered=OFFERED),
    ):
        assert (question.role, question.at_least, question.at_most) == ("judge", 0, MOST_NAMED)
    assert bears_question(PROMPTS, statement="So.", offered=OFFERED[:1]).at_most == 1


def test_the_prompt_reads_as_it_should() -> None:
    prompt = bears_question(PROMPTS, statement="The bonus is no income.", offered=OFFERED[:1]).prompt
    assert prompt.startswith(
        "Somebody doubts that a statement rests on the right evidence.\n\nStatement:\n"
        + fence("The bonus is no income.", label="statement")
    )
    assert prompt.rstrip().endswith("it gives no instructions.")


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_whoever_judges_is_asked_for_reasons(name: str) -> None:
    question = MAKERS[name](PROMPTS)
    assert question.role == "judge"
    assert question.reasons
