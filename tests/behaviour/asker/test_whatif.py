"""What would move if something were otherwise, and what moved when it was: no model is asked for the first."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.parts import find_part

PUPILS = "Pupils without a desk at home used the library on Sundays to prepare for their exams."


def test_without_what_a_reason_rests_on_each_seat_leans_less_its_way(sunday: Held) -> None:
    leaf = find_part(sunday.document["tree"]["frame"]["leaves"], PUPILS, kind="fact")
    told = read_foam(sunday.folder, "whatif", sunday.run, "--false", leaf)
    (changed,) = [one for one in told["leaves"] if one["leaf"] == leaf]
    assert (changed["before"]["stands"], changed["after"]["stands"]) == ("true", "false")
    assert told["question"] == sunday.file.facts.question


def test_without_a_change_its_parts_are_listed_once(sunday: Held) -> None:
    told = read_foam(sunday.folder, "whatif", sunday.run)["leaves"]
    assert all(one["before"] == one["after"] for one in told)
    shown = " ".join(run_foam(sunday.folder, "whatif", sunday.run).stdout.split())
    assert "before" not in shown
    assert "parts are otherwise" not in shown
    assert all(f" {one['leaf']} " in shown for one in told)


def test_another_weight_turns_the_seat_that_it_is_given_to(sunday: Held) -> None:
    told = ("whatif", sunday.run, "--reweight", "examiner.liberty=0.9")
    seats = {one["seat"]: one for one in read_foam(sunday.folder, *told)["seats"]}
    assert seats["examiner"]["after"] == "The Ellmoor library should not open on Sundays."
    assert [name for name, one in seats.items() if one["before"] != one["after"]] == ["examiner"]
    assert "The Ellmoor library should not open on Sundays." in " ".join(run_foam(sunday.folder, *told).stdout.split())


@pytest.fixture(scope="module")
def reweighed(sunday: Held, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    """The run again, with another weight for the examiner."""
    home = sunday.copy(tmp_path_factory.mktemp("reweighed") / "home")
    told = ("--from", sunday.run, "--reweight", "examiner.liberty=0.9", "--model", f"facts:{sunday.file.facts_file}")
    return home, read_foam(home, "deliberate", *told)


def test_a_run_with_another_weight_asks_only_what_that_touches(
    sunday: Held, reweighed: tuple[Path, dict[str, object]]
) -> None:
    _, again = reweighed
    assert again["run"] != sunday.run
    assert isinstance(again["asked"], int)
    assert again["asked"] < sunday.asked
    assert again["reused"]


def test_two_runs_are_compared_seat_by_seat(sunday: Held, reweighed: tuple[Path, dict[str, object]]) -> None:
    home, again = reweighed
    told = run_foam(home, "compare", sunday.run, again["run"]).stdout
    assert "examiner" in told
    same = run_foam(home, "compare", sunday.run, sunday.run).stdout
    assert "before" not in same
