"""What does a record in PostgreSQL cost against one in a file? The same scripted deliberation on both, in turn."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from tests.cluster import Cluster
from tests.deliberation.table import Table, load_sample
from tests.deliberation.writing import writing

from bench.harness import Row, Skipped, benchmark
from foam.model.scripted import ScriptedModel
from foam.record.opening import open_record_at
from foam.record.store import Store

PACK = "benefits-appeal"
PAIRS = 4


@benchmark
def deliberate_on_both() -> Iterable[Row]:
    """A whole run with every seat of a pack; the server waits for the disk at each commit."""
    with tempfile.TemporaryDirectory() as folder, start_database() as cluster:
        file, database = [], []
        for number in range(PAIRS):
            file.append(_deliberate(open_record_at(str(Path(folder, f"{number}.db")))))
            database.append(_deliberate(open_record_at(cluster.make_database(), heads=Path(folder, f"{number}"))))
    for place, name in enumerate(("wall time", "this process's own CPU time")):
        ours, theirs = (median(one[place] for one in taken) for taken in (database, file))
        yield Row(f"a scripted deliberation, {name}", ours, "s", f"in a file {theirs:.2f} s")
        yield Row(f"against the file, {name}", ours / theirs, "x", "asked for: about 2 at most")


def _deliberate(store: Store) -> tuple[float, float]:
    acts = writing(load_sample(PACK).pack.sample_question)
    with closing(store):
        table = Table(ScriptedModel(acts, writes=True), pack=PACK, store=store)
        spec = table.spec()
        wall, work = time.perf_counter(), time.process_time()
        table.deliberate(spec)
        return time.perf_counter() - wall, time.process_time() - work


@contextmanager
def start_database() -> Iterator[Cluster]:
    if find_spec("psycopg") is None:
        raise Skipped("MISSING PSYCOPG: pip install 'foam[postgres]'")
    try:
        cluster = Cluster(durable=True)
    except FileNotFoundError as error:
        raise Skipped("MISSING POSTGRESQL: install the server's programs") from error
    try:
        yield cluster
    finally:
        cluster.remove()
