"""What was added is what is there: every change behind the library's back is found and named."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from tests.cluster import Cluster
from tests.evidence.kept import change, find_heads, named, open_kept
from tests.evidence.samples import AT, made
from tests.record.kept import Kept, KeptDatabase, KeptFile

from foam.debate.memory.store import DebateMemory
from foam.debate.memory.values import Exemplar
from foam.evidence.audit import audit_file
from foam.evidence.holdings import Batch
from foam.evidence.library import Library
from foam.evidence.truth import pack_document
from foam.record.heads import HeadsFile
from foam.record.log import LIBRARY, Head
from foam.record.sqlite import SqliteStore

FIRST, SECOND, THIRD = made("One fact. Another fact."), made("A second text.", file="b.txt"), made("A third text.")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A library of three versions in a file, for what only a file can suffer."""
    path = tmp_path / "foam.db"
    with Library.open(path) as library:
        fill(library)
    return path


@pytest.fixture
def filled(kept: Kept) -> Kept:
    """A library of three versions, of each kind in turn."""
    with open_kept(kept) as library:
        fill(library)
    return kept


def fill(library: Library) -> None:
    """Two documents added, one added with a file, one removed."""
    library.add([FIRST, SECOND], what="folder/", at=AT)
    library.take_in(Batch([(pack_document(THIRD), "f" * 64)], [("f" * 64, "c.txt")]), what="c.txt", at=AT)
    library.remove([SECOND.id], at=AT)


def test_a_sound_library_is_sound(filled: Kept) -> None:
    assert named(filled) == []


def test_every_version_is_a_line_in_the_log_and_its_head_is_noted(file: Path) -> None:
    with closing(SqliteStore(file)) as store:
        assert store.head().size == 3
        assert [head.size for head in store.noted()] == [1, 2, 3]
        assert store.noted()[-1] == store.head()
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT kind, key FROM log").fetchall() == [(LIBRARY, str(n)) for n in (1, 2, 3)]


def test_nothing_new_is_no_version_and_no_line(filled: Kept) -> None:
    with open_kept(filled) as library:
        library.add([FIRST], what="again", at=AT)
        assert library.version == 3
    assert len(HeadsFile(find_heads(filled)).read() or ()) == 3


def test_a_library_in_memory_has_a_log_too() -> None:
    with Library.in_memory() as library:
        library.add([FIRST], what="test", at=AT)
        library.remove([FIRST.id], at=AT)
        assert list(library.damaged()) == []
        library.add([FIRST], what="test", at=AT)  # the audit has left no transaction open


@pytest.mark.parametrize(
    ("statement", "who"),
    [
        ("UPDATE library_appearance SET about = REPLACE(about, 'notes.txt', 'other.txt') WHERE number = 1", FIRST.id),
        ("UPDATE library_document SET ends = x'0300000017000000' WHERE number = 1", FIRST.id),
        ("UPDATE library_document SET text = 'A second lie.' WHERE number = 2", SECOND.id),
        ("UPDATE library_appearance SET removed_in = 2147483647 WHERE number = 2", SECOND.id),
        ("UPDATE library_appearance SET removed_in = 2 WHERE number = 1", FIRST.id),
        ("DELETE FROM library_band WHERE document = 3", THIRD.id),
        ("UPDATE library_document SET family = 1 WHERE number = 3", THIRD.id),
        ("UPDATE library_appearance SET leads = 0 WHERE number = 3", THIRD.id),
    ],
)
def test_a_changed_row_is_named_itself(filled: Kept, statement: str, who: str) -> None:
    change(filled, statement)
    assert any(line.startswith(f"d:{who[:8]}: ") for line in named(filled))


def test_every_damaged_row_is_named_and_the_reading_goes_on(file: Path) -> None:
    change(KeptFile(file), "UPDATE library_document SET text = x'ff00', ends = 'no', signature = 5")
    change(KeptFile(file), "UPDATE library_appearance SET about = 7, filing = x'00', added_in = 'x', salt = 'long'")
    change(KeptFile(file), "UPDATE library_version SET at = x'ff', documents = 'many'")
    found = "\n".join(named(KeptFile(file)))
    for one in (FIRST, SECOND, THIRD):
        assert f"d:{one.id[:8]}: its text" in found
        assert f"d:{one.id[:8]}: appearance" in found
    for version in (1, 2, 3):
        assert f"version {version} of the library" in found


