"""Reading replies, without a network: the looser forms that endpoints send, and whatever else may arrive."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loopback import completion
from tests.model.remote.faketime import START

from foam.errors import ServiceError, Throttled
from foam.model.question import Usage
from foam.model.remote.key import Key
from foam.model.remote.reply import Completion, Reader
from foam.model.remote.wire import HttpReply

READER = Reader("http://here/v1", Key(None).hide, lambda: START)


def read(body: Any, status: int = 200) -> Completion:
    return READER.completion(HttpReply(status, {}, json.dumps(body).encode()))


def test_content_in_parts_is_one_content() -> None:
    parts = [{"type": "text", "text": '{"ids": '}, {"type": "text", "text": '["a"]}'}]
    assert read({"choices": [{"message": {"content": parts}}]}).content == '{"ids": ["a"]}'


def test_a_refusal_is_what_was_said() -> None:
    message = {"content": None, "refusal": "I cannot help with that."}
    said = read({"choices": [{"message": message, "finish_reason": "stop"}]})
    assert (said.content, said.refusal) == ("", "I cannot help with that.")


@pytest.mark.parametrize("arguments", ['{"ids": ["a"]}', {"ids": ["a"]}])
def test_a_tools_arguments_are_what_was_said(arguments: Any) -> None:
    call = {"type": "function", "function": {"name": "answer", "arguments": arguments}}
    for message in ({"content": "Calling it.", "tool_calls": [call]}, {"function_call": call["function"]}):
        assert read({"choices": [{"message": message}]}).content == '{"ids": ["a"]}'


def test_thoughts_among_the_parts_are_not_what_was_said() -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": "{}"}]
    said = read({"choices": [{"message": {"content": parts}}]})
    assert (said.content, said.thought) == ("{}", True)


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        ({"prompt_cache_hit_tokens": 60}, Usage(prompt=100, completion=10, cached=60)),
        ({"prompt_tokens_details": {"cached_tokens": 900}}, Usage(prompt=100, completion=10, cached=100)),
        ({"prompt_tokens_details": None}, Usage(prompt=100, completion=10)),
        (
            {"completion_tokens_details": {"reasoning_tokens": 7}, "total_tokens": 110},
            Usage(prompt=100, completion=10, reasoning=7),
        ),
        (
            {"completion_tokens_details": {"reasoning_tokens": 70}, "total_tokens": 180},
            Usage(prompt=100, completion=80, reasoning=70),
        ),
    ],
)
def test_tokens_are_counted_as_each_endpoint_tells_them(told: dict[str, Any], usage: Usage) -> None:
    said = read(completion("{}", usage={"prompt_tokens": 100, "completion_tokens": 10, **told}))
    assert said.usage == usage


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "too busy", "code": "busy"}}, "too busy [busy]"),
        ({"error": {"message": "too busy", "code": 503}}, "too busy"),
        ({"error": "too busy"}, "too busy"),
        ({"error": {"message": "Provider returned error", "metadata": {"raw": "no"}}}, "Provider returned error: no"),
        ({"message": "too\n\n busy\x1b[31m"}, "too busy?[31m"),
        ({"detail": "too busy"}, '{"detail": "too busy"}'),
        ([], "[]"),
    ],
)
def test_the_endpoints_own_words_are_found(body: Any, words: str) -> None:
    with pytest.raises(Throttled) as caught:
        read(body, status=503)
    assert caught.value.what == f"http://here/v1 cannot answer now (503): {words}"


NAMES = ["choices", "message", "content", "error", "usage", "tool_calls", "function", "arguments", "type", "refusal"]
json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)
        | inner.map(lambda content: {"type": "message", "content": content})
        | inner.map(lambda message: {"choices": [{"message": message}]})
    ),
    max_leaves=8,
)


@given(st.integers(100, 599), st.binary(max_size=50) | json_values.map(lambda v: json.dumps(v).encode()))
def test_whatever_arrives_is_a_completion_or_an_error_of_ours(status: int, body: bytes) -> None:
    try:
        said = READER.completion(HttpReply(status, {}, body))
    except ServiceError as error:
        assert error.what.isprintable()  # noqa: PT017
    else:
        assert said.content.encode() is not None


def test_a_well_formed_completion_is_read_whole() -> None:
    said = read(completion("{}", usage={"prompt_tokens": 3, "completion_tokens": 4}))
    assert (said.content, said.stopped) == ("{}", "stop")
    assert said.usage is not None
    assert said.usage.total == 7
