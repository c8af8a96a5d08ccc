"""What does keeping the record cost? Each figure stands beside the bare work it cannot do without."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from hashlib import blake2b
from pathlib import Path
from statistics import median, quantiles

import rfc8785

from bench.harness import Row, benchmark, seconds
from foam.canonical import write_canonical
from foam.record.clock import utc_now
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.runs import open_run
from foam.record.sealed import seal
from foam.record.sqlite import SqliteStore
from foam.record.verify import verify

DECISIONS = 2_000
ENTRIES = 10_000
MODEL = Decider(type="model", id="bench", version="1", parameters={"temperature": 0.0}, seed=1)


@benchmark
def record_and_look_up() -> Iterable[Row]:
    """One decision appended to a run and read back, against the bare insert and select of the same bytes."""
    with _store() as store:
        run = open_run(store, "bench", {}, clock=utc_now)
        ours = [_timed(partial(_keep, store, entry, run)) for entry in _entries(DECISIONS)]
    bare = _bare_inserts()
    yield Row("record and look up, median", 1000 * median(ours), "ms", "asked for: under 1")
    yield Row("record and look up, 99th percentile", 1000 * quantiles(ours, n=100)[98], "ms")
    yield Row("against bare SQLite, median", median(ours) / median(bare), "x", f"{1000 * median(bare):.3f} ms")


@benchmark
def verify_ten_thousand() -> Iterable[Row]:
    """Every digest of 10,000 entries re-derived, against reading the file and hashing it once."""
    with _store() as store:
        run = open_run(store, "bench", {}, clock=utc_now)
        for entry in _entries(ENTRIES):
            store.append(entry, run=run)
        assert verify(store).ok
        taken = seconds(lambda: verify(store), repeat=5)
        worked = median(_cpu(lambda: verify(store)) for _ in range(3))
        bare = seconds(lambda: blake2b(store.path.read_bytes()).digest(), repeat=5)
        size = store.path.stat().st_size / ENTRIES
    yield Row("verify 10,000 entries", taken, "s", "asked for: under 1")
    yield Row("of it this process's own CPU time", worked, "s", "what it takes on a free core")
    yield Row("against hashing the file", taken / bare, "x", f"{bare:.3f} s")
    body = len(seal(list(_entries(4))[-1]).body)
    yield Row("size of an entry in the file", size, "bytes", f"{body} of them its body")


@benchmark
def write_canonical_json() -> Iterable[Row]:
    """The bytes that a decision's key is hashed from, against the reference package that is pure Python."""
    *_, entry = _entries(4)
    value = entry.draft.json_value()
    ours = seconds(lambda: write_canonical(value), repeat=200)
    reference = seconds(lambda: rfc8785.dumps(value), repeat=200)
    yield Row("canonical JSON of a decision", 1_000_000 * ours, "µs")
    yield Row("against rfc8785", ours / reference, "x", f"{1_000_000 * reference:.0f} µs")


def _keep(store: SqliteStore, entry: Entry, run: str) -> None:
    kept = store.append(entry, run=run)
    assert store.get(kept.key) is not None


def _entries(count: int) -> Iterator[Entry]:
    """Decisions of a usual size: eight options to choose from, resting on the three before."""
    options = [{"id": str(i), "text": f"Fares in city {i} fell by a tenth, and ridership rose. " * 2} for i in range(8)]
    before: list[str] = []
    for n in range(count):
        draft = Draft(
            kind="evidence",
            inputs=tuple(EntryInput(role="after", key=key) for key in before[-3:]),
            template="b2:" + "0" * 64,
            question={"prompt": "Which of these supports the statement? " * 10, "n": n, "options": options},
            decider=MODEL,
        )
        yield Entry(draft=draft, answer={"ids": ["1", "4"], "confidence": 0.7}, at="2026-03-01T12:00:00.000+00:00")
        before.append(draft.key)


def _bare_inserts() -> list[float]:
    rows = [(sealed.key, sealed.body) for sealed in map(seal, _entries(DECISIONS))]
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "bare.sqlite")) as db:
        db.isolation_level = None
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute("CREATE TABLE entries (key TEXT PRIMARY KEY, body BLOB)")

        def keep(row: tuple[str, bytes]) -> None:
            db.execute("INSERT INTO entries VALUES (?, ?)", row)
            db.execute("SELECT body FROM entries WHERE key = ?", row[:1]).fetchone()

        return [_timed(partial(keep, row)) for row in rows]


def _timed(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@contextmanager
def _store() -> Iterator[SqliteStore]:
    with tempfile.TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "record.sqlite")) as store:
        yield store
