"""A library of millions of made-up sentences: its index built by one process and by Ray, and searched.

    python -m bench.millions 1000000 FOLDER
    python -m bench.millions 10000000 FOLDER      about two hours and 50 GB of disk

Sentences are those of `bench.library`: halves of real ones, crossed, so that they are as long as real ones. What a
command has finished stays in the folder, and the same command goes on from there; delete the folder afterwards.
Needs `foam[ray]`.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np

from bench.harness import Row
from bench.library import (
    QUERIES,
    agreement,
    claims,
    costed,
    open_crew,
    peak_memory,
    size,
    take_in,
    timed,
)
from bench.places import embedder
from foam.evidence.library import Library
from foam.evidence.search.crew import Crew
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.lance import LanceIndex
from foam.record.sqlite import FILE_NAME

_BUILDERS = {"one": "one process", "ray1": "Ray, 1 worker", "ray2": "Ray, 2 workers"}
_ALL_BUILT_UP_TO = 2_000_000
"""Sentences up to which all builders build; above, one process and Ray with two workers."""
_ROUNDS = 3
_EXACT = 20
"""Claims that are also asked with every vector compared."""
_LOOKED_AT = 50_000
"""Rows that are read at once when rows are compared."""
_MOST = 2**31 - 1


def measure(sentences: int, folder: Path) -> Iterator[Row]:
    """Fill, build by each, compare what came out, search."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "filled").exists():
        yield from fill(folder, sentences)
    names = [name for name in _BUILDERS if name != "ray1" or sentences <= _ALL_BUILT_UP_TO]
    for name in names:
        if not (folder / f"{name}.json").exists():
            yield from _run("build", folder, name)
    digests = {name: json.loads((folder / f"{name}.json").read_text())["rows"] for name in names}
    yield Row("builds with the same rows", sum(d == digests["one"] for d in digests.values()), f"of {len(names)}")
    for name in names:
        yield from _run("search", folder, name)
    for name in names[1:]:
        yield from _compare(folder, name)


def _compare(folder: Path, name: str) -> Iterator[Row]:
    """What is found in this builder's index, held against what is found in that of one process."""
    own, other = (json.loads((folder / f"{one}-found.json").read_text()) for one in ("one", name))
    same = sum(a == b for a, b in zip(own["exact"], other["exact"], strict=True))
    yield Row(f"answered as by one process, every vector compared: {_BUILDERS[name]}", same, f"of {_EXACT}")
    same = sum(a == b for a, b in zip(own["indexed"], other["indexed"], strict=True))
    found = [[{json.dumps(hit["pointer"]) for hit in hits} for hits in one["indexed"]] for one in (own, other)]
    shared = sum(len(a & b) for a, b in zip(*found, strict=True)) / sum(map(len, found[0]))
    note = f"sentences that both find: {shared:.3f}; the engine arranges vectors by chance"
    yield Row(f"answered as by one process, by the vector index: {_BUILDERS[name]}", same, f"of {QUERIES}", note)


def fill(folder: Path, sentences: int) -> Iterator[Row]:
    """Take the cards in by the ordinary import."""
    with Library.open(folder / FILE_NAME) as library:
        taken, cost = costed(lambda: take_in(library, folder, sentences))
        held = library.stats()
    yield Row("sentences", held.sentences, "", f"{held.documents:,} cards")
    yield Row("made, read, segmented, stored", held.sentences / taken, "sentences/s", cost)
    yield Row("documents on disk", size(folder / FILE_NAME), "MB")
    (folder / "filled").touch()


def build(folder: Path, name: str) -> Iterator[Row]:
    """Build the index, or go on with one that was broken off, and digest its rows."""
    started, first, done = time.perf_counter(), 0.0, 0

    def tell(count: int) -> None:
        nonlocal first, done
        done += count
        first = first or time.perf_counter()
        spent = time.perf_counter() - started
        if sys.stderr.isatty() or done % 500_000 < count:
            print(f"  {_BUILDERS[name]}: {done:,} sentences after {spent:.0f} s", file=sys.stderr, flush=True)

    def finish(index: LanceIndex, library: Library) -> float:
        with closing(_hire(name)) as crew:
            taken, _ = timed(partial(index.follow, library, progress=tell, crew=crew))
        return taken

    with Library.open(folder / FILE_NAME) as library:
        index = LanceIndex(folder / name, embedder("static"))
        taken = finish(index, library)
        sentences = library.stats().sentences
        compacting, _ = timed(partial(index.compact, older_than=timedelta(0)))
        yield Row(f"built by {_BUILDERS[name]}", sentences / taken, "sentences/s", f"{taken:.0f} s, indexes included")
        yield Row("  most memory of the builder", peak_memory(), "MB")
        yield Row("  compacted", compacting, "s")
        yield Row("  index on disk", size(folder / name), "MB")
        index.close()
    digest, rows = digest_rows(folder / name)
    yield Row("  rows", rows, "", digest[:16])
    (folder / f"{name}.json").write_text(json.dumps({"rows": digest}))


