"""A changed byte, a removed row, an added row: each is found and named."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from tests.record.kept import Kept, KeptDatabase, KeptFile, change, named, verified

from foam.canonical import write_canonical
from foam.errors import FoamError, RecordDamaged
from foam.record.entry import Draft, Entry
from foam.record.memory import MemoryStore
from foam.record.runs import close_run
from foam.record.sealed import seal
from foam.record.sqlite import SqliteStore
from foam.record.store import Damage, Store
from foam.record.verify import verify
from foam.values import digest_bytes

if TYPE_CHECKING:
    from tests.cluster import Cluster

    from foam.record.postgres.store import PostgresStore

STEPS = {"sqlite": 1, "postgres": 9}
"""Every look at a database takes a connection of its own, so not every byte is tried there."""
COLUMNS = ["key", "kind", "digest", "seal", "at", "body"]


class Record(NamedTuple):
    kept: Kept
    entries: list[Entry]
    """The run, six members, the outcome."""


class FileRecord(NamedTuple):
    path: Path
    kept: KeptFile
    entries: list[Entry]


@pytest.fixture
def record(kept: Kept, make_entry: Any, run_entry: Entry, clock: Any) -> Record:
    """A closed run in a record that nobody has open."""
    store = kept.open()
    entries = _fill(store, make_entry, run_entry, clock)
    store.close()
    return Record(kept, entries)


@pytest.fixture
def file_record(path: Path, make_entry: Any, run_entry: Entry, clock: Any) -> FileRecord:
    """The same in a SQLite file."""
    kept = KeptFile(path)
    with closing(kept.open()) as store:
        return FileRecord(path, kept, _fill(store, make_entry, run_entry, clock))


def _fill(store: Store, make_entry: Any, run_entry: Entry, clock: Any) -> list[Entry]:
    run = store.append(run_entry)
    kept: list[Entry] = []
    for n in range(6):
        kept.append(store.append(make_entry(n, *kept[-2:]), run=run.key))
    return [run, *kept, close_run(store, run.key, {"dossier": "b2:" + "d" * 64}, clock=clock)]


def _flipped(content: str | bytes, *, step: int = 1) -> Iterator[str | bytes]:
    """The content with each of its bytes changed in turn; with a step, only every so many."""
    raw = content.encode() if isinstance(content, str) else content
    for place in range(0, len(raw), step):
        changed = _flip(raw, place)
        yield changed.decode() if isinstance(content, str) else changed


def _flip(raw: bytes, place: int, mask: int = 0x01) -> bytes:
    return raw[:place] + bytes([raw[place] ^ mask]) + raw[place + 1 :]


def test_an_untouched_record_verifies(record: Record) -> None:
    report = verified(record.kept)
    assert (report.entries, report.damage) == (8, ())
    (note,) = report.notes
    assert note.startswith("no head from outside was given")
    assert report.head is not None
    assert report.head.size == 8


@pytest.mark.parametrize("column", COLUMNS)
def test_each_byte_of_an_entry_flipped_names_the_entry(record: Record, column: str) -> None:
    victim = seal(record.entries[3])
    with closing(record.kept.open()) as store, record.kept.raw() as writer:
        for changed in _flipped(getattr(victim, column), step=STEPS[record.kept.engine]):
            writer.execute(f"UPDATE entries SET {column} = ? WHERE seq = 4", (changed,))
            assert victim.key in {damage.key for damage in store.damaged()}, changed
        writer.execute(f"UPDATE entries SET {column} = ? WHERE seq = 4", (getattr(victim, column),))
        assert list(store.damaged()) == [], "put back, nothing is wrong: the flips were the cause"


@pytest.mark.parametrize("changed", [7, 1.5, "text", b"\xff\xfe", b""])
@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_of_another_type_names_the_entry(file_record: FileRecord, column: str, changed: Any) -> None:
    change(file_record.kept, f"UPDATE entries SET {column} = ? WHERE seq = 4", changed)
    assert file_record.entries[3].key in named(file_record.kept)


def test_text_that_is_no_text_names_the_entry(file_record: FileRecord) -> None:
    change(file_record.kept, "UPDATE entries SET kind = CAST(x'ff' AS TEXT) WHERE seq = 4")
    found = Damage(key=file_record.entries[3].key, reason="its content does not match its kind")
    assert found in verified(file_record.kept).damage


@pytest.mark.parametrize("column", ["seal", "body"])
def test_a_damaged_entry_is_never_handed_out(record: Record, column: str) -> None:
    victim = seal(record.entries[3])
    change(record.kept, f"UPDATE entries SET {column} = ? WHERE seq = 4", next(_flipped(getattr(victim, column))))
    store = record.kept.open()
    with pytest.raises(RecordDamaged, match=victim.key):
        store.get(victim.key)
    with pytest.raises(RecordDamaged, match=victim.key):
        list(store.entries())
    assert store.get(record.entries[2].key) == record.entries[2], "the others still are"
    store.close()


def test_an_entry_under_anothers_key_is_found(record: Record) -> None:
    one, other = seal(record.entries[2]), seal(record.entries[3])
    change(record.kept, "UPDATE entries SET body = ?, seal = ? WHERE seq = 4", one.body, one.seal)
    assert one.key in named(record.kept)
    store = record.kept.open()
    with pytest.raises(RecordDamaged):
        store.get(other.key)
    store.close()


def test_a_rewritten_answer_with_a_new_seal_is_found(record: Record) -> None:
    """Whoever mends the seal has still changed the digest; whoever mends that, the outcome that counted it."""
    victim = record.entries[3]
    forged = seal(victim.model_copy(update={"answer": "forged"}))
    change(record.kept, "UPDATE entries SET body = ?, seal = ? WHERE seq = 4", forged.body, forged.seal)
    assert victim.key in named(record.kept)


def test_a_body_that_is_not_canonical_is_found(record: Record) -> None:
    victim = seal(record.entries[3])
    spaced = victim.body.replace(b'"draft":', b'"draft": ')
    change(record.kept, "UPDATE entries SET body = ?, seal = ? WHERE seq = 4", spaced, digest_bytes(spaced))
    assert victim.key in named(record.kept)
    with closing(record.kept.open()) as store, pytest.raises(RecordDamaged):
        store.get(victim.key)


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"null", b'{"answer":1,"at":"t","draft":{}}', b'{"answer":1e999}'])
def test_a_body_that_is_no_entry_is_found(record: Record, body: bytes) -> None:
    change(record.kept, "UPDATE entries SET body = ?, seal = ? WHERE seq = 4", body, digest_bytes(body))
    assert record.entries[3].key in named(record.kept)


@pytest.mark.parametrize("column", ["child", "parent", "role"])
def test_each_byte_of_an_edge_flipped_names_its_entry(record: Record, column: str) -> None:
    child = record.entries[3]
    edge = {"child": child.key, "parent": child.draft.parents[0], "role": "premise"}
    with closing(record.kept.open()) as store, record.kept.raw() as writer:
        for changed in _flipped(edge[column], step=STEPS[record.kept.engine]):
            writer.execute("BEGIN")
            writer.execute(f"UPDATE edges SET {column} = ? WHERE child = ? AND position = 0", (changed, child.key))
            writer.execute("COMMIT")
            assert child.key in {damage.key for damage in store.damaged()}, changed
            query = f"UPDATE edges SET {column} = ? WHERE child IN (?, ?) AND position = 0"
            writer.execute(query, (edge[column], child.key, changed))
        assert list(store.damaged()) == []


def test_an_edge_moved_removed_or_added_names_its_entry(record: Record) -> None:
    child, root = record.entries[3].key, record.entries[1].key
    for statement in (
        "UPDATE edges SET position = 9 WHERE child = ? AND position = 0",
        "DELETE FROM edges WHERE child = ?",
        f"INSERT INTO edges VALUES (?, 7, '{root}', 'premise')",
    ):
        copy = record.kept.copy()
        change(copy, statement, child)
        assert child in named(copy), statement
    change(record.kept, "INSERT INTO edges VALUES ('b2:nobody', 0, ?, 'premise')", root)
    assert "b2:nobody" in named(record.kept)


def test_each_byte_of_a_line_of_the_log_flipped_is_named(record: Record) -> None:
    run, member = record.entries[0].key, record.entries[3].key
    with closing(record.kept.open()) as store, record.kept.raw() as writer:
        for column in ("kind", "key", "run", "seal", "node"):
            (held,) = writer.execute(f"SELECT {column} FROM log WHERE seq = 4").fetchone()
            for changed in _flipped(held, step=STEPS[record.kept.engine]):
                writer.execute(f"UPDATE log SET {column} = ? WHERE seq = 4", (changed,))
                names = {damage.key for damage in store.damaged()}
                assert {changed if column == "key" else member} & names, (column, changed)
            writer.execute(f"UPDATE log SET {column} = ? WHERE seq = 4", (held,))
        assert list(store.damaged()) == []
        assert member in store.members(run)


def test_a_removed_entry_that_others_rest_on_is_named(record: Record) -> None:
    victim = record.entries[2].key
    change(record.kept, "DELETE FROM entries WHERE key = ?", victim)
    assert victim in named(record.kept)


def test_a_removed_entry_outside_every_run_is_named_by_what_rests_on_it(kept: Kept, make_entry: Any) -> None:
    store = kept.open()
    root = store.append(make_entry(1))
    child = store.append(make_entry(2, root))
    store.close()
    change(kept, "DELETE FROM entries WHERE key = ?", root.key)
    reason = f"it is not there, and {child.key} (stance) depends on it"
    assert Damage(key=root.key, reason=reason) in verified(kept).damage


def test_an_entry_removed_with_all_its_traces_is_missed_by_the_outcome(record: Record) -> None:
    victim = record.entries[6].key  # no other member rests on the last one
    for statement in (
        "DELETE FROM entries WHERE key = ?",
        "DELETE FROM edges WHERE child = ?",
        "DELETE FROM log WHERE key = ?",
    ):
        change(record.kept, statement, victim)
    change(record.kept, "UPDATE entries SET seq = 7 WHERE seq = 8")
    change(record.kept, "UPDATE log SET seq = 7 WHERE seq = 8")
    assert {victim, "log"} <= named(record.kept)


def test_a_member_taken_out_of_a_closed_run_is_named(record: Record) -> None:
    victim = record.entries[6].key
    change(record.kept, "UPDATE log SET run = '' WHERE key = ?", victim)
    assert victim in named(record.kept)


def test_an_entry_that_nothing_rests_on_is_missed_by_the_log(kept: Kept, make_entry: Any) -> None:
    store = kept.open()
    lone = [store.append(make_entry(n)) for n in range(3)][1]
    store.close()
    change(kept, "DELETE FROM entries WHERE seq = 2")
    assert Damage(key=lone.key, reason="line 2 of the log names it; it is not there") in verified(kept).damage


def test_the_memory_store_audits_itself_by_the_same_rules(make_entry: Any, run_entry: Entry, clock: Any) -> None:
    store = MemoryStore()
    entries = _fill(store, make_entry, run_entry, clock)
    victim = entries[3].key
    changed = store._connection.execute(
        """UPDATE entries SET body = CAST(replace(body, '"n":2', '"n":3') AS BLOB) WHERE key = ?""", (victim,)
    )
    assert changed.rowcount == 1
    assert victim in {damage.key for damage in verify(store).damage}
    store._connection.execute("DELETE FROM entries WHERE key = ?", (victim,))
    assert victim in {damage.key for damage in verify(store).damage}


@pytest.mark.parametrize(
    "statement",
    [
        "DROP INDEX edges_by_parent",
        "ALTER TABLE log ADD COLUMN note",
        "CREATE TRIGGER quietly AFTER INSERT ON entries BEGIN DELETE FROM edges; END",
    ],
)
def test_a_changed_schema_is_found(file_record: FileRecord, statement: str) -> None:
    _change_schema(file_record.kept, statement)
    assert named(file_record.kept) == {"file"}


@pytest.mark.parametrize(
    "statement",
    [
        "DROP INDEX edges_by_parent",
        "ALTER TABLE log ADD COLUMN note text",
        "ALTER TABLE log DISABLE TRIGGER append_only",
        "DROP TRIGGER erased_only ON entries",
        "CREATE RULE quietly AS ON INSERT TO edges DO INSTEAD NOTHING",
        "ALTER TABLE edges ENABLE ROW LEVEL SECURITY",
        "CREATE OR REPLACE FUNCTION foam.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    ],
)
def test_a_changed_declaration_in_a_database_is_found(
    postgres_store: PostgresStore, statement: str, make_entry: Any, cluster: Cluster, database: str, tmp_path: Path
) -> None:
    postgres_store.append(make_entry(1))
    _change_schema(KeptDatabase(cluster, database, tmp_path / "record"), statement)
    assert {damage.key for damage in postgres_store.damaged()} == {"database"}


def test_others_may_keep_tables_in_the_same_file(file_record: FileRecord) -> None:
    _change_schema(file_record.kept, "CREATE TABLE library (text)")
    assert verified(file_record.kept).ok


def _change_schema(kept: Kept, statement: str) -> None:
    with kept.raw() as db:
        db.execute(statement)


def _contents(path: Path) -> list[Any]:
    """All that a reader can get out of the file, in one comparable list."""
    store = SqliteStore(path, readonly=True)
    try:
        entries = list(store.entries())
        keys = [entry.key for entry in entries]
        return [entries, [store.get(k) for k in keys], [store.dependants(k) for k in keys], store.members(keys[0])]
    finally:
        store.close()


def _damage_found(path: Path) -> bool:
    try:
        return bool(verified(KeptFile(path)).damage)
    except FoamError:
        return True  # so badly damaged that it does not open, which names the file


def test_a_flipped_byte_anywhere_in_the_file_is_found_or_changes_nothing(file_record: FileRecord) -> None:
    """The law of the file: no byte can change what a reader gets without `verify` saying so."""
    raw, before = file_record.path.read_bytes(), _contents(file_record.path)
    used = [place for place in range(len(raw)) if raw[place] or place < 100]
    rng = random.Random(20260301)
    broken = file_record.path.with_name("broken.sqlite")
    shutil.copy(file_record.path.with_suffix(".heads"), broken.with_suffix(".heads"))
    found = 0
    for place in sorted(rng.sample(used, 700)):
        _remove(broken)
        broken.write_bytes(_flip(raw, place, 1 << rng.randrange(8)))
        if _damage_found(broken):
            found += 1
        else:
            assert _contents(broken) == before, f"byte {place} changed the record unseen"
    assert found > 500, "most bytes in use carry something"


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def test_each_byte_of_a_row_on_disk_flipped_names_the_entry(file_record: FileRecord) -> None:
    """From the row's own header to its last byte, as it lies in the file."""
    raw, victim = file_record.path.read_bytes(), seal(file_record.entries[3])
    end = raw.index(victim.body) + len(victim.body)
    start = raw.rindex(victim.key.encode() + victim.kind.encode(), 0, end)
    broken = file_record.path.with_name("broken.sqlite")
    shutil.copy(file_record.path.with_suffix(".heads"), broken.with_suffix(".heads"))
    for place in [*range(start - 12, start), *range(start, end, 7)]:
        _remove(broken)
        broken.write_bytes(_flip(raw, place))
        assert victim.key in named(KeptFile(broken)), f"byte {place - start} of the row"


def test_the_key_of_a_draft_is_what_its_bytes_hash_to(record: Record) -> None:
    for entry in record.entries:
        row = seal(entry)
        assert write_canonical(Entry.model_validate_json(row.body).json_value()) == row.body
        assert (row.key, row.digest, row.seal) == (entry.key, entry.digest, entry.seal)
        assert Draft.model_validate(entry.draft.json_value()).key == row.key
