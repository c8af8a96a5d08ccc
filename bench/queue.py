"""Two servers and two workers over one PostgreSQL: what readers see, whether a challenge is lost, what killing does.

`python -m bench queue.visitors` has 200 readers and 20 challengers who file, half of them on each server, over a
large answer (`bench/load.py`). Every process has a home of its own with the same library, as on machines of
their own; all of them share the processors of this one. In the end it is counted in the queue and in the record:
challenges lost, and questions asked twice.

`python -m bench queue.kills` ends workers by `kill -9` at random moments of challenges and deliberations, `BENCH_KILLS`
times, with others that take over. It counts what was asked, what is on record, and how each run ended.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from tests.home.killing import MOST, Killer, Tally, count_since, do_undisturbed, find_last, plan_works
from tests.home.workshop import QUESTION, LoggingModel, copy_run
from tests.home.workshop import open_home as open_small_home

import foam
from bench.harness import Row, benchmark
from bench.load import (
    CHALLENGERS,
    READERS,
    Served,
    count_parts,
    make_fakes,
    make_home,
    open_pages,
    quantile,
    report,
    require,
    served,
)
from bench.postgres import start_database
from bench.visiting import Places, Shares, Visit, enter
from foam.model.scripted import reply_by_seed

SERVERS = WORKERS = 2
STAY = float(os.environ.get("BENCH_SECONDS", "60"))
"""Seconds; in fewer than 50 not every challenger comes to file."""
KILLS = int(os.environ.get("BENCH_KILLS", "100"))
SEED = int(os.environ.get("BENCH_SEED", "1"))
"""Of the moments at which workers are killed."""
DRAIN = 600.0
"""Seconds that what was filed has to be heard in."""


@benchmark
def visitors() -> Iterable[Row]:
    """200 readers and 20 challengers who file, on two servers with two workers over one database."""
    require()
    with tempfile.TemporaryDirectory() as temporary, start_database() as cluster, ExitStack() as stack:
        folder, url = Path(temporary), cluster.make_database()
        run, answer = make_home(folder / "made")
        with foam.open(folder / "made", **make_fakes()) as home:
            home.record.copy(to=url)
        known = find_last(url)
        servers = [stack.enter_context(served(_copy(folder, f"server-{n}"), url=url)) for n in range(SERVERS)]
        logs = [folder / f"worker-{n}.log" for n in range(WORKERS)]
        for n, log in enumerate(logs):
            stack.enter_context(_working(_copy(folder, f"worker-{n}"), url, log))
        visit, said = asyncio.run(_visit(servers, run, answer))
        yield Row("parts of the answer", count_parts(answer), "", said)
        yield from report(visit, f"{READERS} readers, {CHALLENGERS} challengers, {SERVERS} servers")
        yield from _count_challenges(visit, url)
        yield from _count_twice(url, known, logs)


def work(folder: str, url: str, log: str) -> None:
    """A worker's process."""
    fakes = make_fakes() | {"models": LoggingModel(Path(log), 0.0, reply_by_seed)}
    with foam.open(folder, **fakes | {"environ": {"FOAM_RECORD__URL": url}}) as home:
        home.worker(tell=_stop_by_signal)


def _stop_by_signal(worker: Any) -> None:
    signal.signal(signal.SIGTERM, lambda *_: worker.stop())
    print("ready", flush=True)


def _copy(folder: Path, name: str) -> Path:
    """A home of its own for a process, as it would be on another machine."""
    shutil.copytree(folder / "made", folder / name)
    return folder / name


@contextmanager
def _working(folder: Path, url: str, log: Path) -> Iterator[None]:
    code = f"from bench.queue import work; work({str(folder)!r}, {url!r}, {str(log)!r})"
    with _started([sys.executable, "-c", code]):
        yield


@contextmanager
def _started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that says when it is ready, and is ended."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=60)


async def _visit(servers: list[Served], run: str, answer: foam.Answer) -> tuple[Visit, str]:
    """What all visitors saw, each at one server, and whose the processors were."""
    async with enter(servers[0].base, servers[0].token) as first, enter(servers[1].base, servers[1].token) as second:
        places: list[Places] = [(await open_pages(visit, run, answer))[0] for visit in (first, second)]
        second.took, second.heard, second.errors = first.took, first.heard, first.errors
        first.patience = second.patience = DRAIN
        first.until = second.until = perf_counter() + STAY
        shares = [Shares(server.pid) for server in servers]
        who = [(first, places[0]), (second, places[1])]
        readers = (who[n % 2][0].read(who[n % 2][1], n) for n in range(READERS))
        challengers = (who[n % 2][0].challenge(who[n % 2][1], n, files=True) for n in range(CHALLENGERS))
        await asyncio.gather(*readers, *challengers)
        return first, "; ".join(one.describe() for one in shares)


