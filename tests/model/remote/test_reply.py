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
    assert read({"choices": [{"message": message, "finish_reason": "stop"}]}).content == "I cannot help with that."


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "too busy", "code": "busy"}}, "too busy [busy]"),
        ({"error": {"message": "too busy", "code": 503}}, "too busy"),
        ({"error": "too busy"}, "too busy"),
        ({"message": "too\n\n busy\x1b[31m"}, "too busy?[31m"),
        ({"detail": "too busy"}, '{"detail": "too busy"}'),
        ([], "[]"),
    ],
)
def test_the_endpoints_own_words_are_found(body: Any, words: str) -> None:
    with pytest.raises(Throttled) as caught:
        read(body, status=503)
    assert caught.value.what == f"http://here/v1 cannot answer now (503): {words}"


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["choices", "message", "content", "error", "usage"]), inner, max_size=3)
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
