"""Workers, commands, the PostgreSQL server and the object store killed at random moments of what is being done.

`python -m bench accidents.kills` makes `BENCH_KILLS` accidents (100) over imports with a build of the index, over
deliberations and challenges of the queue, and over tournaments. Record and library are in PostgreSQL, the index is in
an object store. It is held that every work ends once, as it does undisturbed, and that nothing is asked twice.
"""

from __future__ import annotations

import itertools
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.evidence.search.kept_store import KeptStore
from tests.home.accidents import Report, Servers, Shop, do, lay_out, play_command
from tests.home.killing import MOST, do_undisturbed, plan_works
from tests.home.workshop import QUESTION, copy_run, open_home

from bench.harness import Row, Skipped, benchmark
from bench.postgres import start_database

KILLS = int(os.environ.get("BENCH_KILLS", "100"))
SEED = int(os.environ.get("BENCH_SEED", "1"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "inf"))
"""After which no further work is begun."""


@benchmark
def kills() -> Iterable[Row]:
    """Accidents by `kill -9`, one after another, and what the record, the library and the index hold in the end."""
    for package in ("moto", "lancedb"):
        if find_spec(package) is None:
            raise Skipped(f"MISSING {package.upper()}: pip install 'foam[dev]'")
    report, rng, begun = Report(), random.Random(SEED), perf_counter()
    # Without waiting for the disk: what a killed process wrote is there all the same, and the server starts faster.
    with tempfile.TemporaryDirectory() as temporary, start_database(durable=False) as cluster:
        folder = Path(temporary)
        store = KeptStore(folder)
        try:
            _play_all(Servers(cluster, store, rng), folder, report)
        finally:
            store.kill()
    took = perf_counter() - begun
    for target, name in (("doer", "workers and commands"), ("database", "the database"), ("store", "the object store")):
        yield Row(f"kills of {name}", report.kills[target], "", "while something was being done")
    works = ", ".join(f"{count} x {what}" for what, count in report.works.items())
    yield Row("kills in all", report.kills.total(), "", f"over {works}")
    told = "; ".join(f"{count} x {what}" for what, count in Counter(report.faults).items()) or "asked for: none"
    yield Row("works lost, ended twice or otherwise, questions asked twice", len(report.faults), "", told)
    yield Row("questions asked", report.asked, "", f"{report.in_flight} in flight when who asked was killed")
    yield Row("commands that had to be given again", report.repeated, "", f"leases lost: {report.lost_leases}")
    yield Row("took", took, "s", "")


def _play_all(servers: Servers, folder: Path, report: Report) -> None:
    rng, begun = servers.rng, perf_counter()
    commands = {what: _do_calmly(what, servers, folder / f"calm-{what}") for what in ("import", "tournament")}
    works = plan_works()
    with open_home(folder / "made", "", folder / "made.log") as home:
        run = home.deliberate(QUESTION).run
    made = servers.cluster.make_database()
    copy_run((folder / "made", run), made, folder)
    expected = do_undisturbed(folder / "made", run, works)

    def is_over() -> bool:
        return report.kills.total() >= KILLS or perf_counter() - begun > SECONDS

    def choose() -> int:
        return min(rng.randint(1, MOST), KILLS - report.kills.total())

    for number in itertools.count():
        shop = Shop(servers.cluster.copy_database(made), folder / f"shop-{number}", servers)
        try:
            for place, (planned, calm) in enumerate(zip(works, expected, strict=True)):
                what = ("import", "tournament")[place % 2]
                if not is_over():
                    shop.play(planned, run, calm, report, kills=choose())
                    _tell(report)
                if not is_over():
                    name = f"{what}-{number}-{place}"
                    play_command(what, servers, folder / name, commands[what], report, kills=choose())
                    _tell(report)
        finally:
            shop.close(report)
        if is_over():
            return


def _do_calmly(what: str, servers: Servers, folder: Path) -> dict[str, Any]:
    folder.mkdir()
    lay_out(what, folder)
    url = servers.cluster.make_database()
    done = do(what, folder, url, servers.store.place(folder.name), folder / "asked.log")
    print(f"  {what} undisturbed: {done['seconds']:.1f} s", file=sys.stderr)
    return done


def _tell(report: Report) -> None:
    print(f"  {dict(report.kills)} over {dict(report.works)}, faults: {report.faults}", file=sys.stderr)
