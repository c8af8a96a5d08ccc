"""Inference challenges that code settles: missing parts, structure, arithmetic. Asks no model.

What a part must hold is stated by its type and by the template; whether it holds it is looked up. A question why the
structure was chosen is answered from the recorded choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.argument.outline import IMPACT
from foam.case.calculate import find_calculation_failures
from foam.case.leave import COMPARISON
from foam.case.values import BranchChoice, CaseFailure
from foam.case.verify import verify_case
from foam.case.weigh import METRICS
from foam.contest.cases.sitting import Sitting
from foam.contest.findings import make_finding, make_reason, reject, send_to_person
from foam.contest.outcome import Finding, Reason, Struck
from foam.contest.part import FRAME
from foam.contest.subject import CaseFile
from foam.job.answers import read_choice

_WEIGHED_ON = "metric "
"""How the entries of a comparison begin that record what an impact weighs on."""


async def check_component(sitting: Sitting) -> Finding:
    """Is the named part of the argument missing, or does the weighing leave the named measure out?"""
    file = sitting.file
    wanted = sitting.name("component").strip().lower().replace(" ", "_")
    if any(one.id == wanted for one in METRICS):
        return _find_unweighed(sitting, wanted)
    found = verify_case(file.case, file.documents, file.template).failures
    failures = (one for one in found if one.rule in ("structure", "unfilled", "calculation"))
    lacks = [one for one in failures if _speaks_of(file, one, sitting.part.id, wanted)]
    said = wanted.replace("_", " ")
    if not lacks:
        held = [slot.id for slot in file.case.slots if slot.component == wanted] or [sitting.part.id]
        return reject(make_reason(f"{said.capitalize()} is there.", *held))
    reasons = [make_reason(f"{one.slot}: {one.what}; {one.remedy}.", one.slot, sitting.entry) for one in lacks]
    return make_finding("sustained", "swap", *reasons, struck=[Struck(slot=one.slot) for one in lacks])


def _speaks_of(file: CaseFile, failure: CaseFailure, part: str, component: str) -> bool:
    """Whether a failure is about this component of this slot or syllogism."""
    slot = file.slots.get(failure.slot)
    leaf = next((node for node in file.template.tree.walk() if node.id == failure.slot), None)
    names = {slot.component if slot else "", leaf.component if leaf and leaf.type == "leaf" else ""}
    about = component in names or failure.what.startswith(component.replace("_", " "))
    parents = (one.id for one in file.template.tree.walk() if any(child.id == failure.slot for child in one.children))
    near = {failure.slot, slot.group if slot else "", *parents}
    return about and part in near


async def explain_choice(sitting: Sitting) -> Finding:
    """Why this structure, or this frame?"""
    file = sitting.file
    if sitting.part.kind == "frame":
        return reject(*_list_frame(file))
    choices = [one for one in file.case.choices if f"choice-{one.branch}" == sitting.part.id] or [
        one for one in file.case.choices if sitting.part.id in one.taken
    ]
    if not choices:
        return reject(make_reason("The template has no branch here: this part is always spoken.", sitting.part.id))
    return reject(*map(_chosen, choices))


def _chosen(choice: BranchChoice) -> Reason:
    text = f"Of {', '.join(choice.offered)} it took {', '.join(choice.taken)}, decided by {choice.by}: {choice.why}."
    return make_reason(text, choice.entry, f"choice-{choice.branch}")


def _list_frame(file: CaseFile) -> Iterator[Reason]:
    """Who speaks and by which values, what for, and which ways were chosen."""
    seat, case = file.spec.seat, file.case
    values = ", ".join(f"{value} {weight:g}" for value, weight in sorted(seat.weighting.items()))
    yield make_reason(f"It speaks for the {seat.role}, who weighs {values or 'nothing'}.", FRAME)
    yield make_reason(f"It stands for this: {case.plan}", FRAME)
    yield from map(_chosen, case.choices)


def _find_unweighed(sitting: Sitting, metric: str) -> Finding:
    """Whether the recorded weighing is on a metric; where none is recorded, a person reads the words."""
    part = sitting.part.id
    slots = [slot for slot in sitting.file.case.slots if part in (slot.id, slot.group)]
    weighing = [slot for slot in slots if slot.component in (COMPARISON, IMPACT)] or slots
    cites = tuple(slot.id for slot in weighing) or (part,)
    keys = {key for slot in weighing for name, key in slot.entries.items() if name.startswith(_WEIGHED_ON)}
    weighed = {one for entry in sitting.file.entries if entry.key in keys for one in read_choice(entry)}
    if not weighed:
        reason = make_reason(f"No weighing is recorded here, and code does not read {metric} out of words.", *cites)
        return send_to_person(reason, look_at=[f"Does this speak of {metric}? “{one.spoken}”" for one in weighing])
    reason = make_reason(f"What is weighed here, as recorded: {', '.join(sorted(weighed))}.", *cites, *sorted(keys))
    if metric in weighed:
        return reject(reason)
    struck = [Struck(slot=id) for id in cites if id in sitting.file.parts]
    return make_finding("sustained", "qualify", reason, struck=struck[:1], note=f"Not weighed: {metric}.")


async def check_figures(sitting: Sitting) -> Finding:
    """Do the figures come out as stated?"""
    file, slot = sitting.file, sitting.file.slots[sitting.part.id]
    if not slot.calculated:
        reason = make_reason("Figures in prose are no working that code could work out again.", slot.id)
        return send_to_person(reason, look_at=[slot.id])
    wrong = find_calculation_failures(slot, file.template.calculations.get(slot.id), file.documents)
    if not wrong:
        text = f"Every figure stands in its source and comes out as stated: {slot.analytic}"
        return reject(make_reason(text[:400], slot.id, *slot.entries.values()))
    reasons = [make_reason(f"{one.what}; {one.remedy}.", slot.id, sitting.entry) for one in wrong]
    return make_finding("sustained", "swap", *reasons, struck=[Struck(slot=slot.id)])
