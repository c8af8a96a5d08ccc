"""Cases from files of every format, and files that hold none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.case.writing import sample
from tests.evidence.imports.pdfs import pdf
from tests.judging.cases import SPEECH, speech

from foam.case.views.document import compose_case as compose
from foam.case.views.verbatim import render_verbatim
from foam.errors import InputError
from foam.judging.entrants.intake import MOST_WORDS, case_entrant, case_of_text, html_text, read_case
from foam.paper import render
from foam_quotes.verdicts.found import Quotation

QUOTES = (
    Quotation(
        quote="Half of the cleaners walk home after midnight. Most of them walk for an hour.", source="Hale 2021"
    ),
    Quotation(quote="A night line costs less than one school", source="Orlo 2019"),
)


def test_markdown_gives_parts_without_marks_and_quotations_with_sources() -> None:
    found = speech()
    assert [part.kind for part in found.parts] == ["claim"] * 3 + ["evidence"] + ["claim"] * 2
    assert [part.id for part in found.parts] == ["p1", "p2", "p3", "p4", "p5", "p6"]
    assert found.parts[2].text == "Workers cannot get home"
    assert (found.parts[3].text, found.parts[3].cite) == (QUOTES[0].quote, "Hale 2021")
    assert found.citations == QUOTES
    assert found.holes == 1


def test_a_cite_above_its_block_is_read_with_it() -> None:
    found = case_of_text("### Tag\n\n**Hale 2021**, Night work, Journal of Cities\n\n> Half walk home.\n\nMore.\n")
    assert found.citations == (Quotation(quote="Half walk home.", source="Hale 2021, Night work, Journal of Cities"),)
    assert [part.kind for part in found.parts] == ["claim", "evidence", "claim"]


def test_html_gives_the_same_case() -> None:
    page = """<html><head><title>Secret author</title><script>alert(1)</script></head><body><nav>menu</nav>
    <h1>The case for night buses</h1><p>Night buses help people who <b>work</b> late.</p>
    <h3>Workers cannot get home</h3>
    <blockquote>Half of the cleaners walk home after midnight. Most of them walk for an hour.<cite>Hale 2021</cite>
    </blockquote><p>The city can pay for it: “A night line costs less than one school” (Orlo 2019).</p>
    <p>[EVIDENCE NEEDED] Search for: night bus ridership.</p></body></html>"""
    found = case_of_text(html_text(page, "page"))
    assert found.citations == QUOTES
    assert [part.kind for part in found.parts] == [part.kind for part in speech().parts]
    assert "menu" not in found.text
    assert "alert" not in found.text


def test_a_case_of_ours_comes_in_as_json_markdown_and_word_with_the_same_quotations(tmp_path: Path) -> None:
    _, case = sample()
    own = case_entrant(case)
    (tmp_path / "case.json").write_text(json.dumps({**case.json_value(), "provenance": []}), "utf-8")
    (tmp_path / "case.md").write_text(render(compose(case), "md"), "utf-8")
    (tmp_path / "case.html").write_text(render(compose(case), "html"), "utf-8")
    (tmp_path / "case.docx").write_bytes(render_verbatim(case))
    assert read_case(tmp_path / "case.json").entrant == own
    quotes = [" ".join(one.quote.split()) for one in own.citations]
    for name in ("case.md", "case.html"):
        plain = read_case(tmp_path / name).entrant
        assert [" ".join(one.quote.split()) for one in plain.citations] == quotes
        assert all(one.source for one in plain.citations)
    word = read_case(tmp_path / "case.docx").entrant
    assert len(word.citations) == len(own.citations)
    assert next(part.text for part in word.parts if part.kind == "evidence") in own.text


def test_a_pdf_gives_its_quotations_and_its_author_as_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "case.pdf"
    lines = ["The city can pay for it, and it knows it:", '"A night line costs less than', 'one school" (Orlo 2019).']
    path.write_bytes(pdf([lines], author="Jo Orlo"))
    found = read_case(path)
    assert found.entrant.citations == QUOTES[1:]
    assert "Jo Orlo" in found.traces


def test_front_matter_is_a_trace_and_no_part(tmp_path: Path) -> None:
    path = tmp_path / "case.md"
    path.write_text(f"---\nauthor: Jo Orlo\nmodel: Big-9\n---\n{SPEECH}", "utf-8")
    found = read_case(path)
    assert found.entrant == speech()
    assert {"Jo Orlo", "Big-9", "case"} <= set(found.traces)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.md", b""),
        ("blank.txt", b" \n\n \n"),
        ("marks.md", b"---\n***\n> \n"),
        ("binary.txt", b"\x00\x01\x02"),
        ("latin.txt", b"caf\xe9 \xff"),
        ("no.json", b"[1, 2]"),
        ("deep.json", b"[" * 100_000),
        ("half.json", b'{"resolution": "x"'),
        ("no.docx", b"PK\x03\x04 not a Word file"),
        ("no.pdf", b"%PDF-1.4 broken"),
        ("empty.html", b"<html></html>"),
        ("nothing.html", b""),
    ],
)
def test_what_holds_no_case_is_refused_in_one_line(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_case(path)
    assert name in caught.value.what
    assert "\n" not in caught.value.what


def test_a_missing_file_and_a_book_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        read_case(tmp_path / "nowhere.md")
    (tmp_path / "book.txt").write_text("word " * (MOST_WORDS + 1), "utf-8")
    with pytest.raises(InputError, match="at most 20,000"):
        read_case(tmp_path / "book.txt")


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_text_is_a_case_or_none_and_ids_are_in_order(text: str) -> None:
    found = case_of_text(text)
    assert [part.id for part in found.parts] == [f"p{n}" for n in range(1, len(found.parts) + 1)]
    assert all(part.text.strip() for part in found.parts)
