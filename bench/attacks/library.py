"""Attacks on the library: rows changed behind its back, forged with all their seals, swapped indexes, flipped bits.

An attack counts as found when `verify` names it, as harmless when everything that can be read is what it was, and as
silent otherwise.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bench.attacks.tally import Tally
from foam.errors import FoamError
from foam.evidence.audit import audit_file
from foam.evidence.derived import check_indexes
from foam.evidence.document import Citation, Document, Facets, Highlight, Origin, make_document
from foam.evidence.holdings import Batch
from foam.evidence.library import Library
from foam.evidence.likeness import split_bands
from foam.evidence.quotes.shelf import open_shingles
from foam.evidence.seals import (
    AppearanceContent,
    seal_appearance,
    seal_document,
    seal_history,
    seal_removal,
    seal_version,
)
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.opening import index_folder, shingle_folder
from foam.evidence.search.place import name_folder
from foam.evidence.truth import NEVER, pack_document
from foam.evidence.versions import HISTORY, find_deed
from foam.record.heads import SUFFIX, HeadsFile
from foam.record.log import LIBRARY, Head, Line, TableLog
from foam.values import digest_bytes
from foam_quotes.text.normalise import compute_id

AT = "2026-01-01T00:00:00.000+00:00"
FLIPS = 300
WAL_CUTS = 60
EMBEDDER = HashingEmbedder()

_NEAR = "Heat pumps cut household emissions by half in most climates, according to a survey of forty studies."


def run(folder: Path, *, flips: int = FLIPS) -> Iterable[Tally]:
    """Every kind of attack on a library built in this folder."""
    home = folder / "home"
    build_home(home)
    yield _count("library: one row, table or index changed", home, [Attack(*one) for one in _rows()])
    yield _count("library: rows forged with their seals", home, list(forge("row")))
    yield _count("library: forged with seals and log lines", home, list(forge("line")))
    yield _count("library: forged with the whole log", home, list(forge("log")), note="found by the noted heads")
    noted = Head.parse((HeadsFile(home / "foam.db").read() or ())[-1])
    attacks = list(forge("heads"))
    yield _count("library: forged with log and noted heads", home, attacks, head=noted, note="found with --head")
    build_home(folder / "full" / "home", more=300)
    yield _flip_bits(folder / "full" / "home", flips)
    yield _cut_wal(folder / "open" / "home")
    yield _swap_derived(home, folder / "other")


def build_home(home: Path, *, word: str = "wind", more: int = 0) -> None:
    """A library with all that one can have: families, copies, files, removals, an erasure, and derived files.

    With `more` documents, so that few bytes of the file are unused.
    """
    texts = [f"Document {i} says that {word} is safe. It adds number {i * 7}. So it ends." for i in range(24)]
    documents = [_make(text, i) for i, text in enumerate([*texts, _NEAR, f"{_NEAR} They said so in May."])]
    copy = documents[3].model_copy(update={"origin": Origin(file="copy.txt", format="text", importer="a-1")})
    with Library.open(home / "foam.db") as library:
        for start in range(0, len(documents), 9):
            rows = [(pack_document(one), f"{start:064x}") for one in documents[start : start + 9]]
            library.take_in(Batch(rows, [(f"{start:064x}", f"file{start}")]), what=f"in/{start}", at=AT)
        library.add([copy], what="copy.txt", at=AT)
        library.remove([documents[5].id, documents[6].id], at=AT)
        library.add([documents[5]], what="again", at=AT)
        library.erase([documents[8].id], at=AT, because="somebody asked")
        if more:
            many = [_make(f"Number {i} of many. {_NEAR[i % 60 :]} The end.", i % 90) for i in range(more)]
            library.add(many, what="many", at=AT)
        MemoryIndex(EMBEDDER, index_folder(home) / "memory" / name_folder(EMBEDDER)).follow(library)
        open_shingles(library, shingle_folder(home))


def _make(text: str, number: int) -> Document:
    return make_document(
        text,
        origin=Origin(file=f"in/{number // 9}.csv", format="csv", importer="a-1", row=number),
        citation=Citation(author=f"Author {number}", published=f"20{number:02}", url=f"https://x{number}.org"),
        markup=(Highlight(start=0, end=8),),
        facets=Facets(side="aff" if number % 2 else "neg", topic="energy", kind="card"),
    )


Level = Literal["row", "line", "log", "heads"]
"""How far a forger goes: the seals of rows; the lines of the log; its nodes; the file of noted heads."""


@dataclass(frozen=True)
class Attack:
    """One change of the database, and how far it was covered up."""

    name: str
    statements: str
    level: Level | None = None

    def make(self, file: Path) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous=OFF")
            before = db.total_changes
            for statement in self.statements.split(";;"):
                db.execute(statement)
            declares = any(word in self.statements for word in ("TABLE", "CREATE", "DROP"))
            assert db.total_changes > before or declares, f"{self.name}: the attack must change something"
            if self.level is not None:
                _cover(db, self.level, file)


def _rows() -> Iterator[tuple[str, str]]:
    """What somebody with a database tool can do to one row or a few."""
    about = "UPDATE library_appearance SET about = REPLACE(about, {}) WHERE number = 4"
    for name, pair in (
        ("author", "'Author 3', 'Author 9'"),
        ("date", "'2003', '2013'"),
        ("file", "'in/0.csv', 'in/1.csv'"),
        ("address", "'x3.org', 'x4.org'"),
        ("side", "'aff', 'neg'"),
        ("topic", "'energy', 'health'"),
        ("marking", "'\"end\":8', '\"end\":9'"),
        ("row of the file", "'\"row\":3', '\"row\":2'"),
    ):
        yield f"change the {name}", about.format(pair)
    for name, change in _COLUMNS.items():
        yield name, change
    for table, key in (
        ("library_document", "number = 4"),
        ("library_appearance", "number = 4"),
        ("library_version", "version = 2"),
        ("library_version", "version = 7"),
        ("library_file", "number = 1"),
        ("library_band", "document = 4"),
        ("library_appearance", "document = 9"),
    ):
        yield f"delete {table} where {key}", f"DELETE FROM {table} WHERE {key}"
    for table in ("library_document", "library_appearance", "library_version", "library_file", "library_band"):
        yield f"drop {table}", f"DROP TABLE {table}"
        yield f"empty {table}", f"DELETE FROM {table}"


_COLUMNS = {
    "text": "UPDATE library_document SET text = REPLACE(text, 'safe', 'mad!') WHERE number = 4",
    "text and id": "UPDATE library_document SET text = 'Lies.', id = '" + "a" * 64 + "' WHERE number = 4",
    "text of the wrong type": "UPDATE library_document SET text = x'00ff' WHERE number = 4",
    "text that is no text": "UPDATE library_document SET text = CAST(x'ff' AS TEXT) WHERE number = 4",
    "sentence ends": "UPDATE library_document SET ends = x'0500000048000000' WHERE number = 4",
    "one sentence fewer": "UPDATE library_document SET ends = substr(ends, 5) WHERE number = 4",
    "signature": "UPDATE library_document SET signature = zeroblob(192) WHERE number = 4",
    "family joined": "UPDATE library_document SET family = 3 WHERE number = 4",
    "family left": "UPDATE library_document SET family = 26 WHERE number = 26",
    "number of a document": "UPDATE library_document SET number = 99 WHERE number = 4",
    "seal of a document": "UPDATE library_document SET seal = 'b2:0' WHERE number = 4",
    "erased by a word": "UPDATE library_document SET erased = 7 WHERE number = 4",
    "erased in full": "UPDATE library_document SET text = '', ends = zeroblob(12), signature = x'', erased = 7"
    " WHERE number = 4;; UPDATE library_appearance SET about = '', about_digest = '', filing = '', leads = 0,"
    " file = '', salt = x'', erased = 7 WHERE document = 4",
    "erased, and back": "UPDATE library_document SET erased = 0 WHERE number = 9",
    "words put into an erased document": "UPDATE library_document SET text = 'New words.' WHERE number = 9",
    "another number of sentences erased": "UPDATE library_document SET ends = zeroblob(400) WHERE number = 9",
    "abouts swapped": "UPDATE library_appearance SET about = (SELECT about FROM library_appearance b WHERE b.number ="
    " 9 - library_appearance.number), about_digest = (SELECT about_digest FROM library_appearance b WHERE b.number ="
    " 9 - library_appearance.number) WHERE number IN (4, 5)",
    "documents swapped": "UPDATE library_appearance SET document = 9 - document WHERE document IN (4, 5)",
    "ids swapped": "UPDATE library_document SET id = CASE number WHEN 4 THEN 'x' ELSE id END;;"
    "UPDATE library_document SET id = (SELECT id FROM library_document WHERE number = 4) || 'y' WHERE number = 5",
    "filing": "UPDATE library_appearance SET filing = REPLACE(filing, 'energy', 'other') WHERE number = 4",
    "digest of the about": "UPDATE library_appearance SET about_digest = 'b2:1' WHERE number = 4",
    "not leading": "UPDATE library_appearance SET leads = 0 WHERE number = 4",
    "leading by a fraction": "UPDATE library_appearance SET leads = 1.5 WHERE number = 4",
    "file of an appearance": "UPDATE library_appearance SET file = 'f' WHERE number = 4",
    "there later": "UPDATE library_appearance SET added_in = 2 WHERE number = 4",
    "there from the start": "UPDATE library_appearance SET added_in = 0 WHERE number = 4",
    "there too late": "UPDATE library_appearance SET added_in = 90 WHERE number = 4",
    "hidden": "UPDATE library_appearance SET removed_in = 4 WHERE number = 4",
    "hidden with a version of nobody": "UPDATE library_appearance SET removed_in = 50 WHERE number = 4",
    "removed, and back": f"UPDATE library_appearance SET removed_in = {NEVER}, removal = '' WHERE removed_in = 5",
    "removed elsewhere": "UPDATE library_appearance SET removed_in = 6 WHERE removed_in = 5",
    "salt": "UPDATE library_appearance SET salt = x'' WHERE number = 4",
    "duplicate an appearance": "INSERT INTO library_appearance SELECT number + 100, document, about, about_digest,"
    " filing, leads, file, added_in, removed_in, removal, salt, seal, erased FROM library_appearance WHERE number = 4",
    "duplicate a document": "INSERT INTO library_document SELECT number + 100, id || 'x', text, ends, signature,"
    " family, seal, erased FROM library_document WHERE number = 4",
    "insert a version": f"INSERT INTO library_version VALUES (8, '{AT}', 'add', 'x', 1, x'', 'b2:2', 0)",
    "time of a version": "UPDATE library_version SET at = '2020-01-01' WHERE version = 2",
    "action of a version": "UPDATE library_version SET action = 'remove' WHERE version = 2",
    "text of a version": "UPDATE library_version SET what = 'elsewhere' WHERE version = 2",
    "count of a version": "UPDATE library_version SET documents = 3 WHERE version = 2",
    "number of a version": "UPDATE library_version SET version = 70 WHERE version = 7",
    "reason of an erasure": "UPDATE library_version SET what = 'nobody asked' WHERE version = 7",
    "a version rolled back": "DELETE FROM library_version WHERE version = 7",
    "removal rolled back": "DELETE FROM library_version WHERE version > 4;; DELETE FROM library_appearance"
    f" WHERE added_in > 4;; UPDATE library_appearance SET removed_in = {NEVER}, removal = '' WHERE removed_in > 4",
    "a file that was never read": f"INSERT INTO library_file VALUES (99, '{'c' * 64}', 2, {NEVER})",
    "a file of another digest": f"UPDATE library_file SET digest = '{'c' * 64}' WHERE number = 1",
    "a file forgotten": "UPDATE library_file SET removed_in = 5 WHERE number = 2",
    "a file remembered": f"UPDATE library_file SET removed_in = {NEVER} WHERE removed_in <> {NEVER}",
    "a band more": "INSERT INTO library_band VALUES (12345, 4)",
    "a band elsewhere": "UPDATE library_band SET document = 5 WHERE document = 4",
    "a line of the log": f"UPDATE log SET seal = 'b2:3' WHERE kind = '{LIBRARY}' AND key = '2'",
    "a line of the log deleted": f"DELETE FROM log WHERE kind = '{LIBRARY}' AND key = '7'",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON library_document BEGIN DELETE FROM library_band; END",
    "a view in place of a table": "ALTER TABLE library_band RENAME TO b;; CREATE TABLE library_band (band, document)",
    "an index deleted": "DROP INDEX library_appearance_removed",
}
"""Each changes one kind of row; several statements are parted by two semicolons."""


def forge(level: Level) -> Iterator[Attack]:
    """Changes that are worth covering up."""
    for name in (
        "text and id",
        "sentence ends",
        "family joined",
        "family left",
        "filing",
        "not leading",
        "there later",
        "hidden",
        "removed, and back",
        "removed elsewhere",
        "erased in full",
        "time of a version",
        "text of a version",
        "reason of an erasure",
        "a file that was never read",
        "removal rolled back",
    ):
        yield Attack(name, _COLUMNS[name], level)
    for name, statement in list(_rows())[:8]:
        yield Attack(name, statement, level)


def _cover(db: sqlite3.Connection, level: Level, file: Path) -> None:
    """Derive every seal anew, as somebody can who knows the format; then the log; then the file of heads."""
    db.execute("DELETE FROM library_band")
    query = "SELECT number, text, ends, signature FROM library_document WHERE erased = 0 ORDER BY number"
    met: set[bytes] = set()
    for number, text, ends, signature in db.execute(query).fetchall():
        id = compute_id(text)
        sealed = seal_document(number, id, ends, signature)
        db.execute("UPDATE library_document SET id = ?, seal = ? WHERE number = ?", (id, sealed, number))
        bands = [(band, number) for band in split_bands(signature) if signature not in met]
        met.add(signature)
        db.executemany("INSERT OR IGNORE INTO library_band VALUES (?, ?)", bands)
    rows = db.execute(
        "SELECT a.number, d.seal, a.about, a.filing, a.leads, a.file, a.added_in, a.salt, a.seal, a.removed_in,"
        " a.erased FROM library_appearance a JOIN library_document d ON d.number = a.document"
    ).fetchall()
    for *content, salt, kept, removed_in, erased in rows:
        number, _, about, *_ = content
        sealed = kept if erased else seal_appearance(AppearanceContent(*content), salt)
        digest = "" if erased else digest_bytes(about.encode())
        removal = "" if removed_in == NEVER else seal_removal(sealed, removed_in)
        db.execute(
            "UPDATE library_appearance SET seal = ?, about_digest = ?, removal = ? WHERE number = ?",
            (sealed, digest, removal, number),
        )
    for *history, salt in db.execute(f"SELECT {HISTORY}, salt FROM library_version WHERE erased = 0").fetchall():
        sealed = seal_history(history, salt)
        db.execute("UPDATE library_version SET seal = ? WHERE version = ?", (sealed, history[0]))
    if level != "row":
        _cover_log(db, level, file)


def _cover_log(db: sqlite3.Connection, level: Level, file: Path) -> None:
    versions = [version for (version,) in db.execute("SELECT version FROM library_version ORDER BY version").fetchall()]
    for version in versions:
        sealed = seal_version(version, find_deed(db, version))
        db.execute("UPDATE log SET seal = ? WHERE kind = ? AND key = ?", (sealed, LIBRARY, str(version)))
    if level == "line":
        return
    db.execute("DELETE FROM log WHERE kind = ? AND CAST(key AS INTEGER) > ?", (LIBRARY, versions[-1]))
    lines = [Line(*line) for line in db.execute("SELECT kind, key, run, seal FROM log ORDER BY seq").fetchall()]
    db.execute("DELETE FROM log")
    log = TableLog(db)
    for line in lines:
        log.append(line)
    if level == "heads":
        heads = [f"{log.head(size)}\n" for size in range(1, len(lines) + 1)]
        file.with_suffix(SUFFIX).write_text("".join(heads))


def _count(kind: str, home: Path, attacks: list[Attack], *, head: Head | None = None, note: str = "") -> Tally:
    whole = read_all(home / "foam.db")
    found = silent = 0
    missed = []
    for attack in attacks:
        file = copy_home(home)
        attack.make(file)
        if is_found(file, head):
            found += 1
        elif _differs(file, whole):
            silent += 1
            missed.append(attack.name)
    said = "; ".join([*([note] if note else []), *(f"missed: {name}" for name in missed)])
    return Tally(kind, len(attacks), found, silent, said)


def _flip_bits(home: Path, flips: int) -> Tally:
    """One bit of the database file at a time."""
    rng = random.Random(17)
    whole = read_all(home / "foam.db")
    content = (home / "foam.db").read_bytes()
    found = silent = 0
    for _ in range(flips):
        file = copy_home(home)
        flipped = bytearray(content)
        flipped[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        file.write_bytes(flipped)
        if is_found(file, None):
            found += 1
        elif _differs(file, whole):
            silent += 1
    return Tally("library: one bit of the file flipped", flips, found, silent, "the rest lies in unused bytes")


def _cut_wal(home: Path) -> Tally:
    """The write-ahead log of a library in use, cut short or with a bit flipped: versions go, and heads stay."""
    rng = random.Random(18)
    file, tally = home / "foam.db", Counter[str]()
    with Library.open(file) as library:
        library.add([_make("The first text of all.", 0)], what="first", at=AT)
    with Library.open(file) as library:
        for i in range(1, 6):
            library.add([_make(f"Text number {i} of the day.", i)], what="more", at=AT)
        content = home.joinpath("foam.db-wal").read_bytes()
        place = copy_home(home)
    whole = None
    for attempt in range(1 + WAL_CUTS):
        flipped = bytearray(content)
        if attempt % 2:
            flipped[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        elif attempt:
            del flipped[rng.randrange(len(content)) :]
        target = copy_home(place.parent, name="cut")
        target.with_name("foam.db-wal").write_bytes(flipped)
        if not attempt:
            assert not is_found(target, None), "a whole log must be sound"
            whole = read_all(target)
        elif is_found(target, None):
            tally["found"] += 1
        elif _differs(target, whole):
            tally["silent"] += 1
    return Tally("library: write-ahead log cut or flipped", WAL_CUTS, tally["found"], tally["silent"])


def _swap_derived(home: Path, other: Path) -> Tally:
    """The index and the runs of words of another library in place of this one's, under this one's names."""
    build_home(other, word="coal")
    found = attempts = 0
    memory = Path("memory", name_folder(EMBEDDER))
    (mine,), (theirs,) = (list((index_folder(one) / memory).iterdir()) for one in (home, other))
    for source, target in ((theirs, mine), (shingle_folder(other), shingle_folder(home))):
        attempts += 1
        file = copy_home(home, derived=True)
        place = file.parent / target.relative_to(home)
        shutil.rmtree(place)
        shutil.copytree(source, place)
        with Library.open(file) as library:
            found += bool(list(check_indexes(library, file.parent, [EMBEDDER])))
    return Tally("library: index swapped", attempts, found, attempts - found)


def copy_home(home: Path, *, derived: bool = False, name: str = "attacked") -> Path:
    """The library in a place where it may be attacked; the last one that was is gone."""
    place = home.parent / name
    shutil.rmtree(place, ignore_errors=True)
    if derived:
        shutil.copytree(home, place)
    else:
        place.mkdir()
        for name in ("foam.db", f"foam{SUFFIX}"):
            shutil.copy(home / name, place)
    return place / "foam.db"


def is_found(file: Path, head: Head | None) -> bool:
    """Whether verify names anything, or the file cannot be opened."""
    try:
        return next(iter(audit_file(file, head=head)), None) is not None
    except FoamError:
        return True


def _differs(file: Path, whole: object) -> bool:
    try:
        return read_all(file) != whole
    except Exception:  # what cannot be read is not what it was
        return True


def read_all(file: Path) -> object:
    """Everything that can be read of a library."""
    with Library.open(file) as library:
        ids = library.ids()
        return [
            library.versions(),
            [library.ids(version=version) for version in range(library.version + 1)],
            [library.stats(version=version) for version in range(library.version + 1)],
            [library.filings(version=version) for version in range(library.version + 1)],
            [library.appearances(one) for one in ids],
            [library.family(one) for one in ids],
            list(library.entered(after=0, upto=library.version)),
            library.left(after=4, upto=7),
            [library.finished(f"{start:064x}") for start in range(0, 27, 9)],
            library.gather_words(ids[:3]),
        ]
