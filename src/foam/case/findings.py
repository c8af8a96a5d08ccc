"""What the examination of a file found of the sentences that a case rests on. No model is asked.

Each finding is the last sentence of a document of its own, after the steps that show it; its pointer is printed
`finding:…`. What rests on words that tell programs what to do is no finding.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.values import Case, CitedFinding, Slot
from foam.evidence.computed import make_finding_document
from foam.evidence.corpus import make_passage
from foam.evidence.document import Document
from foam.examination.file import CaseFile
from foam.examination.finding import Finding
from foam.examination.job import order_findings, read_findings, record_check
from foam.examination.report import KIND_WORDS
from foam.examination.rules import find_rules
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.record.entry import Entry, PointerInput, ValueInput
from foam.values import Value
from foam_quotes.text.pointer import Pointer

_CASE_FILE = "case file"
"""The kind of entry that keeps an examined file."""
_FINDING = "finding"
_MOST = 12
"""Findings that may be cited; what decides and what touches the decision comes first."""


class ExaminedFile(Value):
    """The file that a resolution is about, as the spec of a case names it."""

    file: str
    """Digest of the case file."""


def cite_findings(session: Session, examined: ExaminedFile | None, case: Case) -> tuple[CitedFinding, ...]:
    """The findings that rest on a sentence which the case quotes or takes a figure from, with the slots that do."""
    if examined is None:
        return ()
    resting = {slot.id: frozenset(_list_pointers(slot)) for slot in case.slots}
    cited = []
    for finding, origin in _list_findings(session, examined):
        document, entry = _state(session, finding, origin)
        slots = tuple(slot for slot, held in resting.items() if not held.isdisjoint(finding.pointers))
        if slots:
            cited.append(
                CitedFinding(
                    pointer=make_passage(document, len(document.ends) - 1).pointer,
                    text=finding.text,
                    established=finding.established,
                    rests_on=finding.pointers,
                    slots=slots,
                    entry=entry.key,
                )
            )
    return tuple(cited)


def _list_pointers(slot: Slot) -> Iterator[Pointer]:
    yield from slot.card.pointers if slot.card else ()
    yield from (reading.pointer for reading in slot.calculated.readings) if slot.calculated else ()


def _list_findings(session: Session, examined: ExaminedFile) -> Iterator[tuple[Finding, Entry]]:
    """What the checks find in the file, each with the entry that found it."""
    file = CaseFile.model_validate(session.read_given(_CASE_FILE, examined.file))
    entries = [record_check(check, file, session) for check in find_rules(session, examined.file).checks]
    origin = {one.id: entry for entry in reversed(entries) for one in read_findings(entry)}
    found = order_findings([one for entry in entries for one in read_findings(entry)], file)
    sound = sorted((one for one in found if not one.rests_on_orders), key=lambda one: one.bearing is None)
    yield from ((one, origin[one.id]) for one in sound[:_MOST])


def _state(session: Session, finding: Finding, origin: Entry) -> tuple[Document, Entry]:
    """The document that holds the finding. Its entry depends on the sentences that show it, so that each can be
    challenged."""
    steps = [step.replace(" − ", " minus ") for step in finding.working]  # a sign between spaces would read as a dash

    def write() -> object:
        document = make_finding_document(finding.id, KIND_WORDS[finding.kind], [*steps, finding.text])
        return {"document": document.json_value()}

    entry = session.clerk.compute(
        _FINDING,
        write,
        ValueInput(role="finding", value=finding.json_value()),
        depend_on("examination", origin),
        *(PointerInput(role=f"{n} shown", pointer=one) for n, one in enumerate(dict.fromkeys(finding.pointers))),
        rule="examination",
    )
    return Document.model_validate(entry.answer["document"]), entry
