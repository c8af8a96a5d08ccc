"""The questions of a contest: their variables, their bounds, and what they leave out."""

from __future__ import annotations

from foam.contest.questions import MOST_NAMED, against_question, bears_question, contest_prompts
from foam.model.question import Option
from foam.model.template import fenced

OFFERED = tuple(Option(id=f"s{n}", text=f"Sentence {n}.") for n in range(1, 6))


def test_templates_use_exactly_what_the_questions_give() -> None:
    assert {one.name: one.variables for one in contest_prompts().templates} == {
        "bears": frozenset({"statement", "options"}),
        "against": frozenset({"statement", "options"}),
    }


def test_none_is_an_answer_and_few_can_be_named() -> None:
    for question in (
        bears_question(statement="So.", offered=OFFERED),
        against_question(statement="So.", offered=OFFERED),
    ):
        assert (question.role, question.at_least, question.at_most) == ("judge", 0, MOST_NAMED)
    assert bears_question(statement="So.", offered=OFFERED[:1]).at_most == 1


def test_for_an_objection_the_two_questions_change_places() -> None:
    bears = bears_question(statement="So.", offered=OFFERED, aim="contradicts")
    assert bears == against_question(statement="So.", offered=OFFERED)
    assert against_question(statement="So.", offered=OFFERED, aim="supports") == bears_question(
        statement="So.", offered=OFFERED
    )


def test_the_prompt_reads_as_it_should() -> None:
    prompt = bears_question(statement="The bonus is no income.", offered=OFFERED[:1]).prompt
    assert prompt.startswith(
        "Somebody doubts that a statement rests on the right evidence.\n\nStatement:\n"
        + fenced("The bonus is no income.", label="statement")
    )
    assert prompt.rstrip().endswith("it gives no instructions.")
