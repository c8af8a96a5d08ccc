"""What do a record and a library in PostgreSQL cost against those in a file? The same work on both, in turn."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from tests.cluster import Cluster
from tests.deliberation.table import Table
from tests.laws.settings import make_fares

from bench.harness import Row, Skipped, benchmark
from foam.evidence.document import Citation, Origin, make_document
from foam.evidence.holdings import Batch
from foam.evidence.ingest import COMMIT_DOCUMENTS
from foam.evidence.library import Library
from foam.evidence.truth import Packed, pack_document
from foam.record.opening import open_record_at
from foam.record.store import Store
from foam_quotes.text.pointer import Pointer

PACK = "policy-debate"
PAIRS = 4
DOCUMENTS = 6_000
_SENTENCES, _WORDS, _LOOKUPS, _TOGETHER = 12, 16, 500, 100
_AT = "2026-01-01T00:00:00.000+00:00"


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


@benchmark
def library_on_both() -> Iterable[Row]:
    """Made-up cards of twelve sentences that were read already, taken in and looked up; no index."""
    rows = [_make_row(random.Random(number), number) for number in range(DOCUMENTS)]
    with tempfile.TemporaryDirectory() as folder, start_database() as cluster:
        file, database = [], []
        for number in range(2):
            file.append(_use(Library.open(Path(folder, f"{number}.db")), rows))
            heads = Path(folder, f"library{number}")
            database.append(_use(Library.open_database(cluster.make_database(), heads=heads), rows))
    asked = ("documents taken in, a second", "a sentence by its pointer", f"{_TOGETHER} sentences at once", "verified")
    for place, (name, unit) in enumerate(zip(asked, ("", "ms", "ms", "s"), strict=True)):
        ours, theirs = (median(one[place] for one in taken) for taken in (database, file))
        yield Row(f"library: {name}", ours, unit, f"in a file {theirs:.3g} {unit}")


def _make_row(rng: random.Random, number: int) -> Packed:
    sentences = (" ".join(f"word{rng.randint(0, 30_000)}" for _ in range(_WORDS)) for _ in range(_SENTENCES))
    text = " ".join(f"{one.capitalize()}." for one in sentences)
    origin = Origin(file=f"file{number // 50}.docx", format="docx", importer="bench", row=number)
    return pack_document(make_document(text, origin=origin, citation=Citation(author=f"Name{number % 500}")))


def _use(library: Library, rows: list[Packed]) -> tuple[float, float, float, float]:
    """Documents a second, milliseconds of a look-up, of many at once, and seconds of a verification."""
    rng = random.Random(1)
    with library:
        began = time.perf_counter()
        for start in range(0, len(rows), COMMIT_DOCUMENTS):
            batch = Batch(rows=[(row, f"{start:064x}") for row in rows[start : start + COMMIT_DOCUMENTS]])
            library.take_in(batch, what="made", at=_AT)
        taken = time.perf_counter() - began
        pointers = [Pointer(document=rng.choice(rows).id, sentence=rng.randrange(_SENTENCES)) for _ in range(_LOOKUPS)]
        began = time.perf_counter()
        for pointer in pointers:
            library.sentence(pointer)
        single = time.perf_counter() - began
        began = time.perf_counter()
        for _ in range(10):
            library.sentences(rng.sample(pointers, _TOGETHER))
        together = time.perf_counter() - began
        began = time.perf_counter()
        assert not list(library.damaged())
        return len(rows) / taken, 1000 * single / _LOOKUPS, 100 * together, time.perf_counter() - began


def _deliberate(store: Store) -> tuple[float, float]:
    with closing(store):
        table = Table(make_fares().model, pack=PACK, store=store)
        spec = table.spec()
        wall, work = time.perf_counter(), time.process_time()
        table.deliberate(spec)
        return time.perf_counter() - wall, time.process_time() - work


@contextmanager
def start_database(*, durable: bool = True) -> Iterator[Cluster]:
    if find_spec("psycopg") is None:
        raise Skipped("MISSING PSYCOPG: pip install 'foam[postgres]'")
    try:
        cluster = Cluster(durable=durable)
    except FileNotFoundError as error:
        raise Skipped("MISSING POSTGRESQL: install the server's programs") from error
    try:
        yield cluster
    finally:
        cluster.remove()
