"""Calls about judging cases, tournaments and arms, from Python."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.case.writing import agreeable
from tests.judging.planted import PLANTED

import foam
from foam.evidence.search.fake import HashingEmbedder


@pytest.fixture
def home(tmp_path: Path) -> Iterator[foam.Home]:
    folder = tmp_path / "home"
    with foam.open(folder, models=foam.ScriptedModel(agreeable), embedder=HashingEmbedder(), environ={}) as opened:
        yield opened


@pytest.fixture
def cases(tmp_path: Path) -> list[Path]:
    """Two planted cases as files."""
    paths = [tmp_path / f"{name}.md" for name in list(PLANTED)[:2]]
    for path in paths:
        path.write_text(PLANTED[path.stem][0], "utf-8")
    return paths


def test_cases_are_judged_and_meet_in_a_tournament(home: foam.Home, cases: list[Path], tmp_path: Path) -> None:
    judged = home.judge(cases)
    assert sorted(judged.ran.view.order) == sorted(map(str, cases))
    assert judged.rejected == ()
    folder = tmp_path / "T"
    assert home.tournament.new(folder, seed=3).plan.rules.seed == 3
    assert home.tournament.add(folder, cases, source="human") == 2
    played = home.tournament.run(folder)
    assert played.report == home.tournament.report(folder)
    assert [path.name for path in home.tournament.save_report(played.report, tmp_path / "out")][:2] == [
        "report.html",
        "report.md",
    ]
    assert home.tournament.rejudge(folder, "again", jurors=["scripted@9"]).file.exists()
    assert home.replay(played.ran).ok


def test_the_same_can_be_awaited(home: foam.Home, cases: list[Path], tmp_path: Path) -> None:
    async def judge_and_enter() -> int:
        judged = await home.judge.aio(cases)
        await home.tournament.new.aio(tmp_path / "T")
        entered = await home.tournament.add.aio(tmp_path / "T", cases)
        assert (await home.replay.aio(judged.ran)).ok
        return entered

    assert asyncio.run(judge_and_enter()) == 2
