"""Calls about debatable questions, from Python."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.debatable.calling import data, lines, run

import foam
from foam.evidence.search.fake import HashingEmbedder

VIEWS = [{"point_of_view": "Uniforms reduce bullying."}, {"point_of_view": "Uniforms limit expression."}]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[foam.Home]:
    folder = tmp_path / "home"
    with foam.open(folder, models=foam.ScriptedModel(), embedder=HashingEmbedder(512), environ={}) as opened:
        yield opened


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return lines(tmp_path / "set.jsonl", [{"id": 1, "question": "Uniforms?", "partial_answers": VIEWS}])


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    return lines(tmp_path / "answers.jsonl", [{"id": 1, "answer": "Uniforms reduce bullying."}])


def test_answers_are_scored_compared_and_reported(
    home: foam.Home, dataset: Path, answers: Path, tmp_path: Path
) -> None:
    scored = home.debatable.score(answers, data=dataset, model="scripted")
    assert [score.id for score in scored.ran.view.scores] == [1]
    assert home.replay(scored.ran).ok
    ran = home.debatable.evaluate(dataset, answers=[f"mine={answers}"], model="scripted")
    assert [view.point_of_view for view in ran.view.rows[0].missing] == ["Uniforms limit expression."]
    figures = tmp_path / "figures.json"
    figures.write_text(ran.view.model_dump_json(), "utf-8")
    found, people = home.debatable.read_evaluation(figures)
    assert (found.digest, people) == (ran.view.digest, None)
    assert "mine" in home.debatable.describe(ran.view)


def test_the_same_can_be_awaited(home: foam.Home, dataset: Path, answers: Path, tmp_path: Path) -> None:
    async def score_and_ask() -> tuple[bool, int]:
        scored = await home.debatable.score.aio(answers, data=dataset, model="scripted", metrics=["pd"])
        rows = await home.debatable.make_sheet.aio(dataset, tmp_path / "sheet.csv")
        return (await home.replay.aio(scored.ran)).ok, rows

    assert asyncio.run(score_and_ask()) == (True, 2)


def test_a_recorded_comparison_shows_who_missed_which_view(
    home: foam.Home, dataset: Path, answers: Path, tmp_path: Path
) -> None:
    other = lines(tmp_path / "other.jsonl", [{"id": 1, "answer": "Uniforms limit expression."}])
    ran = home.debatable.evaluate(dataset, answers=[f"one={answers}", f"other={other}"], model="scripted")
    assert [line.run for line in home.debatable.list()] == [ran.run]
    shown = home.debatable.show(ran.run)
    assert shown.evaluation == ran.view
    (question,) = shown.questions
    assert (question.id, question.question, question.systems) == (1, "Uniforms?", ("one", "other"))
    told = {view.partial.point_of_view: (view.covered_by, view.missed_by) for view in question.views}
    assert told == {
        "Uniforms reduce bullying.": (("one",), ("other",)),
        "Uniforms limit expression.": (("other",), ("one",)),
    }
    assert question.missed == 2
    given: dict[str, Any] = {"models": foam.ScriptedModel(), "folder": home.folder, "environ": {}}
    assert data("list", **given)["comparisons"][0]["run"] == ran.run
    assert data("show", ran.run, **given)["questions"] == [question.json_value()]
    assert "1: Uniforms limit expression. (missed by one)" in run("show", ran.run, **given).stdout
    scored = home.debatable.score(answers, data=dataset, model="scripted")
    with pytest.raises(foam.NotFound, match="compares no systems"):
        home.debatable.show(scored.ran.run)
