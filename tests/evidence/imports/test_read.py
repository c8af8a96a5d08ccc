"""Reading any file: the right importer, a line for each bad input, never half a document."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.evidence.imports.pdfs import pdf

from foam.evidence.document import Document
from foam.evidence.imports import FORMATS, Limits, Rejected, read


def only(path: Path, limits: Limits | None = None) -> Document:
    (found,) = list(read(path, limits=limits))
    assert isinstance(found, Document), found
    return found


def reason(path: Path, limits: Limits | None = None) -> str:
    (found,) = list(read(path, limits=limits))
    assert isinstance(found, Rejected)
    assert found.file == str(path)
    return found.reason


# Text


def test_plain_text_joins_lines_broken_at_a_fixed_width(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(
        "Notice of decision\n\nYour request for benefits was looked at by our of-\n"
        "fice on 3 May and it was refused because no\n"
        "record of income was filed with it.\n\n- first short item\n- second item\n"
    )
    document = only(file)
    assert [document.sentence(n) for n in range(len(document.ends))] == [
        "Notice of decision",
        "Your request for benefits was looked at by our office on 3 May and it was refused because no record of "
        "income was filed with it.",
        "- first short item",
        "- second item",
    ]
    assert document.citation.title == "letter"
    assert document.origin.format == "text"


def test_a_byte_order_mark_tells_utf_16(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes("Größe und Maß.".encode("utf-16"))
    assert only(file).text == "Größe und Maß."


def test_the_same_file_gives_the_same_document(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("One. Two.")
    assert only(file) == only(file)


def test_a_name_may_be_given(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("One. Two.")
    (found,) = list(read(file, name="upload.txt"))
    assert isinstance(found, Document)
    assert found.origin.file == "upload.txt"


# Markdown


def test_markdown_front_matter_cites_and_files(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(
        '---\ntitle: "Free transport"\nauthor: Ada Osei\ndate: 2021-03-09\nurl: https://example.org/a\nside: con\n'
        "topic: transport\nlicence: CC0\n---\n# Heading\n\nFares *fell* by **half**,\n"
        "as [one study](http://x.y) says.\n\n"
        "1. first\n2. second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    document = only(file)
    assert document.text == "Heading\nFares fell by half, as one study says.\n1. first\n2. second\n| a | b |\n| 1 | 2 |"
    assert (document.citation.title, document.citation.author) == ("Free transport", "Ada Osei")
    assert (document.facets.side, document.facets.year, document.facets.topic) == ("neg", 2021, "transport")
    assert document.facets.more == {"licence": "CC0"}


def test_markdown_takes_its_title_from_the_first_heading(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("Intro.\n\n## The *Second* way\n\nText.")
    assert only(file).citation.title == "The Second way"


def test_markdown_keeps_a_line_that_stands_by_itself_and_joins_those_that_were_broken(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    rest = (
        "Each keeper is paid by the night, whoever comes, and the huts below the pass are full from June to September."
    )
    file.write_text(
        f"**It is the enemy of rest**\n{rest}\n\n"
        "The club has kept a book of every night since the first hut was built by\n"
        "Anna Berger, and the keepers of the\nUpper Hut and its guests write in it.\n\n"
        "Nobody pays,\nThe Club says.\n"
    )
    assert only(file).text.splitlines() == [
        "It is the enemy of rest",
        rest,
        "The club has kept a book of every night since the first hut was built by Anna Berger, and the keepers of the "
        "Upper Hut and its guests write in it.",
        "Nobody pays, The Club says.",
    ]


# Web pages


PAGE = """<!DOCTYPE html><html><head><title>Heat rises | The Site</title>
<meta name="author" content="Ada Osei"><meta property="article:published_time" content="2020-05-04">
<script>var tracked = "never show this";</script></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/b">Sports</a></li></ul></nav>
<article><h1>Heat rises</h1><p>{}</p><p>{}</p></article>
<footer>All rights reserved. Contact us.</footer></body></html>"""
FIRST = "Summers have grown hotter in every region that keeps records, and the trend is steep in the north. " * 2
SECOND = "The panel found that nights warm faster than days, which harms crops and people who cannot rest. " * 2


def test_a_page_gives_its_main_text(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(PAGE.format(FIRST, SECOND))
    document = only(file)
    assert FIRST.strip() in document.text
    assert SECOND.strip() in document.text
    assert "never show this" not in document.text
    assert "Sports" not in document.text
    assert (document.citation.author, document.citation.published) == ("Ada Osei", "2020-05-04")
    assert document.citation.title.startswith("Heat rises")


def test_items_of_a_numbered_list_have_the_numbers_that_a_browser_shows(tmp_path: Path) -> None:
    file = tmp_path / "rules.html"
    rules = "<ol><li>A team has <b>four</b> rowers.</li><li><p>A rower may change clubs once a year.</p></li></ol>"
    more = '<ol start="7"><li>An appeal must reach the board in May.</li></ol><ul><li>The board sits in June.</li></ul>'
    file.write_text(f"<html><body><article><h1>Rules of the union</h1>{rules}{more}</article></body></html>")
    lines = only(file).text.split("\n")
    assert [line[:11] for line in lines[1:]] == ["1. A team h", "2. A rower ", "7. An appea", "- The board"]


def test_a_page_without_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<html><body><nav><a href='/'>Home</a></nav></body></html>")
    assert "no main text" in reason(file)


# Mail

MAIL = (
    "From: Ada Osei <ada@example.org>\r\nTo: office@example.org\r\nSubject: =?utf-8?q?Appeal_=E2=84=96_7?=\r\n"
    "Date: Tue, 04 May 2021 23:30:00 -0500\r\nMIME-Version: 1.0\r\n"
)


def test_mail_is_cited_by_sender_date_and_subject(tmp_path: Path) -> None:
    file = tmp_path / "a.eml"
    file.write_bytes(
        (MAIL + "Content-Type: text/plain; charset=iso-8859-1\r\n\r\nI appeal. The caf\xe9 was closed.\r\n").encode(
            "latin-1"
        )
    )
    document = only(file)
    assert document.text == "I appeal. The café was closed."
    assert document.citation.author == "Ada Osei"
    assert document.citation.published == "2021-05-05"
    assert document.citation.title == "Appeal № 7"
    assert document.facets.kind == "mail"


def test_mail_in_html_alone_gives_its_text_and_names_attachments(tmp_path: Path) -> None:
    file = tmp_path / "a.eml"
    file.write_text(
        MAIL + 'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n'
        f"<html><body><p>{FIRST}</p><p>{SECOND}</p></body></html>\r\n"
        "--x\r\nContent-Type: application/pdf\r\n"
        'Content-Disposition: attachment; filename="proof.pdf"\r\n\r\n%PDF\r\n--x--\r\n'
    )
    document = only(file)
    assert FIRST.strip() in document.text
    assert document.facets.more == {"attachments": "proof.pdf"}


def test_mail_that_lies_about_its_charset_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.eml"
    file.write_bytes(MAIL.encode() + b"Content-Type: text/plain; charset=utf-8\r\n\r\ncaf\xe9 closed\r\n")
    assert "invalid bytes" in reason(file)


def test_mail_without_a_name_is_known_by_its_head(tmp_path: Path) -> None:
    file = tmp_path / "message"
    file.write_text(MAIL + "\r\nHello there, friend.\r\n")
    assert only(file).origin.format == "eml"


# PDF


def test_pdf_joins_lines_and_drops_running_heads(tmp_path: Path) -> None:
    places = ["the north", "every coastal town", "Ohio", "both capitals"]
    pages = [
        [
            "Annual Report",
            f"In {place} the rate rose in all of the counties we stud-",
            "ied.",
            f"Costs in {place}",
            f"{n}",
        ]
        for n, place in enumerate(places)
    ]
    file = tmp_path / "report.pdf"
    file.write_bytes(pdf(pages, title="The Report", author="Ada Osei", created="D:20200504120000Z"))
    document = only(file)
    for place in places:
        assert f"In {place} the rate rose in all of the counties we studied.\nCosts in {place}" in document.text
    assert "Annual Report" not in document.text
    assert not any(map(str.isdigit, document.text))
    assert document.citation.title == "The Report"


@pytest.mark.parametrize("mark", ["1 / 1", "Page 1 of 1", "1"])
def test_the_number_of_a_page_is_no_line(mark: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.pdf"
    file.write_bytes(pdf([["The town of Orrin writes to all who live there.", "7", "It will rain.", mark]]))
    assert only(file).text.split("\n")[-1].endswith("It will rain.")
    assert "7" in only(file).text


COLUMN = """\
The harbour board closed two pi-
ers in the spring. Boats that
had lain there for years were
towed to the northern bay, and
their owners were told to wait
until the inspection is over.
Nobody was paid for the loss,
and no court has heard of it."""


def test_a_narrow_column_is_joined_though_a_wide_line_stands_above_it(tmp_path: Path) -> None:
    wide = "Two piers closed: what the owners of the boats were told, and what they were not"
    file = tmp_path / "column.pdf"
    file.write_bytes(pdf([[wide, *COLUMN.split("\n")]]))
    text = only(file).text
    assert "closed two piers in the spring. Boats that had lain there for years were towed" in text
    assert text.startswith(f"{wide}\n")


def test_short_lines_that_do_not_go_on_stay_lines(tmp_path: Path) -> None:
    verse = "The boats come in at evening\nAnd nobody is on the shore\nThe lamps are lit in all the rooms\n"
    verse += "The wind is at the door\nThe nets are hung on every wall\nThe tide is out once more\n"
    file = tmp_path / "verse.txt"
    file.write_text(verse)
    assert only(file).text.strip() == verse.strip()


def test_a_running_head_on_both_of_two_pages_is_dropped(tmp_path: Path) -> None:
    pages = [["The Harbour Review 7", "Boats leak."], ["The Harbour Review 8", "Piers rot."]]
    file = tmp_path / "two.pdf"
    file.write_bytes(pdf(pages))
    text = only(file).text
    assert "Harbour Review" not in text
    assert "Boats leak." in text


def test_a_pdf_is_cited_by_what_the_document_says_and_not_by_the_program(tmp_path: Path) -> None:
    said = ["Letter of Ada Osei to the harbour office", "Portsea, 4 May 2020", "The pier was closed for a week."]
    file = tmp_path / "letter.pdf"
    file.write_bytes(pdf([said], title="Microsoft Word - Document1", author="Ada Osei", created="D:20200504120000Z"))
    cited = only(file).citation
    assert (cited.title, cited.author, cited.published) == ("letter", "Ada Osei", "2020-05-04")
    file.write_bytes(pdf([said], title="The pier", author="Administrator", created="D:20230101120000Z"))
    cited = only(file).citation
    assert (cited.title, cited.author, cited.published) == ("The pier", "", "")


def test_whoever_saved_a_word_file_is_not_its_author(tmp_path: Path) -> None:
    for saved_by in ("python-docx", "Ada Osei"):
        written = docx.Document()
        written.core_properties.author = saved_by
        written.add_paragraph("The pier was closed for a week after the storm.")
        written.add_paragraph("Ada Osei, harbour master")
        written.core_properties.title = "Storms of the north"
        written.save(str(tmp_path / "pier.docx"))
        cited = only(tmp_path / "pier.docx").citation
        assert (cited.author, cited.title) == ("", "pier")


def test_a_scanned_pdf_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "scan.pdf"
    file.write_bytes(pdf([[], []]))
    assert reason(file).startswith("scanned")


def test_an_encrypted_pdf_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "locked.pdf"
    file.write_bytes(pdf([["Some secret text is here."]], password="sesame"))
    assert reason(file).startswith("encrypted")


def test_a_pdf_without_a_password_is_read_though_encrypted(tmp_path: Path) -> None:
    file = tmp_path / "open.pdf"
    file.write_bytes(pdf([["Some open text is here."]], password=""))
    assert only(file).text == "Some open text is here."


def test_a_damaged_pdf_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cut.pdf"
    file.write_bytes(pdf([["Some text is here to be read."]])[:120])
    assert "PDF" in reason(file)


def test_a_pdf_of_too_many_pages_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "long.pdf"
    file.write_bytes(pdf([["Some text is here to be read."]] * 4))
    assert "4 pages" in reason(file, Limits(pages=3))


# Bad input, each with file and reason


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.txt", b"", "empty file"),
        ("blank.txt", b" \n\n ", "no text"),
        ("latin.txt", "café".encode("latin-1"), "invalid bytes: 0xe9 at 3"),
        ("binary.txt", b"a\x00b", "binary data"),
        ("page.txt", b"<!DOCTYPE html><html></html>", "wrong extension: named .txt but its content is html"),
        ("paper.docx", b"%PDF-1.4 rest", "wrong extension: named .docx but its content is pdf"),
        ("paper.pdf", b"just some words", "named .pdf but its content is not pdf"),
        ("old.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "an old Word file, or one that is encrypted"),
        ("notes.docx", b"PK\x03\x04 not really", "zip archive"),
        ("data.txt", gzip.compress(b"x", mtime=0), "compressed"),
        ("photo.txt", b"\x89PNG\r\n", "image"),
        ("rich.txt", rb"{\rtf1 hello}", "RTF"),
        ("list.json", b"[1, 2]", "JSON"),
    ],
)
def test_bad_input_is_a_line_with_a_reason(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    assert said in reason(file)


def test_a_missing_file_and_a_folder_are_lines_too(tmp_path: Path) -> None:
    assert "cannot be opened" in reason(tmp_path / "nowhere.txt")
    assert "folder" in reason(tmp_path)


def test_limits_hold_for_files_and_for_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("word " * 100)
    assert "over the limit" in reason(file, Limits(file_bytes=100))
    assert "over the limit" in reason(file, Limits(text_chars=100))


ANY_FILE: list[str] = [ending for endings in FORMATS.values() for ending in endings]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.one_of(
        st.binary(max_size=300),
        st.builds(
            lambda head, tail: head + tail,
            st.sampled_from(
                [b"%PDF-1.7\n", b"PAR1", b"PK\x03\x04", b"<html>", b"From: a\nTo: b\n", b'{"text": "', b"text,tag\n"]
            ),
            st.binary(max_size=200),
        ),
    ),
    ending=st.sampled_from([*ANY_FILE, "", ".xyz"]),
)
def test_no_bytes_whatever_raise(tmp_path: Path, content: bytes, ending: str) -> None:
    file = tmp_path / f"any{ending}"
    file.write_bytes(content)
    for found in read(file):
        assert isinstance(found, Document | Rejected)
        if isinstance(found, Rejected):
            assert found.reason
            assert "\n" not in found.reason


def test_every_format_has_an_importer(tmp_path: Path) -> None:
    for format, endings in FORMATS.items():
        file = tmp_path / f"a{endings[0]}"
        file.write_bytes(b"x")
        assert list(read(file)), format


@pytest.mark.parametrize("mark", [".", ". ", "…", '".'])
def test_five_megabytes_of_marks_hold_no_reader(tmp_path: Path, mark: str) -> None:
    file = tmp_path / "dots.txt"
    file.write_text(mark * (5 * 2**20 // len(mark.encode())), "utf-8")
    begun = time.process_time()
    assert list(read(file))
    assert time.process_time() - begun < 20
