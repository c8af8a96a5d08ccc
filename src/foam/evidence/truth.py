"""The tables that hold the documents, and documents as rows. An index is derived from them.

The tables stand in the same SQLite file as the record. A document is one row, found by its id; an *appearance* is one
place a document was found in (its citation, origin, markings, card and facets). An appearance is there from version
`added_in` up to and without `removed_in`; nothing is ever deleted, so old pointers always resolve.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from foam.evidence.document import Document
from foam.evidence.filing import file_document
from foam.evidence.likeness import sign_text
from foam.record.database import open_file, translate_errors
from foam.text.span import Span
from foam.values import digest_bytes

NEVER = 2**31 - 1
"""`removed_in` of what was not removed. The index of removals leaves it out, else it would hold everything."""
IN_MEMORY = Path(":memory:")
"""Names a database that no file holds: it is gone when it is closed."""
_PATIENCE = 30.0
"""Seconds to wait for another writer."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS library_document (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    ends BLOB NOT NULL,
    signature BLOB NOT NULL,
    family INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS library_document_listed ON library_document (number, id);
CREATE INDEX IF NOT EXISTS library_document_family ON library_document (family);
CREATE TABLE IF NOT EXISTS library_appearance (
    number INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES library_document (number),
    about TEXT NOT NULL,
    about_digest TEXT NOT NULL,
    filing TEXT NOT NULL,
    leads INTEGER NOT NULL,
    file TEXT NOT NULL,
    added_in INTEGER NOT NULL,
    removed_in INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS library_appearance_document ON library_appearance (document, about_digest);
CREATE INDEX IF NOT EXISTS library_appearance_added ON library_appearance (added_in);
CREATE INDEX IF NOT EXISTS library_appearance_removed ON library_appearance (removed_in) WHERE removed_in <> 2147483647;
CREATE TABLE IF NOT EXISTS library_version (
    version INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    action TEXT NOT NULL,
    what TEXT NOT NULL,
    documents INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS library_file (
    digest TEXT PRIMARY KEY,
    path TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS library_band (
    band INTEGER NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (band, document)
) WITHOUT ROWID;
"""


class Packed(NamedTuple):
    """A document as it is stored: plain values, cheap to pass between processes."""

    id: str
    text: str
    ends: bytes
    signature: bytes
    about: str
    """Everything but text and sentence ends, as JSON."""
    filing: str
    """What the index files it under, as JSON."""

    @property
    def about_digest(self) -> str:
        return digest_bytes(self.about.encode("utf-8", "surrogatepass"))


def pack_document(document: Document) -> Packed:
    """The document as a row."""
    return Packed(
        id=document.id,
        text=document.text,
        ends=pack_ends(document.ends),
        signature=sign_text(document.text),
        about=document.model_dump_json(exclude={"text", "ends"}),
        filing=file_document(document.citation, document.facets).model_dump_json(),
    )


def unpack_document(text: str, ends: bytes, about: str) -> Document:
    """The document a row holds."""
    return Document.model_validate({**json.loads(about), "text": text, "ends": tuple(unpack_ends(ends))})


def pack_ends(ends: Iterable[int]) -> bytes:
    """Sentence ends as four bytes each, little end first."""
    return b"".join(end.to_bytes(4, "little") for end in ends)


def unpack_ends(packed_ends: bytes) -> array[int]:
    """The sentence ends a blob holds."""
    ends = array("I")
    ends.frombytes(packed_ends)
    if _BIG_ENDIAN:
        ends.byteswap()
    return ends


_BIG_ENDIAN = array("I", [1]).tobytes()[0] == 0


def find_sentence(packed_ends: bytes, number: int) -> Span | None:
    """Where one sentence stands, without reading the others; None when there is no such sentence."""
    if not 0 <= 4 * number < len(packed_ends):
        return None
    at = 4 * number
    start = int.from_bytes(packed_ends[at - 4 : at], "little") if number else 0
    return Span(start, int.from_bytes(packed_ends[at : at + 4], "little"))


def slice_sentences(text: str, packed_ends: bytes) -> list[str]:
    """Every sentence's words, without the white space around them."""
    return [text[a:b].strip() for a, b in pairwise((0, *unpack_ends(packed_ends)))]


def connect(file: Path) -> sqlite3.Connection:
    """Open the record's database and lay the library's tables if they are not there."""
    db = _in_memory() if file == IN_MEMORY else open_file(file, timeout=_PATIENCE, readonly=False)
    with translate_errors(file):
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'library_band'").fetchone():
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
    return db


def _in_memory() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def write_marks(values: Sequence[object]) -> str:
    """As many question marks as there are values to bind."""
    return ", ".join("?" * len(values))
