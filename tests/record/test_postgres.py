"""What is true of a record in a database alone: the database keeps it append-only, and its state has versions."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.cluster import Cluster, start_cluster

from foam.errors import FoamError, InputError, NotFound, RecordDamaged, Unreachable
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.opening import open_record_at
from foam.record.verify import verify

if TYPE_CHECKING:
    from foam.record.postgres.migrate import Migration
    from foam.record.postgres.store import PostgresStore

CLERK = Decider(type="person", id="clerk", version="")


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A server that may be stopped, and that waits for the disk as a real one does."""
    started = start_cluster(durable=True)
    yield started
    started.remove()


# Append-only


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE foam.log SET run = ''",
        "DELETE FROM foam.log WHERE seq = 1",
        "TRUNCATE foam.log",
        "UPDATE foam.edges SET role = 'x'",
        "DELETE FROM foam.edges",
        "TRUNCATE foam.edges",
        "DELETE FROM foam.entries WHERE seq = 1",
        "TRUNCATE foam.entries",
        "UPDATE foam.entries SET body = 'forged'",
        "UPDATE foam.entries SET seal = 'b2:forged', erased = 1",
        "UPDATE foam.entries SET at = 'never' WHERE seq = 1",
    ],
)
def test_the_database_refuses_to_change_what_was_kept(
    postgres_store: PostgresStore, database: str, make_entry: Any, statement: str
) -> None:
    import psycopg

    first = postgres_store.append(make_entry(1))
    postgres_store.append(make_entry(2, first))
    with (
        psycopg.connect(database, autocommit=True) as owner,
        pytest.raises(psycopg.errors.RestrictViolation, match="append-only"),
    ):
        owner.execute(statement)
    assert verify(postgres_store).ok


def test_a_role_with_few_rights_appends_and_can_do_no_more(cluster: Cluster, database: str, make_entry: Any) -> None:
    """The grants of docs/postgres.md."""
    import psycopg

    open_record_at(database).close()
    grants = (Path(__file__).parents[2] / "docs" / "postgres.md").read_text("utf-8")
    grants = grants.partition("```sql\n")[2].partition("```")[0].replace("foam_app", "few_rights")
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute(grants)
    url = database.replace("foam@", "few_rights@")
    store = open_record_at(url)
    run = store.append(make_entry(kind="run")).key
    one = store.append(make_entry(1, answer="Ada"), run=run)
    store.attach(store.append(make_entry(2, one)).key, run=run)
    assert verify(store).ok
    with psycopg.connect(url, autocommit=True) as app:
        for statement in ("DELETE FROM foam.log", "UPDATE foam.log SET run = ''", "TRUNCATE foam.entries",
                          "ALTER TABLE foam.log DISABLE TRIGGER append_only"):  # fmt: skip
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(statement)
    draft = Draft(kind="erasure", question={"what": "a person", "because": "asked for"}, decider=CLERK)
    with pytest.raises(InputError, match="may not rewrite the tables"):
        store.erase(draft, lambda text: text.replace("Ada", "[erased]"), at="2026-03-01")
    assert store.get(one.key).answer == "[erased]"  # type: ignore[union-attr]
    assert verify(store).ok
    store.close()


def test_erased_words_are_in_no_byte_of_the_tables(own_cluster: Cluster, make_entry: Any) -> None:
    """The write-ahead log of the server still holds them for a while: docs/postgres.md says so."""
    store = open_record_at(own_cluster.make_database())
    for n in range(50):
        store.append(make_entry(n, answer={"says": f"planted-{n}-words"}))
    draft = Draft(kind="erasure", question={"what": "all", "because": "asked for"}, decider=CLERK)
    store.erase(draft, lambda text: "[erased]" if "planted" in text else text, at="2026-03-01T12:00:00.000+00:00")
    assert verify(store).ok
    store.close()
    own_cluster.stop()
    tables = [path for path in (own_cluster.data / "base").rglob("*") if path.is_file()]
    assert len(tables) > 100
    assert not [path for path in tables if b"planted-" in path.read_bytes()]
    own_cluster.start()


