"""A part is found by its sentence and challenged: what is asked again, what changes, and what stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.outcomes import read_sides
from tests.behaviour.parts import find_part

import foam

TWO = "Two in three Sunday visitors said that they cannot come on a weekday."
BECAUSE = "It says who came, not whether the library should open."


def _hear(sunday: Held, home: Path, *, bears: bool, kind: str = "support") -> dict[str, Any]:
    """The challenge, before somebody who finds that the sentence bears on the question, or that it does not."""
    sentences = [
        one.model_copy(update={"side": "for" if bears else "neither"}) if one.text == TWO else one
        for one in sunday.file.facts.sentences
    ]
    judge = foam.FactsModel(sunday.file.facts.model_copy(update={"sentences": tuple(sentences)}))
    part = find_part(sunday.document, TWO, kind="claim")
    told = ("contest", "open", sunday.run, part, "--kind", kind, "--because", BECAUSE)
    return read_foam(home, *told, given={"models": judge})


@pytest.fixture(scope="module")
def upheld(sunday: Held, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The home, and the challenge that was sustained in it."""
    home = sunday.copy(tmp_path_factory.mktemp("contested") / "home")
    return home, _hear(sunday, home, bears=False)


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
    assert TWO in str(after), "it stays in the dossier, where it fell"


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


def test_the_version_before_stays_as_it_was(sunday: Held, upheld: tuple[Path, dict[str, Any]]) -> None:
    home, heard = upheld
    assert read_foam(home, "dossier", "show", sunday.run) == sunday.document
    assert read_foam(home, "record", "replay", sunday.run)["ok"]
    assert read_foam(home, "record", "replay", heard["run"])["ok"]
    listed = run_foam(home, "contest", "status", sunday.run).stdout
    assert "sustained" in listed


def test_a_challenge_to_what_bears_on_the_question_changes_nothing(sunday: Held, tmp_path: Path) -> None:
    heard = _hear(sunday, sunday.copy(tmp_path / "home"), bears=True)
    assert heard["outcome"]["disposition"] == "rejected"
    assert heard["locality"]["changed"] == 0
    assert heard["outcome"]["reasons"]


def test_that_it_was_misquoted_is_settled_without_asking_anybody(sunday: Held, tmp_path: Path) -> None:
    heard = _hear(sunday, sunday.copy(tmp_path / "home"), bears=True, kind="misquotation")
    assert heard["outcome"]["disposition"] == "rejected"
    assert heard["locality"]["asked"] == 0


def test_a_dry_run_says_what_could_change_and_changes_nothing(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    part = find_part(sunday.document, TWO, kind="claim")
    told = ("contest", "open", sunday.run, part, "--kind", "support", "--because", BECAUSE, "--dry-run")
    shown = " ".join(run_foam(home, *told, given={"models": foam.FactsModel(sunday.file.facts)}).stdout.split())
    assert "If it is sustained, this could change" in shown
    assert TWO in shown
    assert read_foam(home, "contest", "status", sunday.run)["challenges"] == []


def test_a_kind_that_does_not_fit_the_part_is_refused_with_those_that_do(sunday: Held) -> None:
    part = find_part(sunday.document, TWO, kind="evidence")
    told = ("contest", "open", sunday.run, part, "--kind", "commitment", "--because", BECAUSE)
    refused = run_foam(sunday.folder, *told, code=2)
    assert "relevance" in refused.stderr
