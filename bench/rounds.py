"""A debater's round by real files: a first negative against a real 1AC, and the affirmative's answers to a real 1NC and
the block that follows it, from the blocks of all other caselist files.

`rounds.kept_apart` answers files of odd number, which nobody tunes on. Each speech goes to a sheet under out/rounds, to
be read by somebody who debates: what is answered, and by what. What code can count is a row: words of the time, parts
without an answer, texts read twice, cards that the other side filed.
"""

from __future__ import annotations

import csv
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import foam
from bench.harness import Row, benchmark, shared_data
from foam.argument.cues import find_speech, tell_side
from foam.case.values import Case
from foam.errors import FoamError
from foam.job.orders.case import CaseOrder

_OUT = Path("out/rounds")
_MODELS = Path.home() / ".foam" / "models"
_TIMES = {"1NC": 2000, "2AC": 2000, "2NC": 2000, "1NR": 1250, "1AR": 1250, "2NR": 1250, "2AR": 1250}
_ROUNDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "079": ("The United States should increase its economic engagement with Cuba.", ("1NC", "2NC", "1NR", "2NR")),
    "065": ("The United States should increase its economic engagement with Cuba.", ("2AC", "1AR")),
    "097": ("The United States should increase its economic engagement with Mexico.", ("2AC", "1AR")),
    "093": ("The United States should restrict the war powers authority of the President.", ("2AC", "1AR")),
    "023": ("The United States should restrict the war powers authority of the President.", ("2AC", "1AR", "2AR")),
    "007": ("The United States should invest in offshore wind.", ("1NC", "2NC", "1NR", "2NR")),
}
"""Files by number: what the round is about, and the speeches that are written against the file."""


@benchmark
def kept_apart() -> Iterable[Row]:
    """Speeches against the files that are kept for the test; `BENCH_ROUNDS=065,097` takes some of them."""
    wanted = os.environ.get("BENCH_ROUNDS", "").split(",")
    for number, (resolution, speeches) in _ROUNDS.items():
        if wanted == [""] or number in wanted:
            yield from _play(number, resolution, speeches)


def _play(number: str, resolution: str, speeches: tuple[str, ...]) -> Iterator[Row]:
    files = sorted(shared_data("caselist").glob("*.docx"))
    theirs = next(one for one in files if one.stem.endswith(number))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "models").symlink_to(_MODELS)
        with foam.open(Path(folder)) as home:
            home.library.add(*(one for one in files if one != theirs))
            said: list[Path] = [theirs]
            for speech in speeches:
                start = time.perf_counter()
                try:
                    case = home.case(
                        CaseOrder(resolution=resolution, speech=speech, answering=tuple(said), library=True)
                    ).view
                except FoamError as error:
                    yield Row(f"{number}, {speech}: words", 0, "words", str(error)[:150])
                    continue
                took = time.perf_counter() - start
                written = _OUT / f"{number}-{speech}"
                written.parent.mkdir(parents=True, exist_ok=True)
                for ending in (".json", ".docx"):
                    case.save(written.with_suffix(ending))
                _write_sheet(written.with_suffix(".csv"), case)
                said.append(written.with_suffix(".json"))
                yield from _measure(f"{number}, {speech}", case, _TIMES[speech], took)


def _measure(name: str, case: Case, time_given: int, took: float) -> Iterator[Row]:
    note = f"{100 * case.words / time_given:.0f} % of {time_given}; {len(case.cards)} cards; {took:.0f} s"
    yield Row(f"{name}: words", case.words, "words", note)
    texts = [card.heard for card in case.cards]
    yield Row(f"{name}: texts read twice", len(texts) - len(set(texts)), "cards")
    other = "neg" if case.side == "aff" else "aff"
    wrong = [card for card in case.cards if card.work and other == _tell_filed(card.work.place)]
    yield Row(f"{name}: cards the other side filed", len(wrong), "cards", "; ".join(one.tag[:40] for one in wrong[:3]))


def _tell_filed(place: str) -> str:
    """The side whose speech the headings over a card name; the innermost decides."""
    named = [heading for heading in reversed(place.split(" › ")) if find_speech(heading)]
    return tell_side(find_speech(named[0])) if named else ""


def _write_sheet(path: Path, case: Case) -> None:
    heard = {one.id: one for one in case.heard.arguments} if case.heard else {}
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.writer(file)
        sheet.writerow(["part", "kind", "words", "answers", "says", "cite", "file"])
        for slot in case.slots:
            group = next((one.title for one in case.groups if one.id == slot.group), "")
            met = heard.get(slot.answers or slot.extends)
            work = slot.card.work if slot.card else None
            said = slot.card.tag if slot.card else slot.spoken
            row = [group, slot.title, slot.length, met.text if met else "", said]
            sheet.writerow([*row, slot.card.cite if slot.card else "", f"{work.file} {work.place}" if work else ""])
