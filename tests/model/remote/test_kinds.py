"""Every kind of endpoint, over real HTTP: every question gets its answer, or a clear complaint."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.loopback import Loopback
from tests.model.questions import EACH_KIND, OPTIONS, write
from tests.model.remote.faketime import FakeTime
from tests.model.remote.kinds import (
    ANSWERING,
    ASKED_AGAIN,
    FAILING,
    KINDS,
    THOUGHT,
    Kind,
    fails_in_a_good_reply,
    form_of,
    names,
    sent_schema,
)

from foam.errors import OutOfBounds, Throttled
from foam.model.form import IdsField, LabelField, ListField, ScoreField, TextField
from foam.model.question import Answer, Question, Score, Write, check
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import Effort, RemoteOptions
from foam.model.remote.patience import Patience

IDS = tuple(option.id for option in OPTIONS)
EVERY_FIELD: Write = write().model_copy(
    update={
        "fields": (
            TextField(name="position", about="your answer in a sentence", max_words=40),
            IdsField(name="grounds", about="what it rests on", ids=IDS, at_least=1, at_most=3),
            LabelField(name="qualifier", labels=("certainly", "presumably", "perhaps")),
            ScoreField(name="weight", low=0, high=10, may_decline=True),
            ListField(
                name="claims",
                about="what you claim",
                at_least=2,
                at_most=3,
                fields=(
                    TextField(name="text", max_words=30),
                    IdsField(name="ids", ids=IDS, at_least=1, at_most=2),
                    LabelField(name="kind", labels=("fact", "value")),
                    ScoreField(name="strength", low=1, high=5),
                ),
            ),
        )
    }
)
DECLINABLE = Score(**{**EACH_KIND[2].model_dump(exclude={"type"}), "may_decline": True, "reasons": 20, "role": "judge"})
QUESTIONS: tuple[Question, ...] = (*EACH_KIND, DECLINABLE, EVERY_FIELD, EVERY_FIELD.model_copy(update={"reasons": 30}))
LABELS = [*(question.type for question in EACH_KIND), "score with reasons", "every field", "every field with reasons"]


def opened(server: Loopback, kind: Kind, effort: Effort = "", **options: Any) -> RemoteModel:
    settings: dict[str, Any] = {"base_url": server.url, "api": kind.api, "model": "m", "reasoning_effort": effort}
    return RemoteModel(RemoteOptions(**settings, **options), timing=FakeTime().timing)


def answers(kind: Kind, questions: tuple[Question, ...], effort: Effort = "") -> tuple[list[Answer], Loopback]:
    """The questions one after another, each asked once, and the server with what it was sent."""

    async def run(server: Loopback) -> list[Answer]:
        async with opened(server, kind, effort) as model:
            return [await model.answer(question, seed=1) for question in questions]

    with Loopback(then=kind) as server:
        return asyncio.run(run(server)), server


@pytest.mark.parametrize("effort", ["", "high"])
@pytest.mark.parametrize("kind", ANSWERING, ids=names(ANSWERING))
def test_every_question_gets_its_answer_at_once(kind: Kind, effort: Effort) -> None:
    said, _ = answers(kind, QUESTIONS, effort)
    for question, answer in zip(QUESTIONS, said, strict=True):
        check(question, answer.reply)
        assert bool(answer.reasons) == bool(question.reasons)
        assert answer.usage is not None


@pytest.mark.parametrize("question", QUESTIONS, ids=LABELS)
@pytest.mark.parametrize("kind", ANSWERING, ids=names(ANSWERING))
def test_a_question_gets_its_answer_whichever_is_asked_first(kind: Kind, question: Question) -> None:
    (said,), _ = answers(kind, (question,))
    check(question, said.reply)


@pytest.mark.parametrize("question", QUESTIONS, ids=LABELS)
@pytest.mark.parametrize("kind", ASKED_AGAIN, ids=names(ASKED_AGAIN))
def test_asking_again_helps(kind: Kind, question: Question) -> None:
    async def run(server: Loopback) -> Answer:
        async with opened(server, kind) as model:
            with pytest.raises(OutOfBounds) as caught:
                await model.answer(question, seed=1)
            return await model.answer(question, seed=1, complaint=caught.value.what)

    with Loopback(then=kind) as server:
        check(question, asyncio.run(run(server)).reply)
        assert len(server.requests) == 2


@pytest.mark.parametrize("question", QUESTIONS, ids=LABELS)
@pytest.mark.parametrize(("kind", "what"), FAILING, ids=names([kind for kind, _ in FAILING]))
def test_no_answer_is_out_of_bounds_however_often_it_is_asked(kind: Kind, what: str, question: Question) -> None:
    async def run(server: Loopback) -> None:
        complaint = ""
        async with opened(server, kind) as model:
            for _ in range(3):
                with pytest.raises(OutOfBounds) as caught:
                    await model.answer(question, seed=1, complaint=complaint)
                complaint = caught.value.what
                assert what in complaint

    with Loopback(then=kind) as server:
        asyncio.run(run(server))


def test_what_was_said_instead_is_kept() -> None:
    for name, said in {"refusal": "I'm sorry", "refusal in prose": "I'm sorry", "prose": "I would say"}.items():
        with pytest.raises(OutOfBounds) as caught:
            answers(KINDS[name], EACH_KIND[:1])
        assert caught.value.said.startswith(said)


def test_bounds_go_one_by_one_and_the_schema_stays() -> None:
    (first, second), server = answers(KINDS["openai, older strict mode"], (EVERY_FIELD, EACH_KIND[0]))
    bounds = ("minItems", "maxItems", "minimum", "maximum")
    texts = [str(sent_schema(request.body)) for request in server.requests]
    assert [sum(f"'{word}'" in text for word in bounds) for text in texts] == [4, 3, 2, 1, 0, 0]
    assert all("'enum'" in text and "'additionalProperties': False" in text for text in texts)
    assert {form_of(request.body) for request in server.requests} == {"json_schema"}
    assert (
        first.method
        == second.method
        == "instruction, json_schema, without minItems and maxItems and minimum and maximum"
    )


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("openai", "instruction, json_schema"),
        ("openai, before schemas", "instruction, tools"),
        ("vllm, guided_json", "instruction, object_schema"),
        ("llama-cpp-python", "instruction, object_schema"),
        ("openrouter", "instruction, json_schema, without minItems and maxItems"),
        ("lm studio", "instruction, json_schema"),
        ("no named tool", "instruction, tools"),
        ("anthropic", "instruction, tools, without minItems and maxItems and minimum and maximum and pattern and seed"),
        (
            "anthropic, no strict",
            "instruction, tools, without minItems and maxItems and minimum and maximum and pattern and seed",
        ),
    ],
)
def test_how_each_is_held_is_on_the_record(name: str, method: str) -> None:
    (said,), server = answers(KINDS[name], EACH_KIND[:1])
    assert said.method == method
    assert sent_schema(server.requests[-1].body) is not None


def test_a_server_that_knows_tools_alone_is_asked_by_tools_from_then_on() -> None:
    kind = KINDS["schema ignored, tools known"]

    async def run(server: Loopback) -> list[str]:
        async with opened(server, kind) as model:
            with pytest.raises(OutOfBounds):
                await model.answer(EACH_KIND[0], seed=1)
            return [(await model.answer(question, seed=1)).method for question in QUESTIONS]

    with Loopback(then=kind) as server:
        assert set(asyncio.run(run(server))) == {"instruction, tools"}


def test_where_tools_are_ignored_as_well_the_schema_is_sent_again() -> None:
    async def run(server: Loopback) -> None:
        async with opened(server, KINDS["prose"]) as model:
            for _ in range(4):
                with pytest.raises(OutOfBounds):
                    await model.answer(EACH_KIND[0], seed=1)

    with Loopback(then=KINDS["prose"]) as server:
        asyncio.run(run(server))
        assert [form_of(request.body) for request in server.requests] == [
            "json_schema",
            "tools",
            "json_schema",
            "json_schema",
        ]


def test_more_tokens_are_allowed_after_each_cut_up_to_the_cap() -> None:
    async def run(server: Loopback) -> None:
        complaint = ""
        async with opened(server, KINDS["always cut off"], max_tokens=20_000) as model:
            for _ in range(3):
                with pytest.raises(OutOfBounds) as caught:
                    await model.answer(EACH_KIND[0], seed=1, complaint=complaint)
                complaint = caught.value.what
                assert "max_tokens" in caught.value.hint

    with Loopback(then=KINDS["always cut off"]) as server:
        asyncio.run(run(server))
        first, second, third = (request.body["max_tokens"] for request in server.requests)
        assert second == 4 * first
        assert third == 20_000


def test_a_model_that_was_seen_to_think_gets_more_room() -> None:
    _, server = answers(KINDS["vllm"], (EACH_KIND[0], EACH_KIND[0]))
    first, second = (request.body["max_tokens"] for request in server.requests)
    assert second > first + 4_000


def test_thoughts_and_kept_tokens_are_counted() -> None:
    (said,), _ = answers(KINDS["openai"], EACH_KIND[:1])
    assert said.usage is not None
    assert said.usage.model_dump() == {"prompt": 1200, "completion": 300, "cached": 1024, "reasoning": 256}
    (said,), _ = answers(KINDS["anthropic"], EACH_KIND[:1])
    assert said.usage is not None
    assert said.usage.model_dump() == {"prompt": 1000, "completion": 300, "cached": 900, "reasoning": 0}


def test_anthropic_is_asked_in_its_own_way() -> None:
    question = EACH_KIND[0].model_copy(update={"system": "You are the critic."})
    _, server = answers(KINDS["anthropic"], (question,))
    (request,) = server.requests
    body = request.body
    assert request.path == "/v1/messages"
    assert request.headers["anthropic-version"] == "2023-06-01"
    assert [message["role"] for message in body["messages"]] == ["user"]
    assert body["system"][0]["text"].endswith("\n\nYou are the critic.")
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert body["tool_choice"] == {"type": "tool", "name": "answer"}
    assert body["tools"][0]["strict"] is True
    assert not {"seed", "response_format"} & body.keys()


def test_thinking_is_asked_for_where_it_is_understood_and_left_out_elsewhere() -> None:
    _, server = answers(KINDS["openai"], EACH_KIND[:1], "low")
    assert [request.body.get("reasoning_effort") for request in server.requests] == ["low"]
    _, server = answers(KINDS["ollama"], EACH_KIND[:2], "low")
    assert [request.body.get("reasoning_effort") for request in server.requests] == ["low", None, None]
    _, server = answers(KINDS["anthropic, thinking"], EACH_KIND[:1], "low")
    (body,) = (request.body for request in server.requests)
    assert (body["thinking"], body["output_config"]) == ({"type": "adaptive"}, {"effort": "low"})
    assert body["tool_choice"] == {"type": "auto"}
    _, server = answers(KINDS["anthropic, no effort"], EACH_KIND[:1], "low")
    thinking = server.requests[-1].body["thinking"]
    assert thinking["type"] == "enabled"
    assert 1_024 <= thinking["budget_tokens"] < server.requests[-1].body["max_tokens"]
    _, server = answers(KINDS["anthropic, no thinking"], EACH_KIND[:1], "low")
    assert "thinking" not in server.requests[-1].body
    assert server.requests[-1].body["tool_choice"]["type"] == "tool"
    _, server = answers(KINDS["openai"], EACH_KIND[:1])
    assert "reasoning_effort" not in server.requests[0].body


def test_thoughts_are_never_the_answer() -> None:
    """The thoughts hold a good answer; only what comes after them counts."""
    assert '{"ids": ["s4"]' in THOUGHT
    only_s4 = EACH_KIND[0]
    for name in ("thoughts without end", "thoughts alone"):
        with pytest.raises(OutOfBounds):
            answers(KINDS[name], (only_s4,))


def test_an_error_in_a_good_reply_is_the_error_it_is() -> None:
    async def run(server: Loopback, kind: Kind) -> None:
        async with opened(server, kind, patience=Patience(attempts=2)) as model:
            await model.answer(EACH_KIND[0], seed=1)

    kind = Kind("failing", fails_in_a_good_reply)
    with Loopback(then=kind) as server:
        with pytest.raises(Throttled, match=r"\(504\): Upstream idle timeout exceeded"):
            asyncio.run(run(server, kind))
        assert len(server.requests) == 2
