"""Fills the slots that are calculated, from figures read in the corpus. No model is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam.argument.inputs import Reading, Rule
from foam.case.values import CaseFailure, Slot
from foam.evidence.document import Document
from foam.evidence.figures import read_document
from foam.job.figures import read_figures
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.pack.rules import Calculation
from foam.pack.workings import Calculated, calculate
from foam.record.entry import EntryInput, PointerInput, ValueInput


def calculate_slots(
    session: Session, slots: Sequence[Slot], calculations: Mapping[str, Calculation]
) -> tuple[Slot, ...]:
    """The slots with every calculation worked out, or with what it lacks."""
    return tuple(
        _calculate_slot(session, slot, calculations[slot.id]) if slot.id in calculations else slot for slot in slots
    )


def _calculate_slot(session: Session, slot: Slot, calculation: Calculation) -> Slot:
    readings: list[Reading] = []
    entries: list[EntryInput] = []
    for sought in calculation.sought:
        found, entry = read_figures(session, sought)
        readings += found
        entries.append(depend_on(sought.name, entry))
    calculated = calculate(calculation, readings)
    entry = session.clerk.compute(
        "calculation",
        calculated.json_value,
        ValueInput(role="calculation", value=calculation.json_value()),
        *entries,
        *(PointerInput(role=f"{n} {one.name}", pointer=one.pointer) for n, one in enumerate(calculated.readings)),
        rule="decimal arithmetic",
    )
    return slot.model_copy(
        update={
            "analytic": calculated.text,
            "calculated": calculated,
            "entries": {"calculation": entry.key},
            "searched": calculated.missing,
        }
    )


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
    wanted = {one.name: one for one in calculation.sought}
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


def _is_in_source(reading: Reading, sought: Rule | None, documents: Mapping[str, Document]) -> bool:
    document = documents.get(reading.pointer.document)
    return sought is not None and document is not None and reading in read_document(sought, document)
