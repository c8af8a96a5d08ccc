"""Questions and their bounded answer spaces."""

from __future__ import annotations

from typing import Any

import pytest

from foam.errors import OutOfBounds
from foam.model.question import (
    Choose,
    Chosen,
    Label,
    Option,
    Question,
    Rank,
    Score,
    WordLimit,
    Write,
    answer_schema,
    check,
    read_reply,
)

ASKED: dict[str, Any] = {"template": "t", "template_digest": "b2:0", "prompt": "?", "statement": "s"}
OPTIONS = tuple(Option(id=i, text=f"text {i}") for i in "abc")
CHOOSE = Choose(**ASKED, options=OPTIONS, at_least=1, at_most=2)
RANK = Rank(**ASKED, options=OPTIONS)
SCORE = Score(**ASKED, text="x", low=0, high=10)
LABEL = Label(**ASKED, text="x", labels=("yes", "no"))
WRITE = Write(**ASKED, fields=(WordLimit(name="tag", max_words=3),))

GOOD: list[tuple[Question, Any]] = [
    (CHOOSE, {"ids": ["b"]}),
    (CHOOSE, {"ids": ["b", "a"]}),
    (RANK, {"ids": ["c", "a", "b"]}),
    (SCORE, {"score": 10}),
    (LABEL, {"label": "no"}),
    (WRITE, {"tag": "one two three"}),
]
BAD: list[tuple[Question, Any]] = [
    (CHOOSE, {"ids": ["z"]}),
    (CHOOSE, {"ids": []}),
    (CHOOSE, {"ids": ["a", "b", "c"]}),
    (CHOOSE, {"ids": ["a", "a"]}),
    (CHOOSE, {"ids": "a"}),
    (CHOOSE, ["a"]),
    (CHOOSE, "a"),
    (CHOOSE, None),
    (CHOOSE, {"ids": ["a"], "extra": 1}),
    (RANK, {"ids": ["a", "b"]}),
    (RANK, {"ids": ["a", "b", "b"]}),
    (SCORE, {"score": 11}),
    (SCORE, {"score": float("nan")}),
    (SCORE, {"score": "high"}),
    (LABEL, {"label": "maybe"}),
    (WRITE, {"tag": "one two three four"}),
    (WRITE, {"tag": " "}),
    (WRITE, {"tag": "half \ud83d"}),
    (WRITE, {}),
    (WRITE, {"tag": "one", "other": "two"}),
]


@pytest.mark.parametrize(("question", "said"), GOOD)
def test_a_reply_inside_the_space_is_read(question: Question, said: Any) -> None:
    check(question, read_reply(question, said))


@pytest.mark.parametrize(("question", "said"), BAD)
def test_a_reply_outside_the_space_is_refused_with_what_was_said(question: Question, said: Any) -> None:
    with pytest.raises(OutOfBounds) as caught:
        read_reply(question, said)
    assert caught.value.said


def test_a_reply_of_another_kind_is_refused() -> None:
    with pytest.raises(OutOfBounds, match="cannot be answered"):
        check(LABEL, Chosen(ids=("a",)))


@pytest.mark.parametrize("question", [CHOOSE, RANK, SCORE, LABEL, WRITE])
def test_the_schema_is_a_closed_object(question: Question) -> None:
    schema = answer_schema(question)
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == set(schema["properties"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: Choose(**ASKED, options=OPTIONS, at_least=4, at_most=5),
        lambda: Choose(**ASKED, options=OPTIONS, at_least=2, at_most=1),
        lambda: Rank(**ASKED, options=(OPTIONS[0], OPTIONS[0])),
        lambda: Score(**ASKED, text="x", low=1, high=1),
    ],
)
def test_an_impossible_question_cannot_be_built(make: Any) -> None:
    with pytest.raises(ValueError, match="validation error"):
        make()
