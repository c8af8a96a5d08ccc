"""What a run costs at an endpoint, from the command line: the line afterwards, `foam record cost`, and `--budget`."""

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

OPENED = {"embedder": HashingEmbedder(), "stance": lambda claim, texts: [0.0] * len(texts), "judge": SilentJudge()}
QUESTION = "Should public transport be free of charge?"
DELIBERATE = ("deliberate", "--pack", "policy-debate")
ASK = ("ask", QUESTION, "--pack", "policy-debate")


@pytest.fixture
def endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    """A home whose model is an endpoint that takes 100 tokens in and 10 out for every answer."""
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    with Loopback() as server:
        (tmp_path / "config.toml").write_text(
            f'model = "house"\n[models.house]\nbase_url = "{server.url}"\nmodel = "house-1"\n'
            "price_in = 10.0\nprice_out = 100.0\nmax_tokens = 200\nwrites = false\n",
            encoding="utf-8",
        )
        yield server


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(foam, list(arguments), obj=OPENED)


def _data(*arguments: str) -> dict[str, Any]:
    result = _run(*arguments, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.usefixtures("endpoint")
def test_the_cost_of_a_run_is_told_from_its_record() -> None:
    ran = _data(*ASK)
    cost = _data("record", "cost", ran["run"])
    assert cost["total"]["questions"] == ran["asked"] > 0
    assert cost["total"]["usage"]["prompt"] == 100 * ran["asked"]
    assert cost["total"]["money"] == pytest.approx(0.002 * ran["asked"])
    assert set(cost["by_step"]) >= {"read", "frame"}
    assert set(cost["by_model"]) == {"house-1"}
    assert _run("record", "verify").exit_code == 0
    assert _run("record", "replay", ran["run"]).exit_code == 0
    shown = _run("record", "cost", ran["run"]).stdout
    assert "tokens in" in shown
    assert "house-1" in shown


@pytest.mark.usefixtures("endpoint")
def test_a_run_over_its_budget_stops_keeps_what_it_has_and_goes_on() -> None:
    stopped = _run(*DELIBERATE, "--budget", "12000")
    assert stopped.exit_code == 3, stopped.output
    assert "budget is used up" in stopped.stderr
    assert "raise the budget and run again" in stopped.stderr
    finished = _run(*DELIBERATE, "--budget", "1000000", "--quiet")
    line = next(line for line in finished.stdout.splitlines() if line.startswith("cost: "))
    run = next(line for line in finished.stdout.splitlines() if line.startswith("run "))
    asked, reused = (int(part.split()[-1]) for part in run.split("asked", 1)[1].split(", reused"))
    assert asked > 0
    assert reused > 0
    cost = _data("record", "cost", run.split()[1])["total"]
    assert asked < cost["questions"] <= asked + reused  # what was answered before it stopped is this run's cost, too
    assert cost["usage"]["prompt"] == 100 * cost["questions"]
    assert line == f"cost: {cost['questions']} questions, {cost['usage']['prompt']:,} tokens in, " + (
        f"{cost['usage']['completion']:,} out, {cost['money']:.4f} in money"
    )


@pytest.mark.usefixtures("endpoint")
def test_a_budget_in_money_stops_too() -> None:
    stopped = _run(*ASK, "--budget", "money:0.0001")
    assert stopped.exit_code == 3
    assert "in money spent" in stopped.stderr


@pytest.mark.parametrize("budget", ["2.50", "much", "0", "-3", "money:", "money:nan", "money:inf"])
def test_what_is_no_budget_is_refused(budget: str) -> None:
    result = _run(*ASK, f"--budget={budget}")
    assert result.exit_code == 2
    assert "write 200000 for tokens, or money:2.50 for money" in result.output
