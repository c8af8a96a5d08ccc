"""Fills the slots that are worked out: reads their figures from the corpus, on the record. Asks no model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam.case.calculation import Calculated, Calculation, Input, Reading, calculate
from foam.case.cut import source_of
from foam.case.values import Failure, Slot
from foam.deliberation.room import Room
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.job.retrieval import after, retrieve
from foam.record.entry import EntryInput, PointerInput, ValueInput

_FOUND = 60
"""Sentences whose documents are read for a figure."""


def reckon(room: Room, slots: Sequence[Slot], calculations: Mapping[str, Calculation]) -> tuple[Slot, ...]:
    """The slots with every calculation worked out, or with what it lacks."""
    return tuple(_reckoned(room, slot, calculations[slot.id]) if slot.id in calculations else slot for slot in slots)


def _reckoned(room: Room, slot: Slot, calculation: Calculation) -> Slot:
    readings: list[Reading] = []
    searches: list[EntryInput] = []
    for wanted in calculation.inputs:
        offered = retrieve(room.clerk, room.corpus, wanted.seek, limit=_FOUND)
        searches.append(after("candidates", offered.entry))
        readings += _read(room, wanted, offered.passages)
    entry = room.clerk.compute(
        "calculation",
        lambda: calculate(calculation, readings).json_value(),
        ValueInput(role="calculation", value=calculation.json_value()),
        *searches,
        *(PointerInput(role=f"{n} {reading.name}", pointer=reading.pointer) for n, reading in enumerate(readings)),
        rule="decimal arithmetic",
    )
    done = Calculated.model_validate(entry.answer)
    return slot.model_copy(
        update={
            "analytic": done.text,
            "calculated": done,
            "entries": {"calculation": entry.key},
            "searched": done.missing,
        }
    )


def _read(room: Room, wanted: Input, passages: Sequence[Passage]) -> list[Reading]:
    """The figures found, one a document; where there are more than are wanted, those of the latest documents.

    A search shows a sentence once, however many documents have it: so the documents found are read whole.
    """
    sources = [source_of(room, id) for id in dict.fromkeys(passage.pointer.document for passage in passages)]
    found = [(source.citation.published, reading) for source in sources for reading in _first(wanted, source)]
    latest = sorted(found, key=lambda dated: (dated[0], str(dated[1].pointer)))
    return [reading for _, reading in latest[-wanted.count :]]


def _first(wanted: Input, source: Document) -> list[Reading]:
    """The first sentence of a document that gives the figure."""
    for number in range(len(source.ends)):
        value = wanted.read(source.sentence(number))
        if value is not None:
            return [Reading(name=wanted.name, value=value, pointer=source.pointer(number))]
    return []


def calculation_failures(
    slot: Slot, calculation: Calculation | None, documents: Mapping[str, Document]
) -> list[Failure]:
    """What is wrong with a calculated slot: an input is missing, or a figure is not what stands in its source."""
    done = slot.calculated
    if done is None or calculation is None:
        what = "it was not worked out" if calculation else "the template states no such calculation"
        return [Failure(slot=slot.id, rule="calculation", what=what, remedy="write the case again")]
    if done.missing:
        return [
            Failure(slot=slot.id, rule="calculation", what=lack, remedy="add the document that states it")
            for lack in done.missing
        ]
    wanted = {one.name: one for one in calculation.inputs}
    astray = [one for one in done.readings if not _stands(one, wanted.get(one.name), documents)]
    failures = [
        Failure(
            slot=slot.id,
            rule="calculation",
            what=f"{one.name} {one.value} is not what stands at {one.pointer.brief()}",
            remedy="read the figure from its source",
        )
        for one in astray
    ]
    failures += _unborne(slot, calculation, done)
    again = calculate(calculation, done.readings)
    if (again, again.text) != (done, slot.analytic):
        what = "the figures do not come out as they are stated"
        failures.append(Failure(slot=slot.id, rule="calculation", what=what, remedy="work it out again"))
    return failures


def _unborne(slot: Slot, calculation: Calculation, done: Calculated) -> list[Failure]:
    """What the figures do not bear out: a conclusion that is not so, or a figure that the decision got wrong."""
    wrong = [step for step in done.steps if step.wrong] if calculation.as_stated else []
    found = [f"{step.title} is {step.value}, and the decision rests on {step.stated}" for step in wrong]
    found += [] if done.holds else [f"the figures do not bear it out that {calculation.holds}"]
    remedy = "what rests on these figures cannot be upheld: have the decision corrected"
    return [Failure(slot=slot.id, rule="calculation", what=what, remedy=remedy) for what in found]


def _stands(reading: Reading, wanted: Input | None, documents: Mapping[str, Document]) -> bool:
    document = documents.get(reading.pointer.document)
    if wanted is None or document is None or reading.pointer.sentence >= len(document.ends):
        return False
    return wanted.read(document.sentence(reading.pointer.sentence)) == reading.value
