"""What is true of every record that outlives its process: it survives `kill -9`, and several may write at once."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.record.kept import Kept

from foam.errors import InputError
from foam.record.entry import Entry
from foam.record.verify import verify

WRITER = """
import sys
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.opening import open_record_at

print("opening", flush=True)
store = open_record_at(sys.argv[1])
decider = Decider(type="code", id="writer", version="1")
run = store.append(Entry(draft=Draft(kind="run", decider=decider), answer={}, at="t")).key
parents, n = (), 0
while True:
    draft = Draft(kind="step", inputs=parents, question={"n": n, "text": "x" * 3000}, decider=decider)
    entry = store.append(Entry(draft=draft, answer={"n": n}, at="t"), run=run)
    print(entry.key, flush=True)
    parents, n = (EntryInput(role="before", key=entry.key),), n + 1
"""


def _write_until_killed(kept: Kept, acknowledged: int, rng: random.Random) -> list[str]:
    """Let a writer acknowledge so many entries, then `kill -9` it a random moment later; what it had acknowledged."""
    command = [sys.executable, "-c", WRITER, kept.url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "opening\n"
        lines = [writer.stdout.readline() for _ in range(acknowledged)]
        for _ in range(rng.randrange(100_000)):  # a random moment inside whatever it is doing
            pass
        os.kill(writer.pid, signal.SIGKILL)
        lines += writer.stdout.readlines()
    return [line.strip() for line in lines if line.endswith("\n")]


def test_kill_9_at_a_random_moment_ten_times(kept: Kept) -> None:
    """One record throughout: each writer finds what those killed before it left, and goes on."""
    rng = random.Random(9)
    promised: set[str] = set()
    for at_least in (0, 0, 0, 1, 1, *(rng.randrange(60) for _ in range(5))):
        promised.update(_write_until_killed(kept, at_least, rng))
        store = kept.open()
        assert verify(store).damage == ()
        steps = list(store.entries(kind="step"))
        assert [entry.answer for entry in steps] == [{"n": n} for n in range(len(steps))], "a prefix, whole"
        assert promised <= {entry.key for entry in steps}, "what was acknowledged is there"
        joined = [key for run in store.entries(kind="run") for key in store.members(run.key)]
        assert joined == [entry.key for entry in steps], "entry and membership came in one piece"
        store.close()
    assert len(promised) > 10


def test_readers_beside_a_writer(kept: Kept, make_entry: Any, run_entry: Entry) -> None:
    """Readers with stores of their own always see whole entries, never fewer than before."""
    writer = kept.open()
    run = writer.append(run_entry).key
    done = threading.Event()

    def read() -> int:
        reader, seen = kept.open(readonly=True), 0
        while not done.is_set() or seen < 200:
            members = reader.members(run)
            assert len(members) >= seen
            seen = len(members)
            for key in members[-3:]:
                entry = reader.get(key)
                assert entry is not None
                assert entry.key == key
        assert list(reader.damaged()) == []
        reader.close()
        return seen

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        for n in range(200):
            writer.append(make_entry(n), run=run)
        done.set()
        assert [reader.result() for reader in readers] == [200, 200, 200]
    writer.close()


def test_several_threads_with_stores_of_their_own(kept: Kept, make_entry: Any) -> None:
    def write(worker: int) -> None:
        store = kept.open(timeout=30)
        for n in range(20):
            store.append(make_entry(n))
            store.append(make_entry(1000 * (worker + 1) + n, make_entry(n)))
        store.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(6)))
    store = kept.open()
    assert store.count() == 20 + 6 * 20
    assert verify(store).ok
    store.close()


SHARED_WRITER = """
import sys
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.opening import open_record_at

store, name = open_record_at(sys.argv[1]), sys.argv[2]
decider = Decider(type="code", id="writer", version="1")
run = store.append(Entry(draft=Draft(kind="run", decider=decider), answer={}, at="t")).key
for n in range(40):
    common = Entry(draft=Draft(kind="common", question={"n": n}, decider=decider), answer={"by": name}, at="t")
    kept = store.append(common, run=run)
    rests = (EntryInput(role="common", key=kept.key),)
    own = Entry(draft=Draft(kind=name, inputs=rests, question={"n": n}, decider=decider), answer={}, at="t")
    store.append(own, run=run)
    print(kept.answer["by"], flush=True)
"""


def test_several_processes_write_at_once(kept: Kept) -> None:
    """Each writes what all write and what only it writes: the first answer stands for all, and no line is lost."""
    kept.open().close()
    commands = [[sys.executable, "-c", SHARED_WRITER, kept.url, f"w{n}"] for n in range(4)]
    writers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
    heard = [writer.communicate(timeout=300)[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0, 0, 0]
    store = kept.open()
    assert store.count() == 1 + 40 + 4 * 40
    answers = [entry.answer["by"] for entry in store.entries(kind="common")]
    assert heard == [answers] * 4, "every process was told the answer that stands"
    run = next(store.entries(kind="run")).key
    assert len(store.members(run)) == 40 + 4 * 40
    assert store.head().size == store.count()
    assert verify(store).ok
    store.close()


def test_a_locked_record_is_waited_for_and_then_said(kept: Kept, make_entry: Any) -> None:
    kept.open().close()
    impatient = kept.open(timeout=0.2)
    with kept.raw() as other:
        other.execute("BEGIN" if kept.engine == "postgres" else "BEGIN IMMEDIATE")
        if kept.engine == "postgres":
            other.execute("SELECT foam.lock_log()")
        with pytest.raises(InputError, match="locked"):
            impatient.append(make_entry(1))
        other.execute("ROLLBACK")
    assert impatient.append(make_entry(1)) == make_entry(1), "and works once it is free"
    impatient.close()


def test_heads_are_noted_outside_and_an_older_copy_is_found(kept: Kept, make_entry: Any) -> None:
    store = kept.open()
    for n in range(3):
        store.append(make_entry(n))
    assert [head.size for head in store.noted()] == [1, 2, 3]
    store.close()
    older = kept.copy()
    store = kept.open()
    store.append(make_entry(7))
    store.close()
    older.heads.write_bytes(kept.heads.read_bytes())
    rolled_back = older.open()
    (damage,) = verify(rolled_back).damage
    assert "3 lines" in damage.reason
    rolled_back.close()
