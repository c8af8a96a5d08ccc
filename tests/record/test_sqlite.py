"""What is true of the file alone: it survives `kill -9`, readers do not wait, and what is wrong with it is said."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from foam.errors import FoamError, InputError, NotFound, RecordDamaged
from foam.record.audit import audit, audit_log
from foam.record.database import connect
from foam.record.entry import Entry
from foam.record.salvage import Salvage
from foam.record.sqlite import SqliteStore
from foam.record.verify import verify


def test_verify_sees_one_moment_of_a_record_that_grows(
    sqlite_store: SqliteStore, path: Path, make_entry: Any, run_entry: Entry
) -> None:
    run = sqlite_store.append(run_entry).key
    sqlite_store.append(make_entry(1), run=run)
    db = connect(path, timeout=0, readonly=True)
    salvage = Salvage(db)
    assert list(salvage.structure()) == []
    sqlite_store.append(make_entry(2, make_entry(1)), run=run)
    rows = list(salvage.entries())
    assert len(rows) == 2, "what came after the look began is not in it"
    assert list(audit(rows, salvage.edges(), salvage.log())) == []
    db.close()


def test_a_file_that_others_hold_while_it_is_opened_is_waited_for(path: Path) -> None:
    SqliteStore(path).close()
    holding = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    assert holding.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
    holding.execute("BEGIN IMMEDIATE")
    held = threading.Timer(0.3, lambda: holding.execute("ROLLBACK"))
    held.start()
    SqliteStore(path, timeout=30).close()
    held.join()
    holding.close()


def test_what_was_appended_is_there_after_reopening(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    entry = store.append(make_entry(1))
    store.close()
    assert sorted(p.name for p in path.parent.iterdir()) == [path.with_suffix(".heads").name, path.name], (
        "the record and the heads that were noted of it, when nobody has it open"
    )
    again = SqliteStore(path)
    assert again.get(entry.key) == entry
    again.close()


def test_a_locked_record_says_so(sqlite_store: SqliteStore, path: Path, make_entry: Any) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    impatient = SqliteStore(path, timeout=0)
    with pytest.raises(InputError, match="locked"):
        impatient.append(make_entry(1))
    other.execute("ROLLBACK")
    assert impatient.append(make_entry(1)) == make_entry(1), "and works once it is free"
    other.close()
    impatient.close()


def test_a_full_disk_is_said_and_costs_nothing(sqlite_store: SqliteStore, make_entry: Any) -> None:
    pages = sqlite_store._connection.execute("PRAGMA page_count").fetchone()[0]
    sqlite_store._connection.execute(f"PRAGMA max_page_count={pages + 4}")
    with pytest.raises(InputError, match="full"):
        [sqlite_store.append(make_entry(n, answer="x" * 3000)) for n in range(1000)]
    kept = sqlite_store.count()
    assert kept < 1000
    assert verify(sqlite_store).ok
    sqlite_store._connection.execute("PRAGMA max_page_count=100000")
    sqlite_store.append(make_entry(1000))
    assert sqlite_store.count() == kept + 1, "and it goes on once there is room"


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("Dear record, " * 100)
    with pytest.raises(RecordDamaged):
        SqliteStore(path)
    assert path.read_text().startswith("Dear record"), "and it is left as it was"


def test_a_database_that_is_no_record(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE songs (title)")
    db.close()
    with pytest.raises(InputError, match="FOAM record"):
        SqliteStore(path)


@pytest.mark.parametrize(("version", "error"), [(4, InputError), (2, InputError), (1, InputError), (0, RecordDamaged)])
def test_another_format_is_refused(path: Path, version: int, error: type[FoamError]) -> None:
    SqliteStore(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version={version}")
    db.close()
    with pytest.raises(error, match=r"newer FOAM|older FOAM|header"):
        SqliteStore(path)


def test_a_cut_off_file_is_damaged(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    for n in range(50):
        store.append(make_entry(n))
    store.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert _found_damaged(path)


def _found_damaged(path: Path) -> bool:
    try:
        store = SqliteStore(path)
    except RecordDamaged:
        return True
    report = verify(store)
    store.close()
    return not report.ok


def test_an_empty_file_becomes_a_record(path: Path, make_entry: Any) -> None:
    path.touch()
    store = SqliteStore(path)
    store.append(make_entry(1))
    assert verify(store).ok
    store.close()


def test_places_where_no_record_can_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="opened"):
        SqliteStore(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="folder"):
        SqliteStore(tmp_path / "file" / "record.sqlite")
    with pytest.raises(NotFound, match="no record"):
        SqliteStore(tmp_path / "absent.sqlite", readonly=True)
    with pytest.raises(NotFound, match="no record"):
        SqliteStore(tmp_path / "file", readonly=True)
    assert not (tmp_path / "absent.sqlite").exists()


def test_folders_are_made_and_odd_names_work(tmp_path: Path, make_entry: Any) -> None:
    store = SqliteStore(tmp_path / "a b" / "c?d#e%20" / "récord.sqlite")
    store.append(make_entry(1))
    store.close()
    assert (tmp_path / "a b" / "c?d#e%20" / "récord.sqlite").exists()


def test_a_readonly_record_is_not_written(path: Path, make_entry: Any) -> None:
    SqliteStore(path).close()
    store = SqliteStore(path, readonly=True)
    with pytest.raises(InputError, match="written"):
        store.append(make_entry(1))
    assert store.count() == 0
    store.close()


def test_with_a_line_gone_from_the_middle_no_noted_head_is_kept(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    for n in range(4):
        store.append(make_entry(n))
    noted = [str(one) for one in store.noted()]
    assert noted == [str(store.head(size)) for size in range(1, 5)]
    store.close()
    db = connect(path, timeout=0)
    rows = Salvage(db).log()
    db.close()
    assert list(audit_log(rows, noted=noted, lost=[])) == []
    gone = list(audit_log([rows[0], *rows[2:]], noted=noted, lost=[]))
    assert [one.reason.partition(":")[0] for one in gone] == [
        "line 2 is missing",
        f"the head {noted[0]} was noted, and the log has only 0 lines",
    ]
    cut = list(audit_log(rows[:3], noted=noted, lost=[]))
    assert [one.reason for one in cut] == [
        f"the head {noted[3]} was noted, and the log has only 3 lines: the rest is gone"
    ]
    assert list(audit_log(rows[:3], noted=noted, lost=[noted[3]])) == []
