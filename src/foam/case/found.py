"""What the examination of a file found of the sentences that a case rests on. No model is asked."""

from __future__ import annotations

from collections.abc import Iterator

from foam.argument.motion import Motion
from foam.case.cited import CitedFinding
from foam.case.values import Case, Slot
from foam.deliberation.examined import ExaminedFile, Examining, examine_file
from foam.deliberation.findings import FINDING
from foam.job.session import Session
from foam.text.pointer import Pointer


def cite_findings(
    session: Session, examined: ExaminedFile | None, motion: Motion, case: Case
) -> tuple[CitedFinding, ...]:
    """The findings that rest on a sentence which the case quotes or takes a figure from, with the slots that do."""
    if examined is None:
        return ()
    resting = {slot.id: frozenset(_list_pointers(slot)) for slot in case.slots}
    cited = []
    for fact in examine_file(session, Examining(examined, motion), FINDING):
        slots = tuple(slot for slot, held in resting.items() if not held.isdisjoint(fact.finding.pointers))
        if slots:
            cited.append(
                CitedFinding(
                    pointer=fact.passage.pointer,
                    text=fact.finding.text,
                    established=fact.finding.established,
                    rests_on=fact.finding.pointers,
                    slots=slots,
                    entry=fact.entry.key,
                )
            )
    return tuple(cited)


def _list_pointers(slot: Slot) -> Iterator[Pointer]:
    yield from slot.card.pointers if slot.card else ()
    yield from (reading.pointer for reading in slot.calculated.readings) if slot.calculated else ()
