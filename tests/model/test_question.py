"""Questions and their bounded answer spaces."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from foam.errors import OutOfBounds
from foam.model.form import IdsField, LabelField, ListField, ScoreField, TextField, describe_schema, find_form_complaint
from foam.model.question import (
    Choose,
    Chosen,
    Label,
    Labelled,
    Option,
    Question,
    Rank,
    Score,
    Write,
    Written,
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
WRITE = Write(**ASKED, fields=(TextField(name="tag", max_words=3),))

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
    reply, reasons = read_reply(question, said)
    check(question, reply)
    assert reasons == ""


FORM = Write(
    **ASKED,
    fields=(
        TextField(name="why", max_words=4, may_be_empty=True),
        IdsField(name="ids", ids=("s1", "s2"), at_most=2),
        LabelField(name="side", labels=("for", "against")),
        ScoreField(name="strength", may_decline=True),
        ListField(
            name="claims",
            at_least=1,
            at_most=2,
            fields=(TextField(name="claim", max_words=3), IdsField(name="grounds", ids=("s1",), at_least=1)),
        ),
    ),
)
FILLED: dict[str, Any] = {
    "why": "",
    "ids": ["s2"],
    "side": "for",
    "strength": 7,
    "claims": [{"claim": "it is so", "grounds": ["s1"]}],
}


def test_a_form_is_read_into_typed_values_and_comes_back_from_the_record_as_it_was() -> None:
    reply, _ = read_reply(FORM, FILLED)
    assert isinstance(reply, Written)
    assert reply.fields["claims"] == ({"claim": "it is so", "grounds": ("s1",)},)
    assert Written.model_validate(json.loads(json.dumps(reply.json_value()))) == reply


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"why": "one two three four five"}, "why has 5 words"),
        ({"ids": ["s3"]}, "ids that were not offered: s3"),
        ({"ids": ["s1", "s1"]}, "chosen twice"),
        ({"side": "neither"}, "not one of"),
        ({"strength": 11}, "not between 0 and 10"),
        ({"claims": []}, "claims has 0 entries"),
        ({"claims": [{"claim": "it is so", "grounds": []}]}, "claims, entry 1: grounds: 0 ids chosen"),
        ({"claims": [{"claim": "it is so"}]}, "claims, entry 1: fields"),
        ({"claims": "it is so"}, "claims"),
        ({"extra": "word"}, "fields"),
    ],
)
def test_a_form_filled_out_of_bounds_is_refused_by_field(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(OutOfBounds, match=complaint):
        read_reply(FORM, FILLED | changed)


def test_a_score_of_a_form_can_be_declined() -> None:
    reply, _ = read_reply(FORM, FILLED | {"strength": None})
    assert isinstance(reply, Written)
    assert reply.fields["strength"] is None


def test_reasons_come_first_are_kept_beside_the_answer_and_are_cut_when_they_run_on() -> None:
    question = Label(**ASKED, text="t", labels=("yes", "no"), reasons=3)
    assert list(answer_schema(question)["properties"]) == ["reasons", "label"]
    reply, reasons = read_reply(question, {"reasons": "since it is so and so and so", "label": "yes"})
    assert (reply, reasons) == (Labelled(label="yes"), "since it is so and so …")


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


@pytest.mark.parametrize("last", [12, 19, 20, 99, 100, 101, 172, 200, 600, 1234])
def test_many_counted_ids_are_told_to_an_endpoint_by_a_pattern_that_fits_no_other(last: int) -> None:
    field = IdsField(name="ids", ids=tuple(f"s{n}" for n in range(1, last + 1)), at_most=2)
    items = describe_schema(field)["items"]
    assert "enum" not in items
    fitting = [name for n in range(-1, 3 * last) if re.search(items["pattern"], name := f"s{n}")]
    assert fitting == list(field.ids)
    assert not any(re.search(items["pattern"], name) for name in ("s", "s01", "1", "r1", "s1 ", "s1, s2"))


@pytest.mark.parametrize("ids", [("s1", "s2"), tuple(f"s{n}" for n in range(2, 40)), tuple("abcdefghijklmnop")])
def test_other_ids_are_listed(ids: tuple[str, ...]) -> None:
    assert describe_schema(IdsField(name="ids", ids=ids))["items"] == {"type": "string", "enum": list(ids)}


@pytest.mark.parametrize(("asked", "explains", "most"), [(30, False, 32), (30, True, 36), (8, False, 8)])
def test_a_word_or_two_too_many_do_not_send_a_form_back(asked: int, *, explains: bool, most: int) -> None:
    field = TextField(name="claim", max_words=asked, explains=explains)
    assert find_form_complaint((field,), {"claim": "word " * most}) == ""
    assert str(asked) in find_form_complaint((field,), {"claim": "word " * (most + 1)})
