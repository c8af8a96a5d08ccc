"""Bulk judging by the embedded model over one process and over two: an experiment, scores of answers, a tournament.

`python -m bench bulk` says for each what one piece takes, how much sooner two workers are done, what a worker holds in
memory, and that the digests are the same. `BENCH_SIZE=4` plays four times as many. Wall time depends on what else the
machine does. Processor time hardly does, so the slope is told by it: what the busiest process computes for one answer
more, once all have started. With a core for each process that is about how long the next answer takes.
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
from bench.perspectrum import contested_claims
from foam.pack.loader import load_pack

SIZE = int(os.environ.get("BENCH_SIZE", "1"))
CASES, ANSWERS, ENTRANTS = 8 * SIZE, 16 * SIZE, 16 * SIZE
WORKERS = (1, 2)
_WORDS = 200


@dataclass(frozen=True)
class Measured:
    """What one run took."""

    wall: float
    computing: float
    """Processor seconds, those of the workers included."""
    slope: float
    """Processor seconds of the busiest process for one answer more."""
    memory: float
    """Megabytes that the largest worker held at most; 0 where there was none."""
    answers: int
    digest: str


@benchmark
def experiment() -> Iterable[Row]:
    """Cases of WiCE played in an experiment on oversight."""
    gold = shared_data("wice") / "claim_dev.jsonl"

    def play(home: foam.Home, folder: Path, workers: int) -> Any:
        return home.oversee.run(gold, folder / "out", adapter="wice", cases=CASES, model="embedded", workers=workers)

    yield from _compare("case", CASES, play)


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

    yield from _compare("scored answer", len(rows), score)


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

    yield from _compare("entrant", len(cases), play)


def _compare(what: str, pieces: int, work: Callable[[foam.Home, Path, int], Any]) -> Iterator[Row]:
    """Rows for each number of workers; it is an error when the results differ."""
    found = {workers: _measure(work, workers) for workers in WORKERS}
    alone, both = found[1], found[2]
    for workers, one in found.items():
        if one.digest != alone.digest:
            raise AssertionError(f"{workers} workers gave {one.digest} and one process {alone.digest}")
        memory = f"; a worker held {one.memory:.0f} MB at most" if one.memory else ""
        note = f"{pieces} {what}s, {one.answers} answers in {one.wall:.1f} s, {one.computing:.1f} s of processor time"
        yield Row(f"{what}, {_name(workers)}", one.wall / pieces, "s", f"{note}{memory}")
        yield Row(f"the next answer, {_name(workers)}", one.slope, "s", "processor time of the busiest process")
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    yield Row("two workers sooner, as seen", alone.wall / both.wall, "x", f"load averages after it: {load}")
    yield Row("two workers sooner, by the slope", alone.slope / both.slope, "x", "each with a core of its own")
    yield Row("starting two workers", both.computing - alone.computing, "s", "processor time beside the answers")


class _Watch:
    """Listens to a run, and notes what each of its processes has computed whenever an answer is there."""

    def __init__(self) -> None:
        self.memory = 0.0
        self._noted: list[dict[int, float]] = []

    def __call__(self, event: Any) -> None:
        workers = [one.pid for one in multiprocessing.active_children() if one.pid is not None]
        self.memory = max([self.memory, *map(_read_memory, workers)])
        if event.type == "answered" or (event.type == "progress" and event.step == "answers scored"):
            self._noted.append({pid: _read_processor(pid) for pid in (os.getpid(), *workers)})

    @property
    def answers(self) -> int:
        return len(self._noted)

    @property
    def slope(self) -> float:
        """Processor seconds that the busiest process takes for one answer more, once all have started.

        What comes before the middle is left out: imports and weights are loaded then.
        """
        middle, last = self._noted[len(self._noted) // 2 - 1], self._noted[-1]
        busiest = max(spent - middle.get(pid, 0.0) for pid, spent in last.items())
        return busiest / (len(self._noted) - len(self._noted) // 2)


def _measure(work: Callable[[foam.Home, Path, int], Any], workers: int) -> Measured:
    watch = _Watch()
    with TemporaryDirectory(prefix="foam-bench-") as name:
        folder = Path(name)
        (folder / "home").mkdir()
        (folder / "home" / "models").symlink_to(pulled_home() / "models")
        with foam.open(folder / "home", environ={}, listener=watch) as home:
            before, start = _count_processor(), time.perf_counter()
            ran = work(home, folder, workers)
            wall = time.perf_counter() - start
        return Measured(wall, _count_processor() - before, watch.slope, watch.memory, watch.answers, ran.digest)


def _count_processor() -> float:
    """Processor seconds of this process and of those it started that have ended."""
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def _read_processor(pid: int) -> float:
    """Processor seconds of a process so far; 0 where it is gone or nobody says. Linux only."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _read_memory(pid: int) -> float:
    """Megabytes that a process held at most; 0 where it is gone or nobody says. Linux only."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return int(status.split("VmHWM:")[1].split()[0]) / 1024 if "VmHWM:" in status else 0.0


def _name(workers: int) -> str:
    return "one process" if workers == 1 else f"{workers} workers"