def test_text_that_is_no_text_costs_itself_alone(file: Path) -> None:
    change(KeptFile(file), "UPDATE library_appearance SET about = CAST(x'22ff' AS TEXT) WHERE number = 1")
    found = "\n".join(named(KeptFile(file)))
    assert f"d:{FIRST.id[:8]}: appearance 1" in found
    assert THIRD.id[:8] not in found


@pytest.mark.parametrize(
    "table", ["library_document", "library_appearance", "library_version", "library_file", "library_band"]
)
def test_a_missing_table_is_found(filled: Kept, table: str) -> None:
    change(filled, f"DROP TABLE {table}")
    assert named(filled)


def test_a_rolled_back_library_is_found_though_the_log_is_whole(filled: Kept) -> None:
    change(filled, "DELETE FROM library_version WHERE version = 3")
    change(filled, "UPDATE library_appearance SET removed_in = 2147483647, removal = '' WHERE number = 2")
    assert named(filled) == ["version 3 of the library: line 3 of the log names it; it is not there"]


def test_an_older_copy_of_the_whole_file_is_found_by_the_noted_heads(tmp_path: Path) -> None:
    path, copy = tmp_path / "foam.db", tmp_path / "copy.db"
    with Library.open(path) as library:
        library.add([FIRST], what="test", at=AT)
    shutil.copy(path, copy)
    with Library.open(path) as library:
        library.add([SECOND], what="test", at=AT)
    shutil.copy(copy, path)
    assert "the rest is gone" in named(KeptFile(path))[0]
    head = Head.parse(path.with_suffix(".heads").read_text().split()[-1])
    HeadsFile(path).path.unlink()
    found = [damage.reason for damage in audit_file(path, head=head)]
    assert len(found) == 2
    assert "gone" in found[0]
    assert str(head) in found[1]


def test_a_file_said_to_be_read_that_was_not_is_found(filled: Kept) -> None:
    """Else somebody could keep a file out of the library: it would count as known."""
    change(
        filled, "INSERT INTO library_file (number, digest, added_in, removed_in) VALUES (2, ?, 2, 2147483647)", "a" * 64
    )
    assert "version 2 of the library" in named(filled)[0]


@pytest.mark.parametrize("table", ["library_document", "library_appearance", "library_version"])
def test_an_empty_mark_of_erasure_is_no_zero(file: Path, table: str) -> None:
    """It hides a row from every query, and yet is as false as zero."""
    change(KeptFile(file), f"UPDATE {table} SET erased = x'' WHERE rowid = 1")
    assert named(KeptFile(file))


