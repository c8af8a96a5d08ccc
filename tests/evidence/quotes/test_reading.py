"""Quotations found in files of every kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evidence.imports.verbatim import VerbatimFile

from foam.errors import InputError
from foam.evidence.document import Card, Origin, make_document
from foam.evidence.quotes.reading import _of_document, parse_quotations, read_quotations
from foam_quotes.verdicts.found import Quotation, find_quotations


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
        ("“Trade fell in spring” (Baro)", [("Trade fell in spring", None)]),
        ("“progress indeed” (page 12)", [("progress indeed", "page 12")]),
        ("“one two”", []),
        ("“one two three”", [("one two three", None)]),
        ("“A” (Osei 2021)", []),
        ("“AB” (Osei 2021)", [("AB", "Osei 2021")]),
        ("“trade fell” (https://example.org/p)", [("trade fell", "https://example.org/p")]),
        ("“trade fell”,; (Baro 14)", [("trade fell", "Baro 14")]),
        ("“trade fell”....(Baro 14)", []),
        ("“it fell in spring”\n\n[^a]: Unused 2014", [("it fell in spring", None)]),
        ("> Trade fell\n> — Baro 2014\n> in spring.\n", [("Trade fell\n— Baro 2014\nin spring.", None)]),
        ("> They fell “in one spring” of all\n", [("They fell “in one spring” of all", None)]),
        ("“a b c” then\n> d e f\n\nand “g h i”", [("a b c", None), ("d e f", None), ("g h i", None)]),
        ("“a b c”" + " " * 3 + "[Baro 14]", [("a b c", "Baro 14")]),
        ("“a b c”" + " " * 4 + "[Baro 14]", [("a b c", None)]),
        ("> a b c\n" + "\n" * 9 + "-- Baro", [("a b c", "Baro")]),
        ("> a b c\n" + "\n" * 201 + "-- Baro", [("a b c", None)]),
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


def test_a_source_is_looked_for_in_the_next_two_hundred_characters() -> None:
    name = "Baro 14" + "x" * 189
    assert found(f"“a b c” ({name}) more") == [("a b c", name)]
    assert found(f"“a b c”  ({name}) more") == [("a b c", name)]
    assert found(f"“a b c”   ({name}) more") == [("a b c", None)]


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
        ("q.ndjson", "\n\n".join(map(json.dumps, ITEMS))),
        ("Q.JSON", json.dumps(ITEMS)),
    ],
)
def test_json(tmp_path: Path, name: str, content: str) -> None:
    file = tmp_path / name
    file.write_text(content)
    assert [(one.quote, one.source) for one in parse_quotations(file)] == [
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
        ('{"citations": {"quote": "x"}}', "no list"),
        ('"quotes"', "no list"),
        ('[["x"]]', "item 0"),
        ('[{"quote": "x", "source": 0}, {"quote": "y", "source": ["z"]}]', "item 1"),
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
        parse_quotations(file)


def test_a_file_is_read_apart_to_the_same(tmp_path: Path) -> None:
    file = tmp_path / "q.json"
    file.write_text(json.dumps(ITEMS))
    assert read_quotations(file) == parse_quotations(file) != ()
    file.write_text("7")
    with pytest.raises(InputError, match="no list"):
        read_quotations(file)


def test_an_analytic_card_is_no_quotation_but_may_hold_one(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    for analytic, expected in ((False, "whole"), (True, "held")):
        card = Card(tag="They said it", cite="Baro 14", analytic=analytic)
        document = make_document(
            "They say “prices fell in every port” (Osei 2021).",
            origin=Origin(file=file.name, format="verbatim", importer="test-1"),
            card=card,
        )
        quotes = {"whole": (document.text, "Baro 14"), "held": ("prices fell in every port", "Osei 2021")}
        (one,) = _of_document(document)
        assert (one.quote, one.source) == quotes[expected]


def test_files_that_cannot_be_read_are_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be opened"):
        parse_quotations(tmp_path / "nowhere.txt")
    (tmp_path / "latin.txt").write_bytes("café".encode("latin-1"))
    with pytest.raises(InputError, match="invalid bytes"):
        parse_quotations(tmp_path / "latin.txt")
    (tmp_path / "bad.docx").write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match=r"bad\.docx"):
        parse_quotations(tmp_path / "bad.docx")


def test_every_card_of_a_word_file_is_a_quotation_of_its_source(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.tag("Trade falls")
    file.paragraph(("Baro 14", {"style": "Style13ptBold"}), ', 2014, "Ports and prices"')
    file.paragraph("Trade fell in spring.")
    file.tag("They said it")
    file.paragraph("Our own words: “prices fell in every port” (Baro 2014).")
    path = file.save(tmp_path / "case.docx")
    assert [(one.quote, one.source) for one in parse_quotations(path)] == [
        ("Trade fell in spring.", 'Baro 14, 2014, "Ports and prices"'),
        ("prices fell in every port", "Baro 2014"),
    ]
