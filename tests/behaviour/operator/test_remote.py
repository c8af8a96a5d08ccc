"""Models behind endpoints: both protocols, what is tried again, what is refused, what it costs, who sees the key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.operator.endpoint import Endpoint, answer_chat, answer_message, fail, say

KEY = "sk-mulberry-9135-quince"
QUESTION = "Should the ferry be free?"
NOTE = "The ferry should be free because fares keep people from the market. Free ferries cost the town more each year."
PROTOCOLS = [("openai", answer_chat), ("anthropic", answer_message)]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "note.txt").write_text(NOTE, "utf-8")
    run_foam(tmp_path / "home", "library", "add", tmp_path / "note.txt")
    return tmp_path / "home"


def declare(home: Path, endpoint: Endpoint, *, api: str = "openai", more: str = "") -> None:
    """The endpoint as the model of this home."""
    (home / "config.toml").write_text(
        f'model = "house"\n[models.house]\nbase_url = "{endpoint.url}"\nmodel = "m"\napi = "{api}"\n'
        f"price_in = 1000000.0\nprice_out = 1000000.0\nwrites = false\n{more}",
        "utf-8",
    )


def ask(home: Path, *words: object, code: int = 0) -> dict[str, Any]:
    return read_foam(home, "ask", QUESTION, "--library", *words, code=code)


@pytest.mark.parametrize(("api", "answer"), PROTOCOLS, ids=["openai", "anthropic"])
def test_a_model_of_each_kind_answers_and_is_priced(home: Path, api: str, answer: Any) -> None:
    with Endpoint(then=answer) as endpoint:
        declare(home, endpoint, api=api)
        ran = ask(home)
        asked = len(endpoint.requests)
    assert asked > 0
    assert {path.rpartition("/v1/")[2] for path, _, _ in endpoint.requests} == {
        "chat/completions" if api == "openai" else "messages"
    }
    total = read_foam(home, "record", "cost", ran["run"])["total"]
    assert (total["usage"]["prompt"], total["usage"]["completion"]) == (100 * asked, 10 * asked)
    assert total["money"] == pytest.approx(110 * asked)
    assert read_foam(home, "record", "replay", ran["run"])["ok"]


def test_judges_behind_endpoints_of_both_kinds_sit_in_one_jury(tmp_path: Path) -> None:
    home, case = tmp_path / "home", tmp_path / "case.md"
    home.mkdir()
    case.write_text("# Keep the ferry\n\nThe ferry serves all who live here. It costs little.\n", "utf-8")
    with Endpoint(then=answer_chat) as one, Endpoint(then=answer_message) as other:
        models = zip(("chat", "messages"), ("openai", "anthropic"), (one, other), strict=True)
        (home / "config.toml").write_text(
            "".join(
                f'[models.{name}]\nbase_url = "{endpoint.url}"\nmodel = "{name}-1"\napi = "{api}"\nwrites = false\n'
                for name, api, endpoint in models
            ),
            "utf-8",
        )
        judged = run_foam(home, "judge", case, "--juror", "chat", "--juror", "messages", "--json", code=None).stdout
        assert len(one.requests) == len(other.requests) > 0
    assert "chat" in judged
    assert "messages" in judged


def test_what_is_on_record_is_not_paid_for_again(home: Path) -> None:
    with Endpoint() as endpoint:
        declare(home, endpoint)
        first, asked = ask(home), len(endpoint.requests)
        again = ask(home)
        assert (again["run"], again["digest"]) == (first["run"], first["digest"])
        assert len(endpoint.requests) == asked


@pytest.mark.parametrize(
    "fault",
    [
        fail(429, "slow down", Retry_After="0"),
        fail(503, "overloaded", Retry_After="0"),
        lambda body: (200, b"<!DOCTYPE html><html><title>Sign in</title></html>", {"Content-Type": "text/html"}),
        lambda body: (200, b'{"choices": [{"mess', {}),
        lambda body: say("Let me think about it."),
        lambda body: say('{"ids": ["no-such-id"]}'),
    ],
    ids=["throttled", "overloaded", "a web page", "cut off", "prose", "an id not offered"],
)
def test_a_passing_fault_is_tried_again(home: Path, fault: Any) -> None:
    with Endpoint() as sound:
        declare(home, sound)
        ask(home)
        smooth = len(sound.requests)
    with Endpoint(fault) as endpoint:
        declare(home, endpoint)
        assert ask(home)["run"]
        assert smooth < len(endpoint.requests) <= smooth + 4


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refusal_is_told_at_once_and_not_tried_again(home: Path, status: int) -> None:
    with Endpoint(then=fail(status, f"the key {KEY} is not known")) as endpoint:
        declare(home, endpoint, more=f'api_key = "{KEY}"\n')
        told = ask(home, "--seed", 3, code=3)
        assert 1 <= len(endpoint.requests) <= 8, "as many as may be asked at once"
    assert str(status) in told["error"]
    assert KEY not in told["error"] + told["hint"]


def test_a_model_that_only_declines_ends_with_what_it_said(home: Path) -> None:
    with Endpoint(then=lambda body: say("I'm sorry, I cannot help with that.")) as endpoint:
        declare(home, endpoint)
        told = ask(home, code=3)
    assert "I'm sorry" in told["error"]


def test_an_endpoint_that_is_not_there_is_named_with_what_to_do(home: Path) -> None:
    with Endpoint() as endpoint:
        declare(home, endpoint, more="deadline = 0.2\n")
    told = ask(home, code=3)
    assert "house" in told["error"] or "127.0.0.1" in told["error"]
    assert told["hint"]


@pytest.mark.parametrize(("api", "answer"), PROTOCOLS, ids=["openai", "anthropic"])
def test_the_key_goes_to_the_endpoint_and_nowhere_else(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, api: str, answer: Any
) -> None:
    """Also where the endpoint echoes it: it is in no file of the home, no record, no output and no copy."""
    monkeypatch.setenv("FOAM_MODELS__HOUSE__API_KEY", KEY)

    def echo(body: dict[str, Any]) -> Any:
        return 503, {"error": {"message": f"key {KEY} is over its rate"}}, {"Retry-After": "0"}

    with Endpoint(echo, then=answer) as endpoint:
        declare(home, endpoint, api=api)
        result = run_foam(home, "ask", QUESTION, "--library", "--json", "--debug")
        for _, headers, body in endpoint.requests:
            assert [name for name, value in headers.items() if KEY in value] in (["Authorization"], ["x-api-key"])
            assert KEY not in str(body)
    assert KEY not in result.output
    run_foam(home, "backup", tmp_path / "copy.foam")
    for path in [*home.rglob("*"), tmp_path / "copy.foam"]:
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path.name


def test_a_redirect_is_not_followed(home: Path) -> None:
    with (
        Endpoint() as other,
        Endpoint(then=lambda body: (307, {}, {"Location": f"{other.url}/chat/completions"})) as one,
    ):
        declare(home, one, more=f'api_key = "{KEY}"\n')
        ask(home, code=3)
        assert other.requests == []


def test_part_of_a_request_that_is_not_understood_is_left_out(home: Path) -> None:
    def choosy(body: dict[str, Any]) -> Any:
        if "seed" in body:
            return 400, {"error": {"message": "unsupported: seed", "param": "seed"}}, {}
        return answer_chat(body)

    with Endpoint(then=choosy) as endpoint:
        declare(home, endpoint)
        assert ask(home)["run"]
        refused = [body for _, _, body in endpoint.requests if "seed" in body]
        assert 0 < len(refused) < len(endpoint.requests)


def test_a_budget_stops_a_run_before_it_is_overspent_and_it_goes_on_from_there(home: Path) -> None:
    def dear(body: dict[str, Any]) -> Any:
        status, said, headers = answer_chat(body)
        return status, {**said, "usage": {"prompt_tokens": 15_000, "completion_tokens": 10}}, headers

    with Endpoint(then=dear) as endpoint:
        declare(home, endpoint)
        (home / "config.toml").write_text(f"concurrency = 1\n{(home / 'config.toml').read_text('utf-8')}", "utf-8")
        told = ask(home, "--budget", 40_000, code=3)
        spent = 15_010 * len(endpoint.requests)
        assert 0 < spent <= 40_000
        assert "budget" in told["error"]
        before = len(endpoint.requests)
        ran = ask(home)
        assert len(endpoint.requests) > before
    total = read_foam(home, "record", "cost", ran["run"])["total"]
    assert total["usage"]["prompt"] == 15_000 * len(endpoint.requests), "what was answered before the stop was kept"


def test_a_dry_run_asks_nobody_and_writes_nothing(home: Path) -> None:
    before = read_foam(home, "record", "head")
    with Endpoint() as endpoint:
        declare(home, endpoint)
        told = read_foam(home, "deliberate", QUESTION, "--library", "--dry-run")
        assert endpoint.requests == []
    assert told
    assert read_foam(home, "record", "head") == before
