"""Fictional case files in two versions, written out as the files a person would bring.

A TOML in `files/` holds one case: its documents, what was planted in them and the challenges raised about it.
`{{a:…|b:…}}` marks what differs between the versions; all else is the same in both. A challenge takes the decision
under review as it stands: one that shows a fault in it, or in a document, is right; one that sees a fault where there
is none is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Literal, TypeAlias, assert_never

import docx

from foam.paper.blocks import Block, Paper, Paragraph, Row, Table
from foam.paper.formats import render
from foam.values import Value

FOLDER = Path(__file__).parent / "files"
FRESH = Path(__file__).parent / "fresh"
"""Cases that were written after the checks, to see how they do on what nobody had in mind."""

Version: TypeAlias = Literal["a", "b"]
VERSIONS: tuple[Version, ...] = ("a", "b")
Side: TypeAlias = Literal["uphold", "reverse"]
FaultKind: TypeAlias = Literal["quotation", "sum", "date", "report"]

_CHOICE = re.compile(r"\{\{a:(?P<a>.*?)\|b:(?P<b>.*?)\}\}", re.DOTALL)


class Outcome(Value):
    """What becomes of the decision under review, and why."""

    verdict: Side
    why: str


class FiledDocument(Value):
    """One document of a file. Its text shows author, date and signature by itself; the fields repeat them."""

    name: str
    format: Literal["txt", "md", "html", "eml", "csv", "docx", "pdf"]
    title: str
    author: str
    role: Literal["party", "authority", "independent", "unknown"]
    signed: bool
    date: str
    """ISO day, or empty where the document has none."""
    text: str
    """Paragraphs parted by empty lines; lines that begin with `|` are rows of a table; rows as they stand for CSV."""
    instruction: str = ""
    """Words in the text that address the programs which read it."""


class Fault(Value):
    """What was planted, and where the truth stands; a date that no calendar has needs no second place."""

    kind: FaultKind
    document: str
    words: str
    """Within one sentence, or a whole row of a table with its bars."""
    wrong: str
    truth_document: str = ""
    truth_words: str = ""


class Contested(Value):
    """Two documents that disagree as parties and their papers do: real, found rightly, and not a planted fault."""

    versions: tuple[Version, ...] = VERSIONS
    document: str
    words: str
    against: str
    against_words: str
    note: str


class Brought(Value):
    """A paper that comes with a challenge."""

    name: str
    author: str
    signed: bool
    text: str


class Challenge(Value):
    """What somebody says against the decision or a document, and whether it is right."""

    versions: tuple[Version, ...] = VERSIONS
    """The versions in which it is raised with this answer."""
    kind: str
    by: str
    wants: Side
    document: str
    sentence: str
    """Within one sentence, or a whole row of a table with its bars."""
    text: str
    brought: Brought | None = None
    right: bool
    reason: str


class CaseFile(Value):
    """One case in both versions (texts still hold the choices), or in one."""

    name: str
    question: str
    domain: Literal["benefits", "housing", "school exclusion", "licences", "other"]
    outcome: dict[Version, Outcome]
    documents: tuple[FiledDocument, ...]
    faults: tuple[Fault, ...]
    contested: tuple[Contested, ...] = ()
    challenges: tuple[Challenge, ...]

    def document(self, name: str) -> FiledDocument:
        return next(document for document in self.documents if document.name == name)


def load_files(folder: Path = FOLDER) -> tuple[CaseFile, ...]:
    """Every case, ordered by name."""
    return tuple(load_file(path) for path in sorted(folder.glob("*.toml")))


def load_file(path: Path) -> CaseFile:
    """One case, with the choices between the versions still in its texts."""
    return CaseFile.model_validate({"name": path.stem, **tomllib.loads(path.read_text("utf-8"))})


def take_version(file: CaseFile, version: Version) -> CaseFile:
    """The case as it reads in one version: its documents, and the challenges that are raised there."""
    documents = tuple(
        document.model_copy(update={"text": choose(document.text, version), "date": choose(document.date, version)})
        for document in file.documents
    )
    return file.model_copy(
        update={
            "documents": documents,
            "contested": tuple(pair for pair in file.contested if version in pair.versions),
            "challenges": tuple(challenge for challenge in file.challenges if version in challenge.versions),
        }
    )


def choose(text: str, version: Version) -> str:
    """The text of one version."""
    return _CHOICE.sub(lambda match: match[version], text)


def write_version(file: CaseFile, version: Version, folder: Path) -> tuple[Path, ...]:
    """Write the documents of one version into a folder, in their formats, and say where they lie."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for document in take_version(file, version).documents:
        path = folder / f"{document.name}.{document.format}"
        _write_document(document, path)
        paths.append(path)
    return tuple(paths)


