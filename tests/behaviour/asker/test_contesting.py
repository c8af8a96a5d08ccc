"""A part of a deliberation is found by its sentence and challenged: what is asked again, what changes, what stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.outcomes import read_sides

import foam

TWO = "Two in three Sunday visitors said that they cannot come on a weekday."
DOORS = "The door counter shows that every seat of the reading room"
BECAUSE = "It says who came, not whether the library should open."
PUPIL = """id = "pupil"
role = "pupil"
description = "I learn at the library, and nobody asked me."
[weighting]
welfare = 1.0
liberty = 0.2
"""


def find_part(sunday: Held, words: str, kind: str) -> str:
    """The part that shows the words, of one kind."""
    parts = read_foam(sunday.folder, "contest", "parts", sunday.run)["parts"]
    return next(str(one["id"]) for one in parts if words in one["text"] and one["kind"] == kind)


def judge_by(sunday: Held, *, wrong: str = "") -> dict[str, Any]:
    """A model that reads, and knows that one sentence is not so."""
    known = (one.model_copy(update={"is_so": one.text != wrong}) for one in sunday.file.facts.sentences)
    facts = sunday.file.facts.model_copy(update={"sentences": tuple(known), "writes": True})
    return {"models": foam.FactsModel(facts)}


def _hear(sunday: Held, home: Path, *, holds: bool, kind: str = "does_not_follow") -> dict[str, Any]:
    """The challenge, before somebody who finds that the reason holds, or that it does not."""
    part = find_part(sunday, TWO, "consideration")
    told = ("contest", "open", sunday.run, part, "--kind", kind, "--because", BECAUSE)
    return read_foam(home, *told, given=judge_by(sunday, wrong="" if holds else TWO))


@pytest.fixture(scope="module")
def upheld(sunday: Held, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The home, and the challenge that was sustained in it."""
    home = sunday.copy(tmp_path_factory.mktemp("contested") / "home")
    return home, _hear(sunday, home, holds=False)


