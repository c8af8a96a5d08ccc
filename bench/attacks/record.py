"""Attacks on the record's file: rows of every kind, the write-ahead log, older copies, single bits, whole rewrites."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bench.attacks.tally import Tally
from foam.errors import FoamError
from foam.record.clock import utc_now
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.log import Head
from foam.record.runs import close_run, open_run
from foam.record.sealed import seal
from foam.record.sqlite import SqliteStore
from foam.record.verify import verify

FLIPS = 300
CLERK = Decider(type="person", id="clerk", version="1")
_LEAVE = "UPDATE log SET run = '' WHERE seq = ? AND run <> ''"
_ERASE = "UPDATE entries SET erased = 1 WHERE seq = ?"
_ADD_EDGE = "INSERT INTO edges SELECT child, ?, parent, 'previous' FROM edges LIMIT 1"
_LOG_COLUMNS = ("kind", "key", "run", "seal", "node")
_ENTRY_COLUMNS = ("key", "kind", "digest", "seal", "at", "body")
_SIDES = ("", "-wal", "-shm", ".heads")


def run(folder: Path, *, flips: int = FLIPS) -> Iterable[Tally]:
    """Every kind of attack on a record of three runs."""
    target = Target.make(folder)
    assert not find(target.copy(), target.head), "an untouched copy has nothing to find"
    yield _attack_rows(target)
    yield _roll_back(target)
    yield from _attack_write_ahead_log(target, flips // 2)
    yield _attack_heads(target)
    yield _flip_bits(target, flips)
    yield from _rewrite(target)


@dataclass
class Target:
    """A sound record, copies of it as it grew, and the head that somebody noted."""

    path: Path
    entries: list[Entry]
    older: list[Path]
    head: Head

    @classmethod
    def make(cls, folder: Path) -> Target:
        path = folder / "record.db"
        older: list[Path] = []
        entries = []
        for number, entry in enumerate(_fill(path)):
            entries.append(entry)
            if number % 4 == 3:
                older.append(folder / f"older-{number}.db")
                shutil.copy(path, older[-1])
        with closing(SqliteStore(path)) as store:
            head = store.head()
        return cls(path, entries, older, head)

    def copy(self) -> Path:
        """A fresh copy to attack."""
        place = self.path.with_name("attacked.db")
        for side in _SIDES:
            _beside(place, side).unlink(missing_ok=True)
            if _beside(self.path, side).exists():
                shutil.copy(_beside(self.path, side), _beside(place, side))
        return place


def find(path: Path, head: Head | None = None) -> bool:
    """Whether `verify` names anything."""
    try:
        with closing(SqliteStore(path, readonly=True)) as store:
            return not verify(store, head=head).ok
    except FoamError:
        return True  # it does not even open, and says so


def _fill(path: Path) -> Iterator[Entry]:
    """Three runs: two that share entries, and a chain of what people did."""
    for job in ("first", "second", "matter"):
        with closing(SqliteStore(path)) as store:
            run = open_run(store, job, {"question": job}, clock=utc_now)
            before: list[str] = []
            for number in range(10):
                draft = Draft(
                    kind="act" if job == "matter" else "stance",
                    inputs=tuple(EntryInput(role="previous", key=key) for key in before[-1:]),
                    question={"n": number if job != "matter" else f"act {number}"},
                    decider=CLERK,
                )
                kept = store.append(Entry(draft=draft, answer={"says": f"{job} {number}"}, at="2026-03-01"), run=run)
                before.append(kept.key)
                yield kept
            if job != "matter":
                yield close_run(store, run, {"answer": "b2:" + "d" * 64}, clock=utc_now)


def _attack_rows(target: Target) -> Tally:
    attempts = found = 0
    missed: list[str] = []
    for attack in _row_attacks(target):
        path = target.copy()
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            changed = db.total_changes
            attack.work(db, *attack.given)
            if db.total_changes == changed:
                continue  # nothing to attack there
        attempts += 1
        if find(path):
            found += 1
        else:
            missed.append(attack.name)
    kind = "rows of the record removed, added, changed, swapped, renumbered; runs and members removed"
    return Tally(kind, attempts, found, len(missed), "; ".join(missed))


class RowAttack(NamedTuple):
    """What is done to the rows, and to which."""

    name: str
    work: Callable[..., None]
    given: tuple[Any, ...]


def _row_attacks(target: Target) -> Iterator[RowAttack]:
    count = target.head.size
    for seq in range(1, count + 1):
        for table in ("entries", "log"):
            yield RowAttack(f"{table} {seq} removed", _execute, (f"DELETE FROM {table} WHERE seq = ?", seq))
        yield RowAttack(f"append {seq} removed with every trace", _remove_traces, (seq,))
    for seq in range(2, count, 5):
        yield RowAttack(f"{seq} taken out of its run", _execute, (_LEAVE, seq))
        yield RowAttack(f"{seq} moved to another run", _move, (seq,))
        yield RowAttack(f"answer {seq} forged with its seals", _forge, (seq,))
        yield RowAttack(f"{seq} and the next swapped", _swap, (seq,))
        yield RowAttack(f"a member added at {seq}", _add_member, (seq,))
        yield RowAttack(f"{seq} said to be erased", _execute, (_ERASE, seq))
        for table, columns in (("log", _LOG_COLUMNS), ("entries", _ENTRY_COLUMNS)):
            for column in columns:
                query = f"UPDATE {table} SET {column} = 'x' || {column} WHERE seq = ?"
                yield RowAttack(f"{column} of {seq} in {table} changed", _execute, (query, seq))
    yield RowAttack("edges removed", _execute, ("DELETE FROM edges WHERE position = ?", 0))
    yield RowAttack("an edge added", _execute, (_ADD_EDGE, 7))
    yield RowAttack("the last five appends removed", _cut_off, (count, 5))
    yield RowAttack("everything removed", _cut_off, (count, count))


def _execute(db: sqlite3.Connection, query: str, value: int) -> None:
    db.execute(query, (value,))


def _cut_off(db: sqlite3.Connection, count: int, many: int) -> None:
    for place in range(many):
        _remove_traces(db, count - place)


def _remove_traces(db: sqlite3.Connection, seq: int) -> None:
    """An append removed as if it had never been: entry, edges, members, and every later line renumbered."""
    row = db.execute("SELECT key FROM log WHERE seq = ?", (seq,)).fetchone()
    if row is None:
        return
    db.execute("DELETE FROM edges WHERE child = ? OR parent = ?", (row[0], row[0]))
    db.execute("DELETE FROM entries WHERE seq = ?", (seq,))
    db.execute("DELETE FROM log WHERE key = ?", row)
    for table in ("log", "entries"):
        for (later,) in db.execute(f"SELECT seq FROM {table} WHERE seq > ? ORDER BY seq", (seq,)).fetchall():
            db.execute(f"UPDATE {table} SET seq = ? WHERE seq = ?", (later - 1, later))


def _move(db: sqlite3.Connection, seq: int) -> None:
    (run,) = db.execute("SELECT run FROM log WHERE seq = ?", (seq,)).fetchone()
    (other,) = db.execute("SELECT key FROM entries WHERE kind = 'run' AND key <> ? LIMIT 1", (run,)).fetchone()
    db.execute("UPDATE OR IGNORE log SET run = ? WHERE seq = ?", (other, seq))


def _add_member(db: sqlite3.Connection, seq: int) -> None:
    (run,) = db.execute("SELECT key FROM entries WHERE kind = 'run' ORDER BY seq DESC LIMIT 1").fetchone()
    row = db.execute("SELECT key, node FROM log WHERE seq = ?", (seq,)).fetchone()
    (last,) = db.execute("SELECT max(seq) FROM log").fetchone()
    db.execute("INSERT OR IGNORE INTO log VALUES (?, 'joined', ?, ?, '', ?)", (last + 1, row[0], run, row[1]))


def _forge(db: sqlite3.Connection, seq: int) -> None:
    """Another answer, with every digest of the row worked out anew."""
    row = db.execute("SELECT body FROM entries WHERE seq = ?", (seq,)).fetchone()
    if row is None:
        return
    forged = seal(Entry.model_validate_json(row[0]).model_copy(update={"answer": {"says": "forged"}}))
    query = "UPDATE entries SET body = ?, digest = ?, seal = ? WHERE seq = ?"
    db.execute(query, (forged.body, forged.digest, forged.seal, seq))
    db.execute("UPDATE log SET seal = ? WHERE seq = ?", (forged.seal, seq))


def _swap(db: sqlite3.Connection, seq: int) -> None:
    for table in ("log", "entries"):
        for one, other in ((seq, -1), (seq + 1, seq), (-1, seq + 1)):
            db.execute(f"UPDATE {table} SET seq = ? WHERE seq = ?", (other, one))


def _roll_back(target: Target) -> Tally:
    """An older copy put back, with the newer heads beside it."""
    found = 0
    for older in target.older:
        path = target.copy()
        shutil.copy(older, path)
        found += find(path)
    return Tally("an older copy of the record put back", len(target.older), found, len(target.older) - found)


def _attack_write_ahead_log(target: Target, tries: int) -> Iterator[Tally]:
    """A record that was killed with appends in its write-ahead log, which is then cut short or changed."""
    place = target.path.with_name("open.db")
    for side in _SIDES:
        _beside(place, side).unlink(missing_ok=True)
    store = SqliteStore(place)
    for entry in target.entries[:10]:
        if not entry.draft.parents or store.get(entry.draft.parents[0]) is not None:
            store.append(entry)
    raw, wal, heads = (_beside(place, side).read_bytes() for side in ("", "-wal", ".heads"))
    whole = [entry.key for entry in store.entries()]
    store.close()
    rng = random.Random(17)
    cuts = [wal[: rng.randrange(len(wal))] for _ in range(tries)]
    flips = [_flip(wal, rng.randrange(len(wal)), rng) for _ in range(tries)]
    _lay(target, raw, wal, heads)
    assert not find(target.path.with_name("attacked.db")), "nor has one that was killed"
    for kind, changed in (("the write-ahead log cut short", cuts), ("a bit of the write-ahead log flipped", flips)):
        found = silent = 0
        for content in changed:
            path = _lay(target, raw, content, heads)
            if find(path):
                found += 1
            elif _read_keys(path) != whole:
                silent += 1
        yield Tally(kind, len(changed), found, silent, f"{len(changed) - found - silent} changed nothing that is read")


def _lay(target: Target, raw: bytes, wal: bytes, heads: bytes) -> Path:
    """The files of a record that was killed, as they lie."""
    path = target.path.with_name("attacked.db")
    for side, data in (("", raw), ("-wal", wal), (".heads", heads)):
        _beside(path, side).write_bytes(data)
    _beside(path, "-shm").unlink(missing_ok=True)
    return path


def _attack_heads(target: Target) -> Tally:
    """The file of noted heads removed, or a byte of it changed."""
    rng = random.Random(3)
    heads = target.path.with_suffix(".heads").read_bytes()
    changed = [_flip(heads, rng.randrange(len(heads)), rng) for _ in range(30)]
    found = 0
    for content in (None, *changed):
        path = target.copy()
        if content is None:
            path.with_suffix(".heads").unlink()
        else:
            path.with_suffix(".heads").write_bytes(content)
        found += find(path)
    return Tally("the noted heads removed or changed", 31, found, 31 - found)


def _flip_bits(target: Target, flips: int) -> Tally:
    """Single bits of the file; what is not found must change nothing that anybody reads."""
    rng = random.Random(20261115)
    raw, whole = target.path.read_bytes(), _read_keys(target.path)
    used = [place for place in range(len(raw)) if raw[place] or place < 100]
    found = silent = 0
    for place in rng.sample(used, flips):
        path = target.copy()
        path.write_bytes(_flip(raw, place, rng))
        if find(path):
            found += 1
        elif _read_keys(path) != whole:
            silent += 1
    return Tally(
        "a bit of the record flipped", flips, found, silent, f"{flips - found - silent} changed nothing that is read"
    )


def _rewrite(target: Target) -> Iterator[Tally]:
    """The whole history written anew without one entry, log and heads included: only a head noted elsewhere tells."""
    without = with_head = 0
    dropped = [entry for entry in target.entries if entry.draft.kind == "act"]
    for victim in dropped:
        path = target.path.with_name("attacked.db")
        for side in _SIDES:
            _beside(path, side).unlink(missing_ok=True)
        with closing(SqliteStore(path)) as forger:
            gone = {victim.key}
            for entry in target.entries:
                if entry.key in gone or not gone.isdisjoint(entry.draft.parents) or entry.draft.kind == "outcome":
                    gone.add(entry.key)
                else:
                    forger.append(entry)
        without += find(path)
        with_head += find(path, target.head)
    tried = len(dropped)
    note = "not found without a head that was noted elsewhere, as said"
    yield Tally("a wholly consistent rewrite, without --head", tried, without, tried - without, note)
    yield Tally("a wholly consistent rewrite, with --head", tried, with_head, tried - with_head)


def _read_keys(path: Path) -> list[str]:
    try:
        with closing(SqliteStore(path, readonly=True)) as store:
            return [entry.key for entry in store.entries()]
    except FoamError:
        return []


def _beside(path: Path, side: str) -> Path:
    return path.with_suffix(side) if side == ".heads" else Path(f"{path}{side}")


def _flip(raw: bytes, place: int, rng: random.Random) -> bytes:
    return raw[:place] + bytes([raw[place] ^ (1 << rng.randrange(8))]) + raw[place + 1 :]
