"""`foam prompts`: what was sent for an act is printed as it was sent, and safe to print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.loopback import Loopback

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.silent import SilentJudge

OPENED: dict[str, Any] = {
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "judge": SilentJudge(),
}
QUESTION = "Should the town of Brenn dim its street lamps from midnight to five?"
ASK = ("ask", QUESTION, "--pack", "street-lamps", "--json", "--quiet")


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(foam, list(arguments), obj=OPENED)


@pytest.fixture
def endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    with Loopback() as server:
        settings = f'model = "house"\n[models.house]\nbase_url = "{server.url}"\nmodel = "house-1"\n'
        (tmp_path / "config.toml").write_text(settings, encoding="utf-8")
        yield server


def test_what_is_shown_is_what_the_endpoint_was_sent(endpoint: Loopback) -> None:
    run = json.loads(_run(*ASK).stdout)["run"]
    shown = json.loads(_run("prompts", "show", "frame", "--run", run, "--json", "--answer").stdout)
    sent = [request.body for request in endpoint.requests]
    body = next(one for one in sent if one["messages"][1]["content"] == shown["prompt"])
    assert body["messages"][0]["content"] == shown["system"]
    assert body["response_format"]["json_schema"]["schema"] == shown["form"]
    assert shown["answer"]["reply"]["type"] == "write"


@pytest.mark.usefixtures("endpoint")
def test_acts_are_found_by_number_and_unknown_ones_are_named() -> None:
    run = json.loads(_run(*ASK).stdout)["run"]
    first = _run("prompts", "show", "frame", "--run", run, "--number", "1").stdout
    assert "frame, 1 of " in first
    assert "--- answer" not in first
    beyond = _run("prompts", "show", "frame", "--run", run, "--number", "30")
    assert (beyond.exit_code, "--number 1" in beyond.stderr) == (2, True)
    unknown = _run("prompts", "show", "framme", "--run", run)
    assert (unknown.exit_code, "did you mean frame?" in unknown.stderr) == (2, True)


@pytest.mark.usefixtures("endpoint")
def test_templates_are_listed_with_how_often_a_run_asked_with_them() -> None:
    run = json.loads(_run(*ASK).stdout)["run"]
    listed = json.loads(_run("prompts", "list", "--run", run, "--json").stdout)["templates"]
    assert {one["name"] for one in listed if one["asked"]} >= {"acts/read", "acts/frame"}
    assert any(one["asked"] == 0 for one in listed)
    alone = json.loads(_run("prompts", "list", "--pack", "benefits-appeal", "--json").stdout)["templates"]
    assert [one["name"] for one in alone] == [one["name"] for one in listed]
    assert all(one["first_line"] for one in alone)


@pytest.mark.usefixtures("endpoint")
def test_a_template_is_shown_as_the_pack_has_it() -> None:
    result = _run("prompts", "show", "acts/evaluate", "--pack", "benefits-appeal")
    assert result.exit_code == 0
    assert "$" in result.stdout
