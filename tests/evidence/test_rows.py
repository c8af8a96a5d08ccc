"""A row of a table is never shown without its heading, whichever format it comes from."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from foam.evidence.corpus import make_passage, make_passages
from foam.evidence.document import Document
from foam.evidence.rows import find_headings
from foam.home.examinations import read_files

ROWS = (("Boat", "Year", "Catch (t)"), ("Skua", "2019", "12.5"), ("Tern", "2020", "9.1"))
BARS = "\n".join(["The harbour keeps a table.\n", "| Boat | Year | Catch (t) |", "|---|---|---|"])
WIKI = "The harbour keeps a table.\n\nBoat Year Catch (t) .\n|- Skua 2019 12.5 .\n|- Tern 2020 9.1 .\n\nAfter it."


def write_markdown(path: Path) -> None:
    path.write_text(BARS + "\n| Skua | 2019 | 12.5 |\n| Tern | 2020 | 9.1 |\n\nAfter the table.\n", "utf-8")


def write_page(path: Path) -> None:
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
    path.write_text(f"<html><body><p>The harbour keeps a table.</p><table>{rows}</table></body></html>", "utf-8")


def write_sheet(path: Path) -> None:
    path.write_text("\n".join(",".join(row) for row in ROWS), "utf-8")


def write_word(path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("The harbour keeps a table.")
    table = document.add_table(rows=len(ROWS), cols=3)
    for line, row in zip(table.rows, ROWS, strict=True):
        for cell, text in zip(line.cells, row, strict=True):
            cell.text = text
    document.save(str(path))


def write_wiki(path: Path) -> None:
    path.write_text(WIKI, "utf-8")


WRITERS = {".md": write_markdown, ".html": write_page, ".csv": write_sheet, ".docx": write_word, ".txt": write_wiki}


def read(path: Path) -> Document:
    found = read_files([path])
    (document,) = (*found.documents, *found.tables)
    return document


@pytest.mark.parametrize("ending", WRITERS)
def test_every_row_has_its_heading_and_nothing_else_has_one(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"boats{ending}"
    WRITERS[ending](path)
    document = read(path)
    passages = make_passages(document)
    rows = [one for one in passages if "Skua" in one.text or "Tern" in one.text]
    assert len(rows) == 2
    assert all("Boat" in one.heading and "Catch" in one.heading for one in rows)
    assert not [one for one in passages if one.heading and one not in rows and any(map(str.isalnum, one.text))]
    assert [make_passage(document, number) for number in range(len(passages))] == [*passages]


def test_a_table_without_a_heading_gets_none() -> None:
    rows = ["Skua | 2019 | 12.5", "Tern | 2020 | 9.1", "The harbour was closed."]
    assert [*find_headings(rows)] == [None, None, None]
    wiki = ["The harbour was closed.", "|- Skua 2019 12.5 .", "|- Tern 2020 9.1 ."]
    assert [*find_headings(wiki)] == [None, None, None]


def test_a_row_that_asks_something_keeps_its_figures_and_bare_figures_head_nothing(tmp_path: Path) -> None:
    rows = ("Did you sail? 61% 39%", "Have you sailed before? Would you again? 68 32", "Is the harbour safe? 6 94")
    table = "\n".join(f". |- {row}" for row in rows)
    path = tmp_path / "asked.md"
    path.write_text(f"Those asked were ten.\n\nQuestion Yes No\n{table} .\n", "utf-8")
    passages = make_passages(read(path))
    found = [one for one in passages if "|-" in one.text]
    assert [one.text.strip(" .|-") for one in found] == [*rows]
    assert {one.heading.strip(" .") for one in found} == {"Question Yes No"}
    assert [*find_headings(["6 61 33 .", "|- Is the harbour safe? 6 94"])] == [None, None]
    assert [*find_headings(["Question Yes No .", "|- Is the harbour safe? 6 94"])] == [None, 0]
