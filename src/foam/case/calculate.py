"""Fills the slots that are calculated, from figures read in the corpus. No model is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam.argument.calculation import Calculated, Calculation, Input, Reading, calculate
from foam.case.cut import read_source
from foam.case.values import CaseFailure, Slot
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.job.retrieval import depend_on, retrieve
from foam.job.session import Session
from foam.record.entry import EntryInput, PointerInput, ValueInput

_FOUND = 60
"""Sentences whose documents are read for a figure."""


def calculate_slots(
    session: Session, slots: Sequence[Slot], calculations: Mapping[str, Calculation]
) -> tuple[Slot, ...]:
    """The slots with every calculation worked out, or with what it lacks."""
    return tuple(
        _calculate_slot(session, slot, calculations[slot.id]) if slot.id in calculations else slot for slot in slots
    )


def _calculate_slot(session: Session, slot: Slot, calculation: Calculation) -> Slot:
    readings: list[Reading] = []
    searches: list[EntryInput] = []
    for wanted in calculation.inputs:
        candidates = retrieve(session.clerk, session.corpus, wanted.seek, limit=_FOUND)
        searches.append(depend_on("candidates", candidates.entry))
        readings += _read_figures(session, wanted, candidates.passages)
    entry = session.clerk.compute(
        "calculation",
        lambda: calculate(calculation, readings).json_value(),
        ValueInput(role="calculation", value=calculation.json_value()),
        *searches,
        *(PointerInput(role=f"{n} {reading.name}", pointer=reading.pointer) for n, reading in enumerate(readings)),
        rule="decimal arithmetic",
    )
    calculated = Calculated.model_validate(entry.answer)
    return slot.model_copy(
        update={
            "analytic": calculated.text,
            "calculated": calculated,
            "entries": {"calculation": entry.key},
            "searched": calculated.missing,
        }
    )


def _read_figures(session: Session, wanted: Input, passages: Sequence[Passage]) -> list[Reading]:
    """The figures found, one a document; where there are more than are wanted, those of the latest documents.

    A search shows a sentence once, however many documents have it: so the documents found are read whole.
    """
    sources = [
        read_source(session, document_id)
        for document_id in dict.fromkeys(passage.pointer.document for passage in passages)
    ]
    found = [(source.citation.published, reading) for source in sources for reading in _read_first(wanted, source)]
    latest = sorted(found, key=lambda dated: (dated[0], str(dated[1].pointer)))
    return [reading for _, reading in latest[-wanted.count :]]


def _read_first(wanted: Input, source: Document) -> list[Reading]:
    """The first sentence of a document that gives the figure."""
    for number in range(len(source.ends)):
        value = wanted.read(source.sentence(number))
        if value is not None:
            return [Reading(name=wanted.name, value=value, pointer=source.pointer(number))]
    return []


def find_calculation_failures(
    slot: Slot, calculation: Calculation | None, documents: Mapping[str, Document]
) -> list[CaseFailure]:
    """What is wrong with a calculated slot: an input is missing, or a figure is not what stands in its source."""
    calculated = slot.calculated
    if calculated is None or calculation is None:
        what = "it was not worked out" if calculation else "the template states no such calculation"
        return [CaseFailure(slot=slot.id, rule="calculation", what=what, remedy="write the case again")]
    if calculated.missing:
        return [
            CaseFailure(slot=slot.id, rule="calculation", what=lack, remedy="add the document that states it")
            for lack in calculated.missing
        ]
    wanted = {one.name: one for one in calculation.inputs}
    wrong_readings = [one for one in calculated.readings if not _is_in_source(one, wanted.get(one.name), documents)]
    failures = [
        CaseFailure(
            slot=slot.id,
            rule="calculation",
            what=f"{one.name} {one.value} is not what stands at {one.pointer.brief()}",
            remedy="read the figure from its source",
        )
        for one in wrong_readings
    ]
    failures += _check_conclusion(slot, calculation, calculated)
    again = calculate(calculation, calculated.readings)
    if (again, again.text) != (calculated, slot.analytic):
        what = "the figures do not come out as they are stated"
        failures.append(CaseFailure(slot=slot.id, rule="calculation", what=what, remedy="work it out again"))
    return failures


def _check_conclusion(slot: Slot, calculation: Calculation, calculated: Calculated) -> list[CaseFailure]:
    """What the figures do not bear out: a conclusion that is not so, or a figure that the decision got wrong."""
    wrong = [step for step in calculated.steps if step.wrong] if calculation.as_stated else []
    found = [f"{step.title} is {step.value}, and the decision rests on {step.stated}" for step in wrong]
    found += [] if calculated.holds else [f"the figures do not bear it out that {calculation.holds}"]
    remedy = "what rests on these figures cannot be upheld: have the decision corrected"
    return [CaseFailure(slot=slot.id, rule="calculation", what=what, remedy=remedy) for what in found]


def _is_in_source(reading: Reading, wanted: Input | None, documents: Mapping[str, Document]) -> bool:
    document = documents.get(reading.pointer.document)
    if wanted is None or document is None or reading.pointer.sentence >= len(document.ends):
        return False
    return wanted.read(document.sentence(reading.pointer.sentence)) == reading.value
