"""What was added is what is there: every change behind the library's back is found and named."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from tests.evidence.samples import AT, made

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
    """A library of three versions: two documents added, one added with a file, one removed."""
    path = tmp_path / "foam.db"
    with Library.open(path) as library:
        library.add([FIRST, SECOND], what="folder/", at=AT)
        library.take_in(Batch([(pack_document(THIRD), "f" * 64)], [("f" * 64, "c.txt")]), what="c.txt", at=AT)
        library.remove([SECOND.id], at=AT)
    return path


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        assert db.execute(statement, values).rowcount != 0, "the test must change something"


def named(path: Path) -> list[str]:
    return [f"{damage.key}: {damage.reason}" for damage in audit_file(path)]


def test_a_sound_library_is_sound(file: Path) -> None:
    assert named(file) == []


def test_every_version_is_a_line_in_the_log_and_its_head_is_noted(file: Path) -> None:
    with closing(SqliteStore(file)) as store:
        assert store.head().size == 3
        assert [head.size for head in store.noted()] == [1, 2, 3]
        assert store.noted()[-1] == store.head()
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT kind, key FROM log").fetchall() == [(LIBRARY, str(n)) for n in (1, 2, 3)]


def test_nothing_new_is_no_version_and_no_line(file: Path) -> None:
    with Library.open(file) as library:
        library.add([FIRST], what="again", at=AT)
        assert library.version == 3
    assert len(HeadsFile(file).read() or ()) == 3


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
def test_a_changed_row_is_named_itself(file: Path, statement: str, who: str) -> None:
    change(file, statement)
    assert any(line.startswith(f"d:{who[:8]}: ") for line in named(file))


def test_every_damaged_row_is_named_and_the_reading_goes_on(file: Path) -> None:
    change(file, "UPDATE library_document SET text = x'ff00', ends = 'no', signature = 5")
    change(file, "UPDATE library_appearance SET about = 7, filing = x'00', added_in = 'x', salt = 'long'")
    change(file, "UPDATE library_version SET at = x'ff', documents = 'many'")
    found = "\n".join(named(file))
    for one in (FIRST, SECOND, THIRD):
        assert f"d:{one.id[:8]}: its text" in found
        assert f"d:{one.id[:8]}: appearance" in found
    for version in (1, 2, 3):
        assert f"version {version} of the library" in found


def test_text_that_is_no_text_costs_itself_alone(file: Path) -> None:
    change(file, "UPDATE library_appearance SET about = CAST(x'22ff' AS TEXT) WHERE number = 1")
    found = "\n".join(named(file))
    assert f"d:{FIRST.id[:8]}: appearance 1" in found
    assert THIRD.id[:8] not in found


@pytest.mark.parametrize(
    "table", ["library_document", "library_appearance", "library_version", "library_file", "library_band"]
)
def test_a_missing_table_is_found(file: Path, table: str) -> None:
    change(file, f"DROP TABLE {table}")
    assert named(file)


def test_a_rolled_back_library_is_found_though_the_record_is_whole(file: Path, tmp_path: Path) -> None:
    change(file, "DELETE FROM library_version WHERE version = 3")
    change(file, "UPDATE library_appearance SET removed_in = 2147483647, removal = '' WHERE number = 2")
    assert named(file) == ["version 3 of the library: line 3 of the log names it; it is not there"]


def test_an_older_copy_of_the_whole_file_is_found_by_the_noted_heads(tmp_path: Path) -> None:
    path, copy = tmp_path / "foam.db", tmp_path / "copy.db"
    with Library.open(path) as library:
        library.add([FIRST], what="test", at=AT)
    shutil.copy(path, copy)
    with Library.open(path) as library:
        library.add([SECOND], what="test", at=AT)
    shutil.copy(copy, path)
    assert "the rest is gone" in named(path)[0]
    head = Head.parse(path.with_suffix(".heads").read_text().split()[-1])
    HeadsFile(path).path.unlink()
    found = [damage.reason for damage in audit_file(path, head=head)]
    assert len(found) == 2
    assert "gone" in found[0]
    assert str(head) in found[1]


def test_a_file_said_to_be_read_that_was_not_is_found(file: Path) -> None:
    """Else somebody could keep a file out of the library: it would count as known."""
    change(file, "INSERT INTO library_file (digest, added_in, removed_in) VALUES (?, 2, 2147483647)", "a" * 64)
    assert "version 2 of the library" in named(file)[0]


@pytest.mark.parametrize("table", ["library_document", "library_appearance", "library_version"])
def test_an_empty_mark_of_erasure_is_no_zero(file: Path, table: str) -> None:
    """It hides a row from every query, and yet is as false as zero."""
    change(file, f"UPDATE {table} SET erased = x'' WHERE rowid = 1")
    assert named(file)


def test_a_table_under_another_name_is_found(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET name = 'library_Band' WHERE name = 'library_band'")
    assert any("declared" in line for line in named(file))


def test_a_trigger_that_hides_things_is_found(file: Path) -> None:
    change(file, "CREATE TRIGGER quiet AFTER INSERT ON library_document BEGIN DELETE FROM library_band; END")
    assert any("declared" in line for line in named(file))


def plant(text: str) -> Exemplar:
    row = {"id": text, "text": text, "side": "pro", "speaker": "a", "motion": "m", "debate": "d", "turn": 0}
    return Exemplar.model_validate(row | {"language": "en", "schemes": {}, "annotator": "test"})


def test_the_debate_memory_lives_under_the_same_seals(file: Path) -> None:
    with closing(DebateMemory(file)) as memory:
        for speech in ("first", "second"):
            memory.add([plant(speech)], np.ones((1, 4), np.float32), embedder="test", what="debates", at=AT)
        memory.add([plant("second")], np.zeros((1, 4), np.float32), embedder="other", what="anew", at=AT)
        assert memory.version == 6
    assert named(file) == []
    whole = file.read_bytes()
    for statement in (
        "UPDATE memory_utterance SET body = REPLACE(body, 'first', 'other')",
        "UPDATE memory_utterance SET vector = x'00' WHERE number = 1",
        "UPDATE memory_utterance SET removed_in = 5 WHERE number = 1",
        "UPDATE memory_utterance SET removed_in = 2147483647",
        "DELETE FROM memory_utterance WHERE number = 3",
        "DROP TABLE memory_utterance",
    ):
        change(file, statement)
        assert named(file), statement
        file.write_bytes(whole)
    assert len(HeadsFile(file).read() or ()) == 6
