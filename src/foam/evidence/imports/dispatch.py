"""Which importer reads a file: by its content first, then by its name."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from zipfile import is_zipfile

from foam.errors import FoamError
from foam.evidence.document import Document
from foam.evidence.imports.base import DEFAULT_LIMITS, Importer, Limits, Rejected, show_name

FORMATS: dict[str, tuple[str, ...]] = {
    "docx": (".docx", ".docm", ".dotx", ".dotm"),
    "pdf": (".pdf",),
    "html": (".html", ".htm", ".xhtml"),
    "markdown": (".md", ".markdown"),
    "text": (".txt", ".text"),
    "eml": (".eml",),
    "csv": (".csv", ".tsv"),
    "jsonl": (".jsonl", ".ndjson"),
    "parquet": (".parquet",),
}
"""The formats that are read, and the endings of their files."""

_STREAMED = frozenset({"csv", "jsonl", "parquet"})
_MODULES = {"csv": "rows", "jsonl": "rows", "parquet": "rows", "text": "plain"}
"""The modules that are not called as their format is."""
_SIGNS: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("pdf", re.compile(rb"(?:\xef\xbb\xbf)?\s{0,16}%PDF-")),
    ("parquet", re.compile(rb"PAR1")),
    ("zip", re.compile(rb"PK\x03\x04")),
    ("ole", re.compile(rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")),
    ("rtf", re.compile(rb"\{\\rtf")),
    ("image", re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8|II\*\x00|MM\x00\*")),
    ("gzip", re.compile(rb"\x1f\x8b")),
    (
        "html",
        re.compile(rb"(?is)(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,500}?-->\s*)?<(?:!doctype html|html)\b"),
    ),
)
_REFUSED = {
    "ole": "an old Word file, or one that is encrypted; save it as .docx without a password",
    "rtf": "rich text (RTF) is not read; save it as .docx",
    "image": "an image has no text to cite; recognise it (OCR) first",
    "gzip": "compressed; unpack it first",
    "zip": "a zip archive that is no Word document; unpack it first",
}
_REFUSED_NAMES = {
    ".json": "a JSON file is not read; rows come as one JSON object a line (.jsonl)",
    ".xml": "XML is not read",
}
_TEXTUAL = frozenset({"markdown", "text", "eml", "csv", "jsonl"})


def read(path: Path, *, limits: Limits | None = None, name: str | None = None) -> Iterator[Document | Rejected]:
    """The documents in a file. `name` is how the file is called in origins and reports, if not by its path."""
    named = name if name is not None else show_name(path)
    limits = limits or DEFAULT_LIMITS
    try:
        yield from _read(path, named, limits)
    except FoamError as error:
        yield Rejected(file=named, reason=error.what)
    except OSError as error:
        yield Rejected(file=named, reason=f"cannot be opened: {error.strerror or error}")
    except RecursionError:
        yield Rejected(file=named, reason="it is nested too deeply to be read")


def _read(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):  # to open a pipe or a device may take for ever
        yield Rejected(file=name, reason="a folder, not a file" if path.is_dir() else "not a plain file")
        return
    size = found.st_size
    format, problem = _format(path)
    if size == 0:
        problem = "empty file"
    elif not problem and format not in _STREAMED and size > limits.file_bytes:
        problem = f"over the limit: {size:,} bytes, at most {limits.file_bytes:,} are read"
    if problem:
        yield Rejected(file=name, reason=problem)
        return
    yield from find_importer(format)(path, name, limits)


def find_importer(format: str) -> Importer:
    """The importer of a format; its module is loaded now, because some bring large packages."""
    importer: Importer = import_module(f"foam.evidence.imports.{_MODULES.get(format, format)}").documents
    return importer


def _format(path: Path) -> tuple[str, str]:
    """The file's format, and what is wrong with it, if anything."""
    with path.open("rb") as file:
        head = file.read(4096)
    found = next((format for format, sign in _SIGNS if sign.match(head)), "")
    if found == "zip" and is_zipfile(path) and _is_word(path):
        found = "docx"
    said = next((format for format, endings in FORMATS.items() if path.suffix.lower() in endings), "")
    if found in _REFUSED:
        return found, _REFUSED[found]
    if found and said and found != said:
        return found, f"wrong extension: named {path.suffix} but its content is {found}"
    if said and not found and said not in _TEXTUAL and said != "html":
        return said, f"wrong extension or damaged: named {path.suffix} but its content is not {said}"
    guess = found or said or _guess(head)
    return guess, _REFUSED_NAMES.get(path.suffix.lower(), "") if guess == "text" else ""


def _is_word(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 65_536 - 22))
        return b"word/document" in file.read()


def _guess(head: bytes) -> str:
    """A text without a telling name: a message, rows, or plain text."""
    if re.match(rb"(?i)(?:(?:from|to|subject|date|received|return-path|mime-version|message-id):? .*\r?\n){2}", head):
        return "eml"
    return "jsonl" if re.match(rb"\s*\{\s*\"", head) else "text"
