"""The examination's checks on files that nobody wrote them on: what each finds of what was planted, and what is false.

`blind.opened` are the files that whoever mends a check may read; `blind.locked` are those that were opened once, after
their digest was committed (`LOCKED`). Each is a folder of papers with a sheet, `sheet.toml`, by the same author: all of
them are invented. No model is asked, and no paper is named as the decision.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from bench.blind.by_hand import examine_by_hand, load_readings
from bench.harness import Row, Skipped, benchmark
from foam.examination.file import CaseFile, make_case_file
from foam.examination.finding import Finding, FindingKind
from foam.examination.rules import CHECKS
from foam.home.examinations import require_documents
from foam.stats.intervals import wilson
from foam_quotes.text.normalise import normalise

LOCKED = "be114b91563126285a306053dd5b64665c578dd582086e744ddd5aa4742abeac"
"""SHA-256 of `tar --sort=name --mtime=@0 --owner=0 --group=0 -cf - locked` before that half was opened."""
FILES = Path(__file__).parent / "files"
SHEET = "sheet.toml"
KINDS: dict[FindingKind, tuple[str, ...]] = {
    "quotation": ("quotation",),
    "contradiction": ("contradiction", "name"),
    "arithmetic": ("sum", "total", "share"),
    "date": ("date", "interval", "deadline"),
    "missing": ("enclosure", "rule"),
}
"""The kinds of planted fault that a kind of finding is about; `report` and `reason` are for a model that reads."""
_FEWEST_WORDS = 3
"""Words that a shown passage must have to be told for a part of a planted sentence."""


class Blind(NamedTuple):
    """A file as it is examined, and what its author planted in it."""

    file: CaseFile
    faults: list[dict[str, Any]]
    findings: list[Finding]


@benchmark
def opened() -> Iterable[Row]:
    """The half that may be read."""
    return _score(load_files("open"))


@benchmark
def locked() -> Iterable[Row]:
    """The half that was opened once."""
    return _score(load_files("locked"))


@benchmark
def by_hand() -> Iterable[Row]:
    """Four open files as an able reader reads them, with the forms of the examination; code alone beside it."""
    readings = load_readings()
    found = alone = false = planted = requests = decisions = 0
    for one, folder in zip(load_files("open", only=readings), readings, strict=True):
        examined = examine_by_hand(one.file, readings[folder])
        read = one._replace(findings=[*examined.findings])
        planted += len(one.faults)
        found += sum(any(_tells(each, read, fault) for each in read.findings) for fault in one.faults)
        alone += sum(any(_tells(each, one, fault) for each in one.findings) for fault in one.faults)
        false += sum(each.bearing is None and not _is_right(each, read) for each in read.findings)
        requests = max(requests, examined.requests)
        decisions += bool(examined.decision)
    yield Row("found", 100 * found / planted, "%", f"{found} of {planted}; by code alone {alone}")
    yield Row("false", false / len(readings), "a file", f"{false} in {len(readings)}")
    yield Row("requests", requests, "a file", "at most")
    yield Row("decision read", 100 * decisions / len(readings), "%", f"{decisions} of {len(readings)}")


def load_files(half: str, *, only: Container[str] | None = None) -> tuple[Blind, ...]:
    """Every file of a half, or some of them, examined, in order; a loud skip where there is none."""
    every = sorted((FILES / half).glob(f"*/{SHEET}"))
    sheets = [one for one in every if only is None or one.parent.name in only]
    if not sheets:
        raise Skipped(f"MISSING FILES: {FILES / half}")
    return tuple(map(_load, sheets))


def _load(path: Path) -> Blind:
    file = make_case_file(require_documents([one for one in sorted(path.parent.iterdir()) if one != path]))
    findings = [finding for check in CHECKS for finding in check.find(file)]
    return Blind(file, tomllib.loads(path.read_text("utf-8")).get("fault", []), findings)


def _score(files: Sequence[Blind]) -> Iterator[Row]:
    for kind, planted in KINDS.items():
        faults = [(one, fault) for one in files for fault in one.faults if fault["kind"] in planted]
        found = sum(any(_tells(each, one, fault) for each in one.findings) for one, fault in faults)
        false = sum(each.kind == kind and not _is_right(each, one) for one in files for each in one.findings)
        low, high = wilson(found, len(faults))
        note = f"{found} of {len(faults)} [{100 * low:.0f}, {100 * high:.0f}]: {', '.join(planted)}"
        yield Row(f"{kind}: found", 100 * found / len(faults), "%", note)
        yield Row(f"{kind}: false", false / len(files), "a file", f"{false} in {len(files)}")


def _is_right(finding: Finding, one: Blind) -> bool:
    """Whether a finding shows a planted fault, or what that is held against."""
    return any(
        _tells(finding, one, fault) or (fault["against"] and _shows(finding, one, fault["against"]))
        for fault in one.faults
    )


def _tells(finding: Finding, one: Blind, fault: dict[str, Any]) -> bool:
    return _shows(finding, one, fault["sentence"], fault["paper"])


def _shows(finding: Finding, one: Blind, words: str, paper: str = "") -> bool:
    """Whether a finding shows these words of a paper; of a row of a table, whether it shows a cell."""
    wanted = _flatten(words)
    for passage in finding.passages:
        shown = _flatten(passage.text)
        is_part = shown in wanted and (words.startswith("|") or len(shown.split()) >= _FEWEST_WORDS)
        name = PurePath(one.file.by_id[passage.pointer.document].document.origin.file).name
        if (not paper or name == PurePath(paper).name) and (wanted in shown or is_part):
            return True
    return False


def _flatten(text: str) -> str:
    return " ".join(normalise(text).replace("|", " ").replace("*", "").split())
