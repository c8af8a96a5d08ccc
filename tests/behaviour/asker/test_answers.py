"""An answer leaves the home, is held against the record, and shows what would follow if a leaf were otherwise."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
from tests.behaviour.asker.test_stated import QUESTION, YES, ask, fill
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Answered

NO = "No. The denial should stand."
OPEN = "The file does not settle it."


def test_an_answer_is_verified_leaf_by_leaf(answered: Answered) -> None:
    found = read_foam(answered.folder, "verify", answered.run)
    assert (found["ok"], found["failures"]) == (True, [])
    assert answered.answer.tree is not None
    assert found["checked"]["leaves"] == len(answered.answer.tree.standings)
    assert found["checked"]["quotations"] == len(answered.answer.file.ids)


@pytest.mark.parametrize("ending", ["html", "json", "md", "docx"])
def test_a_saved_answer_is_what_the_record_gives(answered: Answered, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"answer.{ending}"
    run_foam(answered.folder, "dossier", "export", answered.run, path)
    assert read_foam(answered.folder, "verify", path)["run"] == answered.run


@pytest.mark.parametrize("ending", ["html", "json", "md"])
def test_a_saved_answer_in_which_a_figure_was_changed_fails(answered: Answered, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"answer.{ending}"
    run_foam(answered.folder, "dossier", "export", answered.run, path)
    path.write_text(path.read_text("utf-8").replace("1,215", "1,512"), "utf-8")
    assert "FAILED" in run_foam(answered.folder, "verify", path, code=1).stdout


@pytest.mark.parametrize(
    ("turned", "lead"),
    [(("--false", "four"), NO), (("--false", "total_pay"), OPEN), (("--true", "lump"), YES), ((), YES)],
)
def test_a_leaf_is_turned_and_what_follows_is_told(answered: Answered, turned: tuple[str, ...], lead: str) -> None:
    found = read_foam(answered.folder, "whatif", answered.run, *turned)
    assert (found["lead_before"], found["lead_after"]) == (YES, lead)
    assert lead in " ".join(run_foam(answered.folder, "whatif", answered.run, *turned).stdout.split())


def test_once_the_payments_are_others_they_alone_decide(answered: Answered) -> None:
    found = read_foam(answered.folder, "whatif", answered.run, "--false", "four")
    assert [one["leaf"] for one in found["leaves"] if one["after"]["bears"] == "alone"] == ["four"]


def test_what_an_answer_does_not_have_cannot_be_changed(answered: Answered) -> None:
    assert (
        "there is no leaf 'fore'" in run_foam(answered.folder, "whatif", answered.run, "--false", "fore", code=2).stderr
    )


def test_two_answers_are_compared_by_their_leaves(tmp_path: Path) -> None:
    home = tmp_path / "home"
    ask(home)
    fill(home, tmp_path / "papers", pay="490")
    ask(home, "--library")
    before, after = (one["run"] for one in read_foam(home, "record", "list")["runs"] if one["job"] == "ask")
    found = read_foam(home, "compare", before, after)
    assert (found["question"], found["lead_before"], found["lead_after"]) == (QUESTION, YES, NO)
    stands = {one["leaf"]: (one["before"]["stands"], one["after"]["stands"]) for one in found["leaves"]}
    assert stands["countable_is_at_most_limit"] == ("true", "false")
    assert {name for name, (was, now) in stands.items() if was != now} == {
        "countable_is_at_most_limit",
        "countable_with_bonus_is_at_most_limit",
    }


def test_an_answer_goes_into_a_signed_bundle(answered: Answered, tmp_path: Path) -> None:
    path = tmp_path / "answer.foam"
    run_foam(answered.folder, "bundle", "export", answered.run, path)
    found = read_foam(answered.folder, "bundle", "verify", path)
    assert (found["verdict"], found["run"]) == ("whole", answered.run)
    assert {"answer.json", "answer.html", "annotations.jsonld"} <= set(found["files"])


def test_words_that_are_erased_leave_the_answer_and_its_bundle(answered: Answered, tmp_path: Path) -> None:
    home, path = tmp_path / "home", tmp_path / "answer.foam"
    shutil.copytree(answered.folder, home)
    run_foam(home, "bundle", "export", answered.run, path)
    run_foam(home, "erase", "--person", "Rosa Delmar", "--because", "request 12", "--yes", code=None)
    run_foam(home, "bundle", "export", answered.run, path)
    with zipfile.ZipFile(path) as held:
        assert not [name for name in held.namelist() if b"Delmar" in held.read(name)]
    assert read_foam(home, "bundle", "verify", path)["verdict"] == "whole"