def test_orders_that_hold_erased_words_leave_the_queue(postgres_store: PostgresStore, database: str) -> None:
    from foam.job.orders.deliberation import AskOrder
    from foam.job.queue import WorkQueue

    queue = WorkQueue(database)
    queue.submit(AskOrder(question="Why was Ada Example refused?"))
    other = queue.submit(AskOrder(question="Why was anybody refused?"))
    draft = Draft(kind="erasure", question={"what": "a person", "because": "asked for"}, decider=CLERK)
    postgres_store.erase(draft, lambda text: text.replace("Ada Example", "[erased]"), at="2026-03-01")
    assert queue.list() == (other,)
    assert not postgres_store.search(lambda row: b"Ada Example" in row)
    queue.close()


# The server


def test_a_crash_of_the_server_loses_nothing_that_was_acknowledged(
    own_cluster: Cluster, make_entry: Any, tmp_path: Path
) -> None:
    store = open_record_at(own_cluster.make_database(), heads=tmp_path / "record")
    kept = [store.append(make_entry(n)) for n in range(20)]
    own_cluster.stop("immediate")
    with pytest.raises(Unreachable, match="cannot be used"):
        store.append(make_entry(99))
    own_cluster.start()
    assert [store.get(entry.key) for entry in kept] == kept, "and the same store goes on with a new connection"
    store.append(make_entry(100, kept[-1]))
    assert verify(store).ok
    store.close()


