"""The flow of a debate as a page: a column a speech, a row a point, drops in words, and tables to take along."""

from __future__ import annotations

import csv
import html
import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.debate.stage import agreeable
from tests.web.serving import Desk, load, make_fakes, open_pages

import foam
from foam.web.security import Limits


@pytest.fixture(scope="module")
def held(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> tuple[Desk, foam.Debate]:
    """A home in which a debate was held."""
    folder, fakes = tmp_path_factory.mktemp("debate") / "home", make_fakes(foam.ScriptedModel(agreeable))
    shutil.copytree(made.folder, folder)
    with foam.open(folder, **fakes) as home:
        ran = home.debate(pack="policy-debate", format_name="ld", judge=False)
    return Desk(folder=folder, run=ran.run, answer=made.answer, fakes=fakes), ran.view


@pytest.fixture(scope="module")
def pages(held: tuple[Desk, foam.Debate]) -> Iterator[TestClient]:
    with open_pages(held[0], Limits(requests=(100_000, 1000.0))) as client:
        yield client


def test_every_point_stands_once_in_the_column_of_its_speech(pages: TestClient, held: tuple[Desk, foam.Debate]) -> None:
    desk, debate = held
    data = pages.get(f"{desk.path}/flow.json").json()
    placed = {
        cell["point"]: (data["columns"][column]["speech"], data["columns"][column]["side"])
        for row in data["rows"]
        for column, cells in enumerate(row)
        for cell in cells
    }
    assert placed == {one.point.id: (one.speech, one.side) for one in debate.flow}
    assert sum(len(cells) for row in data["rows"] for cells in row) == len(debate.flow)
    speeches = [column["speech"] for column in data["columns"]]
    assert speeches == list(dict.fromkeys(one.speech for one in debate.flow))


def test_an_answer_stands_in_the_row_of_what_it_answers(pages: TestClient, held: tuple[Desk, foam.Debate]) -> None:
    desk, debate = held
    rows = pages.get(f"{desk.path}/flow.json").json()["rows"]
    row_of = {cell["point"]: number for number, row in enumerate(rows) for cells in row for cell in cells}
    answered = [one for one in debate.flow if one.answered_by or one.passed_by]
    assert answered
    assert any(row_of[one.point.id] == row_of[name] for one in answered for name in (*one.answered_by, *one.passed_by))


def test_the_run_leads_to_its_flow_and_drops_are_told_in_words(
    pages: TestClient, held: tuple[Desk, foam.Debate]
) -> None:
    desk, debate = held
    assert f'href="{desk.path}/flow"' in load(pages, desk.path).text
    page = html.unescape(load(pages, f"{desk.path}/flow").text)
    assert debate.dropped
    assert len(re.findall("<strong>[^<]*DROPPED", page)) == len(debate.dropped) == page.count('class="dropped"')
    assert f"Dropped: {len(debate.dropped)}" in page
    for one in debate.flow:
        assert f'href="{desk.path}#p{one.point.id}"' in page


def test_the_times_are_those_of_the_format(pages: TestClient, held: tuple[Desk, foam.Debate]) -> None:
    times = pages.get(f"{held[0].path}/flow.json").json()["times"]
    spoken = [(one["name"], one["side"], one["seconds"]) for one in times if one["title"]]
    assert spoken == [
        ("AC", "pro", 360), ("NC", "con", 420), ("1AR", "pro", 240), ("NR", "con", 360), ("2AR", "pro", 180),
    ]  # fmt: skip
    assert [(one["side"], one["seconds"]) for one in times if not one["title"]] == [("pro", 240), ("con", 240)]
    assert "6:00" in pages.get(f"{held[0].path}/flow").text


def test_the_flow_can_be_taken_along(pages: TestClient, held: tuple[Desk, foam.Debate], tmp_path: Path) -> None:
    desk, debate = held
    file = pages.get(f"{desk.path}/flow/as/csv")
    assert file.headers["content-type"].startswith("text/csv")
    head, *rows = csv.reader(io.StringIO(file.text, newline=""))
    assert head[0] == "AC (pro)"
    assert sum(cell.count("\n[") for row in rows for cell in row) == len(debate.flow)
    assert sum("DROPPED" in cell for row in rows for cell in row) == len(debate.dropped)
    openpyxl = pytest.importorskip("openpyxl")
    sheet = openpyxl.load_workbook(io.BytesIO(pages.get(f"{desk.path}/flow/as/xlsx").content)).active
    assert [cell.value for cell in sheet[1]] == head
    marked = [cell for row in sheet.iter_rows(min_row=2) for cell in row if cell.fill.fill_type]
    assert all("DROPPED" in cell.value for cell in marked)
    assert len(marked) == len(debate.dropped)
    assert pages.get(f"{desk.path}/flow/as/exe").status_code == 404


def test_what_is_no_debate_has_no_flow(reader: TestClient, made: Desk) -> None:
    for path in (f"{made.path}/flow", f"{made.path}/flow/as/csv"):
        page = load(reader, path)
        assert page.status_code == 404
        assert "This is not a debate" in page.text
