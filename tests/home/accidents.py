"""Accidents at random moments of imports, tournaments and queued work, and what can be counted afterwards.

Who does the work is killed, or the PostgreSQL server, or the object store with the search index. A server comes back
after a pause. Each work is done undisturbed first, and has to end as it did then.

`python -m tests.home.accidents import|tournament FOLDER URL PLACE LOG` is the process that does one.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.cluster import Cluster
from tests.evidence.search.kept_store import KeptStore
from tests.evidence.search.stores import dump_place, load_place
from tests.home.judged import enter_papers
from tests.home.killing import Gang, Planned, Undisturbed, count_since, find_last
from tests.home.workshop import LoggingModel, open_home, wait_until

import foam
from foam.evidence.search.place import SharedPlace
from foam.model.scripted import reply_by_seed
from foam.record.opening import open_record_at
from foam.record.runs import list_runs
from foam.record.verify import verify
from foam.values import digest

LEASE = 8.0
"""Longer than a server is away, so that nobody is taken for dead who only waits for it."""
LONGEST_PAUSE = 2.0
"""Seconds for which a server stays away, before it starts."""
FILES = 500
DELAY = 0.02
ASKED = ("harbour dues of the year", "who keeps the gate closed", "boats in winter")
_GOES_ON = 3
"""The exit code of a command that a service was away for: the same command goes on."""


@dataclass
class Report:
    """What was counted."""

    kills: Counter[str] = field(default_factory=Counter)
    """While something was being done, by who was killed."""
    works: Counter[str] = field(default_factory=Counter)
    repeated: int = 0
    """Commands that gave up waiting and were given once more."""
    asked: int = 0
    in_flight: int = 0
    lost_leases: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Servers:
    """What is killed beside those who do the work."""

    cluster: Cluster
    store: KeptStore
    rng: random.Random

    def choose(self, targets: Sequence[str], report: Report) -> str:
        """Who is killed next: whoever was least often so far."""
        least = min(report.kills[one] for one in targets)
        return self.rng.choice([one for one in targets if report.kills[one] == least])

    def strike(self, target: str) -> None:
        """Kill a server, and start it again after a pause."""
        server: Cluster | KeptStore = self.cluster if target == "database" else self.store
        server.kill()
        time.sleep(self.rng.uniform(0.0, LONGEST_PAUSE))
        server.start()


class Command:
    """A process that does one work, and is given again until it is done."""

    def __init__(self, what: str, folder: Path, url: str, place: SharedPlace) -> None:
        self.log, self._said = folder / "asked.log", folder / "said.err"
        self.log.touch()
        told = (what, str(folder), url, json.dumps(dump_place(place)), str(self.log))
        self._command = [sys.executable, "-m", "tests.home.accidents", *told]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        if self._process is not None and self._process.stdout is not None:
            self._process.stdout.close()
        with self._said.open("a") as said:
            self._process = subprocess.Popen(
                self._command, stdout=subprocess.PIPE, stderr=said, text=True, cwd=Path(__file__).parents[2]
            )

    def wait(self, seconds: float) -> int | None:
        """The exit code, or None where it is still at work after so long."""
        assert self._process is not None
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()

    def read_result(self) -> dict[str, Any]:
        assert self._process is not None
        found: dict[str, Any] = json.loads(self._process.communicate()[0] or "{}")
        return found

    def count_asked(self) -> Counter[str]:
        return Counter(self.log.read_text().split())

    def read_last_words(self) -> str:
        text = self._said.read_text()
        return text.splitlines()[-1] if "Traceback" in text else ""


def play_command(
    what: str, servers: Servers, folder: Path, expected: dict[str, Any], report: Report, *, kills: int
) -> None:
    """An import or a tournament in a new database, with so many accidents at most."""
    folder.mkdir()
    url, rng = servers.cluster.make_database(), servers.rng
    targets = ("doer", "database", "store") if what == "import" else ("doer", "database")
    command, in_flight = Command(what, folder, url, servers.store.place(folder.name)), Counter[str]()
    open_record_at(url).close()
    lay_out(what, folder)
    command.start()
    report.works[what] += 1
    for _ in range(kills):
        code = command.wait(rng.uniform(1.0, expected["seconds"] + 1.0))
        if code is not None:
            break
        target = servers.choose(targets, report)
        if target == "doer":
            command.kill()
            in_flight += command.count_asked() - count_since(url, 0) - in_flight
            command.start()
        else:
            servers.strike(target)
        report.kills[target] += 1
    while (code := command.wait(600.0)) == _GOES_ON:
        report.repeated += 1
        command.start()
    found, asked = command.read_result() if code == 0 else {}, command.count_asked()
    report.asked, report.in_flight = report.asked + asked.total(), report.in_flight + in_flight.total()
    if found.get("outcome") != expected["outcome"]:
        report.faults.append(f"{what}: ended with {code} and another outcome: {found}")
    if twice := asked - in_flight - count_since(url, 0):
        report.faults.append(f"{what}: {twice.total()} questions asked twice")
    if words := command.read_last_words():
        report.faults.append(f"{what}: printed {words}")
    report.faults += check_record(url)


class Shop:
    """Workers over one database, and one who asks."""

    def __init__(self, url: str, folder: Path, servers: Servers) -> None:
        folder.mkdir()
        self._url, self._servers = url, servers
        self._gang = Gang(url, folder, lease=LEASE)
        self._asker = open_home(folder / "asker", url, folder / "none.log")

    def play(self, planned: Planned, run: str, expected: Undisturbed, report: Report, *, kills: int) -> None:
        """One work of the queue, with so many accidents at most."""
        before, begun, rng = self._gang.read_logs(), find_last(self._url), self._servers.rng
        in_flight, killed, holder = Counter[str](), 0, ""
        work = planned.submit(self._asker, run)
        report.works[planned.name] += 1
        for _ in range(kills):
            self._wait_for_another(work.id, holder)
            time.sleep(rng.uniform(0.0, expected.seconds + 1.0))
            now = self._asker.work.find(work.id)
            if now.has_ended:
                break
            target = self._servers.choose(("doer", "database"), report) if now.worker else "database"
            if target == "doer":
                pid, holder, killed = self._gang.kill(now.worker), now.worker, killed + 1
                asked = self._gang.read_logs().get(pid, Counter()) - before.get(pid, Counter())
                in_flight += asked - count_since(self._url, begun)
                self._gang.refill()
            else:
                self._servers.strike(target)
            report.kills[target] += 1
        done = self._asker.work.follow(work.id)
        asked = sum((log - before.get(pid, Counter()) for pid, log in self._gang.read_logs().items()), Counter[str]())
        report.asked, report.in_flight = report.asked + asked.total(), report.in_flight + in_flight.total()
        report.lost_leases += max(0, done.attempts - killed - 1)
        if twice := asked - in_flight - count_since(self._url, begun):
            report.faults.append(f"{planned.name}: {twice.total()} questions asked twice")
        if (done.state, done.progress.run, done.progress.outcome) != ("done", expected.run, expected.outcome):
            report.faults.append(f"{planned.name}: {done.state} with another outcome: {done.error}")

    def close(self, report: Report) -> None:
        report.faults += self._gang.list_ended()
        self._asker.close()
        self._gang.close()
        report.faults += check_record(self._url)

    def _wait_for_another(self, work: str, holder: str) -> None:
        def has_it() -> bool:
            now = self._asker.work.find(work)
            return now.has_ended or (now.state == "running" and now.worker != holder)

        wait_until(has_it)


def check_record(url: str) -> list[str]:
    """Runs that ended more than once, and what does not verify."""
    with closing(open_record_at(url)) as store:
        ended = Counter(one.run for one in list_runs(store) if one.closed)
        twice = [f"{run} ended {count} times" for run, count in ended.items() if count > 1]
        return twice + [f"the record does not verify: {one}" for one in verify(store).damage]


# What the processes do


def open_shared_home(folder: Path, url: str, place: SharedPlace, log: Path) -> foam.Home:
    """A home with nothing of its own: record and library are in the database, the index is in the object store."""
    kept = dump_place(place)
    names = {"index": "url", "endpoint": "endpoint", "region": "region", "access_key": "access_key"}
    names |= {"secret_key": "secret_key"}
    environ = {f"FOAM_LIBRARY__{name.upper()}": kept[told] for name, told in names.items()}
    environ |= {"FOAM_LIBRARY__URL": url, "FOAM_RECORD__URL": url}
    model = LoggingModel(log, DELAY, reply_by_seed)
    return foam.open(folder / "home", models=model, embedder=foam.HashingEmbedder(), environ=environ)


def lay_out(what: str, folder: Path) -> None:
    """The files that a work begins with: letters to take in, or a tournament with its papers."""
    if what == "tournament":
        with foam.open(folder / "setting", models=foam.ScriptedModel(reply_by_seed), environ={}) as home:
            enter_papers(home, folder)
        return
    made = folder / "letters"
    made.mkdir()
    for n in range(FILES):
        text = f"Letter {n} of the harbour. The gate {n % 17} was closed in winter. Boat {n} paid {n % 90} in dues.\n"
        (made / f"{n:05}.txt").write_text(text, "utf-8")


def take_in(home: foam.Home, folder: Path) -> str:
    """Import all letters with their index; a digest of what the library and the index then hold."""
    home.library.add(folder / "letters", workers=1)
    listed = home.library.list()
    checked = home.library.verify()
    hits = [[found.text for found in home.search(asked, limit=5).found] for asked in ASKED]
    ids = sorted(one.id for one in listed.documents)
    return digest({"ids": ids, "total": listed.total, "hits": hits, "whole": checked.ok})


def play(home: foam.Home, folder: Path) -> str:
    ran = home.tournament.run(folder / "T", workers=1).ran
    return f"{ran.run} {ran.digest}"


WAYS: dict[str, Callable[[foam.Home, Path], str]] = {"import": take_in, "tournament": play}


def do(what: str, folder: Path, url: str, place: SharedPlace, log: Path) -> dict[str, Any]:
    """One work, and how it ended."""
    begun = time.monotonic()
    with open_shared_home(folder, url, place, log) as home:
        outcome = WAYS[what](home, folder)
    return {"outcome": outcome, "seconds": time.monotonic() - begun}


def main(what: str, folder: str, url: str, place: str, log: str) -> None:
    told = load_place(place)
    assert isinstance(told, SharedPlace)
    try:
        done = do(what, Path(folder), url, told, Path(log))
    except foam.FoamError as error:
        print(f"{error} ({error.hint})", file=sys.stderr)
        sys.exit(error.exit_code)
    print(json.dumps(done))


if __name__ == "__main__":
    main(*sys.argv[1:])
