"""Cards by what debaters know them by: tag, author, year, file, block, side, team. The newest come first.

The index is a SQLite file derived from the library, and may be deleted at any time. Rows are numbered so that their
order is that of the years, the newest first: the best rows of any query are read off without sorting.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import combinations
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from foam.errors import InputError
from foam.evidence.document import Citation
from foam.evidence.library import Library
from foam.evidence.search.port import Progress, no_progress
from foam.evidence.truth import IN_MEMORY
from foam.private import make_file, make_folder
from foam.record.database import connect, transaction, translate_errors
from foam.values import Value

_SAID = ("tag", "author", "block")
"""Where plain words are looked for."""
_MOST_WORDS = 5
"""Words of a query, the longest, by which cards are looked for that have only some of them."""
FIELDS = ("tag", "author", "file", "block", "side", "team")
_LAST_YEAR = 9999
_ROWS_A_YEAR = 2**40
_SCHEMA = (
    "CREATE TABLE card (row INTEGER PRIMARY KEY, appearance INTEGER NOT NULL, document INTEGER NOT NULL,"
    " id TEXT NOT NULL, tag TEXT NOT NULL, cite TEXT NOT NULL, author TEXT NOT NULL, year INTEGER, file TEXT NOT NULL,"
    " block TEXT NOT NULL, side TEXT NOT NULL, team TEXT NOT NULL)",
    "CREATE INDEX card_appearance ON card (appearance)",
    "CREATE TABLE reached (version INTEGER NOT NULL)",
    "INSERT INTO reached VALUES (0)",
    "CREATE VIRTUAL TABLE card_words USING fts5"
    " (tag, author, file, block, side, team, content='', tokenize='porter unicode61 remove_diacritics 2')",
)
_WORD = re.compile(r"\w+")
_YEARS = re.compile(r"year\s*(>=|<=|=)\s*(\d{4})")
_TERM = re.compile(r"(\w+)\s*=\s*(.+)", re.DOTALL)
_PATIENCE = 30.0
"""Seconds to wait for another writer."""
_STRIDE = 64
"""Rows looked at together; copies of one card are then told apart."""


class CardLine(Value):
    """A card in one line."""

    document: str
    tag: str
    cite: str
    """Last name and two digits of the year."""
    year: int | None
    file: str
    block: str
    """The lowest heading it stands under."""
    side: str
    team: str
    read_by: int
    """How many files have it, or a near-duplicate of it."""
    contradicts: float | None = None
    """How far the judge finds that a sentence of it contradicts the claim; None where no claim was given."""
    says: str = ""
    """That sentence."""


class CardQuery(Value):
    """What cards are asked for: words of fields, and years."""

    words: tuple[str, ...] = ()
    """Words that tag, author and block together have."""
    conditions: tuple[str, ...] = ()
    """What else has to hold, as the index asks it."""
    since: int = 0
    until: int = _LAST_YEAR

    @property
    def match(self) -> str:
        """All of it as the index asks it; empty for every card."""
        return self.match_any([self.words] if self.words else [])

    def match_any(self, sets: Sequence[Sequence[str]]) -> str:
        """Cards that have all words of one of these sets, and for which the rest holds."""
        wanted = " OR ".join(f"({_join(words)})" for words in sets)
        return " AND ".join([*([f"({{{' '.join(_SAID)}}} : ({wanted}))"] if wanted else []), *self.conditions])


class _Row(NamedTuple):
    row: int
    appearance: int
    document: int
    id: str
    tag: str
    cite: str
    author: str
    year: int | None
    file: str
    block: str
    side: str
    team: str


def parse_card_query(words: str = "", where: Iterable[str] = ()) -> CardQuery:
    """Words of tag, author or block, and conditions as people type them: `author=osei`, `year>=2012`, `side=neg`."""
    asked = list[str]()
    since, until = 0, _LAST_YEAR
    for term in where:
        if years := _YEARS.fullmatch(term.strip()):
            year = int(years[2])
            since = max(since, year) if years[1] != "<=" else since
            until = min(until, year) if years[1] != ">=" else until
            continue
        named = _TERM.fullmatch(term.strip())
        if named is None or named[1] not in FIELDS:
            raise InputError(
                f"not a condition on cards: {term!r}",
                hint=f"write FIELD=WORDS or 'year>=2015' (in quotes, since > writes to a file); the fields are "
                f"{', '.join(FIELDS)}, year",
            )
        asked.append(f"({{{named[1]}}} : ({_join(_split(named[2]))}))")
    return CardQuery(words=_split(words) if words.strip() else (), conditions=tuple(asked), since=since, until=until)


def _split(text: str) -> tuple[str, ...]:
    words = tuple(_WORD.findall(text))
    if not words:
        raise InputError(f"there is no word in {text!r}", hint="write letters or digits to look for")
    return words


def _join(words: Iterable[str]) -> str:
    return " AND ".join(f'"{word}"' for word in words)


class CardIndex:
    """The cards of a library in a SQLite file of their own."""

    def __init__(self, file: Path | None) -> None:
        """Open the index in this file, or without one an index that is gone when it is closed."""
        self._file = file or IN_MEMORY
        if file is not None:
            make_folder(file.parent)
            make_file(file)
        with translate_errors(self._file):
            self._db = connect(file, timeout=_PATIENCE) if file else sqlite3.connect(":memory:", isolation_level=None)
            if self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'reached'").fetchone() is None:
                with transaction(self._db):
                    for statement in _SCHEMA:
                        self._db.execute(statement)

    @property
    def version(self) -> int:
        """The version of the library up to which every card is here."""
        return int(self._db.execute("SELECT version FROM reached").fetchone()[0])

    def close(self) -> None:
        self._db.close()

    def follow(self, library: Library, *, progress: Progress = no_progress) -> None:
        """Take in what the library gained and lost since this index's version."""
        before, now = self.version, library.version
        if before == now:
            return
        with translate_errors(self._file), transaction(self._db):
            gone = [(number,) for number, _ in library.left(after=before, upto=now)]
            self._db.executemany("DELETE FROM card WHERE appearance = ?", gone)
            for row in _rows(library, before):
                self._db.execute("INSERT INTO card VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
                self._db.execute(
                    "INSERT INTO card_words (rowid, tag, author, file, block, side, team) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (row.row, row.tag, f"{row.author} {row.cite}", row.file, row.block, row.side, row.team),
                )
                progress(1)
            self._db.execute("UPDATE reached SET version = ?", (now,))

    def find(self, library: Library, query: CardQuery, *, limit: int = 20) -> tuple[CardLine, ...]:
        """The cards asked for, the newest first; of near-duplicates the newest stands for all."""
        return self._read(library, query, [query.match], limit)

    def find_nearest(self, library: Library, query: CardQuery, *, limit: int = 20) -> tuple[CardLine, ...]:
        """Cards that have at least half of several words, those with more of them first and then the newest."""
        several = list(dict.fromkeys(map(str.lower, query.words)))
        wanted = sorted(several, key=len, reverse=True)[:_MOST_WORDS]
        held = [word for word in wanted if self._select(query, query.match_any([[word]])).fetchone()]
        counts = range(min(len(held), len(several) - 1), (len(wanted) + 1) // 2 - 1, -1)
        matches = (query.match_any(list(combinations(held, count))) for count in counts if count)
        return self._read(library, query, matches, limit)

    def _read(self, library: Library, query: CardQuery, matches: Iterable[str], limit: int) -> tuple[CardLine, ...]:
        """The cards of one match after another, each near-duplicate once."""
        found: dict[int, CardLine] = {}
        for match in matches:
            self._add(found, library, query, match, limit)
            if len(found) >= limit:
                break
        return tuple(found.values())

    def _add(self, found: dict[int, CardLine], library: Library, query: CardQuery, match: str, limit: int) -> None:
        with closing(self._select(query, match)) as rows:
            while len(found) < limit and (batch := [_Row(*row) for row in rows.fetchmany(_STRIDE)]):
                readers = library.readers([row.document for row in batch])
                for row in batch:
                    family, files = readers[row.document]
                    if family not in found and len(found) < limit:
                        found[family] = _line(row, files)

    def find_among(self, library: Library, query: CardQuery, documents: Sequence[str]) -> dict[str, CardLine]:
        """Which of these documents are cards that were asked for, in the order of the documents; of near-duplicates
        the first."""
        with closing(self._select(query, query.match, among=documents)) as rows:
            rated = {row.id: row for row in (_Row(*one) for one in rows)}
        readers = library.readers([row.document for row in rated.values()])
        found: dict[int, CardLine] = {}
        for row in (rated[one] for one in dict.fromkeys(documents) if one in rated):
            family, files = readers[row.document]
            found.setdefault(family, _line(row, files))
        return {line.document: line for line in found.values()}

    def _select(self, query: CardQuery, match: str, *, among: Sequence[str] | None = None) -> sqlite3.Cursor:
        """The rows asked for, of these documents or of all."""
        span = (_first_row(query.until), _first_row(query.since - 1))
        only = "" if among is None else " AND card.id IN (SELECT value FROM json_each(?))"
        ids = () if among is None else (json.dumps(among),)
        if not match:
            return self._db.execute(f"SELECT * FROM card WHERE row >= ? AND row < ?{only} ORDER BY row", (*span, *ids))
        return self._db.execute(
            "SELECT card.* FROM card_words CROSS JOIN card ON card.row = card_words.rowid WHERE card_words MATCH ?"
            f" AND card_words.rowid >= ? AND card_words.rowid < ?{only} ORDER BY card_words.rowid",
            (match, *span, *ids),
        )

    def compare(self, library: Library) -> Iterator[str]:
        """What here does not follow from the library."""
        if self.version != library.version:
            return
        held = {tuple(row) for row in self._db.execute("SELECT * FROM card")}
        wanted = {tuple(row) for row in _rows(library, 0)}
        if held != wanted:
            yield f"{len(held ^ wanted)} cards are not those of the library"


def _first_row(year: int) -> int:
    """The number of the first row of a year; later years have smaller ones, what has no year counts as year 0."""
    return (_LAST_YEAR - max(year, -1)) * _ROWS_A_YEAR


def _rows(library: Library, after: int) -> Iterator[_Row]:
    for place in library.places_after(after):
        if '"card":null' not in place.about:
            about = json.loads(place.about)
            if about["card"] and not about["card"]["analytic"]:
                yield _row(place.appearance, place.document, place.id, about)


def _row(appearance: int, document: int, id: str, about: dict[str, Any]) -> _Row:
    card, facets = about["card"], about["facets"]
    citation = Citation.model_construct(**about["citation"])
    year = facets["year"] if facets["year"] is not None else citation.year
    return _Row(
        row=_first_row(year or 0) + appearance,
        appearance=appearance,
        document=document,
        id=id,
        tag=card["tag"],
        cite=_write_cite(citation, card["cite"]),
        author=citation.author,
        year=year,
        file=about["origin"]["file"],
        block=card["block"] or card["hat"] or card["pocket"],
        side=facets["side"],
        team=facets["more"].get("team") or facets["more"].get("teamId", ""),
    )


def _write_cite(citation: Citation, own: str) -> str:
    """Last name and two digits of the year; where the year is not known as the debater wrote it (`Osei 9/12`)."""
    return f"{citation.last_name} {citation.published[2:4]}" if citation.published else own or citation.last_name


def _line(row: _Row, files: int) -> CardLine:
    return CardLine(
        document=row.id,
        tag=row.tag,
        cite=row.cite,
        year=row.year,
        file=PurePath(row.file).name,
        block=row.block,
        side=row.side,
        team=row.team,
        read_by=files,
    )
