"""Challenges to decisions over fictional files: right ones must get through, wrong ones must not be sustained.

Of the challenges in the test files, 40 right and 40 wrong were chosen by a seed and served to write the checks; the
rest was held back, and its figures are the score. Each is heard on an examination of one version of its file.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.examination.filing import CaseFile, Challenge, Version, load_files, write_version

from bench.harness import Row, benchmark
from foam.contest.challenge import Challenge as Contested
from foam.contest.filed.checks import FileHearing, settle_challenge
from foam.contest.filed.subject import ExaminedFile
from foam.contest.outcome import Finding
from foam.contest.read import read_ground
from foam.deliberation.compile import make_evidence_id
from foam.evidence.document import Document, Origin, make_document
from foam.evidence.imports import Rejected
from foam.evidence.ingest import read_paths
from foam.examination.checks import CHECKS
from foam.examination.file import CaseFile as ExaminedCase
from foam.examination.file import FiledDocument, make_case_file
from foam.examination.job import ExamineSpec, order_findings
from foam.examination.report import Examination, list_examined
from foam.stats.intervals import wilson
from foam.text.normalise import normalise

SEED, CHOSEN = 21, 40
KINDS = {
    "this speaks for me and is counted against me": "counted_against",
    "you left this out": "left_out",
    "the rule has a condition": "condition",
    "the outcome does not follow": "outcome",
    "the author is not independent": "independence",
    "the quotation is false": "misquotation",
    "the sum is wrong": "arithmetic",
    "the date is impossible": "date",
}
_SIDED = frozenset({"counted_against", "left_out", "outcome"})
DISPOSITIONS = ("sustained", "for a person", "rejected")


class Trial(NamedTuple):
    """One challenge, in one version of its file."""

    case: CaseFile
    challenge: Challenge
    version: Version


def choose_trials(*, held_back: bool) -> tuple[Trial, ...]:
    """The challenges that served to write the checks, or those that did not."""
    rng = random.Random(SEED)
    trials: dict[bool, list[Trial]] = {True: [], False: []}
    for case in load_files():
        for one in case.challenges:
            trials[one.right].append(Trial(case, one, rng.choice(one.versions)))
    found: list[Trial] = []
    for right in (True, False):
        chosen = set(rng.sample(range(len(trials[right])), CHOSEN))
        found += [one for number, one in enumerate(trials[right]) if (number in chosen) != held_back]
    return tuple(found)


@benchmark
def chosen() -> Iterable[Row]:
    """What becomes of the 80 challenges that served to write the checks."""
    return _measure(choose_trials(held_back=False))


@benchmark
def held_back() -> Iterable[Row]:
    """What becomes of the challenges that were held back."""
    return _measure(choose_trials(held_back=True))


def _measure(trials: Iterable[Trial]) -> Iterator[Row]:
    counted: Counter[tuple[bool, str, str]] = Counter()
    for one in trials:
        counted[one.challenge.right, KINDS[one.challenge.kind], hear(one).disposition] += 1
    for right in (True, False):
        name = "right" if right else "wrong"
        totals = Counter[str]()
        for kind in KINDS.values():
            row = {way: counted[right, kind, way] for way in DISPOSITIONS}
            totals.update(row)
            if count := sum(row.values()):
                told = ", ".join(f"{number} {way}" for way, number in row.items())
                good = row["sustained"] + row["for a person"] if right else count - row["sustained"]
                yield Row(f"{name}: {kind}", 100 * good / count, "%", f"of {count}: {told}")
        count = totals.total()
        good = totals["sustained"] + totals["for a person"] if right else totals["sustained"]
        low, high = wilson(good, count)
        label = "right: sustained or sent to a person" if right else "wrong: sustained"
        told = ", ".join(f"{totals[way]} {way}" for way in DISPOSITIONS)
        yield Row(label, 100 * good / count, "%", f"{good} of {count} [{100 * low:.0f}, {100 * high:.0f}]: {told}")


def hear(trial: Trial) -> Finding:
    """What becomes of one challenge."""
    examined, stems = examine_version(trial.case.name, trial.version)
    made = trial.challenge
    kind = KINDS[made.kind]
    documents = [one for one in examined.file.documents if stems[one.id] == made.document]
    document, number = _find_place(documents, normalise(made.sentence))
    ground = read_ground(kind, wants=made.wants if kind in _SIDED else "")
    node = make_evidence_id(document.document.pointer(number))
    challenge = Contested(node=node, ground=ground, because=made.text, challenger=made.by)
    part = examined.parts[node]
    return settle_challenge(FileHearing(examined, challenge, part, tuple(_bring(made))))


def _find_place(documents: Iterable[FiledDocument], wanted: str) -> tuple[FiledDocument, int]:
    """Where words stand: in a sentence, or in the first figure of a table's row that was read cell by cell."""
    cells = [cell.strip() for cell in wanted.strip("| ").split("|")]
    figure = next((n for n, cell in enumerate(cells) if any(map(str.isdigit, cell))), 0)
    for one in documents:
        for number, text in enumerate(one.sentences):
            if wanted in text or (len(cells) > 1 and all(cell in text for cell in cells)):
                return one, number
            if len(cells) > 1 and [said.strip() for said in one.sentences[number : number + len(cells)]] == cells:
                return one, number + figure
    raise ValueError(f"no document has the words {wanted!r}")


def _bring(made: Challenge) -> Iterator[Document]:
    if made.brought is not None:
        origin = Origin(file=made.brought.name, format="text", importer="bench")
        yield make_document(made.brought.text, origin=origin)


@cache
def examine_version(name: str, version: Version) -> tuple[ExaminedFile, dict[str, str]]:
    """One version of a file, examined, and the name that each document has in the case."""
    case = next(one for one in load_files() if one.name == name)
    with TemporaryDirectory() as folder:
        paths = write_version(case, version, Path(folder))
        read = {path.stem: [one for one in read_paths([path]) if not isinstance(one, Rejected)] for path in paths}
    decision, rules = paths[0].stem, paths[1].stem
    others = [one for stem, documents in read.items() if stem not in (decision, rules) for one in documents]
    file = make_case_file(others, decision=read[decision][0], rules=read[rules])
    stems = {one.id: stem for stem, documents in read.items() for one in documents}
    return ExaminedFile("", ExamineSpec(file=file.digest, judge=""), file, _examine(file)), stems


def _examine(file: ExaminedCase) -> Examination:
    found = [finding for check in CHECKS for finding in check.find(file)]
    checks = tuple(check.name for check in CHECKS)
    return Examination(examined=list_examined(file), findings=order_findings(found, file), checks=checks)
