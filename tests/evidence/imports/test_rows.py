"""Rows of OpenDebateEvidence and DebateSum, from CSV, JSONL and Parquet: the same documents whichever it is."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from foam.evidence.document import Document, Emphasis, Highlight, Underline
from foam.evidence.imports import Rejected, read

CARD = {
    "id": "7",
    "tag": "Warming is  real",
    "cite": "Okafor 19",
    "fullcite": 'Okafor 19 — Ada Okafor, professor of climate law, 3-9-2019, "Heat," https://example.org/heat',
    "fulltext": "Seas rise by 3 mm a year. Nobody doubts it. Coasts drown.",
    "markup": "<h4>Warming is real</h4><p>Okafor 19</p><p>Seas <u>rise by <mark>3 mm</mark> a year</u>. "
    "Nobody doubts it. <u><strong>Coasts drown</strong></u>.</p>",
    "pocket": "Aff",
    "hat": "Advantages",
    "block": "Warming",
    "side": "A",
    "year": "2019",
    "event": "cx",
    "caselistName": "hspolicy19",
}
ANALYTIC = {**CARD, "id": "8", "tag": "They dropped it", "fulltext": "", "markup": "", "fullcite": "", "cite": ""}
SUM_ROW = {
    "Full-Document": "Trade fell in spring. It rose in June. Ports are busy now.",
    "Citation": 'Baro 18, 2018, "Trade," Journal of Ports',
    "Extract": "Trade fell in spring.",
    "Abstract": "Trade is volatile",
    "#WordsDocument": "11",
    "OriginalDebateFileName": "trade.docx",
}


def write(rows: list[dict[str, str]], path: Path) -> Path:
    match path.suffix:
        case ".csv":
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
        case ".jsonl":
            path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        case ".parquet":
            pq.write_table(pa.Table.from_pylist(rows), path)
    return path


@pytest.fixture(params=[".csv", ".jsonl", ".parquet"])
def ending(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def documents(path: Path) -> list[Document]:
    found = list(read(path))
    assert all(isinstance(one, Document) for one in found), found
    return [one for one in found if isinstance(one, Document)]


def test_open_debate_evidence(tmp_path: Path, ending: str) -> None:
    card, analytic = documents(write([CARD, ANALYTIC], tmp_path / f"rows{ending}"))
    assert card.text == CARD["fulltext"]
    assert card.card
    assert (card.card.tag, card.card.cite, card.card.block) == ("Warming is real", "Okafor 19", "Warming")
    assert (card.citation.author, card.citation.published) == ("Ada Okafor", "2019-03-09")
    assert (card.facets.side, card.facets.year, card.facets.topic) == ("aff", 2019, "hspolicy19")
    assert card.facets.more["event"] == "cx"
    assert card.extract("underline") == "rise by 3 mm a year Coasts drown"
    assert [card.text[m.start : m.end] for m in card.markup if isinstance(m, Emphasis)] == ["Coasts drown"]
    assert [card.text[m.start : m.end] for m in card.markup if isinstance(m, Highlight)] == ["3 mm"]
    assert card.origin.row == 0
    assert analytic.text == "They dropped it"
    assert analytic.card
    assert analytic.card.analytic


def test_a_row_with_its_text_in_the_markup_alone(tmp_path: Path, ending: str) -> None:
    (card,) = documents(write([{**CARD, "fulltext": "", "fullcite": ""}], tmp_path / f"rows{ending}"))
    assert card.text == CARD["fulltext"]
    assert card.extract("underline") == "rise by 3 mm a year Coasts drown"


def test_debatesum(tmp_path: Path, ending: str) -> None:
    (card,) = documents(write([SUM_ROW], tmp_path / f"rows{ending}"))
    assert card.text == SUM_ROW["Full-Document"]
    assert card.card
    assert card.card.tag == "Trade is volatile"
    assert [card.text[m.start : m.end] for m in card.markup if isinstance(m, Underline)] == ["Trade fell in spring."]
    assert card.citation.title == "Trade"
    assert card.facets.more == {"#WordsDocument": "11", "OriginalDebateFileName": "trade.docx"}


def test_plain_rows_with_a_text(tmp_path: Path, ending: str) -> None:
    rows = [{"text": "One. Two.", "title": "A", "year": "1999", "colour": "red"}]
    (document,) = documents(write(rows, tmp_path / f"rows{ending}"))
    assert (document.citation.title, document.facets.year, document.facets.more) == ("A", 1999, {"colour": "red"})


def test_a_bad_row_is_refused_by_its_number_and_the_rest_read(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    lines = [json.dumps(CARD), "{not json", json.dumps([1]), json.dumps({**ANALYTIC, "tag": ""}), ""]
    path.write_text("\n".join([*lines, json.dumps({**CARD, "fulltext": "Last one. Good."})]))
    first, *bad, last = list(read(path))
    assert isinstance(first, Document)
    assert [(one.row, one.reason.split(":")[0]) for one in bad if isinstance(one, Rejected)] == [
        (1, "not JSON"),
        (2, "not a JSON object"),
        (3, "there is no text in it"),
    ]
    assert isinstance(last, Document)
    assert last.text == "Last one. Good."


def test_csv_rows_of_the_wrong_length_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("text,title\nOne.,A\nTwo.\nThree.,C,extra\nFour.,D\n")
    found = list(read(path))
    assert [one.row for one in found if isinstance(one, Rejected)] == [1, 2]
    assert [one.text for one in found if isinstance(one, Document)] == ["One.", "Four."]


def test_invalid_bytes_cost_their_row_alone(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(b"text\nOne.\n" + b"caf\xe9\nThree.\n")
    first, bad, third = list(read(path))
    assert isinstance(bad, Rejected)
    assert (bad.row, bad.reason) == (1, "invalid bytes: it is not UTF-8")
    assert [one.text for one in (first, third) if isinstance(one, Document)] == ["One.", "Three."]


def test_unknown_columns_are_named(tmp_path: Path, ending: str) -> None:
    (found,) = list(read(write([{"a": "1", "b": "2"}], tmp_path / f"rows{ending}")))
    assert isinstance(found, Rejected)
    assert "unknown columns (a, b)" in found.reason


def test_a_damaged_parquet_is_refused(tmp_path: Path) -> None:
    path = write([CARD], tmp_path / "rows.parquet")
    path.write_bytes(path.read_bytes()[:-20])
    (found,) = list(read(path))
    assert isinstance(found, Rejected)
    assert "Parquet" in found.reason


def test_rows_are_streamed(tmp_path: Path) -> None:
    """A row that is written after the first was read is read too: the file was not taken in at once."""
    path = write([CARD, CARD], tmp_path / "rows.jsonl")
    stream = read(path)
    assert isinstance(next(stream), Document)
    with path.open("a") as file:
        file.write(json.dumps({**CARD, "fulltext": "Written later. Read all the same."}))
    texts = [one.text for one in stream if isinstance(one, Document)]
    assert texts == [CARD["fulltext"], "Written later. Read all the same."]
