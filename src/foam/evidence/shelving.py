"""Rows put on the shelf and taken off it, inside the caller's transaction. Knows the tables, not the library.

A text is stored once. A place it is found in adds an appearance, unless that very appearance is there. The first
appearance of each way of filing *leads*: it is the one that an index takes in.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Literal

from foam.evidence.likeness import ALIKE, measure_likeness, split_bands
from foam.evidence.truth import NEVER, Packed, write_marks

Outcome = Literal["document", "appearance", "known"]
"""A new document, a new place of a known one, or nothing new."""


def shelve(db: sqlite3.Connection, row: Packed, *, file: str, version: int) -> Outcome:
    """Put one row on the shelf."""
    found = db.execute("SELECT number FROM library_document WHERE id = ?", (row.id,)).fetchone()
    number = found[0] if found else _new_document(db, row)
    live = db.execute(
        "SELECT about_digest, filing FROM library_appearance WHERE document = ? AND removed_in = ?", (number, NEVER)
    ).fetchall()
    if any(about == row.about_digest for about, _ in live):
        return "known"
    leads = all(filing != row.filing for _, filing in live)
    db.execute(
        "INSERT INTO library_appearance (document, about, about_digest, filing, leads, file, added_in, removed_in)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (number, row.about, row.about_digest, row.filing, leads, file, version, NEVER),
    )
    return "appearance" if live else "document"


def find_live_numbers(db: sqlite3.Connection, document: str) -> list[int]:
    """The number of the document with this id, when it is on the shelf now."""
    rows = db.execute(
        "SELECT DISTINCT d.number FROM library_document d JOIN library_appearance a ON a.document = d.number"
        " WHERE d.id = ? AND a.removed_in = ?",
        (document, NEVER),
    )
    return [number for (number,) in rows]


def mark_removed(db: sqlite3.Connection, document: int, version: int) -> None:
    """End every appearance, and forget that their files were read: adding such a file brings the document back."""
    db.execute(
        "DELETE FROM library_file WHERE digest IN"
        " (SELECT file FROM library_appearance WHERE document = ? AND removed_in = ?)",
        (document, NEVER),
    )
    db.execute(
        "UPDATE library_appearance SET removed_in = ? WHERE document = ? AND removed_in = ?",
        (version, document, NEVER),
    )


def _new_document(db: sqlite3.Connection, row: Packed) -> int:
    keys = split_bands(row.signature)
    family = _family(db, row.signature, keys)
    number = db.execute(
        "INSERT INTO library_document (id, text, ends, signature, family) VALUES (?, ?, ?, ?, ?)",
        (row.id, row.text, row.ends, row.signature, family or 0),
    ).lastrowid
    assert number is not None
    if family is None:
        db.execute("UPDATE library_document SET family = ? WHERE number = ?", (number, number))
        db.executemany("INSERT OR IGNORE INTO library_band VALUES (?, ?)", [(key, number) for key in keys])
    return number


def _family(db: sqlite3.Connection, signed: bytes, keys: Sequence[int]) -> int | None:
    """The family whose founder is most alike, if one is alike enough. Only founders have bands."""
    founders = db.execute(
        "SELECT number, signature FROM library_document WHERE number IN"
        f" (SELECT document FROM library_band WHERE band IN ({write_marks(keys)}))",
        tuple(keys),
    ).fetchall()
    alike = [(measure_likeness(signed, theirs), -number) for number, theirs in founders]
    best = max(alike, default=(0.0, 0))
    return -best[1] if best[0] >= ALIKE else None
