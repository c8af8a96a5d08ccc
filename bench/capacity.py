"""What FOAM takes as it grows: bytes and seconds a card and a run at three sizes, and what the slopes make of that at
ten million cards and a hundred thousand cases.

    python -m bench capacity.library     cards in one growing library: import, index, search
    python -m bench capacity.record      deliberations in one growing record: bytes, verify, list, open

A row is measured unless its note says that it is extrapolated. `BENCH_CARDS=40000` and `BENCH_RUNS=200` grow to other
sizes; the other two are a quarter and a half of the last. The cards are made of crossed sentences (`bench/library.py`)
and stored without files being read, which `python -m bench intake` measures; all sizes are searched by LanceDB. A
case is a deliberation of four seats by a scripted model.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np

import foam
from bench.harness import Row, benchmark
from bench.library import claims, made_card, size, timed
from bench.places import embedder
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.evidence.search.hybrid import Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.opening import index_folder
from foam.record.sqlite import FILE_NAME

CARDS = int(os.environ.get("BENCH_CARDS", "6000"))
RUNS = int(os.environ.get("BENCH_RUNS", "32"))
WANTED_CARDS, WANTED_CASES = 10_000_000, 100_000
QUERIES = 40
_CARDS_A_FILE = 500
Result = TypeVar("Result")
_SHARES = (0.25, 0.5, 1.0)
_FLAT = ("search", "an answer")
"""Figures of which no line is drawn."""


@dataclass(frozen=True)
class Figure:
    """One quantity at several sizes."""

    name: str
    unit: str
    sizes: tuple[int, ...]
    values: tuple[float, ...]
    grows: bool = True
    """Whether it grows with the size; of what reads one run, or the nearest sentences, no line is drawn."""

    def rows(self, wanted: int, noun: str) -> Iterator[Row]:
        """As measured, the slope, and what a straight line through the sizes makes of it at the wanted size."""
        for at, value in zip(self.sizes, self.values, strict=True):
            yield Row(f"{self.name} at {at:,} {noun}", value, self.unit, "measured")
        if not self.grows:
            return
        slope, start = np.polyfit(self.sizes, self.values, 1)
        fitted = [start + slope * at for at in self.sizes]
        off = max(abs(seen - line) / abs(seen) for seen, line in zip(self.values, fitted, strict=True))
        note = f"extrapolated: {self.sizes[-1]:,} were the most; the line is off by {off:.0%} at most"
        yield Row(f"{self.name}, each {noun.removesuffix('s')} more", float(slope), self.unit, "slope of the three")
        yield Row(f"{self.name} at {wanted:,} {noun}", float(start + slope * wanted), self.unit, note)


@benchmark
def library() -> Iterable[Row]:
    """A library that grows: import, index, bytes, search."""
    with TemporaryDirectory(prefix="foam-bench-") as name:
        seen = list(_grow_library(Path(name)))
    yield from _tell(seen, WANTED_CARDS, "cards")


@benchmark
def record() -> Iterable[Row]:
    """A record that grows by deliberations: bytes, verify, list, open."""
    with TemporaryDirectory(prefix="foam-bench-") as name:
        seen = list(_grow_record(Path(name)))
    yield from _tell(seen, WANTED_CASES, "cases")


def _grow_library(folder: Path) -> Iterator[tuple[int, dict[str, tuple[float, str]]]]:
    vectors, asked, rng = embedder("static"), claims(QUERIES), random.Random(1)
    making = storing = indexing = 0.0
    held = 0
    for share in _SHARES:
        wanted = range(held, round(CARDS * share))
        spent, cards = _compute(partial(_make_cards, rng, wanted))
        making += spent
        held = wanted.stop
        with Library.open(folder / FILE_NAME) as library:
            storing += _compute(partial(library.add, cards, what=f"cards to {held}", at="2026-01-01"))[0]
            index = LanceIndex(index_folder(folder), vectors)
            indexing += _compute(partial(index.follow, library))[0]
            search = Search(library, index, vectors)
            search.find(asked[0])
            times = [(timed(partial(search.find, one))[0], _compute(partial(search.find, one))[0]) for one in asked]
            index.close()
            known = library.document_count()
        yield (
            known,
            {
                "library on disk": (size(folder / FILE_NAME), "MB"),
                "index on disk": (size(index_folder(folder)), "MB"),
                "made up and cut into sentences, processor time": (making, "s"),
                "stored, processor time": (storing, "s"),
                "embedded and indexed, processor time": (indexing, "s"),
                "search, median": (1000 * median(wall for wall, _ in times), "ms"),
                "search, median of processor time": (1000 * median(own for _, own in times), "ms"),
            },
        )


def _make_cards(rng: random.Random, rows: range) -> list[Document]:
    return [made_card(rng, f"cards-{row // _CARDS_A_FILE}", row) for row in rows]


def _grow_record(folder: Path) -> Iterator[tuple[int, dict[str, tuple[float, str]]]]:
    held = 0
    asking = 0.0
    for share in _SHARES:
        with _open_home(folder) as home:
            while held < round(RUNS * share):
                held += 1
                asking += _compute(partial(home.deliberate, seed=held))[0]
            entries, run = home.record.head().size, home.record.list()[-1].run
        with _open_home(folder) as home:
            listing, _ = _compute(home.record.list)
            home.dossier(home.record.list()[0].run)  # imports what the first one imports
            opening, _ = _compute(partial(home.dossier, run))
            checking, _ = _compute(home.record.verify)
        yield (
            held,
            {
                "record on disk": (size(folder / FILE_NAME), "MB"),
                "lines of the log": (float(entries), ""),
                "deliberated, processor time beside the model": (asking, "s"),
                "all runs listed, processor time": (listing, "s"),
                "an answer read off the record, processor time": (opening, "s"),
                "the whole record verified, processor time": (checking, "s"),
            },
        )


def _open_home(folder: Path) -> foam.Home:
    return foam.open(
        folder,
        models=foam.ScriptedModel(),
        embedder=foam.HashingEmbedder(),
        stance=lambda claim, texts: [0.0] * len(texts),
        environ={},
        pack="benefits-appeal",
    )


def _tell(seen: Sequence[tuple[int, dict[str, tuple[float, str]]]], wanted: int, noun: str) -> Iterator[Row]:
    sizes = tuple(at for at, _ in seen)
    for name, (_, unit) in seen[0][1].items():
        values = tuple(held[name][0] for _, held in seen)
        yield from Figure(name, unit, sizes, values, grows=not name.startswith(_FLAT)).rows(wanted, noun)
    yield Row("load average after it", os.getloadavg()[0], "", f"of {os.cpu_count()} cores")


def _compute(work: Callable[[], Result]) -> tuple[float, Result]:
    """Processor seconds of some work, which a busy machine changes least, and what it gives."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found
