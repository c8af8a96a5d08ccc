"""Workers that are killed at random moments of their work, and what can be counted afterwards.

Each work is done undisturbed first, in a home with its record in a file. Then it is put into the queue of a database,
where a few workers wait; whichever has it is killed, and another takes it over when the lease has run out. One work is
in the queue at a time, so it is known of each row of the record who wrote it.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.home.workshop import QUESTION, find_leaf, open_home, wait_until, write_letter

import foam
from foam.record.opening import open_record_at
from foam.record.runs import list_runs
from foam.record.verify import verify
from foam.values import digest

LEASE = 5.0
DELAY = 0.03
"""Seconds that a question takes, so that there is something to be killed in."""
MOST = 3
"""Workers that are killed over one work: the queue gives work up that five died over."""
SPARE = 2


@dataclass(frozen=True)
class Planned:
    """A work: how it is done by whoever asks, and how it is put into the queue."""

    name: str
    do: Callable[[foam.Home, str], Any]
    submit: Callable[[foam.Home, str], Any]


@dataclass(frozen=True)
class Undisturbed:
    """How a work ends without any accident, and about how long it takes."""

    run: str
    outcome: str
    seconds: float


@dataclass
class Tally:
    """What was counted."""

    kills: int = 0
    """While the worker held the work."""
    works: int = 0
    asked: int = 0
    in_flight: int = 0
    """Asked of a worker that was killed before the answer was on record: these may be asked again."""
    lost_leases: int = 0
    """Works that changed hands without a kill: on a machine so busy that a worker gave no sign of life."""
    faults: list[str] = field(default_factory=list)


def plan_works() -> tuple[Planned, ...]:
    """Two deliberations, and four challenges to leaves of the deliberation that is there, three with a document."""

    def deliberate(seed: int) -> Planned:
        return Planned(
            "deliberation",
            lambda home, run: home.deliberate(QUESTION, seed=seed),
            lambda home, run: home.work.add(foam.orders.DeliberationOrder(question=QUESTION, seed=seed)),
        )

    def challenge(number: int, kind: str, *, brings: bool) -> Planned:
        def give(home: foam.Home, run: str) -> dict[str, Any]:
            brought = {"with_documents": [write_letter(home.folder)]} if brings else {"at": ["10#s0"]}
            return {"kind": kind, "because": f"It is not shown, says neighbour {number}.", **brought}

        return Planned(
            "challenge",
            lambda home, run: home.contest.open(run, find_leaf(home, run, kind, number), **give(home, run)),
            lambda home, run: home.work.add(
                foam.orders.ChallengeOrder.read(run, find_leaf(home, run, kind, number), **give(home, run))
            ),
        )

    return (
        challenge(0, "not_so", brings=True),
        deliberate(1),
        challenge(1, "not_so", brings=False),
        challenge(0, "left_out", brings=True),
        deliberate(2),
        challenge(1, "left_out", brings=True),
    )


def do_undisturbed(folder: Path, run: str, works: tuple[Planned, ...]) -> tuple[Undisturbed, ...]:
    """Do them one after another in a home whose record is in a file."""
    found = []
    with open_home(folder, "", folder / "asked.log") as home:
        for one in works:
            begun = time.monotonic()
            ran = one.do(home, run)
            found.append(Undisturbed(ran.run, ran.digest, time.monotonic() - begun))
    return tuple(found)


class Gang:
    """A few workers over one database; one that is killed is replaced."""

    def __init__(self, url: str, folder: Path, *, lease: float = LEASE) -> None:
        self._url = url
        self._folder = folder
        self._lease = lease
        self._started = 0
        self._logs: dict[int, Path] = {}
        self._processes: dict[int, subprocess.Popen[str]] = {}
        self.refill()

    def refill(self) -> None:
        """Start as many as are missing; they are ready some seconds later."""
        while len(self._processes) < SPARE:
            log = self._folder / f"worker-{self._started}.log"
            given = [str(self._folder / f"worker-{self._started}"), self._url, str(log), str(DELAY), str(self._lease)]
            command = [sys.executable, "-m", "tests.home.workshop", *given]
            said = log.with_suffix(".err").open("w")
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=said, text=True, cwd=Path(__file__).parents[2]
            )
            said.close()
            self._processes[process.pid], self._logs[process.pid] = process, log
            self._started += 1

    def kill(self, worker: str) -> int:
        """Kill the one of this name; its process."""
        pid = int(worker.split("-")[-2])
        os.kill(pid, signal.SIGKILL)
        self._processes.pop(pid).communicate()
        return pid

    def list_ended(self) -> list[str]:
        """Workers that ended though nobody killed them, and what a worker printed that is no plain message."""
        gone = [
            f"a worker ended by itself, {one.returncode}" for one in self._processes.values() if one.poll() is not None
        ]
        said = [log.with_suffix(".err").read_text() for log in self._logs.values()]
        return gone + [f"a worker printed: {text.splitlines()[-1]}" for text in said if "Traceback" in text]

    def read_logs(self) -> dict[int, Counter[str]]:
        """What each was asked since it began, those that were killed included."""
        return {pid: Counter(log.read_text().split()) for pid, log in self._logs.items() if log.exists()}

    def close(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.communicate()


class Killer:
    """Plays works in the queue of one database, and kills whoever does them."""

    def __init__(self, url: str, folder: Path, rng: random.Random) -> None:
        self._url = url
        self._rng = rng
        folder.mkdir()
        self._gang = Gang(url, folder)
        self._asker = open_home(folder / "asker", url, folder / "none.log")

    def play(self, planned: Planned, run: str, expected: Undisturbed, tally: Tally, *, kills: int) -> None:
        """One work, killed so many times at most; everything that is not as it should be is a fault of the tally."""
        before, mark = self._gang.read_logs(), find_last(self._url)
        begun = mark
        in_flight: Counter[str] = Counter()
        work, killed, holder = planned.submit(self._asker, run), 0, ""
        for _ in range(kills):
            now = self._wait_for_another(work.id, holder)
            span = expected.seconds + 1.0
            time.sleep(self._rng.uniform(0.0, span))
            now = self._asker.work.find(work.id)
            if now.has_ended or not now.worker:
                break
            holder, pid = now.worker, self._gang.kill(now.worker)
            killed += 1
            rows = count_since(self._url, mark)
            mark = find_last(self._url)
            asked = self._gang.read_logs().get(pid, Counter()) - before.get(pid, Counter())
            in_flight += asked - rows
            self._gang.refill()
        done = self._asker.work.follow(work.id)
        asked_in_all: Counter[str] = sum(
            (log - before.get(pid, Counter()) for pid, log in self._gang.read_logs().items()), Counter[str]()
        )
        twice = asked_in_all - in_flight - count_since(self._url, begun)
        tally.works, tally.kills = tally.works + 1, tally.kills + killed
        tally.asked += asked_in_all.total()
        tally.in_flight += in_flight.total()
        tally.lost_leases += max(0, done.attempts - killed - 1)
        if twice:
            tally.faults.append(f"{planned.name}: {twice.total()} questions asked twice")
        if (done.state, done.progress.run, done.progress.outcome) != ("done", expected.run, expected.outcome):
            tally.faults.append(f"{planned.name}: {done.state} with another outcome: {done.error}")

    def close(self, tally: Tally) -> None:
        """End the workers, and look whether each run ended once and the record is whole."""
        self._asker.close()
        self._gang.close()
        with closing(open_record_at(self._url)) as store:
            ended = Counter(one.run for one in list_runs(store) if one.closed)
            tally.faults += [f"{run} ended {count} times" for run, count in ended.items() if count > 1]
            tally.faults += [f"the record does not verify: {one}" for one in verify(store).damage]

    def _wait_for_another(self, work: str, holder: str) -> Any:
        """Until a worker has it who did not have it before, or until it has ended."""

        def has_it() -> bool:
            now = self._asker.work.find(work)
            return now.has_ended or (now.state == "running" and now.worker != holder)

        wait_until(has_it)
        return self._asker.work.find(work)


def find_last(url: str) -> int:
    """The number of the last entry on record."""
    import psycopg

    with psycopg.connect(url) as db:
        row = db.execute("SELECT coalesce(max(seq), -1) FROM foam.entries").fetchone()
    return int(row[0]) if row else -1


def count_since(url: str, known: int) -> Counter[str]:
    """Questions on record since an entry, each as often as it has a row."""
    import psycopg

    with psycopg.connect(url) as db:
        keys = [str(key) for (key,) in db.execute("SELECT key FROM foam.entries WHERE seq > %s", (known,))]
    with closing(open_record_at(url)) as store:
        return Counter(digest(entry.draft.question) for key in keys if (entry := store.get(key)) is not None)
