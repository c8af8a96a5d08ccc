"""The tables that hold the documents, and documents as rows. An index is derived from them.

The tables stand in the same SQLite file as the record. A document is one row, found by its id; an *appearance* is one
place a document was found in (its citation, origin, markings, card and facets). An appearance is there from version
`added_in` up to and without `removed_in`. No row is ever deleted, so old pointers always resolve; when words are
erased, a row without them is left.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from foam.errors import RecordDamaged
from foam.evidence.document import Document
from foam.evidence.filing import file_document
from foam.evidence.likeness import sign_text
from foam.record import database
from foam.record.database import open_file, transaction, translate_errors
from foam.record.media import is_unwritable
from foam.values import digest_bytes
from foam_quotes.text.span import Span

NEVER = 2**31 - 1
"""`removed_in` of what was not removed. The index of removals leaves it out, else it would hold everything."""
IN_MEMORY = Path(":memory:")
"""Names a database that no file holds: it is gone when it is closed."""
_PATIENCE = 30.0
"""Seconds to wait for another writer."""

_BY_FILE = "CREATE INDEX library_appearance_file ON library_appearance (file)"
"""Without it, the neighbours of a card are found by reading every card. A library that lacks it is given it."""
TABLES = ("library_document", "library_appearance", "library_version", "library_file", "library_band")
SCHEMA = (
    """CREATE TABLE library_document (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    ends BLOB NOT NULL,
    signature BLOB NOT NULL,
    family INTEGER NOT NULL,
    seal TEXT NOT NULL,
    erased INTEGER NOT NULL
)""",
    "CREATE INDEX library_document_listed ON library_document (number, id)",
    "CREATE INDEX library_document_family ON library_document (family)",
    """CREATE TABLE library_appearance (
    number INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES library_document (number),
    about TEXT NOT NULL,
    about_digest TEXT NOT NULL,
    filing TEXT NOT NULL,
    leads INTEGER NOT NULL,
    file TEXT NOT NULL,
    added_in INTEGER NOT NULL,
    removed_in INTEGER NOT NULL,
    removal TEXT NOT NULL,
    salt BLOB NOT NULL,
    seal TEXT NOT NULL,
    erased INTEGER NOT NULL
)""",
    "CREATE INDEX library_appearance_document ON library_appearance (document, about_digest)",
    "CREATE INDEX library_appearance_added ON library_appearance (added_in)",
    _BY_FILE,
    "CREATE INDEX library_appearance_removed ON library_appearance (removed_in) WHERE removed_in <> 2147483647",
    """CREATE TABLE library_version (
    version INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    action TEXT NOT NULL,
    what TEXT NOT NULL,
    documents INTEGER NOT NULL,
    salt BLOB NOT NULL,
    seal TEXT NOT NULL,
    erased INTEGER NOT NULL
)""",
    """CREATE TABLE library_file (
    number INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    added_in INTEGER NOT NULL,
    removed_in INTEGER NOT NULL
)""",
    "CREATE INDEX library_file_digest ON library_file (digest)",
    "CREATE INDEX library_file_added ON library_file (added_in)",
    "CREATE INDEX library_file_removed ON library_file (removed_in) WHERE removed_in <> 2147483647",
    """CREATE TABLE library_band (
    band INTEGER NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (band, document)
) WITHOUT ROWID""",
)
"""`erased` is the version that erased the words of a row; 0 while they are there. `removal` is the seal of the removal,
empty while there is none. A file is listed when all of it was taken in."""


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
        ends=_pack_ends(document.ends),
        signature=sign_text(document.text),
        about=document.model_dump_json(exclude={"text", "ends"}),
        filing=file_document(document.citation, document.facets).model_dump_json(),
    )


def unpack_document(text: str, ends: bytes, about: str) -> Document:
    """The document a row holds; RecordDamaged when it holds none."""
    try:
        return Document.model_validate({**json.loads(about), "text": text, "ends": tuple(_unpack_ends(ends))})
    except (ValueError, TypeError) as error:
        what = f"a document of the library cannot be read: {str(error).splitlines()[0]}"
        raise RecordDamaged(what, hint="run: foam library verify") from error


def _pack_ends(ends: Iterable[int]) -> bytes:
    """Sentence ends as four bytes each, little end first."""
    return b"".join(end.to_bytes(4, "little") for end in ends)


def _unpack_ends(packed_ends: bytes) -> array[int]:
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
    return [text[a:b].strip() for a, b in pairwise((0, *_unpack_ends(packed_ends)))]


def connect(file: Path) -> sqlite3.Connection:
    """Open the record's database and lay the library's tables and indexes as far as they are not there."""
    db = _in_memory() if file == IN_MEMORY else open_file(file, timeout=_PATIENCE, readonly=False)
    with translate_errors(file):
        missing = _list_missing(db)
        if missing == SCHEMA and is_unwritable(file):  # nothing was ever taken in here, and nothing can be
            db.close()
            db = _in_memory()
        elif missing and is_unwritable(file):  # it is read as it is
            return db
        if missing:
            with transaction(db):
                for statement in _list_missing(db):  # another process may have been faster
                    db.execute(statement)
    return db


def _list_missing(db: sqlite3.Connection) -> tuple[str, ...]:
    """What of the schema a database lacks: all of it, the youngest index, or nothing."""
    laid = "SELECT name FROM sqlite_master WHERE name IN ('library_band', 'library_appearance_file')"
    held = {name for (name,) in db.execute(laid)}
    if "library_band" not in held:
        return SCHEMA
    return () if "library_appearance_file" in held else (_BY_FILE,)


def _in_memory() -> sqlite3.Connection:
    """A database with the tables of a record, for its log."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    for statement in database.SCHEMA:
        db.execute(statement)
    return db


def write_marks(values: Sequence[object]) -> str:
    """As many question marks as there are values to bind; where there are none, what is equal to nothing.

    PostgreSQL refuses an empty list.
    """
    return ", ".join("?" * len(values)) or "NULL"
