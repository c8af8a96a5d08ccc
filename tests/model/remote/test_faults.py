"""Every way in which an endpoint misbehaves, over real HTTP, and the clear outcome of each."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import SecretStr
from tests.loopback import (
    Behaviour,
    Loopback,
    closed_port,
    cut_body,
    cut_json,
    flood,
    hang,
    html,
    not_http,
    reset,
    says,
    status,
    throttle,
    wrong_shape,
)
from tests.model.questions import choose, score
from tests.model.remote.faketime import FakeTime

from foam.errors import BadReply, FoamError, OutOfBounds, Refused, Throttled, Unreachable
from foam.model.question import Answer, Chosen, Question
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.remote.patience import Patience
from foam.model.remote.wire import NotSent

KEY = SecretStr("sk-very-secret-0123456789")
CHOOSE = choose()
HASTY = Patience(attempts=2)


def ask(
    url: str, time: FakeTime | None = None, *, question: Question = CHOOSE, complaint: str = "", **options: Any
) -> Answer:
    """One question to the endpoint, in a loop of its own."""
    settings = RemoteOptions(base_url=url, model="test-1", **options)
    model = RemoteModel(settings, key=KEY, timing=(time or FakeTime()).timing)
    return asyncio.run(model.answer(question, seed=1, complaint=complaint))


@dataclass(frozen=True)
class Case:
    """A misbehaviour that lasts, and what the caller is told."""

    name: str
    behaviour: Behaviour
    error: type[FoamError]
    what: str
    asked: int = 2


LASTING = (
    Case("throttled", throttle("1"), Throttled, "cannot answer now (429): slow down"),
    Case("failing", status(500, "oops"), Throttled, "cannot answer now (500): oops"),
    Case("overloaded", status(529), Throttled, "(529)"),
    Case("not implemented", status(501), Throttled, "(501)"),
    Case("web page", html, BadReply, "sent a web page instead of JSON: <!DOCTYPE html>"),
    Case("cut JSON", cut_json, BadReply, "sent no JSON, or cut it short"),
    Case("cut body", cut_body, BadReply, "cut short"),
    Case("wrong shape", wrong_shape, BadReply, 'sent no chat completion: {"result": "ok"}'),
    Case("another protocol", not_http, BadReply, "does not speak HTTP"),
    Case("reset", reset, Unreachable, "dropped the connection"),
    Case("endless body", flood, BadReply, "sent more than 100,000 bytes"),
    Case("silent", hang, Unreachable, "did not answer within 0.05 s"),
    Case("wrong key", status(401, "bad key sk-very-secret-0123456789"), Refused, "did not accept the key (401)", 1),
    Case("forbidden", status(403, "not in your country"), Refused, "(403): not in your country", 1),
    Case("unknown model", status(404, "no test-1 here"), Refused, "knows no such model or address (404)", 1),
    Case("moved", status(307, Location="http://example.org/v1"), Refused, "redirects to http://example.org/v1", 1),
    Case("out of money", status(429, "insufficient_quota"), Refused, "has used up its quota", 1),
    Case("an id not offered", says('{"ids": ["zz"]}'), OutOfBounds, "ids that were not offered: zz", 1),
    Case("too many", says('{"ids": ["s1", "s2", "s3"]}'), OutOfBounds, "3 ids chosen; 1 to 2 were asked for", 1),
    Case("another form", says('["s1"]'), OutOfBounds, "not a choose answer", 1),
    Case("prose", says("I would choose s1."), OutOfBounds, "there was no JSON object in the answer", 1),
    Case("cut answer", says('{"ids": ["s1', stopped="length"), OutOfBounds, "the answer was cut off at", 1),
    Case("filtered", says("", stopped="content_filter"), Refused, "content filter", 1),
    Case("silence", says(""), OutOfBounds, "there was no JSON object in the answer", 1),
)


@pytest.mark.parametrize("case", LASTING, ids=lambda case: case.name)
def test_a_lasting_fault_has_a_clear_outcome(case: Case) -> None:
    timeout = 0.05 if case.behaviour is hang else 10.0
    with Loopback(then=case.behaviour) as server:
        with pytest.raises(case.error) as caught:
            ask(server.url, patience=HASTY, timeout=timeout, max_bytes=100_000)
        assert len(server.requests) == case.asked
    assert case.what in caught.value.what
    assert server.url in caught.value.what or case.error is OutOfBounds or case.name == "filtered"
    assert KEY.get_secret_value() not in caught.value.what + caught.value.hint
    assert caught.value.exit_code == 3


PASSING = (throttle("1"), status(500), status(503), html, cut_json, cut_body, wrong_shape, not_http, reset)


@pytest.mark.parametrize("number", range(len(PASSING)))
def test_a_passing_fault_is_asked_again(number: int) -> None:
    time = FakeTime()
    with Loopback(PASSING[number]) as server:
        assert ask(server.url, time).reply.type == "choose"
        assert len(server.requests) == 2
    assert time.slept


def test_an_endpoint_that_is_down_says_so() -> None:
    time = FakeTime()
    port = closed_port()
    with pytest.raises(NotSent) as caught:
        ask(f"http://127.0.0.1:{port}/v1", time, patience=Patience(attempts=4))
    assert caught.value.what == f"could not connect to http://127.0.0.1:{port}/v1/chat/completions: Connection refused"
    assert caught.value.hint == "is it running, and reachable? (asked 4 times)"
    assert len(time.slept) == 3


def test_retry_after_is_waited_out() -> None:
    time = FakeTime()
    with Loopback(throttle("17"), throttle("Sun, 01 Mar 2026 12:00:50 GMT")) as server:
        ask(server.url, time)
    assert 17 <= time.slept[0] <= 17.5
    assert 50 <= time.seconds <= 51


def test_many_questions_keep_to_the_limit_and_all_get_their_answers() -> None:
    async def many(url: str) -> list[Answer]:
        settings = RemoteOptions(base_url=url, model="test-1", concurrency=4)
        async with RemoteModel(settings, timing=FakeTime().timing) as model:
            return await asyncio.gather(*(model.answer(choose(), seed=n) for n in range(40)))

    with Loopback(throttle("30"), status(500), reset) as server:
        assert len(asyncio.run(many(server.url))) == 40
        assert len(server.requests) == 43
        assert server.most_at_once <= 4


def test_a_complaint_is_passed_on() -> None:
    with Loopback() as server:
        ask(server.url, complaint="ids that were not offered: zz")
        (request,) = server.requests
    assert "An earlier answer was refused: ids that were not offered: zz." in request.body["messages"][-1]["content"]


def test_what_is_sent() -> None:
    with Loopback() as server:
        ask(server.url, temperature=0.3, max_tokens=77)
        (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["Authorization"] == f"Bearer {KEY.get_secret_value()}"
    sent = {name: request.body[name] for name in ("model", "temperature", "max_tokens", "seed")}
    assert sent == {"model": "test-1", "temperature": 0.3, "max_tokens": 77, "seed": 1}
    assert request.body["response_format"]["json_schema"]["strict"] is True


@pytest.mark.parametrize(
    "content",
    [
        '{"ids": ["s1"]}',
        ' \n{"ids":["s1"]}\n',
        '```json\n{"ids": ["s1"]}\n```',
        '<think>{"ids": ["s2"]}, or rather…</think>\n{"ids": ["s1"]}',
        'Say {"ids": ["s2"]}? No: {"ids": ["s1"]} {"note": "that is all"}',
    ],
)
def test_where_the_answer_is_found(content: str) -> None:
    with Loopback(says(content)) as server:
        assert ask(server.url).reply == Chosen(ids=("s1",))


@pytest.mark.parametrize("content", ['{"score": NaN}', '{"score": 1e999}', '{"score": "\\ud800"}', "[" * 100_000])
def test_hostile_numbers_and_text_are_out_of_bounds(content: str) -> None:
    with Loopback(says(content)) as server, pytest.raises(OutOfBounds) as caught:
        ask(server.url, question=score())
    assert caught.value.said.encode()


def test_the_key_may_be_absent() -> None:
    async def without_key(url: str) -> None:
        async with RemoteModel(RemoteOptions(base_url=url, model="local")) as model:
            await model.answer(choose(), seed=1)

    with Loopback() as server:
        asyncio.run(without_key(server.url))
        assert "Authorization" not in server.requests[0].headers


def test_one_model_serves_one_loop_after_another() -> None:
    with Loopback() as server:
        model = RemoteModel(RemoteOptions(base_url=server.url, model="test-1"))
        first, second = (asyncio.run(model.answer(choose(), seed=1)) for _ in range(2))
    assert first == second


def test_cancelling_a_question_hangs_up() -> None:
    async def give_up(url: str) -> None:
        async with RemoteModel(RemoteOptions(base_url=url, model="test-1", concurrency=1)) as model:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(model.answer(choose(), seed=1), timeout=0.05)
            assert (await model.answer(choose(), seed=1)).reply.type == "choose"

    with Loopback(hang) as server:
        asyncio.run(give_up(server.url))
