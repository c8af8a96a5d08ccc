"""Whether a jury can be trusted: what biases it shows, how sure its figures are, and what controls make of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam

import foam

KEPT = ("bees", "mills", "ferries", "gardens", "trams", "libraries", "wells", "orchards")


class FirstShown:
    """Gives what was put before it back in the order in which it was shown; scores by chance, or all alike."""

    def __init__(self, *, all_alike: bool = False) -> None:
        self._inner = foam.ScriptedModel(name="alike" if all_alike else "first shown")
        self._all_alike = all_alike

    @property
    def decider(self) -> Any:
        return self._inner.decider

    async def answer(self, question: Any, *, seed: int, complaint: str = "") -> Any:
        said: Any = await self._inner.answer(question, seed=seed, complaint=complaint)
        changed: dict[str, Any] = {}
        if ids := getattr(said.reply, "ids", None):
            changed["ids"] = tuple(option.id for option in question.options)[: len(ids)]
        if self._all_alike and hasattr(said.reply, "score"):
            changed["score"] = (question.low + question.high) / 2
        return said.model_copy(update={"reply": said.reply.model_copy(update=changed)})


def write_case(folder: Path, kept: str) -> Path:
    path = folder / f"{kept}.md"
    path.write_text(
        f"# The town should keep its {kept}\n\nThe {kept} serve all who live here. They cost little, and the {kept} "
        f"have done so for years. Without the {kept} people would have to travel far.\n\nSo they should stay.\n",
        "utf-8",
    )
    return path


def play(folder: Path, model: Any, *, entrants: int) -> dict[str, Any]:
    """A tournament of invented cases, and its whole report."""
    home, given = folder / "home", {"models": model}
    run_foam(home, "tournament", "new", folder / "T", "--seed", 3, given=given)
    files = [write_case(folder, kept) for kept in KEPT[:entrants]]
    run_foam(home, "tournament", "add", folder / "T", *files, "--source", "town", given=given)
    run_foam(home, "tournament", "run", folder / "T", code=None, given=given)
    printed = run_foam(home, "tournament", "report", folder / "T", "--json", "--quiet", code=None, given=given).stdout
    report: dict[str, Any] = json.loads(printed)["report"]
    return report


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return play(tmp_path_factory.mktemp("biased"), FirstShown(), entrants=8)


def test_a_juror_who_takes_whatever_comes_first_is_named(report: dict[str, Any]) -> None:
    """Both showings of a pair count as one, by a sign test; the share has Wilson's interval."""
    (bias,) = [one for one in report["biases"] if one["kind"] == "position"]
    share = bias["share"]
    assert bias["named"]
    assert share["value"] == 1
    assert share["low"] == pytest.approx(share["n"] / (share["n"] + 1.959964**2), abs=1e-4)
    assert bias["chance"] == pytest.approx(2 * 0.5 ** (share["n"] / 2))


def test_a_juror_who_decides_by_chance_is_not_named(tmp_path: Path) -> None:
    found = play(tmp_path, foam.ScriptedModel(), entrants=4)["biases"]
    assert found
    assert not [one for one in found if one["named"]]


def test_every_standing_has_a_strength_with_its_interval(report: dict[str, Any]) -> None:
    standings = report["standings"]
    assert len(standings) == 8
    for row in standings:
        strength = row["strength"]
        assert strength["low"] < strength["value"] < strength["high"]
    best, worst = standings[0]["strength"], standings[-1]["strength"]
    assert best["value"] > worst["value"]
    assert sum(row["wins"] for row in standings) == sum(row["losses"] for row in standings)


def test_a_jury_that_cannot_tell_a_case_from_a_control_ranks_nothing(tmp_path: Path) -> None:
    """It scores all alike: the cases, their words in random order, a page that repeats the rubric."""
    files, given = [write_case(tmp_path, kept) for kept in KEPT[:3]], {"models": FirstShown(all_alike=True)}
    found = read_foam(tmp_path / "home", "judge", *files, code=1, given=given)
    assert "cannot tell the best entrant from" in found["withheld"]
    assert {one["name"] for one in found["controls"]["controls"]} == {"gibberish", "parrot"}
    assert found["cases"] == found["scores"] == []
    assert "no ranking" in run_foam(tmp_path / "home", "judge", *files, code=1, given=given).stdout


def test_weights_of_a_rubric_must_sum_to_one(tmp_path: Path) -> None:
    rubric = tmp_path / "rubric.toml"
    dimension = """[[dimensions]]
id = "{0}"
title = "{0}"
weight = {1}
[[dimensions.components]]
id = "{0}1"
text = "It is {0}."
"""
    head = 'name = "own"\ntitle = "Own"\nlow = 0\nhigh = 10\nevidence = "clear"\n'
    rubric.write_text(head + dimension.format("clear", 0.5) + dimension.format("short", 0.3), "utf-8")
    case = write_case(tmp_path, "bees")
    refused = read_foam(tmp_path / "home", "judge", case, "--rubric", rubric, code=2)
    assert "weights" in refused["error"]
    rubric.write_text(head + dimension.format("clear", 0.75) + dimension.format("short", 0.25), "utf-8")
    found = read_foam(
        tmp_path / "home", "judge", case, "--rubric", rubric, code=1, given={"models": foam.ScriptedModel()}
    )
    assert found["rubric"] == "own"


def test_an_audit_counts_the_share_of_citations_that_hold(tmp_path: Path) -> None:
    """One exact, one with another number, one that stands nowhere: one match in three, in no case all."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "reed.md").write_text(
        "---\nauthor: Anna Reed\npublished: 2021\n---\nThe ferry carried 400 passengers on the first day. "
        "The harbour master was content with the new timetable.\n",
        "utf-8",
    )
    case = tmp_path / "case.md"
    case.write_text(
        "# Keep the ferry\n\n"
        "> The harbour master was content with the new timetable.\n>\n> — Anna Reed 2021\n\n"
        "> The ferry carried 900 passengers on the first day.\n>\n> — Anna Reed 2021\n\n"
        "> Whales were seen beside the pier every morning of that summer.\n>\n> — Anna Reed 2021\n",
        "utf-8",
    )
    found = read_foam(tmp_path / "home", "audit", case, "--sources", tmp_path / "sources", code=1)
    outcomes = [one["outcome"] for one in found["cases"][0]["citations"]]
    assert outcomes == ["exact", "altered", "fabricated"]
    rates = found["rates"]
    assert (rates["cemr"], rates["cfvr"]) == (pytest.approx(1 / 3), 0)
    assert rates["cemr_by_overlap"] == pytest.approx(2 / 3)
    assert json.dumps(found) == json.dumps(
        read_foam(tmp_path / "home", "audit", case, "--sources", tmp_path / "sources", code=1)
    )
