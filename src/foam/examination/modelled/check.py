"""What code finds of a finding that a model wrote: what it cites, its figures, days and names, and its working."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from foam.examination.file import CaseFile
from foam.examination.finding import Finding, FindingKind, make_finding
from foam.examination.modelled.result import SURE
from foam.examination.modelled.shown import Line, describe_document
from foam.examination.modelled.working import Reading, Worked, find_unborne, read_working
from foam.text.faithful import find_unfaithful
from foam.text.instructions import instructs_programs

_SEVERAL: frozenset[FindingKind] = frozenset({"quotation", "report", "contradiction", "condition"})
"""Kinds that need a second sentence."""
_APART: frozenset[FindingKind] = frozenset({"quotation", "report"})
"""Kinds that need sentences of two documents."""
_RECKONED: frozenset[FindingKind] = frozenset({"arithmetic", "date"})
_REPEATED = "it was found before, in the same sentences"


class CheckedFinding(NamedTuple):
    """A finding as it was written, and what is wrong with it."""

    finding: Finding
    faults: tuple[str, ...]


def check_finding(
    record: Mapping[str, Any], by_id: Mapping[str, Line], known: Sequence[Finding], names: Sequence[str] = ()
) -> CheckedFinding:
    """A finding from its record, with all that speaks against taking it over. `names` are those of the documents."""
    kind: FindingKind = record["kind"]
    lines = [by_id[one] for one in record["ids"]]
    worked = read_working(record["working"]) if record["working"].strip() else None
    shown = (f"{worked.shown}; as the file has it: {record['working']}",) if isinstance(worked, Worked) else ()
    finding = make_finding(
        kind,
        record["text"],
        advice=record["advice"],
        passages=[line.filed.say(line.number) for line in lines],
        established="model",
        sure=SURE,
        working=shown,
    )
    faults = (
        *_check_cited(kind, lines),
        *_check_working(kind, worked, lines, [*by_id.values()]),
        *find_unborne_words("text", record["text"], lines, (*shown, *names)),
        *find_unborne_words("advice", record["advice"], lines, (*shown, *names)),
        *([_REPEATED] if any(is_repeated(finding, one) for one in known) else ()),
    )
    return CheckedFinding(finding, faults)


def is_repeated(finding: Finding, known: Finding) -> bool:
    """Whether a finding rests on sentences of another alone; or adds some to them and is of the same kind."""
    own, other = set(finding.pointers), set(known.pointers)
    return own <= other or (other <= own and finding.kind == known.kind)


def list_names(file: CaseFile) -> list[str]:
    """What the documents of the file are called."""
    return [*dict.fromkeys(one.name for one in file.documents)]


def find_unborne_words(name: str, text: str, lines: Sequence[Line], others: Sequence[str] = ()) -> Iterator[str]:
    """Figures, days, names and quotations of a text that stand neither in the sentences nor in what is else known."""
    counts = f"{len(lines)} sentences of {len({line.filed.id for line in lines})} documents"
    known = [*(describe_document(line.filed) for line in lines), counts, *others]
    for fault in find_unfaithful(text, cited=[line.text for line in lines], known=known):
        yield f"{name}: “{fault.found}”: {fault.why}"


def find_orders(lines: Iterable[Line]) -> Iterator[str]:
    """Sentences that tell readers or their programs what to do: they show nothing."""
    for line in lines:
        if instructs_programs(line.text):
            yield f"{line.id} tells readers or programs what to do, which shows nothing"


def _check_cited(kind: FindingKind, lines: Sequence[Line]) -> Iterator[str]:
    yield from find_orders(lines)
    if kind in _SEVERAL and len(lines) < 2:
        yield f"a finding of kind {kind} cites at least two sentences"
    elif kind in _APART and len({line.filed.copy_of for line in lines}) < 2:
        yield f"a finding of kind {kind} cites sentences of two documents"


def _check_working(
    kind: FindingKind, worked: Reading | None, lines: Sequence[Line], among: Sequence[Line]
) -> Iterator[str]:
    """What is wrong with the working: it is not there, cannot be read, stands on other figures, or comes out."""
    if worked is None:
        if kind in _RECKONED:
            yield f"working: a finding of kind {kind} needs it; write it in one of the forms that were shown"
        return
    if not isinstance(worked, Worked):
        yield f"working: it cannot be read: {worked.why}"
        return
    if kind == "date" and not worked.days:
        yield "working: it has no day; what does not come out without one is of kind arithmetic"
    yield from (f"working: {fault}" for fault in find_unborne(worked, lines, among))
    if worked.holds:
        yield f"working: it comes out ({worked.shown}), so that it shows no fault; the file's own result belongs there"
