"""The annotators' sheet and what their sheets decide."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from foam.cli.main import foam
from foam.debatable.curation.annotation import Mark, decide, read_sheet, write_sheet
from foam.debatable.files import own_lines, read_questions
from foam.debatable.item import DebatableQuestion, PartialAnswer
from foam.errors import InputError

SET = (
    DebatableQuestion(
        id=1,
        question="=SUM(A1)",
        partial_answers=(PartialAnswer(point_of_view="@risk", explanation="x"), PartialAnswer(point_of_view="b")),
    ),
    DebatableQuestion(id="two", question="Q?", partial_answers=(PartialAnswer(point_of_view="c"),)),
)


def filled(*marks: tuple[str, str]) -> str:
    """The sheet with the two tasks filled in row by row."""
    rows = list(csv.DictReader(io.StringIO(write_sheet(SET))))
    for row, (grounded, addresses) in zip(rows, marks, strict=True):
        row.update(grounded=grounded, addresses=addresses)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


GOOD = filled(("1", "1"), ("yes", "Y"), ("true", "1"))
STRICT = filled(("1", "0"), ("1", "1"), ("0", "no"))
MILD = filled(("0", "1"), ("1", "1"), ("1", "1"))


def test_cells_that_spreadsheets_would_run_are_text() -> None:
    rows = list(csv.DictReader(io.StringIO(write_sheet(SET))))
    assert [row["question"] for row in rows] == ["'=SUM(A1)", "'=SUM(A1)", "Q?"]
    assert rows[0]["point_of_view"] == "'@risk"
    assert [(row["id"], row["partial"]) for row in rows] == [("1", "1"), ("1", "2"), ("two", "1")]


def test_two_people_remove_a_partial_answer_and_one_does_not() -> None:
    sheets = {name: read_sheet(text, name) for name, text in (("a", GOOD), ("b", STRICT), ("c", MILD))}
    verdict = decide(SET, sheets)
    assert verdict.removed == (("1", 1),)
    assert [len(question.partial_answers) for question in verdict.questions] == [1, 1]
    assert verdict.kappa["grounded"] == pytest.approx((5 / 9 - 53 / 81) / (1 - 53 / 81))
    assert verdict.kappa["addresses"] is not None


def test_alone_a_person_decides_and_kappa_is_not_defined() -> None:
    verdict = decide(SET, {"b": read_sheet(STRICT, "b")})
    assert verdict.removed == (("1", 1), ("two", 1))
    assert verdict.kappa == {"grounded": None, "addresses": None}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("id,partial\n1,1\n", "no column addresses, grounded"),
        (filled(("1", "1"), ("", "1"), ("1", "1")), "row 2, grounded: '' is neither"),
        ("id,partial,grounded,addresses\n1,x,1,1\n", "partial is 'x'"),
    ],
)
def test_sheets_that_were_not_filled_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_sheet(text, "sheet.csv")


def test_rows_left_out_or_doubled_are_refused() -> None:
    mark = Mark(id="1", partial=1, grounded=True, addresses=True)
    with pytest.raises(InputError, match="partial answer 2 of question 1, nor 1 more"):
        decide(SET, {"a": [mark]})
    with pytest.raises(InputError, match="twice"):
        decide(SET, {"a": [mark, mark]})


def test_the_command_writes_the_sheet_and_takes_it_back(tmp_path: Path) -> None:
    dataset, out = tmp_path / "set.jsonl", tmp_path / "sheet.csv"
    dataset.write_text(own_lines(SET), "utf-8")
    told = CliRunner().invoke(foam, ["debatable", "annotate", str(dataset), "--out", str(out), "--json"])
    assert json.loads(told.stdout) == {"file": str(out), "rows": 3}
    assert out.read_text("utf-8") == write_sheet(SET)
    sheets = []
    for name, text in (("a", GOOD), ("b", STRICT), ("c", STRICT)):
        (tmp_path / f"{name}.csv").write_text(text, "utf-8")
        sheets.append(str(tmp_path / f"{name}.csv"))
    decided = tmp_path / "decided.jsonl"
    result = CliRunner().invoke(foam, ["debatable", "annotate", str(dataset), *sheets, "--out", str(decided)])
    assert "Fleiss' kappa" in result.stdout
    assert "2 removed" in result.stdout
    assert [len(question.partial_answers) for question in read_questions(decided)] == [1, 0]
