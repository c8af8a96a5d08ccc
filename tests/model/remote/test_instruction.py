"""What an endpoint is told, word for word: a change here makes another decider, so raise VERSION with it."""

from __future__ import annotations

import pytest
from tests.model.questions import choose, label, rank, score, write

from foam.model.question import Option, Question
from foam.model.remote.instruction import describe_answer, render_instruction

FORMS: tuple[tuple[Question, str], ...] = (
    (choose(), 'Reply as JSON {"ids": [...]}, naming 1 to 2 of these ids, none twice: "s1", "s2", "s3", "s4".'),
    (choose(4, 9), 'Reply as JSON {"ids": [...]}, naming 4 of these ids, none twice: "s1", "s2", "s3", "s4".'),
    (
        rank(),
        'Reply as JSON {"ids": [...]}, naming every one of these ids once, best first: "s1", "s2", "s3", "s4".',
    ),
    (score(-1.5, 10), 'Reply as JSON {"score": N}, where N is a number from -1.5 to 10.'),
    (label("yes", "no"), 'Reply as JSON {"label": "..."}, with one of: "yes", "no".'),
    (
        write(),
        "Reply as a JSON object with exactly these fields:\n"
        '- "tag": a string, 1 to 5 words\n- "reason": a string, 1 to 25 words',
    ),
    (
        rank((Option(id='é"\n', text=""),)),
        'Reply as JSON {"ids": [...]}, naming every one of these ids once, best first: "é\\"\\n".',
    ),
)


@pytest.mark.parametrize(("question", "words"), FORMS, ids=[question.type for question, _ in FORMS])
def test_the_form_of_the_answer_in_words(question: Question, words: str) -> None:
    assert describe_answer(question) == words


def test_the_prompt_comes_first_and_a_complaint_last() -> None:
    question = label("yes", "no")
    assert render_instruction(question, "{x} is not one of yes, no") == (
        "Which of these bears on free public transport?\n\n"
        'Reply as JSON {"label": "..."}, with one of: "yes", "no".\n\n'
        "An earlier answer was refused: {x} is not one of yes, no. Answer again in the form asked for."
    )