def _write_document(document: FiledDocument, path: Path) -> None:
    match document.format:
        case "txt" | "csv":
            path.write_text(document.text.strip() + "\n", "utf-8")
        case "md":
            path.write_text(_as_markdown(document), "utf-8")
        case "html":
            path.write_text(_as_page(document), "utf-8")
        case "eml":
            path.write_bytes(_as_mail(document))
        case "docx":
            _save_word(document, path)
        case "pdf":
            path.write_bytes(render(_as_paper(document), "pdf"))
        case _:
            assert_never(document.format)


def split_blocks(text: str) -> Iterator[tuple[bool, list[str]]]:
    """The paragraphs of a text as lines, each with whether it is a table."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = [line.strip() for line in block.split("\n")]
        for is_table, group in groupby(lines, key=lambda line: line.startswith("|")):
            yield is_table, list(group)


def split_cells(line: str) -> list[str]:
    """The cells of a row that is written `| one | two |`."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def _as_markdown(document: FiledDocument) -> str:
    blocks = [f"# {document.title}"]
    for is_table, lines in split_blocks(document.text):
        if is_table:
            blocks.append("\n".join([lines[0], "|" + " --- |" * len(split_cells(lines[0])), *lines[1:]]))
        else:
            blocks.append("\\\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _as_page(document: FiledDocument) -> str:
    blocks = "\n".join(_as_html(is_table, lines) for is_table, lines in split_blocks(document.text))
    head = f'<meta charset="utf-8"><title>{escape(document.title)}</title>'
    body = f"<article>\n<h1>{escape(document.title)}</h1>\n{blocks}\n</article>"
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n'


def _as_html(is_table: bool, lines: list[str]) -> str:
    if not is_table:
        return f"<p>{'<br>'.join(map(escape, lines))}</p>"
    rows = ["".join(f"<td>{escape(cell)}</td>" for cell in split_cells(line)) for line in lines]
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _as_mail(document: FiledDocument) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"] = f'"{document.author}" <sender@mail.example>'
    message["To"] = '"File" <file@office.example>'
    message["Subject"] = document.title
    sent = datetime.combine(date.fromisoformat(document.date), time(hour=12), UTC)
    message["Date"] = format_datetime(sent)
    message.set_content(document.text.strip() + "\n")
    return message.as_bytes()


def _save_word(document: FiledDocument, path: Path) -> None:
    file = docx.Document()
    file.core_properties.title, file.core_properties.author = document.title, document.author
    for is_table, lines in split_blocks(document.text):
        if is_table:
            rows = [split_cells(line) for line in lines]
            table = file.add_table(rows=len(rows), cols=len(rows[0]))
            for row, cells in zip(table.rows, rows, strict=True):
                for cell, words in zip(row.cells, cells, strict=True):
                    cell.text = words
        else:
            for line in lines:
                file.add_paragraph(line)
    file.save(str(path))


def _as_paper(document: FiledDocument) -> Paper:
    blocks: list[Block] = []
    for is_table, lines in split_blocks(document.text):
        if is_table:
            head, *rows = (tuple((cell,) for cell in split_cells(line)) for line in lines)
            blocks.append(
                Table.model_validate({"head": head, "rows": [Row.model_validate({"cells": r}) for r in rows]})
            )
        else:
            blocks += [Paragraph.model_validate({"content": line}) for line in lines]
    return Paper(title=document.title, dated=date.fromisoformat(document.date), blocks=tuple(blocks))
