"""What would move if something were otherwise, and what moved when it was: no model is asked for the first."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.outcomes import read_leanings
from tests.behaviour.parts import find_part, list_shown

PUPILS = "Pupils without a desk at home used the library on Sundays to prepare for their exams."
FULL = "The reading room was full by noon on each trial Sunday."


def test_without_a_reason_each_seat_leans_less_its_way(sunday: Held) -> None:
    parts = {one["id"] for one in list_shown(sunday.document, PUPILS, kind="claim")}
    removed = [word for part in sorted(parts) for word in ("--remove", part)]
    told = read_foam(sunday.folder, "whatif", sunday.run, *removed)
    before, after = (
        {one["seat"]: (one["affirmed"], one["denied"]) for one in told[name]}
        for name in ("leanings_before", "leanings")
    )
    assert before == read_leanings(sunday.document)
    for seat, (affirmed, denied) in after.items():
        assert affirmed < before[seat][0]
        assert denied == before[seat][1]


def test_another_weight_turns_the_seat_that_it_is_given_to(sunday: Held) -> None:
    told = ("whatif", sunday.run, "--reweight", "examiner.prosperity=0.9")
    lean = {one["seat"]: one["outcome"] for one in read_foam(sunday.folder, *told)["leanings"]}
    assert lean["examiner"] == "denied"
    assert lean["for"] == lean["affected"] == "affirmed"
    text = run_foam(sunday.folder, *told).stdout
    assert "the examiner: affirmed" in text
    assert "-> denied" in text


def test_the_smallest_changes_that_overturn_a_reason_name_what_defends_it(sunday: Held) -> None:
    attacked = find_part(sunday.document, FULL, kind="claim")
    told = run_foam(sunday.folder, "whatif", sunday.run, "--overturn", attacked).stdout
    assert f"“{FULL}”" in " ".join(told.split())
    assert "had not been said" in told


def test_a_reason_that_nobody_attacked_stands_under_every_ordering_of_values(sunday: Held) -> None:
    stands = run_foam(sunday.folder, "whatif", sunday.run, "--robust").stdout
    assert PUPILS in " ".join(stands.partition("Not attacked by anyone")[2].split())


@pytest.fixture(scope="module")
def reweighed(sunday: Held, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    """The run again, with another weight for the examiner."""
    home = sunday.copy(tmp_path_factory.mktemp("reweighed") / "home")
    told = ("--from", sunday.run, "--reweight", "examiner.prosperity=0.9", "--model", f"facts:{sunday.file.facts_file}")
    return home, read_foam(home, "deliberate", *told)


def test_a_run_with_another_weight_asks_only_what_that_touches(
    sunday: Held, reweighed: tuple[Path, dict[str, object]]
) -> None:
    _, again = reweighed
    assert again["run"] != sunday.run
    assert isinstance(again["asked"], int)
    assert again["asked"] < sunday.asked / 2
    assert again["reused"]


def test_two_runs_are_compared_seat_by_seat(sunday: Held, reweighed: tuple[Path, dict[str, object]]) -> None:
    home, again = reweighed
    told = run_foam(home, "compare", sunday.run, again["run"]).stdout
    assert "outcome: undecided" in told
    assert "seat examiner: declared another weighting" in told
    assert "seat for:" not in told
    same = run_foam(home, "compare", sunday.run, sunday.run).stdout
    assert "declared another weighting" not in same
