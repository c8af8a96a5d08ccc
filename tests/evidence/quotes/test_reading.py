"""Quotations found in files of every kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evidence.imports.verbatim import VerbatimFile

from foam.errors import InputError
from foam.evidence.quotes.reading import Quotation, find_quotations, read_quotations


def found(text: str) -> list[tuple[str, str | None]]:
    return [(one.quote, one.source) for one in find_quotations(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He says "trade fell in spring" (Baro 2014).', [("trade fell in spring", "Baro 2014")]),
        ("“Trade fell in spring,” [Baro 14] he says.", [("Trade fell in spring", "Baro 14")]),
        ('"Trade fell in spring" — Baro, 2014\nNext.', [("Trade fell in spring", "Baro, 2014")]),
        ('"Trade fell" [Baro](https://example.org/p)', [("Trade fell", "https://example.org/p")]),
        ('"trade fell in spring" (d:3f9a2c11#s4)', [("trade fell in spring", "d:3f9a2c11#s4")]),
        ('"trade fell in spring".[^b]\n\n[^b]: Baro 2014, "Ports"', [("trade fell in spring", 'Baro 2014, "Ports"')]),
        ('"trade fell in spring"[^missing]', [("trade fell in spring", None)]),
        ('"trade fell in spring" (my emphasis)', [("trade fell in spring", None)]),
        ("It was called “progress” by some.", []),
        ('It was called "progress" (Osei 2021).', [("progress", "Osei 2021")]),
        ('a 5" pipe and a 6" pipe', []),
        ('"one two three" and "four five six"', [("one two three", None), ("four five six", None)]),
        ("> Trade fell\n> in spring.\n>\n> — Baro 2014\n", [("Trade fell\nin spring.", "Baro 2014")]),
        ("> Trade fell in spring.\n\n— Baro 2014\n", [("Trade fell in spring.", "Baro 2014")]),
        ("> Trade fell in spring.\n\nText goes on.", [("Trade fell in spring.", None)]),
        ("", []),
    ],
)
def test_quotations_in_running_text(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert found(text) == expected


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    for one in find_quotations(text):
        assert one.quote in text or one.quote.replace("\n", "") != ""


@pytest.mark.parametrize("name", ["case.txt", "case.md"])
def test_text_and_markdown_files(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text('"trade fell in spring" (Baro 2014)')
    assert read_quotations(file) == (Quotation(quote="trade fell in spring", source="Baro 2014"),)


ITEMS = [
    {"quote": "one", "source": "a"},
    {"quote": "two"},
    {"quote": "three", "source": None},
    {"quote": "", "source": ""},
]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("q.json", json.dumps(ITEMS)),
        ("q.json", json.dumps({"citations": ITEMS})),
        ("q.jsonl", "\n".join(map(json.dumps, ITEMS)) + "\n\n"),
    ],
)
def test_json(tmp_path: Path, name: str, content: str) -> None:
    file = tmp_path / name
    file.write_text(content)
    assert [(one.quote, one.source) for one in read_quotations(file)] == [
        ("one", "a"),
        ("two", None),
        ("three", None),
        ("", None),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not JSON"),
        ("7", "no list"),
        ('{"quotes": []}', "no list"),
        ('[{"text": "x"}]', "item 0"),
        ('[{"quote": "x"}, {"quote": 3}]', "item 1"),
        ('[{"quote": "x", "source": 3}]', "item 0"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_bad_json_is_one_clear_error(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "q.json"
    file.write_text(content)
    with pytest.raises(InputError, match=said):
        read_quotations(file)


def test_files_that_cannot_be_read_are_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be opened"):
        read_quotations(tmp_path / "nowhere.txt")
    (tmp_path / "latin.txt").write_bytes("café".encode("latin-1"))
    with pytest.raises(InputError, match="invalid bytes"):
        read_quotations(tmp_path / "latin.txt")
    (tmp_path / "bad.docx").write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match=r"bad\.docx"):
        read_quotations(tmp_path / "bad.docx")


def test_every_card_of_a_word_file_is_a_quotation_of_its_source(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.tag("Trade falls")
    file.paragraph(("Baro 14", {"style": "Style13ptBold"}), ', 2014, "Ports and prices"')
    file.paragraph("Trade fell in spring.")
    file.tag("They said it")
    file.paragraph("Our own words: “prices fell in every port” (Baro 2014).")
    path = file.save(tmp_path / "case.docx")
    assert [(one.quote, one.source) for one in read_quotations(path)] == [
        ("Trade fell in spring.", 'Baro 14, 2014, "Ports and prices"'),
        ("prices fell in every port", "Baro 2014"),
    ]
