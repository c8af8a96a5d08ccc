"""1ACs, answers and counter-evidence over a library of 100,000 cards: copies of public caselist files, in which a part
of the words is exchanged.

`python -m bench large.hundred_thousand` writes 1ACs over a tenth of the cards and over all of them, and says how the
seconds grow. `BENCH_CARDS=20000` takes fewer. Each library is built once a day, into the folder for temporary files.
Every verdict is left open by a scripted evaluator; the shipped judge still reads whether a library is about the matter
at all, and its readings are counted apart. With `BENCH_MODEL=1` the embedded model evaluates, by the same judge.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import foam
from bench.harness import Row, benchmark, shared_data
from bench.library import costed
from bench.own import leave_open
from foam.evidence.casebook.sections import list_cases, list_headings
from foam.evidence.document import Document
from foam.evidence.holdings import Batch
from foam.evidence.library import Library
from foam.evidence.reading import read_documents
from foam.evidence.truth import pack_document
from foam.model.judge.judge import Judge
from foam.model.scripted import ScriptedModel
from foam.record.sqlite import FILE_NAME

_CARDS, _FEWER = 100_000, 20_000
_STEP = 10
"""How many times as many cards the larger of two libraries has."""
_EXCHANGED = 0.5
"""Share of the longer words of a copy that others of the same length stand in for; marks keep their places so."""
_WORD = re.compile(r"\b[a-z]{4,}\b")
_MODELS = Path.home() / ".foam" / "models"
_WORDS, _MATTER = 2000, 60
_ASKED_FOR = "asked for: under 5 s beside model time"
_POSITION = "Politics DA"
_CLAIM = "Economic growth is good because it prevents war."
_RESOLVED = "The United States Federal Government should substantially change its policy."


@dataclass
class Readings:
    """What the judge read while something was done, and how long that took it."""

    pairs: int = 0
    seconds: float = 0.0
    computing: float = 0.0


@dataclass(frozen=True)
class Cost:
    """What something took beside the judge, and what the judge took."""

    seconds: float
    computing: float
    judge: Readings

    def describe(self) -> str:
        """The parts in words; processor time is what stays the same on a busy machine."""
        return (
            f"{self.computing:.2f} s of processor time; the judge besides: {self.judge.pairs} pairs, "
            f"{self.judge.seconds:.1f} s, {self.judge.computing:.1f} s of processor time"
        )


@benchmark
def hundred_thousand() -> Iterable[Row]:
    """1ACs over a library and over one ten times as large: what building, indexing and each case takes."""
    wanted = int(os.environ.get("BENCH_CARDS", _CARDS))
    yield from _compare(wanted, _write_cases, _ASKED_FOR)


@benchmark
def answering() -> Iterable[Row]:
    """The same for an answer file, counter-evidence among cards, and a 2AC that answers a 1NC."""
    wanted = int(os.environ.get("BENCH_CARDS", _FEWER))
    yield from _compare(wanted, _answer, "")


def _compare(wanted: int, work: Callable[[Path], Iterator[tuple[str, Cost, str]]], asked: str) -> Iterator[Row]:
    """Rows of some work over two sizes of library, and how the processor time beside the judge grows."""
    before: dict[str, Cost] = {}
    for cards in (wanted // _STEP, wanted):
        folder, rows = _prepare(cards)
        yield from rows
        for name, cost, came in work(folder):
            known = before.setdefault(name, cost)
            grown = f"; times {cost.computing / known.computing:.1f} for {_STEP} times the cards"
            note = "; ".join(
                part for part in (came, cost.describe() + (grown if known is not cost else ""), asked) if part
            )
            yield Row(f"{name} over {cards:,} cards", cost.seconds, "s", note)


def _write_cases(folder: Path) -> Iterator[tuple[str, Cost, str]]:
    with Library.open(folder / FILE_NAME) as library:
        first = library.ids()[: sum(map(len, _read_files()))]
        held = list(dict.fromkeys(file for file, _ in library.find_files(first)))[: len(_list_paths())]
        cases = [one for one in list_cases(library.read_files(held)) if one.plan and one.words >= _WORDS][:3]
    with foam.open(folder, models=_model()) as home:
        for number, case in enumerate(cases, start=1):
            plan = " ".join(case.plan.split()[:_MATTER])
            written, cost = _measure(partial(home.case.write, plan, library=True, words=_WORDS))
            yield f"1AC {number}", cost, f"{written.view.words} words, {len(written.view.cards)} cards"


def _answer(folder: Path) -> Iterator[tuple[str, Cost, str]]:
    with foam.open(folder, models=_model()) as home:
        home.search.cards("growth")  # opens what the first call opens
        found, cost = _measure(partial(home.search.cards_against, _CLAIM))
        yield "cards against a claim", cost, f"{len(found.cards)} cards"
        blocks, cost = _measure(partial(home.blocks, _POSITION))
        yield f"answers to the {_POSITION}", cost, f"{len(blocks.answers)} answers"
        files = zip(_list_paths(), _read_files(), strict=True)
        heard, _ = max(files, key=lambda pair: sum("1NC" in list_headings(one) for one in pair[1]))
        written, cost = _measure(partial(home.case.write, _RESOLVED, library=True, speech="2AC", answering=(heard,)))
        yield "a 2AC", cost, f"{written.view.words} words, {len(written.view.cards)} cards"


def _model() -> ScriptedModel | None:
    return None if os.environ.get("BENCH_MODEL") else ScriptedModel(leave_open)


def _measure(work: Callable[[], Any]) -> tuple[Any, Cost]:
    with _count_readings() as judge:
        start, before = time.perf_counter(), time.process_time()
        came = work()
        spent, computed = time.perf_counter() - start, time.process_time() - before
    return came, Cost(spent - judge.seconds, computed - judge.computing, judge)


@contextmanager
def _count_readings() -> Iterator[Readings]:
    """Count the pairs that any judge reads meanwhile, and its time."""
    readings, read = Readings(), Judge.all_logits

    def count(judge: Judge, heads: Sequence[str], pairs: Sequence[tuple[str, str]]) -> Any:
        start, before = time.perf_counter(), time.process_time()
        found = read(judge, heads, pairs)
        readings.pairs += len(pairs)
        readings.seconds += time.perf_counter() - start
        readings.computing += time.process_time() - before
        return found

    with patch.object(Judge, "all_logits", count):
        yield readings


def _prepare(cards: int) -> tuple[Path, list[Row]]:
    """The home of a library with so many cards, indexed; it is built where none was built today."""
    folder = Path(tempfile.gettempdir()) / f"foam-bench-{cards}-cards-{datetime.now(UTC):%Y-%m-%d}"
    if folder.exists():
        return folder, [Row(f"{cards:,} cards", cards, "cards", f"built earlier today: {folder}")]
    growing = folder.with_name(f"{folder.name}-growing")
    shutil.rmtree(growing, ignore_errors=True)
    growing.mkdir()
    (growing / "models").symlink_to(_MODELS)
    files = _read_files()
    with Library.open(growing / FILE_NAME) as library:
        filling, cost = costed(lambda: _fill(library, files, cards))
        held = library.stats()
    rows = [
        Row(f"{cards:,} made-up cards in", held.documents / filling, "cards/s", f"{cost}; {held.documents:,} texts")
    ]
    with foam.open(growing, models=_model()) as home:
        indexing, cost = costed(home.library.reindex)
    rows.append(Row("their sentences indexed", held.sentences / indexing, "sentences/s", f"{cost}; {held.sentences:,}"))
    return growing.rename(folder), rows


def _list_paths() -> list[Path]:
    return sorted(shared_data("caselist").glob("*.docx"))[0::2]


@cache
def _read_files() -> tuple[tuple[Document, ...], ...]:
    """The cards of each file."""
    return tuple(
        tuple(one for one in read_documents([path]) if isinstance(one, Document) and one.card) for path in _list_paths()
    )


def _fill(library: Library, files: Sequence[Sequence[Document]], wanted: int) -> None:
    """Take the files in, and copies of them until there are enough cards; each copy is a file of its own."""
    lengths: dict[int, list[str]] = defaultdict(list)
    for word in sorted({word for file in files for one in file for word in _WORD.findall(one.text)}):
        lengths[len(word)].append(word)
    held, number = 0, 0
    while held < wanted:
        batch = Batch()
        for file in files:
            if held < wanted:
                batch.rows += [
                    (pack_document(one), f"{number:064x}")
                    for one in _copy(file, number, lengths, changed=number >= len(files))
                ]
                held += len(file)
                number += 1
        library.take_in(batch, what="made", at="2026-01-01")


def _copy(
    file: Sequence[Document], number: int, lengths: Mapping[int, Sequence[str]], *, changed: bool
) -> Iterator[Document]:
    """The file under a name of its own, as it is or with exchanged words."""
    rng = random.Random(number)

    def exchange(found: re.Match[str]) -> str:
        return rng.choice(lengths[len(found[0])]) if rng.random() < _EXCHANGED else found[0]

    for one in file:
        origin = one.origin.model_copy(update={"file": f"{number:05}-{Path(one.origin.file).name}"})
        text = _WORD.sub(exchange, one.text) if changed else one.text
        yield one.model_copy(update={"text": text, "origin": origin})