def test_a_table_under_another_name_is_found(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET name = 'library_Band' WHERE name = 'library_band'")
    assert any("declared" in line for line in named(KeptFile(file)))


def test_a_trigger_that_hides_things_is_found(file: Path) -> None:
    change(KeptFile(file), "CREATE TRIGGER quiet AFTER INSERT ON library_document BEGIN DELETE FROM library_band; END")
    assert any("declared" in line for line in named(KeptFile(file)))


def plant(text: str) -> Exemplar:
    row = {"id": text, "text": text, "side": "pro", "speaker": "a", "motion": "m", "debate": "d", "turn": 0}
    return Exemplar.model_validate(row | {"language": "en", "schemes": {}, "annotator": "test"})


MEMORY_CHANGES = (
    "UPDATE memory_utterance SET body = REPLACE(body, 'first', 'other')",
    "UPDATE memory_utterance SET vector = x'00' WHERE number = 1",
    "UPDATE memory_utterance SET removed_in = 5 WHERE number = 1",
    "UPDATE memory_utterance SET removed_in = 2147483647",
    "DELETE FROM memory_utterance WHERE number = 3",
    "DROP TABLE memory_utterance",
)


@pytest.mark.parametrize("statement", MEMORY_CHANGES)
def test_the_debate_memory_lives_under_the_same_seals(filled: Kept, statement: str) -> None:
    with open_kept(filled) as library:
        memory = DebateMemory(library.tables)
        for speech in ("first", "second"):
            memory.add([plant(speech)], np.ones((1, 4), np.float32), embedder="test", what="debates", at=AT)
        memory.add([plant("second")], np.zeros((1, 4), np.float32), embedder="other", what="anew", at=AT)
        assert memory.version == 6
        assert [row.remembered.text for row in memory.rows()] == ["first", "second"]
    assert named(filled) == []
    assert len(HeadsFile(find_heads(filled)).read() or ()) == 6
    change(filled, statement)
    assert named(filled), statement


def test_words_of_the_debate_memory_are_erased_and_the_rest_verifies(filled: Kept) -> None:
    with open_kept(filled) as library:
        memory = DebateMemory(library.tables)
        spoken = [plant("Quendelin was late"), plant("second")]
        memory.add(spoken, np.ones((2, 4), np.float32), embedder="test", what="debates", at=AT)
        assert memory.erase(lambda text: "Quendelin" in text, at=AT, because="asked for") == 1
        library.scrub()
        assert [row.remembered.text for row in memory.rows()] == ["second"]
    assert not any(b"Quendelin" in data for data in filled.read_own())
    assert named(filled) == []


def test_a_database_that_was_put_back_from_a_dump_is_found_by_the_noted_heads(
    cluster: Cluster, database: str, tmp_path: Path
) -> None:
    held = KeptDatabase(cluster, database, tmp_path / "library")
    with open_kept(held) as library:
        library.add([FIRST], what="test", at=AT)
    old = held.copy()
    with open_kept(held) as library:
        library.add([SECOND], what="test", at=AT)
    held.heads.rename(old.heads)
    assert "the rest is gone" in named(old)[0]


CHANGES = (
    "UPDATE foam.library_document SET text = 'A lie.' WHERE number = 1",
    "UPDATE foam.library_document SET text = '', signature = '', erased = 2 WHERE number = 1",
    "UPDATE foam.library_document SET id = 'x' WHERE number = 1",
    "UPDATE foam.library_appearance SET about = '{}' WHERE number = 1",
    "UPDATE foam.library_appearance SET removed_in = 2 WHERE number = 2",
    "UPDATE foam.library_version SET what = 'x' WHERE version = 1",
    "UPDATE foam.library_file SET digest = 'x'",
    "UPDATE foam.library_log SET seal = 'x'",
    "DELETE FROM foam.library_version WHERE version = 3",
    *(f"DELETE FROM foam.{one}" for one in ("library_log", "library_document", "library_appearance", "library_file")),
    *(f"TRUNCATE foam.{one}" for one in ("library_log", "library_document", "library_version", "memory_utterance")),
)


def test_the_database_itself_refuses_to_change_what_was_kept(database: str) -> None:
    import psycopg

    with Library.open_database(database) as library:
        fill(library)
        library.remove([THIRD.id], at=AT)
    with psycopg.connect(database, autocommit=True) as db:
        for statement in CHANGES:
            with pytest.raises(psycopg.errors.RestrictViolation, match="append-only"):
                db.execute(statement)
    with Library.open_database(database) as library:
        assert list(library.damaged()) == []


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE foam.library_document DISABLE TRIGGER named_only",
        "DROP TRIGGER append_only ON foam.library_log",
        "CREATE RULE quiet AS ON UPDATE TO foam.library_appearance DO INSTEAD NOTHING",
        "DROP INDEX foam.library_appearance_file",
        "CREATE OR REPLACE FUNCTION foam.is_erasure(version bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    ],
)
def test_a_database_that_was_declared_otherwise_is_found(database: str, statement: str) -> None:
    import psycopg

    with Library.open_database(database) as library:
        fill(library)
    with psycopg.connect(database, autocommit=True) as db:
        db.execute(statement)
    with Library.open_database(database) as library:
        assert [damage.key for damage in library.damaged()] == ["database"]
