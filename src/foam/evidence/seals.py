"""Seals of the library: one digest over a row as it was written, and one over all that a version did.

A row's seal names the row that was changed. A version's seal covers the seals of everything it brought, and stands as
a line in the record's log, so that a row changed together with its seal is found, too.

What can be guessed (a name, a path) is sealed with a random salt. Erasing takes the salt away with the words, and the
seal that stays tells nothing about them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from secrets import token_bytes
from typing import Any, NamedTuple

from foam.values import TAG

_SALT = 16


def make_salt() -> bytes:
    """Bytes that nobody can guess."""
    return token_bytes(_SALT)


def seal_document(number: Any, id: Any, ends: Any, signature: Any) -> str:
    """The seal of a document; the id stands for its text."""
    return seal("document", number, id, ends, signature)


class AppearanceContent(NamedTuple):
    """What an appearance's seal covers. `document` is the seal of the document."""

    number: Any
    document: Any
    about: Any
    filing: Any
    leads: Any
    file: Any
    added_in: Any


def seal_appearance(content: AppearanceContent, salt: Any) -> str:
    """The seal of a place that a document was found in."""
    return seal("appearance", *content, salt=salt)


def seal_removal(appearance: Any, version: Any) -> str:
    """The seal of the end of an appearance, given the appearance's own."""
    return seal("removal", appearance, version)


def seal_history(history: Sequence[Any], salt: Any) -> str:
    """The seal of a version's row: number, time, action, what, count."""
    return seal("history", *history, salt=salt)


def seal_guest(table: str, columns: Sequence[Any]) -> str:
    """The seal of a row that lives under the library's versions in a table of somebody else's."""
    return seal("guest", table, *columns)


class Deed(NamedTuple):
    """All that a version did to the tables, each list in the order of its numbers."""

    history: Any
    """The seal of the version's row."""
    added: Sequence[tuple[Any, Any]]
    """Appearances: number and seal. A document comes with its first appearance, whose seal covers it."""
    ended: Sequence[Any]
    """Appearances that were removed."""
    files: Sequence[tuple[Any, Any]]
    """Files that were read to their end: number and digest."""
    forgotten: Sequence[Any]
    """Files that may be read again."""
    erased: Sequence[Sequence[Any]] = ()
    """What is left of the rows whose words were erased: the table's name and every column."""
    guests: Sequence[tuple[str, Any, Any]] = ()
    """Rows of others that came with it: table, number and seal."""
    parted: Sequence[tuple[str, Any]] = ()
    """Rows of others that went with it: table and number."""


def seal_version(version: int, deed: Deed) -> str:
    """What the log says of a version."""
    return seal("version", version, *deed)


def seal(*fields: Any, salt: Any = b"") -> str:
    """A tagged digest over values of any of SQLite's types, and lists of them; equal only for equal types."""
    key = salt if isinstance(salt, bytes) and len(salt) <= hashlib.blake2b.MAX_KEY_SIZE else b""
    return TAG + hashlib.blake2b(_encode(fields), key=key, digest_size=32).hexdigest()


def _encode(value: Any) -> bytes:
    kind = type(value)
    if kind is str:
        raw = value.encode("utf-8", "surrogatepass")
        return b"s%d:%b" % (len(raw), raw)
    if kind is bytes:
        return b"b%d:%b" % (len(value), value)
    if kind is int:
        return b"i%d:" % value
    if kind is tuple or kind is list:
        return b"l%d:%b" % (len(value), b"".join(map(_encode, value)))
    return b"o%b:" % repr(value).encode()  # a float, or nothing: no column of ours holds one
