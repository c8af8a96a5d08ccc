"""The table of the memory, beside the library's and under the library's versions: in its file, or in its database.

An utterance is there from version `added_in` up to and without `removed_in`, like an appearance of a document.
Annotated anew, it is removed and added; nothing is deleted, so an old version reads as it did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from foam.debate.language import list_terms
from foam.debate.memory.values import Exemplar
from foam.evidence import truth, versions
from foam.evidence.seals import seal_guest
from foam.evidence.tables import LibraryFile, LibraryTables
from foam.record.statements import Statements
from foam.values import Value

Array = NDArray[np.float32]

SCHEMA = (
    """CREATE TABLE IF NOT EXISTS memory_utterance (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    debate TEXT NOT NULL,
    digest TEXT NOT NULL,
    body TEXT NOT NULL,
    terms TEXT NOT NULL,
    embedder TEXT NOT NULL,
    vector BLOB NOT NULL,
    added_in INTEGER NOT NULL,
    removed_in INTEGER NOT NULL,
    seal TEXT NOT NULL,
    erased INTEGER NOT NULL
)""",
    "CREATE INDEX IF NOT EXISTS memory_utterance_id ON memory_utterance (id, removed_in)",
    "CREATE INDEX IF NOT EXISTS memory_utterance_added ON memory_utterance (added_in)",
    "CREATE INDEX IF NOT EXISTS memory_utterance_removed ON memory_utterance (removed_in)"
    " WHERE removed_in <> 2147483647",
)
"""Of the file; a database is given the table by its migrations."""


_ERASE = """
UPDATE memory_utterance SET id = '', debate = '', digest = '', body = '', terms = '', embedder = '', vector = ?,
    erased = ?, removed_in = CASE WHEN removed_in = ? THEN ? ELSE removed_in END WHERE number = ?
"""


class MemoryRow(NamedTuple):
    """An utterance as an index takes it in."""

    remembered: Exemplar
    terms: tuple[str, ...]
    vector: Array


class MemoryChange(Value):
    """What an `add` brought."""

    version: int
    added: int
    changed: int
    """Utterances that were there with other schemes or vectors."""
    known: int


class DebateMemory:
    """Utterances beside the documents of a library."""

    def __init__(self, tables: LibraryTables) -> None:
        self._db = tables
        tables.lay(SCHEMA)

    @classmethod
    def open(cls, file: Path) -> Self:
        """The memory in this file; it is made when it is not there."""
        return cls(LibraryFile(file))

    def close(self) -> None:
        self._db.close()

    @property
    def version(self) -> int:
        """The newest version of library and memory."""
        return versions.find_head(self._db)

    def add(self, rows: Sequence[Exemplar], vectors: Array, *, embedder: str, what: str, at: str) -> MemoryChange:
        """Take utterances in, all or none; a version is made only when something changes."""
        with self._db.writing() as db:
            version = versions.begin_version(db, action="add", what=what, at=at)
            outcomes = [_shelve(db, row, vector, embedder, version) for row, vector in zip(rows, vectors, strict=True)]
            fresh = outcomes.count("added")
            changed = len(outcomes) - outcomes.count("known")
            if changed:
                versions.settle_version(db, version, documents=fresh)
            else:
                versions.drop_version(db, version)
        return MemoryChange(
            version=version if changed else version - 1,
            added=fresh,
            changed=changed - fresh,
            known=outcomes.count("known"),
        )

    def rows(self, *, version: int | None = None) -> list[MemoryRow]:
        """Every utterance of a version, in the order they came."""
        pinned = versions.resolve_version(self._db, version)
        found = self._db.execute(
            "SELECT body, terms, vector FROM memory_utterance WHERE added_in <= ? AND ? < removed_in AND erased = 0"
            " ORDER BY number",
            (pinned, pinned),
        )
        return [
            MemoryRow(
                remembered=Exemplar.model_validate_json(body),
                terms=tuple(joined.split(" ")) if joined else (),
                vector=np.frombuffer(vector, dtype="<f4"),
            )
            for body, joined, vector in found
        ]

    def erase(self, finds: Callable[[str], bool], *, at: str, because: str) -> int:
        """Take every utterance, of any version, that holds such words out for good; says how many those were.

        Their rows stay, without words. The caller scrubs the file, which may still hold them in free pages.
        """
        rows = self._db.execute("SELECT number, body FROM memory_utterance WHERE erased = 0")
        gone = [number for number, body in rows if finds(body)]
        if not gone:
            return 0
        with self._db.writing(secure=True) as db:
            version = versions.begin_version(db, action="erase", what=because, at=at)
            db.executemany(_ERASE, [(b"", version, truth.NEVER, version, number) for number in gone])
            versions.settle_version(db, version, documents=0)
        return len(gone)

    def embedders(self) -> tuple[str, ...]:
        """Whose vectors stand in the newest version: one name, unless it was built with several."""
        rows = self._db.execute(
            "SELECT DISTINCT embedder FROM memory_utterance WHERE removed_in = ? ORDER BY embedder", (truth.NEVER,)
        )
        return tuple(name for (name,) in rows)


def _shelve(db: Statements, row: Exemplar, vector: Array, embedder: str, version: int) -> str:
    digest = row.digest
    live = db.execute(
        "SELECT number, digest, embedder FROM memory_utterance WHERE id = ? AND removed_in = ?", (row.id, truth.NEVER)
    ).fetchone()
    if live and tuple(live[1:]) == (digest, embedder):
        return "known"
    if live:
        db.execute("UPDATE memory_utterance SET removed_in = ? WHERE number = ?", (version, live[0]))
    (number,) = db.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM memory_utterance").fetchone()
    terms = " ".join(sorted(set(list_terms(row.text))))
    packed = np.ascontiguousarray(vector, dtype="<f4").tobytes()
    content = (number, row.id, row.debate, digest, row.model_dump_json(), terms, embedder, packed, version)
    db.execute(
        "INSERT INTO memory_utterance (number, id, debate, digest, body, terms, embedder, vector, added_in, removed_in,"
        " seal, erased) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
        (*content, truth.NEVER, seal_guest("memory_utterance", content)),
    )
    return "changed" if live else "added"
