"""The key is sent to its endpoint and shown nowhere else, whatever the endpoint does with it."""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr
from tests.loopback import Behaviour, Exchange, Loopback, completion, cut_body, hang, html, not_http, reset
from tests.loopback import status as replies
from tests.model.questions import choose, write
from tests.model.remote.faketime import FakeTime

from foam.errors import FoamError, SettingError
from foam.model.form import TextField
from foam.model.question import Written
from foam.model.remote.key import Key
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.remote.patience import Patience

SECRET = "sk-never/shown+0123456789"
KEY = SecretStr(SECRET)


def _echo(code: int) -> Behaviour:
    return lambda exchange: exchange.send_json(code, {"error": {"message": _authorization(exchange)}})


def _authorization(exchange: Exchange) -> str:
    headers = exchange.request.headers
    return f"you sent {SECRET} and {headers.get('Authorization')} and {headers.get('x-api-key')}"


def _echo_page(exchange: Exchange) -> None:
    exchange.send(200, f"<p>{' ' * 990}{SECRET}</p>".encode(), {})


def _echo_unread(exchange: Exchange) -> None:
    exchange.send_json(200, {"debug": SECRET})


def _echo_location(exchange: Exchange) -> None:
    exchange.send_json(302, {}, {"Location": f"http://elsewhere/?key={quote(SECRET, safe='')}"})


def _echo_answer(exchange: Exchange) -> None:
    exchange.send_json(200, completion(f"I was given {SECRET}"))


ECHOES = (
    *(_echo(code) for code in (400, 401, 403, 404, 409, 429, 500)),
    _echo_page,
    _echo_unread,
    _echo_location,
    _echo_answer,
    html,
    cut_body,
    not_http,
    reset,
    hang,
    replies(307, Location="http://127.0.0.1:1/v1"),
)


def _everything_said(error: BaseException | None) -> Iterator[str]:
    """The error, what it carries, and every error behind it."""
    while error is not None:
        yield f"{error} {error!r} {vars(error)}"
        yield "".join(traceback.format_exception(error))
        error = error.__cause__ or error.__context__


@pytest.mark.parametrize("number", range(len(ECHOES)))
def test_no_error_and_no_log_shows_the_key(number: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with Loopback(then=ECHOES[number]) as server:
        options = RemoteOptions(base_url=server.url, model="m", timeout=0.05, patience=Patience(attempts=2))
        model = RemoteModel(options, key=KEY, timing=FakeTime().timing)
        with pytest.raises(FoamError) as caught:
            asyncio.run(model.answer(choose(), seed=1))
        assert server.requests[0].headers["Authorization"] == f"Bearer {SECRET}"
    said = "\n".join(_everything_said(caught.value)) + caplog.text + repr(model) + repr(vars(model))
    for part in (SECRET, SECRET[:12], SECRET[-12:]):
        assert part not in said


def test_an_answer_that_quotes_the_key_is_recorded_without_it() -> None:
    def quote(exchange: Exchange) -> None:
        exchange.send_json(200, completion(f'{{"tag": "{SECRET}"}}'))

    with Loopback(then=quote) as server:
        model = RemoteModel(RemoteOptions(base_url=server.url, model="m"), key=KEY)
        question = write(TextField(name="tag", max_words=3))
        answer = asyncio.run(model.answer(question, seed=1))
    assert answer.reply == Written(fields={"tag": "[key]"})


def test_a_redirect_is_not_followed_and_the_key_not_sent_along() -> None:
    with Loopback() as other, Loopback(then=replies(307, Location=other.url)) as server:
        model = RemoteModel(RemoteOptions(base_url=server.url, model="m"), key=KEY)
        with pytest.raises(FoamError, match="redirects"):
            asyncio.run(model.answer(choose(), seed=1))
        assert other.requests == []


def test_a_key_in_the_path_is_masked_where_the_address_is_shown() -> None:
    key = SecretStr("sk-in-the-path")
    model = RemoteModel(RemoteOptions(base_url="http://gateway/sk-in-the-path/v1", model="m"), key=key)
    assert model.decider.parameters["endpoint"] == "http://gateway/[key]/v1"
    assert "sk-in-the-path" not in repr(model) + model.decider.model_dump_json()


@pytest.mark.parametrize("behaviour", [html, reset, replies(500)])
def test_a_key_in_the_path_is_masked_in_errors(behaviour: Behaviour) -> None:
    with Loopback(then=behaviour) as server:
        url = server.url.replace("/v1", "/sk-in-the-path/v1")
        options = RemoteOptions(base_url=url, model="m", patience=Patience(attempts=1))
        with pytest.raises(FoamError, match=r"/\[key\]/v1") as caught:
            asyncio.run(RemoteModel(options, key=SecretStr("sk-in-the-path")).answer(choose(), seed=1))
    assert "sk-in-the-path" not in caught.value.what


@pytest.mark.parametrize("code", [400, 401, 404, 500])
def test_a_key_in_another_header_is_as_secret(code: int) -> None:
    with Loopback(then=_echo(code)) as server:
        options = RemoteOptions(base_url=server.url, model="m", api="anthropic", patience=Patience(attempts=1))
        model = RemoteModel(options, key=KEY, timing=FakeTime().timing)
        with pytest.raises(FoamError) as caught:
            asyncio.run(model.answer(choose(), seed=1))
        assert server.requests[0].headers["x-api-key"] == SECRET
        assert "Authorization" not in server.requests[0].headers
    assert not [said for said in _everything_said(caught.value) if SECRET in said]


def test_placeholders_are_not_secrets() -> None:
    assert Key(SecretStr("none")).hide("none of these") == "none of these"
    assert Key(None).hide("none of these") == "none of these"
    assert Key(SecretStr("sk-123456")).hide("a sk-123456 b") == "a [key] b"


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=6), st.text(), st.text())
def test_a_key_is_masked_however_it_is_spelt(plain: str, before: str, after: str) -> None:
    hide = Key(SecretStr(plain)).hide
    for spelt in (plain, quote(plain, safe=""), json.dumps(plain)[1:-1]):
        assert plain not in hide(f"{before} {spelt} {after}").replace("[key]", "")
        assert "[key]" in hide(f"{before} {spelt} {after}")


@pytest.mark.parametrize("key", ["sk-line\nbreak", "sk with spaces", "sk-ümlaut", "sk-tab\t"])
def test_what_cannot_be_a_key_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(SettingError) as caught:
        Key(SecretStr(key))
    assert key not in caught.value.what + caught.value.hint