def test_a_sustained_challenge_takes_the_reason_and_no_other(
    sunday: Held, upheld: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    home, heard = upheld
    assert heard["outcome"]["disposition"] == "sustained"
    path = tmp_path / "next.json"
    run_foam(home, "contest", "show", heard["run"], "--version", path)
    after = json.loads(path.read_text("utf-8"))
    gone = read_sides(sunday.document).keys() - read_sides(after).keys()
    assert gone == {TWO}
    assert TWO in str(after), "it stays in the answer, where it fell"


def test_the_redline_marks_what_was_struck(upheld: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    home, heard = upheld
    path = tmp_path / "redline.html"
    run_foam(home, "contest", "show", heard["run"], "--out", path)
    page = path.read_text("utf-8")
    assert BECAUSE in page
    assert "<del" in page
    assert TWO in page


def test_only_what_hangs_on_the_part_is_asked_again(sunday: Held, upheld: tuple[Path, dict[str, Any]]) -> None:
    _, heard = upheld
    assert 0 < heard["locality"]["asked"] < sunday.asked / 2
    seats = [one["perspective"]["id"] for one in sunday.document["table"]["seats"]]
    assert [one["perspective"]["id"] for one in heard["answer"]["table"]["seats"]] == seats, "nobody spoke again"
    assert heard["answer"]["tree"]["by_seat"]["rows"]


def test_the_version_before_stays_as_it_was(sunday: Held, upheld: tuple[Path, dict[str, Any]]) -> None:
    home, heard = upheld
    assert read_foam(home, "dossier", "show", sunday.run) == read_foam(sunday.folder, "dossier", "show", sunday.run)
    assert read_foam(home, "record", "replay", sunday.run)["ok"]
    assert read_foam(home, "record", "replay", heard["run"])["ok"]
    listed = run_foam(home, "contest", "status", sunday.run).stdout
    assert "sustained" in listed


def test_a_challenge_to_what_bears_on_the_question_changes_nothing(sunday: Held, tmp_path: Path) -> None:
    heard = _hear(sunday, sunday.copy(tmp_path / "home"), holds=True)
    assert heard["outcome"]["disposition"] == "rejected"
    assert heard["locality"]["changed"] == 0
    assert heard["outcome"]["reasons"]


def test_another_weight_is_worked_out_without_asking_anybody(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    words = ("--kind", "weighs_otherwise", "--because", "It counts for more.")
    told = ("contest", "open", sunday.run, "seat-examiner", *words)
    heard = read_foam(home, *told, "--weight", "examiner.liberty=0.9", given=judge_by(sunday))
    assert heard["outcome"]["disposition"] == "sustained"
    assert heard["locality"]["asked"] == 0
    assert "seat-examiner" in {row["part"] for row in heard["redline"]}
    seats = {one["perspective"]["id"]: one["perspective"] for one in heard["answer"]["table"]["seats"]}
    assert seats["examiner"]["weighting"]["liberty"] == 0.9
    assert read_foam(home, "record", "replay", heard["run"])["ok"]
    same = read_foam(home, *told, "--weight", "examiner.nature=0.06", given=judge_by(sunday))
    assert same["outcome"]["disposition"] == "rejected"
    refused = run_foam(home, *told, "--weight", "mayor.liberty=0.9", code=2)
    assert "mayor" in refused.stderr


def test_whoever_was_not_heard_takes_a_seat_and_nobody_speaks_again(sunday: Held, tmp_path: Path) -> None:
    home, seat = sunday.copy(tmp_path / "home"), tmp_path / "pupil.toml"
    seat.write_text(PUPIL, "utf-8")
    told = ("contest", "open", sunday.run, "question", "--kind", "somebody_missing", "--because", BECAUSE)
    heard = read_foam(home, *told, "--perspective", seat, given=judge_by(sunday))
    assert heard["outcome"]["disposition"] == "sustained"
    before = {one["perspective"]["id"]: one for one in sunday.document["table"]["seats"]}
    after = {one["perspective"]["id"]: one for one in heard["answer"]["table"]["seats"]}
    assert after.keys() - before.keys() == {"pupil"}
    assert all(after[name] == seated for name, seated in before.items())
    assert any("pupil" in row["perspectives"] for row in heard["answer"]["tree"]["by_seat"]["rows"])
    assert heard["locality"]["asked"] < sunday.asked
    assert read_foam(home, "record", "replay", heard["run"])["ok"]


def test_a_sentence_that_does_not_hold_takes_what_rests_on_it(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    part, at = (find_part(sunday, words, "evidence") for words in (TWO, DOORS))
    told = ("contest", "open", sunday.run, part, "--kind", "not_so", "--because", BECAUSE, "--at", at)
    heard = read_foam(home, *told, given=judge_by(sunday, wrong=TWO))
    assert heard["outcome"]["disposition"] == "sustained"
    assert read_sides(sunday.document).keys() - read_sides(heard["answer"]).keys() == {TWO}


def test_a_dry_run_says_what_could_change_and_changes_nothing(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    part = find_part(sunday, TWO, "consideration")
    told = ("contest", "open", sunday.run, part, "--kind", "does_not_follow", "--because", BECAUSE, "--dry-run")
    shown = " ".join(run_foam(home, *told).stdout.split())
    assert "If it is sustained, this could change" in shown
    assert part in shown
    assert read_foam(home, "contest", "status", sunday.run)["challenges"] == []


def test_a_kind_that_does_not_fit_the_part_is_refused_with_those_that_do(sunday: Held) -> None:
    part = find_part(sunday, TWO, "evidence")
    told = ("contest", "open", sunday.run, part, "--kind", "does_not_follow", "--because", BECAUSE)
    refused = run_foam(sunday.folder, *told, code=2)
    assert "not_so" in refused.stderr
