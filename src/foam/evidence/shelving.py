"""Rows put on the shelf and taken off it, inside the caller's transaction. Knows the tables, not the library.

A text is stored once. A place it is found in adds an appearance, unless that very appearance is there. The first
appearance of each way of filing *leads*: it is the one that an index takes in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from foam.evidence.likeness import ALIKE, measure_likeness, split_bands
from foam.evidence.seals import AppearanceContent, make_salt, seal_appearance, seal_document, seal_removal
from foam.evidence.truth import NEVER, Packed, write_marks
from foam.record.statements import Statements

Outcome = Literal["document", "appearance", "known"]
"""A new document, a new place of a known one, or nothing new. What was erased is known, and stays erased."""


class Numbers:
    """The numbers of the next rows within one transaction: known before they are written, for seals cover them."""

    def __init__(self, db: Statements) -> None:
        self._db = db
        self._last: dict[str, int] = {}

    def take(self, table: str) -> int:
        if table not in self._last:
            self._last[table] = int(self._db.execute(f"SELECT COALESCE(MAX(number), 0) FROM {table}").fetchone()[0])
        self._last[table] += 1
        return self._last[table]


def shelve(db: Statements, row: Packed, *, file: str, version: int, numbers: Numbers) -> Outcome:
    """Put one row on the shelf."""
    found = db.execute("SELECT number, seal, erased FROM library_document WHERE id = ?", (row.id,)).fetchone()
    number, seal, erased = found or _new_document(db, row, numbers)
    query = "SELECT about_digest, filing FROM library_appearance WHERE document = ? AND removed_in = ?"
    live = db.execute(query, (number, NEVER)).fetchall() if found else []
    about_digest = row.about_digest
    if erased or any(about == about_digest for about, _ in live):
        return "known"
    leads = all(filing != row.filing for _, filing in live)
    place = numbers.take("library_appearance")
    salt = make_salt()
    content = AppearanceContent(place, seal, row.about, row.filing, int(leads), file, version)
    sealed = seal_appearance(content, salt)
    db.execute(
        "INSERT INTO library_appearance (number, document, about, about_digest, filing, leads, file, added_in,"
        " removed_in, removal, salt, seal, erased) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, 0)",
        (place, number, row.about, about_digest, row.filing, int(leads), file, version, NEVER, salt, sealed),
    )
    return "appearance" if live else "document"


def note_files(db: Statements, digests: Iterable[str], version: int) -> int:
    """Remember files that were taken in whole; returns how many were not known."""
    fresh = [digest for digest in dict.fromkeys(digests) if not is_finished(db, digest)]
    numbers = Numbers(db)
    rows = [(numbers.take("library_file"), digest, version, NEVER) for digest in fresh]
    db.executemany("INSERT INTO library_file (number, digest, added_in, removed_in) VALUES (?, ?, ?, ?)", rows)
    return len(fresh)


def is_finished(db: Statements, digest: str) -> bool:
    """Was the file with this digest taken in whole?"""
    query = "SELECT 1 FROM library_file WHERE digest = ? AND removed_in = ?"
    return db.execute(query, (digest, NEVER)).fetchone() is not None


def find_live_numbers(db: Statements, document: str) -> list[int]:
    """The number of the document with this id, when it is on the shelf now."""
    rows = db.execute(
        "SELECT DISTINCT d.number FROM library_document d JOIN library_appearance a ON a.document = d.number"
        " WHERE d.id = ? AND a.removed_in = ?",
        (document, NEVER),
    )
    return [number for (number,) in rows]


def mark_removed(db: Statements, document: int, version: int) -> None:
    """End every appearance, and forget that their files were read: adding such a file brings the document back."""
    live = db.execute(
        "SELECT number, seal, file FROM library_appearance WHERE document = ? AND removed_in = ?", (document, NEVER)
    ).fetchall()
    db.executemany(
        "UPDATE library_file SET removed_in = ? WHERE digest = ? AND removed_in = ?",
        [(version, file, NEVER) for _, _, file in live],
    )
    db.executemany(
        "UPDATE library_appearance SET removed_in = ?, removal = ? WHERE number = ?",
        [(version, seal_removal(seal, version), number) for number, seal, _ in live],
    )


def _new_document(db: Statements, row: Packed, numbers: Numbers) -> tuple[int, str, int]:
    """Number, seal and `erased` of a new text.

    Alike is who is alike, directly or by others: so families do not depend on who came first, and a seal leaves them
    out, since a later text may join two of them.
    """
    keys = split_bands(row.signature)
    kin, is_copy = _find_kin(db, row.signature, keys)
    number = numbers.take("library_document")
    seal = seal_document(number, row.id, row.ends, row.signature)
    db.execute(
        "INSERT INTO library_document (number, id, text, ends, signature, family, seal, erased)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
        (number, row.id, row.text, row.ends, row.signature, min(kin, default=number), seal),
    )
    if len(kin) > 1:
        joined = sorted(kin)
        db.execute(
            f"UPDATE library_document SET family = ? WHERE family IN ({write_marks(joined)})", (joined[0], *joined)
        )
    if not is_copy:  # of equal signatures one is enough to be found by
        add_bands(db, number, keys)
    return number, seal, 0


def add_bands(db: Statements, document: int, keys: Sequence[int]) -> None:
    """Have a document be found by these bands."""
    rows = ", ".join(["(?, ?)"] * len(keys))
    values = [value for key in keys for value in (key, document)]
    db.execute(f"INSERT INTO library_band (band, document) VALUES {rows} ON CONFLICT DO NOTHING", values)


def _find_kin(db: Statements, signed: bytes, keys: Sequence[int]) -> tuple[set[int], bool]:
    """The families with a text that is alike enough, and whether one has this very signature."""
    near = db.execute(
        "SELECT family, signature FROM library_document WHERE number IN"
        f" (SELECT document FROM library_band WHERE band IN ({write_marks(keys)}))",
        tuple(keys),
    ).fetchall()
    kin = {family for family, theirs in near if measure_likeness(signed, theirs) >= ALIKE}
    return kin, any(theirs == signed for _, theirs in near)
