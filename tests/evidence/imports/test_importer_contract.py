"""One contract for the importers of all formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import docx
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from tests.evidence.imports.pdfs import pdf

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import FORMATS, Limits, Rejected
from foam.evidence.imports.base import Importer
from foam.evidence.imports.dispatch import find_importer

LINES = (
    "The city stopped charging fares on forty bus lines in spring.",
    "Ridership rose by twelve percent within the year that followed.",
    "Nobody had asked the drivers what they thought of the plan.",
)
TEXT = " ".join(LINES)
ROW = {"text": TEXT, "title": "Free buses"}


def _write_word(file: Path) -> None:
    made = docx.Document()
    made.add_paragraph(TEXT)
    made.save(str(file))


WRITERS: dict[str, Callable[[Path], object]] = {
    "docx": _write_word,
    "pdf": lambda file: file.write_bytes(pdf([LINES])),
    "html": lambda file: file.write_text(
        f"<!doctype html><html><head><title>Free buses</title></head><body><p>{TEXT}</p></body></html>"
    ),
    "markdown": lambda file: file.write_text(f"# Free buses\n\n{TEXT}\n"),
    "text": lambda file: file.write_text(TEXT),
    "eml": lambda file: file.write_text(f"From: ada@example.org\nTo: b@example.org\nSubject: Free buses\n\n{TEXT}\n"),
    "csv": lambda file: file.write_text(f'text,title\n"{TEXT}",Free buses\n'),
    "jsonl": lambda file: file.write_text(json.dumps(ROW) + "\n"),
    "parquet": lambda file: pq.write_table(pa.Table.from_pylist([ROW]), file),
}


@pytest.fixture(params=sorted(FORMATS))
def format(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def importer(format: str) -> Importer:
    return find_importer(format)


@pytest.fixture
def file(format: str, tmp_path: Path) -> Path:
    path = tmp_path / f"buses{FORMATS[format][0]}"
    WRITERS[format](path)
    return path


def test_a_document_says_where_it_came_from(importer: Importer, file: Path, format: str) -> None:
    (found,) = importer(file, "named.so", Limits())
    assert isinstance(found, Document)
    assert (found.origin.file, found.origin.format) == ("named.so", format)
    assert found.origin.importer.rsplit("-", 1)[-1].isdecimal()
    assert (found.origin.row is not None) == (format in ("csv", "jsonl", "parquet"))
    for line in LINES:
        assert line in " ".join(found.text.split())


def test_the_same_file_gives_the_same_documents(importer: Importer, file: Path) -> None:
    assert list(importer(file, "a", Limits())) == list(importer(file, "a", Limits()))


def test_a_text_over_the_limit_is_refused_and_never_cut(importer: Importer, file: Path) -> None:
    assert "over the limit" in _refusal(importer, file, Limits(text_chars=40))


def test_a_file_without_text_or_of_another_format_is_refused(importer: Importer, file: Path) -> None:
    for content in (b"", b"\xff\xfe\x00\xd8\x00"):
        file.write_bytes(content)
        assert _refusal(importer, file, Limits())


def _refusal(importer: Importer, file: Path, limits: Limits) -> str:
    """Why a file gives no document at all."""
    try:
        found = list(importer(file, file.name, limits))
    except InputError as error:
        return error.what
    assert all(isinstance(one, Rejected) for one in found)
    return " ".join(one.reason for one in found if isinstance(one, Rejected))
