"""Bulk judging by the embedded model over one process and over two: an experiment, scores of answers, a tournament.

`python -m bench bulk` says for each what one piece takes, how much sooner two workers are done, what a worker holds in
memory, and that the digests are the same. `BENCH_SIZE=4` plays four times as many. Wall time depends on what else the
machine does; processor time, workers included, hardly does.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import foam
from bench.embedded import home as pulled_home
from bench.harness import Row, benchmark, shared_data
from foam.debatable.perspectrum import contested_claims
from foam.pack.loader import load_pack

SIZE = int(os.environ.get("BENCH_SIZE", "1"))
CASES, ANSWERS, ENTRANTS = 12 * SIZE, 8 * SIZE, 4 * SIZE
WORKERS = (1, 2)
_WORDS = 60


@dataclass(frozen=True)
class Measured:
    """What one run took."""

    wall: float
    computing: float
    """Processor seconds, those of the workers included."""
    memory: float
    """Megabytes that the largest worker held at most; 0 where there was none."""
    asked: int
    digest: str


@benchmark
def experiment() -> Iterable[Row]:
    """Cases of WiCE played in an experiment on oversight."""
    gold = shared_data("wice") / "claim_dev.jsonl"

    def play(home: foam.Home, folder: Path, workers: int) -> Any:
        return home.oversee.run(gold, folder / "out", adapter="wice", cases=CASES, model="embedded", workers=workers)

    yield from _compare("case played", CASES, play)


@benchmark
def scores() -> Iterable[Row]:
    """Answers to contested claims: Perspective Diversity and Dispute Awareness."""
    claims = [one for one in contested_claims(shared_data("perspectrum")) if len(one.perspectives) <= 8][:ANSWERS]
    rows = [
        {
            "id": one.id,
            "question": one.claim,
            "answer": one.answer("support"),
            "partial_answers": [
                {"point_of_view": view.point_of_view, "explanation": view.explanation} for view in one.partial_answers
            ],
        }
        for one in claims
    ]

    def score(home: foam.Home, folder: Path, workers: int) -> Any:
        file = folder / "answers.jsonl"
        file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
        return home.debatable.score(file, workers=workers).ran

    yield from _compare("answer scored", len(rows), score)


@benchmark
def tournament() -> Iterable[Row]:
    """Short cases, made from the sample library, in a tournament with one juror."""
    texts = [document.text for document in load_pack("policy-debate").documents()]
    cases = [" ".join(texts[n % len(texts)].split()[: _WORDS + n]) for n in range(ENTRANTS)]

    def play(home: foam.Home, folder: Path, workers: int) -> Any:
        files = [folder / f"{n}.md" for n in range(len(cases))]
        for file, text in zip(files, cases, strict=True):
            file.write_text(text, "utf-8")
        home.tournament.new(folder / "T", jurors=["embedded"], pack="policy-debate")
        home.tournament.add(folder / "T", files)
        return home.tournament.run(folder / "T", workers=workers).ran

    yield from _compare("case in a tournament", len(cases), play)


def _compare(what: str, pieces: int, work: Callable[[foam.Home, Path, int], Any]) -> Iterator[Row]:
    """Rows for each number of workers; it is an error when the results differ."""
    found = {workers: _measure(work, workers) for workers in WORKERS}
    alone = found[1]
    for workers, one in found.items():
        if one.digest != alone.digest:
            raise AssertionError(f"{workers} workers gave {one.digest} and one process {alone.digest}")
        memory = f"; a worker held {one.memory:.0f} MB at most" if one.memory else ""
        note = f"{pieces} pieces, {one.asked} questions, {one.wall:.1f} s, {one.computing:.1f} s of processor time"
        yield Row(f"{what}, {_name(workers)}", one.wall / pieces, "s", f"{note}{memory}")
        yield Row(f"{what}, {_name(workers)}, computing", one.computing / pieces, "s", "processor time")
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    yield Row("two workers sooner than one process", alone.wall / found[2].wall, "x", f"load averages after it: {load}")


def _measure(work: Callable[[foam.Home, Path, int], Any], workers: int) -> Measured:
    held = [0.0]

    def look(event: Any) -> None:
        held[0] = max([held[0], *(_read_memory(one.pid) for one in multiprocessing.active_children())])

    with TemporaryDirectory(prefix="foam-bench-") as name:
        folder = Path(name)
        (folder / "home").mkdir()
        (folder / "home" / "models").symlink_to(pulled_home() / "models")
        with foam.open(folder / "home", environ={}, listener=look) as home:
            before, start = _count_processor(), time.perf_counter()
            ran = work(home, folder, workers)
            wall = time.perf_counter() - start
        return Measured(wall, _count_processor() - before, held[0], getattr(ran, "asked", 0), ran.digest)


def _count_processor() -> float:
    """Processor seconds of this process and of those it started that have ended."""
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def _read_memory(pid: int | None) -> float:
    """Megabytes that a process held at most; 0 where it is gone or nobody says. Linux only."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return int(status.split("VmHWM:")[1].split()[0]) / 1024 if "VmHWM:" in status else 0.0


def _name(workers: int) -> str:
    return "one process" if workers == 1 else f"{workers} workers"
