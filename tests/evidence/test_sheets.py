"""A table of commas is one document, and its sums are worked out again."""

from __future__ import annotations

from pathlib import Path

import pytest

import foam
from foam.errors import InputError
from foam.evidence.imports import Rejected
from foam.evidence.imports.dispatch import read
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.sheets import read_sheet
from foam.examination.arithmetic import find_arithmetic
from foam.examination.file import make_case_file
from foam.model.scripted import ScriptedModel

POINTS = 'Date,Event,Points\n9 May 2024,late,1\n16 May 2024,noise,2\n\n24 May 2024,"fight, yard",4\nTotal,,{}\n'


@pytest.mark.parametrize(("total", "right"), [("9", ["7"]), ("7", [])])
def test_a_total_is_worked_out_again(tmp_path: Path, total: str, right: list[str]) -> None:
    path = tmp_path / "points.csv"
    path.write_text(POINTS.format(total))
    (refused,) = read(path)
    assert isinstance(refused, Rejected)
    assert refused.row is None
    sheet = read_sheet(path)
    assert [sheet.sentence(number) for number in (0, 3)] == [
        "| Date | Event | Points |",
        "| 24 May 2024 | fight, yard | 4 |",
    ]
    found = find_arithmetic(make_case_file([sheet]))
    assert [one.text.removesuffix(".").split()[-1] for one in found] == right


def test_tabs_and_semicolons_part_cells_too(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("Month\tDue\nMay\t1,5\n")
    (tmp_path / "b.csv").write_text("Month;Due\nMay;1,5\n")
    texts = [read_sheet(tmp_path / name).text for name in ("a.tsv", "b.csv")]
    assert texts == ["| Month | Due |\n| May | 1,5 |"] * 2


def test_what_has_no_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.csv").write_text(" \n,,\n")
    with pytest.raises(InputError, match="0 rows"):
        read_sheet(tmp_path / "none.csv")


def test_the_library_takes_a_table_as_one_document(tmp_path: Path) -> None:
    """A list of texts stays a list; what is no table is still refused with its reason."""
    (tmp_path / "points.csv").write_text(POINTS.format("7"))
    (tmp_path / "texts.csv").write_text("text,author\nThe hall is open on Monday.,Ada\nIt is shut on Friday.,Bo\n")
    (tmp_path / "empty.csv").write_text("")
    with foam.open(tmp_path / "home", models=ScriptedModel(), embedder=HashingEmbedder(), environ={}) as home:
        done = home.library.add(tmp_path / "points.csv", tmp_path / "texts.csv", tmp_path / "empty.csv")
        assert done.documents == 3
        assert [one.file for one in done.rejected] == [str(tmp_path / "empty.csv")]
        assert any(one.title == "points" for one in home.library.list().documents)