def digest_rows(place: Path) -> tuple[str, int]:
    """A digest of every row's place, words and vector, whatever the order they lie in; and how many there are."""
    index = LanceIndex(place, embedder("static"))
    table = index._table_of(index._ledger.read()).table
    total, count = np.zeros(4, dtype=np.uint64), 0
    for batch in table.search().select(["place", "life", "words", "vector"]).limit(_MOST).to_batches(_LOOKED_AT):
        vectors = batch.column("vector").flatten().to_numpy().reshape(len(batch), -1)
        told = (batch.column(name).to_pylist() for name in ("place", "life", "words"))
        for at, life, words, vector in zip(*told, vectors, strict=True):
            digest = hashlib.blake2b(f"{at} {life} {words}".encode() + vector.tobytes(), digest_size=32).digest()
            total += np.frombuffer(digest, dtype=np.uint64)
        count += len(batch)
    index.close()
    return total.tobytes().hex(), count


def search(folder: Path, name: str) -> Iterator[Row]:
    """In a process of its own: opened, asked a hundred claims several times."""
    vectors = embedder("static")
    asked = claims(QUERIES)
    with Library.open(folder / FILE_NAME) as library:
        opening, index = timed(lambda: LanceIndex(folder / name, vectors))
        found = Search(library, index, vectors)
        first, _ = timed(lambda: found.find("Does a carbon tax cut emissions?"))
        yield Row(f"searched, built by {_BUILDERS[name]}: first", 1000 * (opening + first), "ms")
        for number in range(1, _ROUNDS + 1):
            times, results = zip(*(timed(partial(found.find, claim)) for claim in asked), strict=True)
            yield Row(
                f"  hybrid top-20, round {number}: median",
                1000 * median(times),
                "ms",
                f"95th percentile {1000 * quantiles(times, n=20)[-1]:.0f}, fastest {1000 * min(times):.0f}",
            )
        yield Row("  most memory", peak_memory(), "MB")
        exact = Search(library, LanceIndex(folder / name, vectors, exact=True), vectors)
        yardstick = [exact.find(claim) for claim in asked[:_EXACT]]
        yield Row("  recall@20 of exact search", agreement(results[:_EXACT], yardstick), "", f"of {_EXACT} claims")
        told = {"indexed": _tell(results), "exact": _tell(yardstick)}
        (folder / f"{name}-found.json").write_text(json.dumps(told))


def _tell(results: Iterable[Sequence[Found]]) -> list[list[Any]]:
    return [[one.model_dump(mode="json") for one in result] for result in results]


def _hire(name: str) -> Crew:
    if name == "one":
        return open_crew(1)
    from foam.evidence.search.cluster import RayCrew  # needs `foam[ray]`

    return RayCrew(int(name.removeprefix("ray")), partial(embedder, "static"))


def _run(step: str, folder: Path, name: str) -> Iterator[Row]:
    """A step in a process of its own, so that its memory is its own."""
    command = [sys.executable, "-m", "bench.millions", f"--{step}", str(folder), name]
    ran = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    for line in ran.stdout.splitlines():
        yield Row(**json.loads(line))


_STEPS: dict[str, Callable[[Path, str], Iterator[Row]]] = {"--build": build, "--search": search}


def main(arguments: list[str]) -> None:
    if step := _STEPS.get(arguments[0]):
        for row in step(Path(arguments[1]), arguments[2]):
            told: dict[str, Any] = {"name": row.name, "value": row.value, "unit": row.unit, "note": row.note}
            print(json.dumps(told), flush=True)
        return
    for row in measure(int(arguments[0]), Path(arguments[1])):
        print(f"{row.name:<60} {row.value:>14,.3f} {row.unit:<12} {row.note}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
