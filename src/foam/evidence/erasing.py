"""Words taken out of the library for good, inside the caller's transaction; rows without them stay.

What stays of a document is its number, its id, how many sentences it had, and seals that tell nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from foam.errors import RecordDamaged
from foam.evidence.document import Document
from foam.evidence.likeness import group_alike, split_bands
from foam.evidence.shelving import add_bands, mark_removed
from foam.evidence.truth import slice_sentences, unpack_document, write_marks
from foam.evidence.versions import ERASED
from foam.record.statements import Statements

if TYPE_CHECKING:
    from foam.evidence.tables import LibraryTables


def erase_documents(db: Statements, numbers: Sequence[int], version: int) -> None:
    """Erase documents, all places they were found in, and history texts that name their files."""
    named = {name for about in _abouts(db, f"document IN ({write_marks(numbers)})", numbers) for name in _names(about)}
    heirs: set[bytes] = set()
    torn: set[int] = set()
    for number in numbers:
        mark_removed(db, number, version)
        query = "SELECT signature, family, LENGTH(ends) FROM library_document WHERE number = ?"
        signature, family, length = db.execute(query, (number,)).fetchone()
        keys = [(key, number) for key in split_bands(signature)]
        db.executemany("DELETE FROM library_band WHERE band = ? AND document = ?", keys)
        heirs.add(signature)
        torn.add(family)
        db.execute(
            "UPDATE library_document SET text = '', ends = ?, signature = ?, erased = ?, family = number"
            " WHERE number = ?",
            (bytes(length), b"", version, number),
        )
        db.execute(
            "UPDATE library_appearance SET about = '', about_digest = '', filing = '', leads = 0, file = '',"
            " salt = ?, erased = ? WHERE document = ?",
            (b"", version, number),
        )
    _hand_bands_on(db, heirs)
    _part_families(db, torn)
    _erase_history(db, named, version)


def _hand_bands_on(db: Statements, signatures: set[bytes]) -> None:
    """Of texts with one signature only the first is found by its bands; when that is erased, the next one is."""
    for signature in signatures:
        query = "SELECT MIN(number) FROM library_document WHERE erased = 0 AND signature = ?"
        (number,) = db.execute(query, (signature,)).fetchone()
        if number is not None:
            add_bands(db, number, split_bands(signature))


def _part_families(db: Statements, families: set[int]) -> None:
    """Families as they follow from the texts that are left: who was alike only by an erased one is so no more."""
    for family in families:
        query = "SELECT number, signature FROM library_document WHERE family = ? AND erased = 0"
        grouped = group_alike(dict(db.execute(query, (family,)).fetchall()))
        rows = [(own, number) for number, own in grouped.items()]
        db.executemany("UPDATE library_document SET family = ? WHERE number = ?", rows)


def _erase_history(db: Statements, names: set[str], version: int) -> None:
    """Replace what versions before this one say, where it names a file or folder that no other document names."""
    told = db.execute("SELECT version, what FROM library_version WHERE erased = 0 AND version < ?", (version,))
    named = {number: {name for name in names if _mentions(what, name)} for number, what in told}
    if not any(named.values()):
        return
    kept = {name for about in _abouts(db, "erased = 0") for name in _names(about)}
    gone = [(ERASED, b"", version, number) for number, found in named.items() if found - kept]
    db.executemany("UPDATE library_version SET what = ?, salt = ?, erased = ? WHERE version = ?", gone)


def _abouts(db: Statements, condition: str, values: Sequence[int] = ()) -> Iterator[str]:
    rows = db.execute(f"SELECT about FROM library_appearance WHERE erased = 0 AND {condition}", tuple(values))
    return (about for (about,) in rows)


def _names(about: str) -> set[str]:
    """A file as it was named, its last part, and the folders it lies in."""
    try:
        file = json.loads(about)["origin"]["file"]
        path = PurePath(file)
    except (ValueError, KeyError, TypeError):  # a damaged row names nothing; verify tells of it
        return set()
    return {file, path.name, *(str(parent) for parent in path.parents)} - {"", ".", "/", ".."}


def _mentions(what: str, name: str) -> bool:
    """Whether a path, or several of them joined by spaces, hold this one as a whole."""
    return re.search(rf"(?<![^\s/]){re.escape(name)}(?![^\s/])", what) is not None


def gather_words(db: LibraryTables, numbers: Sequence[int]) -> tuple[str, ...]:
    """Every string of these documents that no other document has, the longest first."""
    wanted = set(numbers)
    rows = db.execute(
        "SELECT d.number, d.text, d.ends, a.about FROM library_document d JOIN library_appearance a"
        f" ON a.document = d.number WHERE d.erased = 0 AND d.number IN ({write_marks(numbers)})",
        tuple(numbers),
    ).fetchall()
    words = {word for _, *row in rows for word in _words(*row)}
    if not words:
        return ()
    others = db.stream(
        "SELECT d.number, d.text, d.ends, a.about FROM library_document d JOIN library_appearance a"
        " ON a.document = d.number WHERE d.erased = 0"
    )
    for number, *row in others:
        if number not in wanted:
            words.difference_update(_words(*row))
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


def _words(text: str, ends: bytes, about: str) -> Iterator[str]:
    yield from (sentence for sentence in slice_sentences(text, ends) if sentence)
    try:
        yield from (word for word in _describing(unpack_document(text, ends, about)) if word)
    except RecordDamaged:  # its sentences are all that can be read
        return


def _describing(document: Document) -> Iterable[str]:
    """What names a document or the people behind it; not dates, sides and kinds, which name nobody."""
    cite, card = document.citation, document.card
    yield from (cite.author, *(part.strip() for part in cite.author.split(";")), cite.brief, cite.author_qualifications)
    yield from (cite.title, cite.source, cite.url, cite.raw)
    yield from (document.origin.file, PurePath(document.origin.file).name)
    if card is not None:
        yield from (card.tag, card.cite, card.pocket, card.hat, card.block)
    yield from (document.facets.topic, *document.facets.more.values())
