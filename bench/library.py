"""The library at scale: how fast documents come in, how fast and how exactly sentences are found.

    python -m bench library                   everything below, at the size of a quick run
    python -m bench.library 1000000           the same figures at a million sentences (needs about 10 GB of disk)

The text is made on the spot by crossing sentences of the public data: the first half of one, the second half of
another. It is written to a temporary folder and deleted.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from bench.harness import Row, benchmark, seconds, shared_data
from bench.places import embedder
from foam.evidence.document import Document, Facets, Origin, make_document
from foam.evidence.imports.base import Limits
from foam.evidence.ingest import add_paths
from foam.evidence.library import Library
from foam.evidence.reading import dismiss_readers
from foam.evidence.search.crew import OwnProcess, Processes
from foam.evidence.search.hybrid import Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.opening import index_folder, open_search
from foam_quotes.text.pointer import Pointer

CARD_SENTENCES = 12
CARDS_A_FILE = 500
QUERIES = 100
_ROOMY = Limits(memory_bytes=4 << 30)
"""What a reader may take here: to make text up it holds all that the text is made of."""


@cache
def material() -> tuple[list[str], ...]:
    """Sentences of the public data, cut into words."""
    folder = shared_data("ibm_ce") / "articles"
    lines = [line for file in sorted(folder.iterdir()) for line in file.read_text("utf-8").split(". ")]
    return tuple(words for line in lines if 8 <= len(words := line.split()) <= 40)


def claims(count: int) -> list[str]:
    """Real claims to ask for."""
    rows = (shared_data("ibm_ce") / "claims.txt").read_text("utf-8").splitlines()[1:]
    return random.Random(3).sample([row.split("\t")[1] for row in rows], count)


def crossed(rng: random.Random) -> str:
    """A sentence nobody wrote: the first half of one and the second half of another."""
    one, other = rng.choice(material()), rng.choice(material())
    return " ".join([*one[: len(one) // 2], *other[len(other) // 2 :]]).strip(".") + "."


def made_card(rng: random.Random, file: str, row: int) -> Document:
    """A card of made-up sentences."""
    return make_document(
        " ".join(crossed(rng) for _ in range(CARD_SENTENCES)),
        origin=Origin(file=file, format="text", importer="bench", row=row),
        facets=Facets(side=rng.choice(("aff", "neg")), year=rng.randint(2000, 2024), kind="card"),
    )


def read_made(path: Path, *, limits: Limits, name: str) -> Iterator[Document]:
    """A reader that makes the cards of a file whose only content is its seed."""
    rng = random.Random(path.read_text())
    return (made_card(rng, name, row) for row in range(CARDS_A_FILE))


def filled(folder: Path, sentences: int) -> list[Row]:
    """Fill a library through the ordinary import, index it, and say how fast that went."""
    with Library.open(folder / "foam.db") as library:
        reading, read_cost = costed(lambda: take_in(library, folder, sentences))
        index = LanceIndex(index_folder(folder), embedder("static"))
        indexing, index_cost = costed(lambda: index.follow(library))
        index.close()
        held = library.stats()
    return [
        Row("sentences", held.sentences, "", f"{held.documents:,} cards"),
        Row("made, read, segmented and stored", held.sentences / reading, "sentences/s", read_cost),
        Row("embedded (static) and indexed", held.sentences / indexing, "sentences/s", index_cost),
        Row("cards in, indexed", 60 * held.documents / (reading + indexing), "a minute", "asked for: 10,000"),
        Row("documents on disk", size(folder / "foam.db"), "MB"),
        Row("index on disk", size(index_folder(folder)), "MB"),
    ]


def take_in(library: Library, folder: Path, sentences: int) -> None:
    """Take so many made-up sentences in by the ordinary import, from files of seeds in the folder."""
    seeds = folder / "in"
    seeds.mkdir(exist_ok=True)
    for number in range(-(-sentences // (CARD_SENTENCES * CARDS_A_FILE))):
        (seeds / f"cards-{number:05}").write_text(str(number))
    imported = add_paths(library, [seeds], reader=read_made, workers=os.cpu_count() or 1, limits=_ROOMY)
    if imported.rejected:
        raise RuntimeError(imported.rejected[0].reason)


def searched(folder: Path) -> list[Row]:
    """Search what `filled` made, and hold it against comparing every vector."""
    vectors = embedder("static")
    asked = claims(QUERIES)
    with Library.open(folder / "foam.db") as library:
        index = LanceIndex(index_folder(folder), vectors)
        exact = LanceIndex(index_folder(folder), vectors, exact=True)
        found = Search(library, index, vectors)
        for claim in asked[:10]:
            found.find(claim)
        times, results = zip(*(timed(partial(found.find, claim)) for claim in asked), strict=True)
        yardstick = [Search(library, exact, vectors).find(claim) for claim in asked]
        return [
            Row(
                "hybrid top-20, median",
                1000 * median(times),
                "ms",
                f"fastest {1000 * min(times):.1f}; asked for: under 30",
            ),
            Row("hybrid top-20, 95th percentile", 1000 * quantiles(times, n=20)[-1], "ms"),
            Row("hybrid recall@20 of exact search", agreement(results, yardstick), "", "asked for: 0.95"),
            resolving(library),
        ]


def resolving(library: Library) -> Row:
    """A thousand pointers, spread over the library."""
    ids = random.Random(5).sample(library.ids(), min(1000, library.document_count()))
    pointers = [Pointer(document=ids[i % len(ids)], sentence=i % CARD_SENTENCES) for i in range(1000)]
    taken = seconds(lambda: library.sentences(pointers))
    return Row("1,000 pointers resolved", 1000 * taken, "ms", "asked for: under 30")


def agreement(results: Sequence[Sequence[Any]], yardstick: Sequence[Sequence[Any]]) -> float:
    """The share of what exact search finds that was found."""
    pairs = [
        ({f.pointer for f in one}, {f.pointer for f in other}) for one, other in zip(results, yardstick, strict=True)
    ]
    return sum(len(one & other) for one, other in pairs) / sum(len(other) for _, other in pairs)


def cold(folder: Path) -> dict[str, float]:
    """In a process of its own: how long opening takes, and how much memory searching."""
    vectors = embedder("static")
    opening, search = timed(lambda: opened(folder, vectors))
    first, _ = timed(lambda: search.find("Does a carbon tax cut emissions?"))
    for claim in claims(20):
        search.find(claim)
    return {"opening": opening, "first": first, "memory": peak_memory()}


def peak_memory() -> float:
    """Megabytes this process held at most. Linux only: `ru_maxrss` would count the parent's, too."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def opened(folder: Path, vectors: Any) -> Search:
    return Search(Library.open(folder / "foam.db"), LanceIndex(index_folder(folder), vectors), vectors)


