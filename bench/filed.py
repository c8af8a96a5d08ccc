"""Scores an examination of a written case file: which planted faults it found, and which findings are true.

A finding is true if it shows a planted fault, if it shows two passages of which the file says that they disagree, or if
somebody read it beside the file and noted in `filed.toml` that it is right. Whatever is left is false.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import NamedTuple

from tests.examination.filing import CaseFile, Contested, Fault, Version, take_version, write_version

import foam
from foam.examination.finding import Finding, FindingKind
from foam.examination.report import Examination
from foam.text.normalise import normalise
from foam.values import Value

READINGS = Path(__file__).with_suffix(".toml")
_FITTING: dict[str, set[FindingKind]] = {
    "quotation": {"quotation", "report"},
    "report": {"report", "quotation"},
    "sum": {"arithmetic"},
    "date": {"date"},
}
"""Kinds of finding that tell a planted fault by themselves; another kind does where it shows the truth beside it."""


class ReadFinding(Value):
    """A finding that was read beside its file and is right, though nobody planted it."""

    file: str
    versions: tuple[Version, ...] = ("a", "b")
    document: str
    words: str
    """Words of the passage that is at fault."""
    kinds: tuple[FindingKind, ...]
    why: str


class Score(NamedTuple):
    """One version of one file: each planted fault with the findings that tell it, and every other finding."""

    name: str
    version: Version
    faults: list[tuple[Fault, list[Finding]]]
    true: list[Finding]
    """Findings that nobody planted and that are right."""
    false: list[Finding]
    examination: Examination


def load_readings() -> tuple[ReadFinding, ...]:
    """What was read and found right."""
    entries = tomllib.loads(READINGS.read_text("utf-8")).get("right", [])
    return tuple(ReadFinding.model_validate(entry) for entry in entries)


def score_version(home: foam.Home, file: CaseFile, version: Version, folder: Path) -> Score:
    """Write one version of a file, examine it as a person would, and hold what is found against what was planted.

    The first document of a file is the decision, the second the rules.
    """
    paths = write_version(file, version, folder)
    view = home.examine(*paths[2:], decision=paths[0], rules=[paths[1]]).view
    case = take_version(file, version)
    findings = [one for one in view.findings if not one.is_hint]
    faults = [(fault, [one for one in findings if _tells(one, fault, view)]) for fault in case.faults]
    planted = {one.id for _, found in faults for one in found}
    rest = [one for one in findings if one.id not in planted]
    readings = [one for one in load_readings() if one.file == file.name and version in one.versions]
    true = [
        one
        for one in rest
        if any(_shows_pair(one, pair, view) for pair in case.contested)
        or any(one.kind in read.kinds and _shows(one, read.document, read.words, view) for read in readings)
    ]
    right = {one.id for one in true}
    return Score(file.name, version, faults, true, [one for one in rest if one.id not in right], view)


def _tells(finding: Finding, fault: Fault, view: Examination) -> bool:
    if not _shows(finding, fault.document, fault.words, view):
        return False
    return finding.kind in _FITTING[fault.kind] or (
        bool(fault.truth_document) and _shows(finding, fault.truth_document, fault.truth_words, view)
    )


def _shows_pair(finding: Finding, pair: Contested, view: Examination) -> bool:
    return _shows(finding, pair.document, pair.words, view) and _shows(finding, pair.against, pair.against_words, view)


def _shows(finding: Finding, document: str, words: str, view: Examination) -> bool:
    """Whether a finding shows words of a document; of a row of a table, whether it shows a part."""
    files = {one.id: PurePath(one.file).stem for one in view.examined}
    wanted = _flatten(words)
    for passage in finding.passages:
        shown = _flatten(passage.text)
        if files[passage.pointer.document] == document and (
            wanted in shown or (words.startswith("|") and shown in wanted)
        ):
            return True
    return False


def _flatten(text: str) -> str:
    return " ".join(normalise(text).replace("|", " ").split())


def describe(score: Score) -> Iterator[str]:
    """Misses and false findings of one version, a line each, for a person to read."""
    for fault, found in score.faults:
        if not found:
            yield f"missed: {score.name} {score.version}: {fault.kind}: {fault.document}: {fault.words}"
        yield from (f"  told: {score.name} {score.version}: {fault.kind}: {one.kind}: {one.text}" for one in found)
    for label, findings in (("true", score.true), ("false", score.false)):
        for one in findings:
            shown = " // ".join(f"{passage.document}: {passage.text}" for passage in one.passages)
            yield f"{label}: {score.name} {score.version}: {one.kind} {one.sure:.2f}: {one.text} [{shown}]"
