"""What a side says to the other: a 1NC against a case that was heard, a 2AC from one's own blocks, and the flow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from tests.behaviour.debater.desk import Desk
from tests.behaviour.debater.ferries import (
    AFFIRMATIVE,
    BATTERIES,
    COSTS,
    HERRING,
    PLAN,
    RESOLUTION,
    SMOKE,
    SOLVENCY,
    TOURISTS,
)
from tests.behaviour.debater.wordfile import list_tags, read_lines
from tests.behaviour.parts import list_records

THEIRS = "South-Ferries-Neg-Open-R1.docx"
YELLOW = "FFFF00"


@pytest.fixture(scope="module")
def answered(filed: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A 1AC of one's own, and the 2AC that answers it and the other team's Word file."""
    desk = filed.copy(tmp_path_factory.mktemp("answered"))
    folder = desk.folder
    desk.run("case", RESOLUTION, "--library", "--words", "400", "--out", folder / "1AC.json")
    heard = ("--answering", folder / "1AC.json", "--answering", folder / THEIRS)
    told = desk.ask("case", "--speech", "2AC", "--library", *heard, "--out", folder / "2AC.json")
    shown = desk.run("case", "--speech", "2AC", "--library", *heard, "--out", folder / "2AC.txt")
    (folder / "shown.txt").write_text(" ".join(shown.split()), "utf-8")
    files = (folder / f"2AC.{ending}" for ending in ("docx", "xlsx", "flow.json"))
    desk.run("case", "export", told["run"], *files)
    return desk


@pytest.fixture(scope="module")
def opposed(answered: Desk) -> Desk:
    """The 1NC that the command writes against that 1AC, from a library that holds both sides' files."""
    folder = answered.folder
    words = ("case", "--speech", "1NC", "--library", "--answering", folder / "1AC.json", "--strategy", "second-line=0")
    shown = answered.run(*words, "--out", folder / "1NC.json", code=1)
    (folder / "1NC-shown.txt").write_text(" ".join(shown.split()), "utf-8")
    return answered


def test_a_position_is_answered_by_the_block_that_names_it(answered: Desk) -> None:
    assert list_tags(answered.folder / "2AC.docx") == [BATTERIES.tag]
    (body,) = [line for line in read_lines(answered.folder / "2AC.docx") if line.read]
    assert body.read == BATTERIES.read


def test_a_2ac_stands_for_the_plan_that_was_read(answered: Desk) -> None:
    assert PLAN in (answered.folder / "shown.txt").read_text("utf-8")


def test_a_position_that_nothing_meets_is_named_as_unanswered(answered: Desk) -> None:
    shown = (answered.folder / "shown.txt").read_text("utf-8")
    _, _, named = shown.partition("Not answered on their own sheet, which a judge may take as granted: ")
    assert "Tourism DA" in named
    assert "Costs DA" not in named


def test_no_card_of_ones_first_speech_or_of_theirs_is_read_again(answered: Desk) -> None:
    read = {line.read for line in read_lines(answered.folder / "2AC.docx") if line.read}
    assert not read & {card.read for card in (*AFFIRMATIVE, *COSTS, *TOURISTS)}


def test_the_answers_hold_when_they_are_checked(answered: Desk) -> None:
    report = answered.ask("case", "verify", answered.folder / "2AC.json")
    assert (report["ok"], report["exact_rate"]) == (True, 1.0)


def test_the_flow_has_a_sheet_a_position_and_a_column_a_speech(answered: Desk) -> None:
    book = openpyxl.load_workbook(answered.folder / "2AC.xlsx")
    sheets = {sheet.title: [str(cell.value) for cell in sheet[1] if cell.value] for sheet in book}
    for title in ("Smoke", "Herring", "Solvency", "Costs DA", "Tourism DA"):
        assert any(title in name for name in sheets), sheets
    (smoke,) = [row for name, row in sheets.items() if "Smoke" in name]
    assert smoke == ["1AC", "1NC", "2AC", "Block", "1AR", "2NR", "2AR"]
    (costs,) = [row for name, row in sheets.items() if "Costs" in name]
    assert costs[0] == "1NC"
    book.close()


def list_yellow(path: Path) -> list[str]:
    book = openpyxl.load_workbook(path)
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value]
    found = [str(one.value) for one in cells if str(one.fill.start_color.rgb).endswith(YELLOW)]
    book.close()
    return found


def test_dropped_arguments_are_yellow_on_the_flow(answered: Desk) -> None:
    dropped = "\n".join(list_yellow(answered.folder / "2AC.xlsx"))
    assert all(card.tag in dropped for card in TOURISTS)
    assert BATTERIES.tag not in dropped


def test_the_flow_sets_an_answer_beside_what_it_answers(answered: Desk) -> None:
    book = openpyxl.load_workbook(answered.folder / "2AC.xlsx")
    (costs,) = [sheet for sheet in book if "Costs" in sheet.title]
    columns = [[str(cell.value or "") for cell in column] for column in costs.iter_cols()]
    assert any(COSTS[0].tag in cell for cell in columns[0])
    assert any(BATTERIES.tag in cell for cell in columns[1])
    book.close()


def test_a_1nc_meets_each_advantage_and_says_what_it_looked_for(opposed: Desk) -> None:
    shown = (opposed.folder / "1NC-shown.txt").read_text("utf-8")
    assert f"their plan: {PLAN}" in shown
    for advantage in ("Smoke", "Herring"):
        assert f"They promise: {advantage}." in shown
    assert "NOT ISSUED" in shown
    assert "look for: " in shown


def test_a_1nc_reads_no_card_of_the_other_side(opposed: Desk) -> None:
    document = json.loads((opposed.folder / "1NC.json").read_text("utf-8"))
    report = opposed.ask("case", "verify", opposed.folder / "1NC.json", code=1)
    assert report["words"] < 195
    read = {one["text"] for one in list_records(document) if "tag" in one and "text" in one}
    assert not read & {card.read for card in AFFIRMATIVE}


def test_what_they_never_answered_is_extended_as_conceded(opposed: Desk) -> None:
    folder = opposed.folder
    words = ("case", "--speech", "2AC", "--library", "--answering", folder / "1NC.json", "--out", folder / "2AC-b.txt")
    shown = " ".join(opposed.run(*words, code=None).split())
    for cite in (SMOKE[3].cite, HERRING[2].cite, SOLVENCY[0].cite):
        assert f"Extend {cite}" in shown
    assert "They never answered it, so it is conceded." in shown


def test_an_answer_needs_the_speech_that_it_answers(filed: Desk, tmp_path: Path) -> None:
    shown = filed.run("case", RESOLUTION, "--speech", "2AC", "--library", "--out", tmp_path / "x.json", code=2)
    assert "--answering" in shown


def test_a_word_file_that_does_not_say_what_the_round_is_about_needs_the_resolution(answered: Desk) -> None:
    words = ("case", "--speech", "2AC", "--library", "--answering", answered.folder / THEIRS)
    assert "give the resolution" in answered.run(*words, code=2)
    assert BATTERIES.tag in answered.run("case", RESOLUTION, *words[1:])


def test_speeches_of_two_rounds_are_refused(answered: Desk, tmp_path: Path) -> None:
    document: Any = json.loads((answered.folder / "1AC.json").read_text("utf-8"))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**document, "resolution": "Ferries should be red"}), "utf-8")
    words = ("--answering", answered.folder / "1AC.json", "--answering", other)
    assert "error: " in answered.run("case", "--speech", "1NC", "--library", *words, code=2)
