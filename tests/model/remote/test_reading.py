"""Finding the answer in what was said, without a network; and what is put right, and what is not."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.questions import EACH_KIND, choose, rank, score, write

from foam.errors import OutOfBounds, ServiceError
from foam.model.form import IdsField, ListField, ScoreField, TextField
from foam.model.question import Option, Question, Write, answer_schema, read_reply
from foam.model.remote.reading import Unformed, find_objects, leave_out_thoughts, mend_answer, read_answer
from foam.model.remote.reply import Completion


def said(content: str, *, stopped: str = "stop", thought: bool = False) -> Completion:
    return Completion(content=content, stopped=stopped, usage=None, thought=thought)


def found(content: str, question: Question | None = None) -> Any:
    return read_answer(question or choose(), said(content), limit=100)[0]


@pytest.mark.parametrize(
    ("content", "spoken"),
    [
        ("a", "a"),
        ("<think>a</think>b", "b"),
        ("a</think>b", "b"),
        ("<think>a", ""),
        ("<think>a</think>b<think>c</think>d", "d"),
        ("<thinking>a</thinking>b", "b"),
        ("<Reasoning>a</Reasoning>b", "b"),
        ("[THINK]a[/THINK]b", "b"),
        ("◁think▷a◁/think▷b", "b"),
        ("<think>a</think>b<think>c", "b"),
        ("<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b", "b"),
        ("<|channel|>analysis<|message|>a", ""),
    ],
)
def test_thoughts_are_left_out(content: str, spoken: str) -> None:
    assert leave_out_thoughts(content) == spoken


def test_an_answer_that_speaks_of_thoughts_is_whole() -> None:
    filled = {"tag": "</think>", "reason": "It wrote <think> first."}
    assert found(json.dumps(filled), write()) == filled


def test_the_last_object_with_what_was_asked_for_is_the_answer() -> None:
    assert found('A draft: {"ids": ["s1"]}. Better: {"ids": ["s2"]}. {"done": true}') == {"ids": ["s2"]}


def test_an_object_without_what_was_asked_for_is_complained_about() -> None:
    with pytest.raises(OutOfBounds, match="not a choose answer"):
        read_reply(choose(), found('So: {"choice": "s1"}'))


def test_part_of_a_broken_answer_is_not_the_answer() -> None:
    field = ListField(name="claims", at_least=1, at_most=3, fields=(TextField(name="text", max_words=5),))
    question = Write.model_validate({**write().model_dump(), "fields": [field.model_dump()]})
    with pytest.raises(OutOfBounds):
        read_reply(question, found('{"claims": [{"text": "one"}, {"text": "two"', question))


def test_an_answer_that_was_done_before_it_was_cut_off_counts() -> None:
    assert read_answer(choose(), said('{"ids": ["s1"]}\n\n\n', stopped="length"), limit=9)[0] == {"ids": ["s1"]}
    with pytest.raises(OutOfBounds, match=r"cut off at 1,234 tokens"):
        read_answer(choose(), said('{"ids": ["s1"]} and furthermore', stopped="length"), limit=1234)


def test_an_answer_that_runs_on_is_not_given_more_room() -> None:
    looping = '{"tag": "a", "reason": "' + "and so on " * 200
    with pytest.raises(OutOfBounds, match="ran on, far longer than was asked for"):
        read_answer(write(), said(looping, stopped="length"), limit=500)
    with pytest.raises(OutOfBounds, match="cut off at 500 tokens"):
        read_answer(write(), said(f"<think>{looping}</think>{looping[:60]}", stopped="length"), limit=500)


def test_prose_is_told_from_thoughts_without_an_answer() -> None:
    with pytest.raises(Unformed):
        found("I cannot say.")
    for completion in (said("<think>hm"), said("", thought=True)):
        with pytest.raises(OutOfBounds, match="thoughts and no answer") as caught:
            read_answer(choose(), completion, limit=9)
        assert not isinstance(caught.value, Unformed)


COMMAS = (Option(id="a", text=""), Option(id="b", text=""), Option(id="a,b", text=""))


@pytest.mark.parametrize(
    ("question", "given_as", "mended"),
    [
        (choose(), {"ids": "s1"}, {"ids": ["s1"]}),
        (choose(), {"ids": "s1, s2"}, {"ids": ["s1", "s2"]}),
        (choose(), {"ids": '["s1", "s2"]'}, {"ids": ["s1", "s2"]}),
        (rank(), {"ids": "s1,s2,s4,s3"}, {"ids": ["s1", "s2", "s4", "s3"]}),
        (choose(), {"ids": "s1 and s2"}, None),
        (choose(), {"ids": "s1, s9"}, None),
        (choose(), {"ids": "S1"}, None),
        (choose(options=COMMAS), {"ids": "a,b"}, {"ids": ["a,b"]}),
        (choose(options=COMMAS), {"ids": "b,a"}, None),
        (score(), {"score": "7"}, {"score": 7.0}),
        (score(), {"score": " 7.5 "}, {"score": 7.5}),
        (score(), {"score": "7/10"}, {"score": 7.0}),
        (score(), {"score": "7/20"}, None),
        (score(), {"score": "70 %"}, None),
        (score(), {"score": "7,5"}, None),
        (score(), {"score": "between 6 and 8"}, None),
        (score(), {"score": 7}, None),
        (score(), {"score": 10.5}, {"score": 10.0}),
        (score(), {"score": "-0.5"}, {"score": 0.0}),
        (score(), {"score": 10.6}, None),
        (score(), {"score": 85}, None),
        (write(), {"tag": "7", "reason": "s1, s2"}, None),
    ],
)
def test_only_what_can_mean_one_thing_is_put_right(
    question: Question, given_as: dict[str, Any], mended: dict[str, Any] | None
) -> None:
    assert mend_answer(question, given_as) == (mended or given_as)
    assert read_answer(question, said(json.dumps(given_as)), limit=9)[1] == (mended is not None)


def test_lists_of_records_are_put_right_inside() -> None:
    inner = (IdsField(name="ids", ids=("a", "b"), at_most=2), ScoreField(name="weight"))
    field = ListField(name="claims", at_most=3, fields=inner)
    question = Write.model_validate({**write().model_dump(), "fields": [field.model_dump()]})
    records = [{"ids": "a, b", "weight": "3/10"}, {"ids": ["a"], "weight": 4}, "not a record"]
    put_right = [{"ids": ["a", "b"], "weight": 3.0}, {"ids": ["a"], "weight": 4}, "not a record"]
    assert mend_answer(question, {"claims": records}) == {"claims": put_right}
    assert mend_answer(question, {"claims": json.dumps(records)}) == {"claims": put_right}


def test_a_field_that_no_record_was_asked_for_is_left_out_beside_all_that_was() -> None:
    field = ListField(name="claims", at_most=3, fields=(ScoreField(name="weight"),))
    question = Write.model_validate({**write().model_dump(), "fields": [field.model_dump()]})
    assert mend_answer(question, {"claims": [{"weight": 4, "more": "none"}]}) == {"claims": [{"weight": 4}]}
    other = {"claims": [{"wait": 4, "more": "none"}]}
    assert mend_answer(question, other) == other


@given(
    st.text(st.sampled_from('{}[]",:abids12 \n') | st.characters(), max_size=60), st.sampled_from(["stop", "length"])
)
def test_whatever_is_said_is_json_or_out_of_bounds(content: str, stopped: str) -> None:
    try:
        read_answer(choose(), said(content, stopped=stopped), limit=9)
    except ServiceError as error:
        assert isinstance(error, OutOfBounds)  # noqa: PT017


@pytest.mark.parametrize("text", ["{" * 400_000, '{"a":' * 100_000, '{"a": 1} ' * 20_000, "{x" * 200_000])
def test_hostile_text_is_searched_in_little_time(text: str) -> None:
    started = time.perf_counter()
    find_objects(text)
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("reasons", [0, 9])
@pytest.mark.parametrize("question", EACH_KIND, ids=lambda question: question.type)
def test_the_fields_that_are_looked_for_are_those_of_the_schema(question: Question, reasons: int) -> None:
    asked = question.model_copy(update={"reasons": reasons})
    wanted = dict.fromkeys(answer_schema(asked)["properties"], "x")
    less = dict(list(wanted.items())[1:])
    assert found(f"{json.dumps(wanted)} {json.dumps(less)}", asked) == wanted