def _count_challenges(visit: Visit, url: str) -> Iterator[Row]:
    """What became of what was filed: in the queue, and on record."""
    filed = len(visit.took["a challenge filed"])
    with tempfile.TemporaryDirectory() as folder, open_small_home(Path(folder), url, Path(folder, "log")) as home:
        until = perf_counter() + DRAIN
        while not all(one.has_ended for one in home.work.list()) and perf_counter() < until:
            time.sleep(1)
        done = [one for one in home.work.list() if one.state == "done"]
        runs = Counter(one.run for one in home.record.list() if one.job == "contest" and one.closed)
        heard = [one for one in done if runs[one.progress.run] == 1]
        sound = sum(home.record.replay(one.progress.run).ok for one in heard[:3])
    yield Row("challenges filed", filed, "", f"{len(done)} done in the queue, {runs.total()} outcomes on record")
    yield Row("challenges lost", filed - len(heard), "", "asked for: none")
    yield Row("outcomes that replay from the record", sound, "", f"of {len(heard[:3])} looked at")
    for name, took in (("heard by a worker", _list_waits(url)), ("its outcome on the page", visit.heard)):
        if took:
            yield Row(f"filed to {name}", median(took), "s", f"p99 {quantile(took, 0.99):.1f} s; {len(took)}")


def _list_waits(url: str) -> list[float]:
    """Seconds from the moment that each work was put into the queue to its end there."""
    import psycopg

    with psycopg.connect(url) as db:
        rows = db.execute("SELECT extract(epoch FROM ended - submitted) FROM foam.work WHERE state = 'done'").fetchall()
    return [float(took) for (took,) in rows]


def _count_twice(url: str, known: int, logs: Iterable[Path]) -> Iterator[Row]:
    """Whether what workers asked is on record as often as it was asked."""
    asked = sum(map(_read_log, logs), Counter[str]())
    recorded = count_since(url, known)
    twice = asked - recorded
    note = f"{asked.total()} asked of models; asked for: none"
    yield Row("questions asked twice, by the rows of the record", twice.total(), "", note)


def _read_log(log: Path) -> Counter[str]:
    return Counter(log.read_text(encoding="utf-8").split()) if log.exists() else Counter()


@benchmark
def kills() -> Iterable[Row]:
    """Workers killed by `kill -9` at random moments, others that take over, and what the record says in the end."""
    works, tally, rng = plan_works(), Tally(), random.Random(SEED)
    begun = perf_counter()
    with tempfile.TemporaryDirectory() as temporary, start_database() as cluster:
        folder, made = Path(temporary), cluster.make_database()
        with open_small_home(folder / "made", "", folder / "made.log") as home:
            run = home.deliberate(QUESTION).run
        copy_run((folder / "made", run), made, folder)
        expected = do_undisturbed(folder / "made", run, works)
        for number in itertools.count():
            killer = Killer(cluster.copy_database(made), folder / f"round-{number}", rng)
            try:
                for planned, one in zip(works, expected, strict=True):
                    wanted = min(rng.randint(1, MOST), KILLS - tally.kills)
                    if not wanted:
                        break
                    killer.play(planned, run, one, tally, kills=wanted)
                    print(f"  {tally.kills} kills, {tally.works} works, faults: {tally.faults}", file=sys.stderr)
            finally:
                killer.close(tally)
            if tally.kills >= KILLS:
                break
    yield Row("workers killed while they did something", tally.kills, "", f"over {tally.works} works")
    yield Row("works lost, ended twice or otherwise, questions asked twice", len(tally.faults), "", _tell(tally))
    yield Row("questions asked", tally.asked, "", f"{tally.in_flight} of them in flight when their worker was killed")
    yield Row("took", perf_counter() - begun, "s", f"leases lost without a kill: {tally.lost_leases}")


def _tell(tally: Tally) -> str:
    return "; ".join(f"{count} x {what}" for what, count in Counter(tally.faults).items()) or "asked for: none"
