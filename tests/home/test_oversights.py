"""Calls about oversight, from Python."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import foam
from foam.cli.main import foam as commands
from foam.evidence.search.fake import HashingEmbedder

PROTOCOLS = ("consultancy", "debate")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[foam.Home]:
    folder = tmp_path / "home"
    with foam.open(folder, models=foam.ScriptedModel(), embedder=HashingEmbedder(), environ={}) as opened:
        yield opened


def test_theory_simulation_and_estimates_go_together(home: foam.Home, tmp_path: Path) -> None:
    game = home.oversee.game(p=0.8, rho=0.3, b=0.5)
    assert home.oversee.theory(game).gap == pytest.approx(0.15)
    played = {one.protocol: one for one in home.oversee.simulate(game, cases=20_000)}
    assert played["debate"].amplification.value == pytest.approx(0.15, abs=0.03)
    log = tmp_path / "log.csv"
    assert home.oversee.simulate_log(game, log, cases=200)[1] == 200
    report = home.oversee.report(log, replicates=100)
    assert [decision.tier for decision in report.decisions] == ["routine", "elevated", "critical"]
    assert [path.name for path in home.oversee.save_report(report, tmp_path / "out")] == [
        "report.md",
        "report.html",
        "report.svg",
    ]


def test_the_same_can_be_awaited(home: foam.Home, tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    case = {"affirmed": "It is so", "denied": "It is not so", "truth": "affirmed", "sentences": ["It is so."]}
    gold.write_text("".join(json.dumps({"id": str(n), **case}) + "\n" for n in range(4)), "utf-8")

    async def experiment() -> tuple[int, bool, float]:
        ran = await home.oversee.run.aio(gold, tmp_path / "out", senders="machinery")
        theory = await home.oversee.theory.aio(home.oversee.game(p=0.8, rho=0.3))
        return len(ran.view.rows), (await home.replay.aio(ran)).ok, theory.gap

    rows, replayed, gap = asyncio.run(experiment())
    assert (rows, replayed) == (4, True)
    assert gap == pytest.approx(0.15)


def test_a_recorded_experiment_is_shown_off_the_record(home: foam.Home, tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    case = {"affirmed": "It is so", "denied": "It is not so", "sentences": ["It is so."]}
    rows = [{"id": str(n), **case, "truth": "affirmed" if n % 3 else "denied"} for n in range(30)]
    gold.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    ran = home.oversee.run(gold, tmp_path / "out", senders="machinery", judge="logit")
    (line,) = home.oversee.list()
    assert (line.run, line.cases, line.judge) == (ran.run, 30, "logit")
    shown = home.oversee.show(ran.run)
    assert shown.report.summary == home.oversee.estimate(tmp_path / "out" / "log.csv")
    played = {protocol: [row for row in ran.view.rows if row["protocol"] == protocol] for protocol in PROTOCOLS}
    right = {
        protocol: sum({row["truth"]: 1.0, "undecided": 0.5}.get(row["label"], 0.0) for row in rows)
        for protocol, rows in played.items()
    }
    assert {one.protocol: one.accuracy.cases for one in shown.judges} == {p: len(rows) for p, rows in played.items()}
    for curve in shown.curves:
        last = curve.points[-1]
        assert last.cases == len(played[curve.protocol])
        assert last.share == pytest.approx(right[curve.protocol] / last.cases)
        assert [one.cases for one in curve.points] == sorted({one.cases for one in curve.points})
        assert all(one.low <= one.share <= one.high for one in curve.points)
    given = {"models": foam.ScriptedModel(), "embedder": HashingEmbedder(), "folder": home.folder, "environ": {}}
    told = [CliRunner().invoke(commands, ["oversee", *words], obj=given) for words in (["list"], ["show", ran.run])]
    assert [one.exit_code for one in told] == [0, 0]
    assert "30 cases, judge logit" in told[0].stdout
    assert all(f"logit: {protocol}: accuracy " in told[1].stdout for protocol in PROTOCOLS)
    with pytest.raises(foam.NotFound, match="no experiment"):
        home.oversee.show(home.ask("Should towns pay for night buses?", pack="policy-debate").run)
