"""A file of papers is examined: what does not fit is shown by its sentences, and what was looked at is said."""

from __future__ import annotations

from pathlib import Path

from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.parts import list_records

PLANNED, SPENT = "Wages of the year: 38,000 crowns", "Wages of the year: 41,000 crowns"


def test_two_papers_that_cannot_both_be_right_are_shown_with_both_sentences(tmp_path: Path) -> None:
    papers = write_ledgers(tmp_path)
    report = read_foam(tmp_path / "home", "examine", *papers)
    passages = {one["text"] for one in list_records(report["findings"]) if "pointer" in one}
    assert passages == {PLANNED, SPENT}


def write_ledgers(folder: Path) -> tuple[Path, Path]:
    """Two papers of a fictional library that give one thing two figures."""
    paths = folder / "plan.txt", folder / "minutes.txt"
    for path, told in zip(paths, (PLANNED, SPENT), strict=True):
        path.write_text(f"Ellmoor library (fictional), {path.stem}\n\nThe council met in May.\n\n{told}\n", "utf-8")
    return paths


def test_what_was_read_and_what_was_looked_for_is_said(sunday: Held, tmp_path: Path) -> None:
    told = " ".join(run_foam(tmp_path, "examine", *sunday.file.papers).stdout.split())
    for path in sunday.file.papers:
        assert path.stem[2:].replace("-", " ") in told
    assert "Checked by code: quotations" in told
    assert "Not examined: " in told
    assert "not who is right" in told


def test_where_nothing_is_found_that_is_said_of_what_was_examined_alone(sunday: Held, tmp_path: Path) -> None:
    papers = sunday.file.find_papers("Pupils without a desk", "Four of nine")
    report = read_foam(tmp_path, "examine", *papers)
    assert report["findings"] == []
    assert len(report["documents"]) == 2
    assert report["checks"]
    told = run_foam(tmp_path, "examine", *papers).stdout
    assert "2 documents" in told
    assert "by the checks that were made" in told
    assert len(report["unexamined"]) > 1


def test_a_sum_that_does_not_come_out_is_found(tmp_path: Path) -> None:
    paper = tmp_path / "budget.txt"
    paper.write_text(
        "Budget of the Ellmoor library (fictional)\n\nWages are 38,000 crowns. Heating is 2,000 crowns. "
        "Wages of 38,000 crowns and heating of 2,000 crowns come to 42,000 crowns in all.\n"
    )
    report = read_foam(tmp_path / "home", "examine", paper)
    assert [one["kind"] for one in report["findings"]] == ["arithmetic"]


def test_a_report_is_saved_and_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    report = read_foam(tmp_path / "home", "examine", *write_ledgers(tmp_path), "--out", path)
    page = path.read_text("utf-8")
    assert PLANNED in page
    assert SPENT in page
    assert read_foam(tmp_path / "home", "record", "replay", report["run"])["ok"]


def test_a_model_that_only_chooses_is_not_asked_for_findings(sunday: Held, tmp_path: Path) -> None:
    refused = run_foam(tmp_path, "examine", *sunday.file.papers, "--model", "scripted", code=2)
    assert "hint: " in refused.stderr
