"""What code finds of a finding that a model wrote: what it cites, its figures, days and names, and its working."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from foam.examination.finding import Finding, FindingKind, make_finding
from foam.examination.modelled.result import SURE
from foam.examination.modelled.shown import Line, describe_document
from foam.examination.modelled.working import Worked, find_unborne, read_calendar, read_sum
from foam.text.evidence import is_order
from foam.text.faithful import find_unfaithful
from foam.text.instructions import instructs_programs
from foam.text.pointer import Pointer

_SEVERAL: frozenset[FindingKind] = frozenset({"quotation", "report", "contradiction", "condition"})
"""Kinds that need a second sentence."""
_APART: frozenset[FindingKind] = frozenset({"quotation", "report", "contradiction"})
"""Kinds that need sentences of two documents."""
_RECKONED: frozenset[FindingKind] = frozenset({"arithmetic", "date"})
_REPEATED = "it was found before, in the same sentences"


class CheckedFinding(NamedTuple):
    """A finding as it was written, and what is wrong with it."""

    finding: Finding
    faults: tuple[str, ...]


def check_finding(record: Mapping[str, Any], by_id: Mapping[str, Line], known: Sequence[Finding]) -> CheckedFinding:
    """A finding from its record, with all that speaks against taking it over."""
    kind: FindingKind = record["kind"]
    lines = [by_id[one] for one in record["ids"]]
    worked = _read_working(kind, record["working"], lines)
    shown = (f"{worked.shown}; as the file has it: {record['working']}",) if worked else ()
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
        *_check_working(kind, record["working"], worked, lines),
        *find_unborne_words("text", record["text"], lines, shown),
        *find_unborne_words("advice", record["advice"], lines, shown),
        *([_REPEATED] if any(is_repeated(finding.pointers, one) for one in known) else ()),
    )
    return CheckedFinding(finding, faults)


def is_repeated(pointers: Iterable[Pointer], known: Finding) -> bool:
    """Whether a finding rests on the same sentences, or on some of them, or adds some to them."""
    own, other = set(pointers), set(known.pointers)
    return own <= other or other <= own


def find_unborne_words(name: str, text: str, lines: Sequence[Line], working: Sequence[str] = ()) -> Iterator[str]:
    """Figures, days, names and quotations of a text that stand neither in the sentences nor in the working."""
    counts = f"{len(lines)} sentences of {len({line.filed.id for line in lines})} documents"
    known = [*(describe_document(line.filed) for line in lines), counts, *working]
    for fault in find_unfaithful(text, cited=[line.text for line in lines], known=known):
        yield f"{name}: “{fault.found}”: {fault.why}"


def find_orders(lines: Iterable[Line]) -> Iterator[str]:
    """Sentences that tell readers or their programs what to do: they show nothing."""
    for line in lines:
        if is_order(line.text) or instructs_programs(line.text):
            yield f"{line.id} tells readers or programs what to do, which shows nothing"


def _check_cited(kind: FindingKind, lines: Sequence[Line]) -> Iterator[str]:
    yield from find_orders(lines)
    if kind in _SEVERAL and len(lines) < 2:
        yield f"a finding of kind {kind} cites at least two sentences"
    elif kind in _APART and len({line.filed.copy_of for line in lines}) < 2:
        yield f"a finding of kind {kind} cites sentences of two documents"


def _read_working(kind: FindingKind, working: str, lines: Sequence[Line]) -> Worked | None:
    if kind not in _RECKONED or not working.strip():
        return None
    return read_sum(working) if kind == "arithmetic" else read_calendar(working, lines[0])


def _check_working(kind: FindingKind, working: str, worked: Worked | None, lines: Sequence[Line]) -> Iterator[str]:
    """What is wrong with the working: it cannot be read, stands on other figures, or comes out."""
    if kind not in _RECKONED:
        return
    if worked is None:
        yield "working: it cannot be read; write it in one of the forms that were shown, with whole days and figures"
        return
    yield from (f"working: {fault}" for fault in find_unborne(worked, lines))
    if worked.holds:
        yield f"working: it comes out ({worked.shown}), so that it shows no fault; the file's own result belongs there"
