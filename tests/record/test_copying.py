"""A record is copied from a file to a database and back, and is the same record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.deliberation.table import Table
from tests.deliberation.test_ask import answer, sit

from foam.cli.main import foam
from foam.errors import InputError, RecordDamaged
from foam.evidence.document import Origin, make_document
from foam.evidence.library import Library
from foam.job.job import replay_digests
from foam.record.copying import CopyableStore, copy_record
from foam.record.entry import Decider, Draft, Entry
from foam.record.memory import MemoryStore
from foam.record.opening import open_record_at
from foam.record.proof import prove
from foam.record.runs import compare_replay, list_runs, open_run
from foam.record.sqlite import SqliteStore
from foam.record.store import Store
from foam.record.verify import verify

CLERK = Decider(type="person", id="clerk", version="")
Places = Callable[[str], str]


@pytest.fixture
def places(tmp_path: Path, request: pytest.FixtureRequest) -> Places:
    """New, empty places of either kind."""
    count = iter(range(99))

    def make(kind: str) -> str:
        if kind == "sqlite":
            return str(tmp_path / f"record{next(count)}.db")
        pytest.importorskip("psycopg", reason="MISSING PSYCOPG: pip install 'foam[postgres]' to run these tests")
        url: str = request.getfixturevalue("cluster").make_database()
        return url

    return make


WAYS = [("sqlite", "postgres"), ("postgres", "sqlite"), ("sqlite", "sqlite"), ("postgres", "postgres")]
both_ways = pytest.mark.parametrize(("one", "other"), WAYS)


def _fill(store: Store, make_entry: Any, *, first: int = 0, count: int = 20) -> str:
    run = open_run(store, "ask", {"question": "Why?"}, clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
    kept: list[Entry] = []
    for n in range(first, first + count):
        kept.append(store.append(make_entry(n, *kept[-2:], answer={"says": f"Ada {n}\0"}), run=run if n % 3 else None))
    store.attach(kept[0].key, run=run)
    return run


def _erase(store: Store, number: int) -> None:
    draft = Draft(kind="erasure", question={"what": f"{number}", "because": "asked for"}, decider=CLERK)
    store.erase(draft, lambda text: text.replace(f"Ada {number}\0", "[erased]"), at="2026-03-01T12:00:00+00:00")


def _same(one: Store, other: Store) -> None:
    assert list(one.entries()) == list(other.entries())
    assert one.head() == other.head()
    assert list_runs(one) == list_runs(other)
    assert isinstance(one, CopyableStore)
    assert isinstance(other, CopyableStore)
    assert list(one.read_rows(0)) == list(other.read_rows(0))


@pytest.mark.parametrize(("kind", "expected"), [("sqlite", "SqliteStore"), ("postgres", "PostgresStore")])
def test_these_are_the_kinds(places: Places, kind: str, expected: str) -> None:
    with closing(open_record_at(places(kind))) as store:
        assert type(store).__name__ == expected
        assert isinstance(store, CopyableStore)


@both_ways
def test_a_copy_is_the_same_record_and_can_be_brought_up_to_date(
    places: Places, make_entry: Any, one: str, other: str
) -> None:
    with closing(open_record_at(places(one))) as source, closing(open_record_at(places(other))) as target:
        _fill(source, make_entry)
        early = source.head()
        done = copy_record(source, target)
        assert (done.entries, done.lines, done.head) == (21, early.size, early)
        _same(source, target)
        assert copy_record(source, target).lines == 0
        _fill(source, make_entry, first=100, count=250)
        assert copy_record(source, target).lines == source.head().size - early.size
        _same(source, target)
        assert prove(target, early).holds
        more = target.append(make_entry(999))
        assert verify(target).ok, "and it goes on from there"
        with pytest.raises(InputError, match="grown by itself"):
            copy_record(source, target)
        assert copy_record(target, source).lines == 1, "the other way it only grows"
        assert source.get(more.key) == more


@both_ways
def test_erased_words_stay_erased_and_are_erased_in_an_earlier_copy(
    places: Places, make_entry: Any, one: str, other: str
) -> None:
    with closing(open_record_at(places(one))) as source, closing(open_record_at(places(other))) as target:
        _fill(source, make_entry)
        copy_record(source, target)
        for number in (3, 4):
            _erase(source, number)
        source.append(make_entry(200, answer="Ada 5\0"))
        _erase(source, 5)
        copy_record(source, target)
        _same(source, target)
        assert not [entry for entry in target.entries() if "Ada 3\0" in str(entry.answer)]
        with closing(open_record_at(places(other))) as fresh:
            copy_record(source, fresh)
            _same(source, fresh)


@both_ways
def test_what_does_not_verify_is_not_copied(places: Places, make_entry: Any, one: str, other: str) -> None:
    with closing(open_record_at(places(one))) as source, closing(open_record_at(places(other))) as target:
        _fill(source, make_entry)
        spoil = "UPDATE {}entries SET kind = 'spoilt' WHERE seq = 3"
        if isinstance(source, SqliteStore):
            source._connection.execute(spoil.format(""))
        else:
            database: Any = source
            with database.database.open() as db:
                db.execute("SET session_replication_role = replica")
                db.execute(spoil.format("foam."))
        with pytest.raises(RecordDamaged, match="is not copied"):
            copy_record(source, target)
        assert target.count() == 0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_copy_that_is_cut_short_leaves_nothing(places: Places, make_entry: Any, kind: str) -> None:
    with closing(open_record_at(places("sqlite"))) as source, closing(open_record_at(places(kind))) as target:
        _fill(source, make_entry, count=300)
        assert isinstance(source, CopyableStore)
        assert isinstance(target, CopyableStore)
        rows = list(source.read_rows(0))

        def break_off() -> Any:
            yield from rows[:250]
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            target.add_rows(break_off(), after=0)
        assert (target.count(), target.head().size) == (0, 0)
        with pytest.raises(InputError, match="has grown"):
            target.add_rows(rows, after=7)
        target.add_rows(rows, after=0)
        assert target.head() == source.head()


def test_a_record_in_memory_is_copied_and_copied_to(places: Places, make_entry: Any) -> None:
    with closing(open_record_at(places("sqlite"))) as file:
        _fill(file, make_entry, count=4)
        between = MemoryStore()
        copy_record(file, between)
        with closing(open_record_at(places("sqlite"))) as last:
            copy_record(between, last)
            assert last.head() == between.head() == file.head()
        assert not list(between.damaged(head=file.head()))


def test_rows_are_read_after_a_line_and_say_what_they_brought(places: Places, make_entry: Any) -> None:
    with closing(open_record_at(places("sqlite"))) as store:
        run = _fill(store, make_entry, count=4)
        _erase(store, 2)
        assert isinstance(store, CopyableStore)
        rows = list(store.read_rows(0))
        assert [row.seq for row in rows] == list(range(1, store.head().size + 1))
        assert list(store.read_rows(4)) == rows[4:]
        assert list(store.read_rows(len(rows))) == []
        kinds = [row.line.kind for row in rows]
        assert [row.is_new for row in rows] == [kind == "entry" for kind in kinds]
        assert [row.is_last_erasure for row in rows] == [kind == "erased" for kind in kinds]
        (erased,) = (row for row in rows if row.is_last_erasure)
        assert {row.erased for row in rows if row.line.key == erased.line.key} == {erased.seq}
        assert {row.line.run for row in rows} == {"", run}
        for row in rows:
            assert row.entry is None or (row.entry.key, row.is_new or row.is_last_erasure) == (row.line.key, True)


def test_lines_about_a_library_are_copied_or_refused(places: Places, tmp_path: Path) -> None:
    home = tmp_path / "home.db"
    with Library.open(home) as library:
        document = make_document("One sentence.", origin=Origin(file="a.txt", format="text", importer="text-1"))
        library.add([document], what="test", at="2026-03-01T12:00:00+00:00")
    with closing(open_record_at(str(home))) as source:
        with closing(open_record_at(places("sqlite"))) as target:
            with pytest.raises(InputError, match="names versions of a library"):
                copy_record(source, target, library=False)
            assert target.head().size == 0
        assert isinstance(source, CopyableStore)
        rows = [row for row in source.read_rows(0) if row.line.kind == "library"]
        assert rows
        assert {(row.entry, row.erased) for row in rows} == {(None, 0)}


def test_a_copy_that_grows_while_it_is_made_is_cut_at_the_head_it_began_with(
    places: Places, make_entry: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteStore(Path(places("sqlite")))) as source, closing(open_record_at(places("sqlite"))) as target:
        _fill(source, make_entry, count=3)
        head, read = source.head(), source.read_rows

        def read_after_growing(after: int) -> Any:
            source.append(make_entry(77))
            return read(after)

        monkeypatch.setattr(source, "read_rows", read_after_growing)
        done = copy_record(source, target)
        assert (done.head, target.head()) == (head, head)
        assert source.head().size == head.size + 1


def test_an_earlier_copy_is_scrubbed_only_when_words_were_erased_since(
    places: Places, make_entry: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_record_at(places("sqlite"))) as source, closing(SqliteStore(Path(places("sqlite")))) as target:
        scrubbed: list[int] = []
        monkeypatch.setattr(target, "scrub", lambda: scrubbed.append(target.head().size))
        _fill(source, make_entry, count=3)
        _erase(source, 1)
        copy_record(source, target)
        assert scrubbed == [], "it never held the words"
        _fill(source, make_entry, first=10, count=2)
        copy_record(source, target)
        assert scrubbed == []
        _erase(source, 2)
        copy_record(source, target)
        assert scrubbed == [source.head().size]


def test_a_copy_that_does_not_verify_says_why(places: Places, make_entry: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SqliteStore(Path(places("sqlite")))) as source, closing(open_record_at(places("sqlite"))) as target:
        _fill(source, make_entry, count=3)
        whole = list(source.read_rows(0))
        monkeypatch.setattr(source, "read_rows", lambda after: iter(whole[:-1]))
        with pytest.raises(RecordDamaged, match="the copy does not verify"):
            copy_record(source, target)


def test_a_replay_after_a_copy_gives_the_same_bytes(places: Places) -> None:
    with closing(open_record_at(places("sqlite"))) as store:
        table: Table = sit(writes=True)
        table.store = store
        ran = answer(table)
        with closing(open_record_at(places("postgres"))) as database, closing(open_record_at(places("sqlite"))) as back:
            copy_record(store, database)
            copy_record(database, back)
            for copied in (database, back):
                report = compare_replay(copied, ran.run, asyncio.run(replay_digests(copied, ran.run)))
                assert report.ok
                assert report.computed == dict(table_views(store, ran.run))


def table_views(store: Store, run: str) -> dict[str, str]:
    return asyncio.run(replay_digests(store, run))


def test_the_command_moves_a_home_there_and_back(
    places: Places, make_entry: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, url, back = tmp_path / "home", places("postgres"), tmp_path / "back.db"
    monkeypatch.setenv("FOAM_HOME", str(home))
    with closing(open_record_at(str(home / "foam.db"))) as store:
        _fill(store, make_entry)
    with Library.open(home / "foam.db") as library:
        document = make_document("One sentence.", origin=Origin(file="a.txt", format="text", importer="text-1"))
        library.add([document], what="test", at="2026-03-01T12:00:00+00:00")

    def call(*arguments: str, code: int = 0) -> Any:
        done = CliRunner().invoke(foam, ["record", *arguments, "--json"])
        assert done.exit_code == code, done.output
        return json.loads(done.stdout) if done.stdout.strip() else done.output

    before = call("head")["head"]
    assert call("copy", "--to", url)["head"] == before
    monkeypatch.setenv("FOAM_RECORD__URL", url)
    assert call("head")["head"] == before
    listed = call("list")["runs"]
    assert call("verify")["ok"]
    with closing(open_record_at(url, heads=home / "record")) as store:
        store.append(make_entry(500))
    after = call("head")["head"]
    assert after != before
    assert call("verify", "--head", before)["ok"]
    assert call("copy", "--to", str(back))["head"] == after
    call("copy", "--to", str(tmp_path / "elsewhere" / "foam.db"), code=2)
    monkeypatch.setenv("FOAM_RECORD__URL", f"sqlite:///{back}")
    assert call("head")["head"] == after
    assert call("list")["runs"] == listed
    assert call("verify")["ok"]
    monkeypatch.delenv("FOAM_RECORD__URL")
    assert call("verify")["ok"], "and the first one is as it was"
