"""Endpoints that refuse part of a request: what is left out, what is remembered, what is honest about it."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loopback import Behaviour, Exchange, Loopback, answer, rejects, says, status
from tests.model.questions import choose

from foam.errors import Refused
from foam.model.question import Answer, Chosen, answer_schema
from foam.model.remote.dialect import BOUNDS, FORMS, Dialect, concede, open_dialect, turn_from
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.remote.reply import Objection
from foam.model.remote.request import Ask


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
    bodies = [request.body for request in server.requests]
    held = [body.get("response_format", {"type": "tools" if "tools" in body else "plain"}) for body in bodies]
    return [form["type"] for form in held]


def only_plain(exchange: Exchange) -> None:
    if {"response_format", "tools"} & exchange.request.body.keys():
        exchange.send_json(400, {"error": "response_format is not supported, and neither are tools"})
    else:
        exchange.say('{"ids": ["s2"]}')


def test_without_a_schema_the_words_alone_do() -> None:
    with Loopback(then=only_plain) as server:
        first, second = answers(server, 2)
        assert formats(server) == ["json_schema", "json_object", "tools", "json_object", "plain", "plain"]
    assert first.reply == second.reply == Chosen(ids=("s2",))
    assert first.method == "instruction, plain"


def test_the_first_form_that_works_is_kept() -> None:
    json_object = [status(400, "json_schema is not supported"), says('{"ids": ["s1"]}'), says('{"ids": ["s3"]}')]
    with Loopback(*json_object) as server:
        assert [a.method for a in answers(server, 2)] == ["instruction, object_schema"] * 2
        assert formats(server) == ["json_schema", "json_object", "json_object"]


def test_a_request_that_is_refused_in_every_form_is_refused() -> None:
    with Loopback(then=status(400, "too long")) as server:
        with pytest.raises(Objection, match=r"refused the request \(400\): too long"):
            answers(server)
        assert list(dict.fromkeys(formats(server))) == ["json_schema", "json_object", "tools", "plain"]


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
        assert server.requests[-1].body["max_completion_tokens"] == server.requests[0].body["max_tokens"]
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
    assert message["content"].startswith("You answer one question of a deliberation")


@given(st.text(), st.booleans())
def test_conceding_ends(refusal: str, proven: bool) -> None:
    dialect: Dialect | None = Dialect()
    steps = 0
    while dialect is not None:
        objection = (
            f"{refusal} temperature seed system role schema tool_choice reasoning strict maximum response_format"
        )
        dialect = concede(dialect, objection, proven=proven)
        steps += 1
    assert steps <= 16


@pytest.mark.parametrize(
    ("refusal", "changed"),
    [
        ("'minItems' is not permitted", {"without": ("minItems",)}),
        ("properties maximum, minimum are not supported", {"without": ("minimum", "maximum")}),
        ("Invalid schema for response_format", {"without": BOUNDS}),
        ("json_schema is not supported", {"refused": ("json_schema",)}),
        ("Unrecognized request argument supplied: reasoning_effort", {"thinking": "unasked"}),
        ('think value "medium" is not supported for this model', {"thinking": "unasked"}),
        ("'max_tokens' or 'max_completion_tokens' is too large: 9000", {"most": 4500}),
        ("Unknown parameter: 'response_format.json_schema.strict'", {"strict": False}),
        ("max_tokens is too large: 9000. This model supports at most 4096 completion tokens", {"most": 4500}),
        ("max_tokens: 9000 > 8192, which is the maximum allowed number of output tokens", {"most": 4500}),
        ("This model's maximum context length is 8192 tokens. However, you requested 9500 tokens", {"most": 4500}),
    ],
)
def test_a_refusal_costs_what_it_names_and_no_more(refusal: str, changed: dict[str, object]) -> None:
    before = open_dialect("openai", "low")
    assert concede(before, refusal, proven=True, tokens=9000) == before.model_copy(update=changed)


def test_a_schema_is_let_go_only_after_its_bounds_and_its_strictness() -> None:
    dialect: Dialect | None = Dialect()
    seen = []
    while dialect is not None:
        seen.append((dialect.answers, bool(dialect.without), dialect.strict))
        dialect = concede(dialect, "Invalid schema", proven=False)
    assert seen[:4] == [
        ("json_schema", False, True),
        ("json_schema", True, True),
        ("json_schema", True, False),
        ("object_schema", True, False),
    ]
    assert [form for form, _, _ in seen[3:]] == list(FORMS["openai"][1:])


def test_a_tool_beside_thinking_is_offered_and_not_forced() -> None:
    forced = open_dialect("anthropic", "")
    refusal = "Thinking may not be enabled when tool_choice forces tool use."
    freed = concede(forced, refusal, proven=True)
    assert freed is not None
    assert (forced.choice, freed.choice) == ("named", "auto")


def test_a_form_that_is_ignored_gives_way_to_tools_and_comes_back_when_they_are_refused() -> None:
    by_tools = turn_from(Dialect(), "json_schema")
    assert by_tools.answers == "tools"
    refused = concede(by_tools, "this model does not support tools", proven=True)
    assert refused is not None
    assert refused.answers == "json_schema"
    assert turn_from(refused, "json_schema") == refused


def too_long_for(tokens: int) -> Behaviour:
    def behave(exchange: Exchange) -> None:
        asked_for = exchange.request.body["max_tokens"]
        if asked_for > tokens:
            message = f"max_tokens is too large: {asked_for}. This model supports at most {tokens} completion tokens"
            exchange.send_json(400, {"error": {"message": message}})
        else:
            answer(exchange)

    return behave


def test_fewer_tokens_are_asked_for_where_so_many_are_not_to_be_had() -> None:
    with Loopback(then=too_long_for(1000)) as server:
        assert [a.method for a in answers(server, 2)] == ["instruction, json_schema"] * 2
        sent = [request.body["max_tokens"] for request in server.requests]
    assert sent[0] // 2 == sent[1]
    assert sent[-1] == sent[-2] <= 1000


def test_the_schema_is_the_questions_answer_space() -> None:
    sent = asked(Dialect())["response_format"]
    schema = {"name": "choose", "strict": True, "schema": answer_schema(choose())}
    assert sent == {"type": "json_schema", "json_schema": schema}


@given(st.integers())
def test_any_seed_becomes_one_that_every_endpoint_takes(seed: int) -> None:
    sent = asked(Dialect(), seed)["seed"]
    assert isinstance(sent, int)
    assert 0 <= sent < 2**31
