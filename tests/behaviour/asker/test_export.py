"""A dossier leaves the home in several formats, and a file that was saved is held against the record."""

from __future__ import annotations

import html
import json
import re
import zipfile
from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held

VISITS = "The Ellmoor library counted 4,200 visits on six trial Sundays."
WAGES = "Opening on Sundays costs 38,000 crowns a year in wages."


def _read(path: Path) -> str:
    """The words of a document, without its mark-up."""
    match path.suffix:
        case ".docx":
            with zipfile.ZipFile(path) as held:
                text = re.sub(r"<[^>]+>", "", held.read("word/document.xml").decode())
        case ".pdf":
            pypdf = pytest.importorskip("pypdf")
            text = "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
        case ".html":
            text = re.sub(r"<[^>]+>", " ", path.read_text("utf-8"))
        case _:
            text = path.read_text("utf-8")
    return " ".join(html.unescape(text).split())


@pytest.mark.parametrize("ending", ["html", "md", "json", "docx", "pdf", "txt"])
def test_a_saved_dossier_shows_both_sides_and_is_what_the_record_gives(
    sunday: Held, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"dossier.{ending}"
    run_foam(sunday.folder, "dossier", "export", sunday.run, path)
    words = _read(path)
    for sentence in (sunday.file.facts.question, VISITS, WAGES):
        assert sentence in words
    assert read_foam(sunday.folder, "verify", path)["ok"]


def test_a_saved_page_needs_nothing_from_the_network(sunday: Held, tmp_path: Path) -> None:
    path = tmp_path / "dossier.html"
    run_foam(sunday.folder, "dossier", "export", sunday.run, path)
    page = path.read_text("utf-8")
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page)


def test_a_saved_json_is_the_dossier_itself(sunday: Held, tmp_path: Path) -> None:
    path = tmp_path / "dossier.json"
    run_foam(sunday.folder, "dossier", "export", sunday.run, path)
    assert json.loads(path.read_text("utf-8")) == sunday.document


@pytest.mark.parametrize("ending", ["html", "json", "md"])
def test_a_saved_file_in_which_a_figure_was_changed_fails(sunday: Held, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"dossier.{ending}"
    run_foam(sunday.folder, "dossier", "export", sunday.run, path)
    path.write_text(path.read_text("utf-8").replace("38,000", "83,000"), "utf-8")
    refused = run_foam(sunday.folder, "verify", path, code=1)
    assert "FAILED" in refused.stdout


def test_an_ending_that_nobody_writes_is_refused(sunday: Held, tmp_path: Path) -> None:
    refused = run_foam(sunday.folder, "dossier", "export", sunday.run, tmp_path / "dossier.xyz", code=2)
    assert ".html" in refused.stderr