def from_cold(folder: Path) -> list[Row]:
    command = [sys.executable, "-m", "bench.library", "--cold", str(folder)]
    figures = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return [
        Row("opening library and index", 1000 * figures["opening"], "ms", "asked for: under 1000"),
        Row("first search after opening", 1000 * figures["first"], "ms"),
        Row("peak memory of a searching process", figures["memory"], "MB"),
    ]


def at_size(sentences: int) -> Iterator[Row]:
    """Every figure at one size."""
    with TemporaryDirectory(prefix="foam-bench-") as name:
        folder = Path(name)
        yield from filled(folder, sentences)
        yield from searched(folder)
        yield from from_cold(folder)


@benchmark
def scale() -> Iterable[Row]:
    """Import, index and search of made-up cards."""
    yield from at_size(60_000)


@benchmark
def built_by_workers() -> Iterable[Row]:
    """A large index built anew by one process and by two workers: how long, and that it is the same."""
    with TemporaryDirectory(prefix="foam-bench-") as name:
        folder = Path(name)
        rng = random.Random(50_000)
        with Library.open(folder / "foam.db") as library:
            cards = [made_card(rng, "cards", row) for row in range(50_000 // (CARD_SENTENCES + 1) + 1)]
            library.add(cards, what="cards", at="now")
            held = f"{library.stats().sentences:,} sentences"
            indexes = []
            for workers in (1, 2):
                index = LanceIndex(folder / str(workers), embedder("static"))
                with closing(open_crew(workers)) as crew:
                    begun = sum(os.times()[:4])
                    taken, _ = timed(partial(index.rebuild, library, crew=crew))
                cost = f"{held}; {sum(os.times()[:4]) - begun:.0f} s of processor time"
                yield Row(f"built by {workers}", taken, "s", cost)
                indexes.append(Search(library, index, embedder("static")))
            one, two = ([search.find(claim) for claim in claims(QUERIES)] for search in indexes)
            yield Row(
                "searches with the same answer", sum(a == b for a, b in zip(one, two, strict=True)), f"of {QUERIES}"
            )


def open_crew(workers: int) -> OwnProcess | Processes:
    return OwnProcess(embedder("static")) if workers == 1 else Processes(workers, partial(embedder, "static"))


@benchmark
def in_memory() -> Iterable[Row]:
    """Libraries that need no LanceDB: opened and asked once, without files and with them."""
    for sentences in (5_000, 20_000, 50_000):
        with TemporaryDirectory(prefix="foam-bench-") as name:
            home = Path(name)
            rng = random.Random(sentences)
            with Library.open(home / "foam.db") as library:
                cards = (made_card(rng, "cards", row) for row in range(sentences // (CARD_SENTENCES + 1)))
                library.add(cards, what="cards", at="now")
                held = f"{library.stats().sentences:,} sentences"
            for files in ("without files", "with files"):
                command = [sys.executable, "-m", "bench.library", "--memory", str(home)]
                figures = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
                note = f"{held}, {files}; {figures['processor']:.2f} s of processor time"
                yield Row("opened in memory and asked once", 1000 * figures["wall"], "ms", note)
            yield Row("a search after that", 1000 * figures["next"], "ms", held)
            yield Row("files beside the library", size(index_folder(home)), "MB", held)


def asked_in_memory(home: Path) -> dict[str, float]:
    """In a process of its own: how long opening and the first search take, and a later search."""
    vectors = embedder("static")
    asked = claims(20)
    processor = time.process_time()
    with Library.open(home / "foam.db") as library:
        wall, search = timed(lambda: asked_once(library, home, vectors))
        processor = time.process_time() - processor
        later = median(timed(partial(search.find, claim))[0] for claim in asked)
    return {"wall": wall, "processor": processor, "next": later}


def asked_once(library: Library, home: Path, vectors: Any) -> Search:
    search = open_search(library, home, vectors)
    search.find("Does a carbon tax cut emissions?")
    return search


def costed(work: Callable[[], Any]) -> tuple[float, str]:
    """How long work takes, and in words the processor time it used: what stays the same on a busy machine."""
    before = sum(os.times()[:4])
    taken, _ = timed(work)
    dismiss_readers()  # the time of another process counts when it has ended
    return taken, f"{taken:.0f} s, {sum(os.times()[:4]) - before:.0f} s of processor time"


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """How long work takes, once, and what it gives."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def size(path: Path) -> float:
    """Megabytes of a file or folder."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--cold"]:
        print(json.dumps(cold(Path(arguments[1]))))
        return
    if arguments[:1] == ["--memory"]:
        print(json.dumps(asked_in_memory(Path(arguments[1]))))
        return
    for row in at_size(int(arguments[0])):
        print(f"{row.name:<45} {row.value:>14,.3f} {row.unit:<12} {row.note}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
