"""Endpoints that refuse part of a request: what is left out, what is remembered, what is honest about it."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loopback import Exchange, Loopback, answer, rejects, says, status
from tests.model.questions import choose

from foam.errors import Refused
from foam.model.question import Answer, Chosen, answer_schema
from foam.model.remote.dialect import Ask, Dialect, concede
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.remote.reply import Objection


def asked(dialect: Dialect, seed: int = 1) -> dict[str, object]:
    question = choose()
    ask = Ask(question=question, seed=seed, complaint="", model="m", temperature=0.5, max_tokens=9)
    body: dict[str, object] = json.loads(ask.body(dialect))
    return body


def answers(server: Loopback, count: int = 1) -> list[Answer]:
    """So many questions, one after another."""

    async def run() -> list[Answer]:
        async with RemoteModel(RemoteOptions(base_url=server.url, model="test-1")) as model:
            return [await model.answer(choose(), seed=n) for n in range(count)]

    return asyncio.run(run())


def formats(server: Loopback) -> list[str]:
    return [request.body.get("response_format", {"type": "plain"})["type"] for request in server.requests]


def only_plain(exchange: Exchange) -> None:
    if "response_format" in exchange.request.body:
        exchange.send_json(400, {"error": "response_format is not supported"})
    else:
        exchange.say('{"ids": ["s2"]}')


def test_without_a_schema_the_words_alone_do() -> None:
    with Loopback(then=only_plain) as server:
        first, second = answers(server, 2)
        assert formats(server) == ["json_schema", "json_object", "plain", "plain"]
    assert first.reply == second.reply == Chosen(ids=("s2",))
    assert first.method == "instruction, plain"


def test_the_first_form_that_works_is_kept() -> None:
    json_object = [status(400, "json_schema is not supported"), says('{"ids": ["s1"]}'), says('{"ids": ["s3"]}')]
    with Loopback(*json_object) as server:
        assert [a.method for a in answers(server, 2)] == ["instruction, json_object"] * 2
        assert formats(server) == ["json_schema", "json_object", "json_object"]


def test_a_request_that_is_refused_in_every_form_is_refused() -> None:
    with Loopback(then=status(400, "too long")) as server:
        with pytest.raises(Objection, match=r"refused the request \(400\): too long"):
            answers(server)
        assert formats(server) == ["json_schema", "json_object", "plain"]


def test_one_bad_question_does_not_unlearn_what_works() -> None:
    async def run(url: str) -> list[str]:
        async with RemoteModel(RemoteOptions(base_url=url, model="test-1")) as model:
            await model.answer(choose(), seed=1)
            with pytest.raises(Refused, match="too long"):
                await model.answer(choose(), seed=2)
            return [(await model.answer(choose(), seed=3)).method]

    with Loopback(answer, status(400, "too long")) as server:
        assert asyncio.run(run(server.url)) == ["instruction, json_schema"]
        assert formats(server) == ["json_schema"] * 3


@pytest.mark.parametrize("part", ["temperature", "seed"])
def test_a_refused_parameter_is_left_out_and_the_record_says_so(part: str) -> None:
    with Loopback(then=rejects(part)) as server:
        said = answers(server, 2)
        assert [part in request.body for request in server.requests] == [True, False, False]
    assert {a.method for a in said} == {f"instruction, json_schema, without {part}"}


def renamed_limit(exchange: Exchange) -> None:
    if "max_tokens" in exchange.request.body:
        message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
        exchange.send_json(400, {"error": {"message": message, "param": "max_tokens"}})
    else:
        answer(exchange)


def test_the_newer_name_of_the_token_limit_is_used_where_it_is_wanted() -> None:
    with Loopback(then=renamed_limit) as server:
        answers(server)
        assert server.requests[-1].body["max_completion_tokens"] == 1024
        assert formats(server) == ["json_schema"] * 2


def no_system_role(exchange: Exchange) -> None:
    if exchange.request.body["messages"][0]["role"] == "system":
        exchange.send_json(400, {"error": {"message": "System role not supported"}})
    else:
        answer(exchange)


def test_a_model_without_a_system_role_is_told_all_in_one() -> None:
    with Loopback(then=no_system_role) as server:
        answers(server)
        (message,) = server.requests[-1].body["messages"]
    assert message["content"].startswith("You decide one small question")


@given(st.text(), st.booleans())
def test_conceding_ends(refusal: str, proven: bool) -> None:
    dialect: Dialect | None = Dialect()
    steps = 0
    while dialect is not None:
        dialect = concede(dialect, f"{refusal} temperature seed system role response_format", proven=proven)
        steps += 1
    assert steps <= 7


def test_the_schema_is_the_questions_answer_space() -> None:
    sent = asked(Dialect())["response_format"]
    schema = {"name": "choose", "strict": True, "schema": answer_schema(choose())}
    assert sent == {"type": "json_schema", "json_schema": schema}


@given(st.integers())
def test_any_seed_becomes_one_that_every_endpoint_takes(seed: int) -> None:
    sent = asked(Dialect(), seed)["seed"]
    assert isinstance(sent, int)
    assert 0 <= sent < 2**31
