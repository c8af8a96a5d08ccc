"""Each kind of file that a library takes: its words come in whole, and come out again by their addresses."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import docx
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from tests.behaviour.debater.desk import Desk

SENTENCES = (
    "The night ferry to Orrin carried 214 people in its first week.",
    "Most of them worked in the hospital, and none had a car.",
    "The harbour master doubts that the winter will be as busy.",
)
TEXT = " ".join(SENTENCES)


def write_word(path: Path) -> None:
    file = docx.Document()
    for sentence in SENTENCES:
        file.add_paragraph(sentence)
    file.save(str(path))


def write_pdf(path: Path) -> None:
    """One page, its text broken over lines, a word divided at a line's end."""
    lines = (
        "The night ferry to Orrin carried 214 people in its first",
        "week. Most of them worked in the hos-",
        "pital, and none had a car. The harbour master doubts that",
        "the winter will be as busy.",
    )
    stream = "BT /F1 11 Tf 14 TL 72 700 Td " + "".join(f"({line}) Tj T* " for line in lines) + "ET"
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R "
        "/Resources << /Font << /F1 3 0 R >> >> >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
    )
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    trailer = (
        f"xref\n0 6\n0000000000 65535 f \n{table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    )
    path.write_bytes(out + trailer.encode())


def write_page(path: Path) -> None:
    paragraphs = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    path.write_text(
        f"<html><head><title>Ferry</title></head><body><nav><a href='/'>Home</a></nav>"
        f"<article><h1>Ferry</h1>{paragraphs}</article></body></html>",
        "utf-8",
    )


def write_mail(path: Path) -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "Inga Sund <inga@example.org>", "The night ferry"
    message["Date"] = "Tue, 04 Mar 2025 09:00:00 +0000"
    message.set_content(TEXT)
    path.write_bytes(bytes(message))


def write_rows(path: Path, *rows: dict[str, str]) -> None:
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(list(rows)), path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    else:
        out = io.StringIO()
        writer = csv.DictWriter(out, list(rows[0]), delimiter="\t" if path.suffix == ".tsv" else ",")
        writer.writeheader()
        writer.writerows(rows)
        path.write_text(out.getvalue(), "utf-8")


CARD_ROW = {"tag": "The night ferry is full", "cite": "Sund 25", "fullcite": "Sund 25", "fulltext": TEXT, "side": "A"}
SUM_ROW = {"Full-Document": TEXT, "Citation": "Sund 25", "Extract": SENTENCES[0], "Abstract": "The night ferry is full"}
FORMATS: dict[str, Callable[[Path], object]] = {
    "word.docx": write_word,
    "paper.pdf": write_pdf,
    "page.html": write_page,
    "notes.md": lambda path: path.write_text("# Ferry\n\n" + "\n".join(SENTENCES) + "\n", "utf-8"),
    "notes.txt": lambda path: path.write_text(TEXT.replace(" and", "\nand"), "utf-8"),
    "wide.txt": lambda path: path.write_text(TEXT, "utf-16"),
    "letter.eml": write_mail,
    "cards.csv": lambda path: write_rows(path, CARD_ROW),
    "cards.jsonl": lambda path: write_rows(path, CARD_ROW),
    "cards.parquet": lambda path: write_rows(path, CARD_ROW),
    "sum.csv": lambda path: write_rows(path, SUM_ROW),
    "plain.jsonl": lambda path: write_rows(path, {"text": TEXT}),
    "plain.tsv": lambda path: write_rows(path, {"text": TEXT}),
}


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Desk]:
    """A home for each format, since the same text is one document wherever it stands."""
    desks = {}
    for name, write in FORMATS.items():
        desks[name] = Desk(tmp_path_factory.mktemp("taken"))
        write(desks[name].folder / name)
        desks[name].run("library", "add", desks[name].folder / name)
    return desks


@pytest.mark.parametrize("name", FORMATS)
def test_every_sentence_of_a_file_has_an_address_that_gives_it_back(taken: dict[str, Desk], name: str) -> None:
    for sentence in SENTENCES:
        found = taken[name].ask("search", sentence)["results"][0]
        assert taken[name].ask("cite", found["pointer"])["sentence"] == found["text"] == sentence


def test_a_ledger_is_one_document_with_a_row_a_sentence(empty: Desk) -> None:
    path = empty.folder / "ledger.csv"
    write_rows(path, {"week": "1", "fare": "214.00"}, {"week": "2", "fare": "198.50"})
    assert empty.ask("library", "add", path)["documents"] == 1
    found = empty.ask("search", "198.50")["results"][0]
    assert "198.50" in empty.ask("cite", found["pointer"])["sentence"]
    assert "fare" in empty.run("cite", found["pointer"]), "a row is shown with its heading"


def test_a_mail_is_cited_by_sender_date_and_subject(taken: dict[str, Desk]) -> None:
    (letter,) = taken["letter.eml"].ask("library", "list")["documents"]
    assert "Sund" in letter["cite"]
    assert "2025" in letter["cite"]
    assert letter["title"] == "The night ferry"


def test_front_matter_gives_a_paper_its_citation_and_side(empty: Desk) -> None:
    fields = "author: Edda Quist\npublished: 2024-05-04\ntitle: Night crossings\nsource: Island Review\nside: neg\n"
    (empty.folder / "paper.md").write_text(f"---\n{fields}---\n{TEXT}\n", "utf-8")
    empty.run("library", "add", empty.folder / "paper.md")
    (paper,) = empty.ask("library", "list")["documents"]
    assert (paper["cite"], paper["title"], paper["side"]) == ("Quist 2024", "Night crossings", "neg")
    for where, hits in (("side=neg", True), ("side=aff", False), ("year>=2024", True), ("year<=2023", False)):
        assert bool(empty.ask("search", "night ferry", "--where", where)["results"]) is hits, where


def test_the_head_of_a_text_names_author_and_day(empty: Desk) -> None:
    head = "The night ferry after one year\nby Edda Quist, harbour engineer\n4 May 2024\n\n"
    (empty.folder / "note.txt").write_text(head + TEXT, "utf-8")
    empty.run("library", "add", empty.folder / "note.txt")
    (note,) = empty.ask("library", "list")["documents"]
    assert (note["cite"], note["title"]) == ("Quist 2024", "The night ferry after one year")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.txt", b""),
        ("old.txt", "Überfahrt bei Nacht, für alle.".encode("cp1252")),
        ("picture.txt", b"\x89PNG\r\n\x1a\n" + bytes(range(256))),
        ("letter.rtf", rb"{\rtf1\ansi The night ferry.}"),
        ("broken.pdf", b"%PDF-1.4 broken"),
        ("paper.docx", b"%PDF-1.4 not a Word file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason_and_the_others_come_in(
    empty: Desk, name: str, content: bytes
) -> None:
    (empty.folder / name).write_bytes(content)
    (empty.folder / "good.txt").write_text(TEXT, "utf-8")
    told = empty.ask("library", "add", empty.folder / name, empty.folder / "good.txt", code=1)
    (refused,) = told["rejected"]
    assert name in json.dumps(refused)
    assert told["documents"] == 1


def test_of_rows_the_bad_one_is_named_and_the_good_ones_come_in(empty: Desk) -> None:
    path = empty.folder / "rows.jsonl"
    path.write_text(json.dumps({"text": TEXT}) + "\nnot a row\n", "utf-8")
    told = empty.ask("library", "add", path, code=1)
    assert (told["documents"], len(told["rejected"])) == (1, 1)
    assert "not JSON" in json.dumps(told["rejected"])
