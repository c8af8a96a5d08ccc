"""1ACs of debaters' own cards: for the plan of each case that public caselist files hold, one is laid out and written.

`own.looked_at` takes files 1, 3, 5, … by name, `own.kept_apart` the others, which nobody tunes on. Each case goes to a
sheet under out/own, to be read: slot, part, tag, cite, what is read, what the evaluator found. With `BENCH_MODEL=1`
the embedded model is asked; otherwise every verdict is left open, and the seconds are those beside a model.
"""

from __future__ import annotations

import csv
import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import foam
from bench.harness import Row, benchmark, shared_data
from foam.case.values import Case
from foam.errors import FoamError
from foam.evidence.casebook.sections import DebaterCase, list_cases
from foam.evidence.library import Library
from foam.model.check import BEARING
from foam.model.question import Label, Labelled
from foam.model.scripted import Call, Said, ScriptedModel
from foam.record.sqlite import FILE_NAME

_OUT = Path("out/own")
_WORDS, _MATTER = 2000, 60
_MODELS = Path.home() / ".foam" / "models"
_LEAST = 0.6
"""Share of the words of a speech that a case must have by itself to be measured."""


@benchmark
def looked_at() -> Iterable[Row]:
    """1ACs over the files that may be looked at."""
    yield from _measure("looked at", sorted(shared_data("caselist").glob("*.docx"))[0::2])


@benchmark
def kept_apart() -> Iterable[Row]:
    """1ACs over the files that are kept for the test."""
    yield from _measure("kept apart", sorted(shared_data("caselist").glob("*.docx"))[1::2])


def leave_open(call: Call) -> Said:
    """Find every card on topic and every tag neither borne out nor contradicted."""
    assert isinstance(call.question, Label)
    return Labelled(label=BEARING[0] if call.question.labels == BEARING else "unclear")


def _measure(half: str, files: Sequence[Path]) -> Iterator[Row]:
    model = None if os.environ.get("BENCH_MODEL") else ScriptedModel(leave_open)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "models").symlink_to(_MODELS)
        with foam.open(Path(folder), models=model) as home:
            home.library.add(*files)
            with Library.open(Path(folder) / FILE_NAME) as library:
                found = list_cases(library.read_files(_list_files(library)))
            cases = [one for one in found if one.plan and one.words >= _LEAST * _WORDS]
            yield Row(f"{half}: files with a case", len(found), "files", f"{len(cases)} with a plan and enough cards")
            yield from _write_all(half, home, cases)


def _list_files(library: Library) -> list[str]:
    return list(dict.fromkeys(file for file, _ in library.find_files(library.ids())))


def _write_all(half: str, home: foam.Home, cases: Sequence[DebaterCase]) -> Iterator[Row]:
    written: list[Case] = []
    took: list[float] = []
    for one in cases:
        start = time.process_time()
        try:
            case = home.case.write(" ".join(one.plan.split()[:_MATTER]), library=True, words=_WORDS).view
        except FoamError as error:
            yield Row(f"{half}, {Path(one.file).stem}: written", 0, "", str(error)[:120])
            continue
        took.append(time.process_time() - start)
        written.append(case)
        _write_sheet(_OUT / f"{half.replace(' ', '-')}-{Path(one.file).stem}.csv", case)
        note = f"{len(case.cards)} cards, {len(case.failures)} failures, {len(case.remarks)} remarks"
        yield Row(f"{half}, {Path(one.file).stem}: words", case.words, "words", note)
    cards = [card for case in written for card in case.cards]
    texts = [[card.heard for card in case.cards] for case in written]
    issued = sum(case.issued for case in written)
    yield Row(f"{half}: cases issued", 100 * issued / max(len(written), 1), "%", f"{issued} of {len(written)}")
    full = sum(case.words >= _WORDS for case in written)
    yield Row(f"{half}: cases that fill eight minutes", full, "cases", f"of {len(written)}")
    own = sum(card.work is not None for card in cards)
    yield Row(f"{half}: tags that are a debater's", own, "cards", f"of {len(cards)}")
    yield Row(f"{half}: passages read twice", sum(len(one) - len(set(one)) for one in texts), "passages")
    yield Row(f"{half}: longest, computing", max(took, default=0.0), "s", "processor time")


def _write_sheet(path: Path, case: Case) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.writer(file)
        sheet.writerow(["slot", "part", "tag", "cite", "words", "read", "verdict", "file"])
        sheet.writerow(["plan", "", case.plan, "", len(case.plan.split()), "", "", ""])
        for slot in case.slots:
            if slot.card and slot.card.work:
                work, card = slot.card.work, slot.card
                bears = "on topic" if work.is_on_topic else "bearing not found"
                verdict = f"{work.standing}; {bears}"
                row = [slot.id, slot.component, card.tag, card.cite, slot.length, card.heard, verdict, work.file]
                sheet.writerow(row)