def test_a_broken_connection_is_opened_again(postgres_store: PostgresStore, database: str, make_entry: Any) -> None:
    import psycopg

    kept = postgres_store.append(make_entry(1))
    with psycopg.connect(database, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert postgres_store.append(make_entry(2, kept)) == make_entry(2, kept), "and who asked did not notice"
    assert verify(postgres_store).ok


@pytest.mark.usefixtures("postgres_store")
def test_no_query_is_compiled_before_it_is_run(database: str) -> None:
    from foam.record.postgres.connection import connect

    with connect(database, timeout=1) as db:
        listing = "EXPLAIN SELECT id FROM foam.work ORDER BY submitted DESC"
        assert "JIT" not in str(db.execute(listing).fetchall()), "a scan costs so much that the server would"
        db.execute("SET jit = on")
        assert "Seq Scan" in str(db.execute(listing).fetchall()), "else it would not be tried here"


def test_a_database_that_is_not_there_is_said_without_the_password(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(Unreachable) as caught:
        open_record_at(f"postgresql://ada:s3cret@/nowhere?host={tmp_path}")
    assert "s3cret" not in f"{caught.value} {caught.value.hint}"
    with pytest.raises(InputError, match="cannot be read") as refused:
        open_record_at("postgresql://ada:s3cret@host/x?nonsense=1")
    assert "s3cret" not in f"{refused.value} {refused.value.hint}"
    with pytest.raises(InputError, match="mysql"):
        open_record_at("mysql://ada@host/x")


def test_what_is_not_there_is_not_made_by_reading(database: str, make_entry: Any) -> None:
    with pytest.raises(NotFound, match="no record"):
        open_record_at(database, readonly=True)
    open_record_at(database).close()
    reader = open_record_at(database, readonly=True)
    with pytest.raises(InputError, match="cannot be written"):
        reader.append(make_entry(1))
    assert reader.count() == 0
    reader.close()


def test_a_home_that_is_not_there_yet_is_made_for_the_heads(database: str, tmp_path: Path, make_entry: Any) -> None:
    store = open_record_at(database, heads=tmp_path / "new" / "home" / "record")
    store.append(make_entry(1))
    assert [head.size for head in store.noted()] == [1]
    assert (tmp_path / "new" / "home").stat().st_mode & 0o777 == 0o700
    store.close()


def test_a_nul_where_a_database_keeps_none_is_refused(postgres_store: PostgresStore, make_entry: Any) -> None:
    with pytest.raises(InputError, match="NUL"):
        postgres_store.append(make_entry(1, kind="a\0b"))
    assert postgres_store.append(make_entry(1, answer="a\0b")).answer == "a\0b"
    assert postgres_store.get("b2:\0") is None
    assert postgres_store.find("\0") == ()


# Migrations


def _steps() -> tuple[Migration, ...]:
    from foam.record.postgres.migrate import list_migrations

    return list_migrations()


def test_migrations_are_numbered_without_gaps() -> None:
    pytest.importorskip("psycopg")
    assert [step.number for step in _steps()] == list(range(1, len(_steps()) + 1))


def test_an_older_state_is_brought_forward_with_all_that_is_in_it(database: str, make_entry: Any) -> None:
    from foam.record.postgres.connection import connect
    from foam.record.postgres.migrate import Migration, prepare

    with connect(database, timeout=5) as db:
        prepare(db, "here", readonly=False, steps=_steps()[:1])
    store = open_record_at(database)  # whatever came since is applied here
    kept = store.append(make_entry(1))
    later = Migration(len(_steps()) + 1, "later", "CREATE TABLE foam.later (n int); CREATE TABLE foam.more (n int)")
    with connect(database, timeout=5) as db:
        with pytest.raises(InputError, match="older FOAM"):
            prepare(db, "here", readonly=True, steps=(*_steps(), later))
        prepare(db, "here", readonly=False, steps=(*_steps(), later))
        prepare(db, "here", readonly=False, steps=(*_steps(), later))
        numbers = [number for (number,) in db.execute("SELECT number FROM foam.migrations ORDER BY 1")]
    assert numbers == list(range(1, len(_steps()) + 2))
    assert store.get(kept.key) == kept
    assert verify(store).ok
    store.close()
    with pytest.raises(InputError, match="newer FOAM"):
        open_record_at(database)


def test_a_migration_that_fails_leaves_the_state_before_it(database: str) -> None:
    from foam.record.postgres.connection import connect, translate_errors
    from foam.record.postgres.migrate import Migration, prepare

    broken = Migration(len(_steps()) + 1, "broken", "CREATE TABLE foam.half (n int); SELECT 1 / 0")
    with connect(database, timeout=5) as db:
        with pytest.raises(FoamError), translate_errors("here"):
            prepare(db, "here", readonly=False, steps=(*_steps(), broken))
        assert db.execute("SELECT FROM pg_namespace WHERE nspname = 'foam'").fetchone() is None
    open_record_at(database).close()


def test_a_state_that_another_program_made_is_refused(database: str) -> None:
    import psycopg

    open_record_at(database).close()
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("UPDATE foam.migrations SET digest = 'b2:x' WHERE number = 1")
    with pytest.raises(RecordDamaged, match="migration 1"):
        open_record_at(database)


def test_many_may_open_a_new_database_at_once(database: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: open_record_at(database), range(6)))
    for store in stores:
        assert store.count() == 0
        store.close()


# The way in one round trip, and the other


def test_both_ways_to_write_keep_the_same_log(
    postgres_store: PostgresStore, database: str, make_entry: Any, run_entry: Entry
) -> None:
    """Two stores that take turns are never where they supposed the log to be; one alone always is."""
    from foam.record.memory import MemoryStore

    other, model = open_record_at(database), MemoryStore()
    run = run_entry.key
    for store in (postgres_store, model):
        store.append(run_entry)
    kept: list[Entry] = []
    for n in range(30):
        entry = make_entry(n, *kept[-2:])
        writer = (postgres_store, other)[n % 3 == 0]
        assert writer.append(entry, run=run) == entry
        assert writer.append(entry, run=run) == entry
        model.append(entry, run=run)
        kept.append(entry)
    assert postgres_store.head() == other.head() == model.head()
    assert verify(other).ok
    other.close()


def test_several_that_rest_on_what_comes_later_are_refused(postgres_store: PostgresStore, make_entry: Any) -> None:
    first = make_entry(1)
    draft = Draft(kind="x", inputs=(EntryInput(role="r", key=first.key),), decider=CLERK)
    postgres_store.append(make_entry(0))
    with pytest.raises(NotFound):
        postgres_store.append_all([Entry(draft=draft, answer=1, at="t"), first])
    assert postgres_store.count() == 1
