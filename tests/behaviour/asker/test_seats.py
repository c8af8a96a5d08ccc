"""Who sits at the table: models of their own, another perspective, seats that are chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.homes import deliberate
from tests.behaviour.outcomes import read_leanings

PARENT = """
id = "parent"
role = "parent of a pupil"
description = "I have two children at school and a flat without a quiet room."

[weighting]
fairness = 0.7
welfare = 0.3
"""


def test_a_seat_may_speak_with_a_model_of_its_own(sunday: Held, tmp_path: Path) -> None:
    home, model = sunday.copy(tmp_path / "home"), f"facts:{sunday.file.facts_file}"
    told = (sunday.file.facts.question, "--library", "--model", model, "--seat-model", "examiner=scripted")
    dossier = read_foam(home, "deliberate", *told)["dossier"]
    argued = {one["perspective"]["id"] for one in dossier["table"]["seats"] if one["argued"]}
    assert argued == {"for", "against", "affected"}, "a model that does not write argues nothing"


def test_a_model_for_a_seat_that_nobody_has_is_refused_with_those_there_are(sunday: Held) -> None:
    told = (sunday.file.facts.question, "--library", "--seat-model", "nobody=scripted")
    refused = run_foam(sunday.folder, "deliberate", *told, code=2)
    assert "no seat 'nobody'" in refused.stderr
    assert "examiner" in refused.stderr


def test_a_perspective_that_is_added_is_seated_and_weighed(sunday: Held, tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text(PARENT, "utf-8")
    added = [tmp_path / "parent.toml"]
    view = deliberate(tmp_path / "home", sunday.file.facts, sunday.file.papers, add=added).view
    leanings = read_leanings(view.json_value())
    affirmed, denied = leanings.pop("parent")
    assert affirmed > denied
    assert leanings.keys() == read_leanings(sunday.document).keys()
    assert view.table.names["parent"] == "the parent of a pupil"


@pytest.mark.parametrize(("tier", "why"), [("routine", "something is weighed"), ("critical", "beta 25")])
def test_what_is_weighed_or_at_stake_gets_the_whole_table(sunday: Held, tmp_path: Path, tier: str, why: str) -> None:
    dossier = deliberate(tmp_path, sunday.file.facts, sunday.file.papers, protocol="auto", tier=tier).view.json_value()
    assert dossier["table"]["protocol"] == "deliberation"
    assert dossier["table"]["protocol_reason"].startswith(f"tier {tier}: ")
    assert dossier["table"]["protocol_reason"].endswith(why)
    assert dossier["tree"]["record"]["objections"]


def test_only_the_seats_that_are_named_are_seated(sunday: Held, tmp_path: Path) -> None:
    two = deliberate(tmp_path, sunday.file.facts, sunday.file.papers, seats=["for", "opponent"]).view
    assert sorted(two.table.names) == ["against", "for"]


@pytest.mark.parametrize(
    ("text", "what"),
    [("id = 'x'", "role"), ("id = 'x'\nrole = 'y'\nweighting = { a = 1 }\ncolour = 'red'", "colour")],
)
def test_a_perspective_that_is_no_perspective_is_refused(sunday: Held, tmp_path: Path, text: str, what: str) -> None:
    (tmp_path / "seat.toml").write_text(text, "utf-8")
    told = (sunday.file.facts.question, "--library", "--add-perspective", tmp_path / "seat.toml")
    assert what in run_foam(sunday.folder, "deliberate", *told, code=2).stderr
