"""Inference challenges that code settles: missing parts, structure, arithmetic. Asks no model.

What a part must hold is stated by its type and by the template; whether it holds it is looked up. A question why the
structure was chosen is answered from the recorded choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.argument.outline import IMPACT
from foam.case.calculate import find_calculation_failures
from foam.case.values import BranchChoice, CaseFailure, Slot
from foam.case.verify import verify_case
from foam.case.weigh import COMPARISON
from foam.contest.cases.hearing import Hearing
from foam.contest.challenge import MissingComponent, Structural
from foam.contest.findings import make_finding, make_reason, reject, send_to_person
from foam.contest.outcome import Finding, Reason, Struck
from foam.contest.subject import CaseFile
from foam.text.words import split_words


def _cues(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_CUES: dict[str, frozenset[str]] = {
    "magnitude": _cues("percent half third quarter fifth double people households deaths thousand million billion"),
    "probability": _cues("likely unlikely probably probability chance risk odds expected often usually rare"),
    "timeframe": _cues("year years month months week weeks day days soon immediately decade within by"),
    "reversibility": _cues("permanent irreversible reversible restored lasting lifelong recover faded undo"),
}
"""Words by which a claim is seen to speak of a metric: a cue, not an understanding."""


async def check_missing_component(hearing: Hearing, ground: MissingComponent) -> Finding:
    """Is the named part of the argument missing?"""
    file = hearing.file
    wanted = ground.component.strip().lower().replace(" ", "_")
    lacks = [one for one in _open_failures(file) if _speaks_of(file, one, hearing.part.id, wanted)]
    said = wanted.replace("_", " ")
    if not lacks:
        held = [slot.id for slot in file.case.slots if slot.component == wanted] or [hearing.part.id]
        return reject(make_reason(f"{said.capitalize()} is there.", *held))
    reasons = [make_reason(f"{one.slot}: {one.what}; {one.remedy}.", one.slot, hearing.entry) for one in lacks]
    return make_finding("sustained", "swap", *reasons, struck=[Struck(slot=one.slot) for one in lacks])


def _open_failures(file: CaseFile) -> tuple[CaseFailure, ...]:
    found = verify_case(file.case, file.documents, file.template).failures
    return tuple(one for one in found if one.rule in ("structure", "unfilled", "calculation"))


def _speaks_of(file: CaseFile, failure: CaseFailure, part: str, component: str) -> bool:
    """Whether a failure is about this component of this slot or syllogism."""
    slot = file.slots.get(failure.slot)
    leaf = next((node for node in file.template.tree.walk() if node.id == failure.slot), None)
    names = {slot.component if slot else "", leaf.component if leaf and leaf.type == "leaf" else ""}
    about = component in names or failure.what.startswith(component.replace("_", " "))
    near = {failure.slot, slot.group if slot else "", *_parents(file, failure.slot)}
    return about and part in near


def _parents(file: CaseFile, leaf: str) -> Iterator[str]:
    return (node.id for node in file.template.tree.walk() if any(child.id == leaf for child in node.children))


async def check_structure(hearing: Hearing, ground: Structural) -> Finding:
    """Why this structure? And does the weighing leave a metric out?"""
    if ground.lacks:
        return _lacking(hearing, ground.lacks)
    return _why(hearing, hearing.file)


def _why(hearing: Hearing, file: CaseFile) -> Finding:
    choices = [one for one in file.case.choices if f"choice-{one.branch}" == hearing.part.id] or [
        one for one in file.case.choices if hearing.part.id in one.taken
    ]
    if not choices:
        return reject(make_reason("The template has no branch here: this part is always spoken.", hearing.part.id))
    return reject(*map(_chosen, choices))


def _chosen(choice: BranchChoice) -> Reason:
    text = f"Of {', '.join(choice.offered)} it took {', '.join(choice.taken)}, decided by {choice.by}: {choice.why}."
    return make_reason(text, choice.entry, f"choice-{choice.branch}")


def _lacking(hearing: Hearing, metric: str) -> Finding:
    """Whether a metric is spoken of where it should be."""
    said, cites = _weighed(hearing)
    if metric in said.lower() or _CUES[metric] & {word.lower() for word in split_words(said)}:
        return reject(make_reason(f"It speaks of {metric}: “{said[:160]}”", *cites))
    text = f"Nothing in it speaks of {metric}."
    struck = [Struck(slot=id) for id in cites if id in hearing.file.parts]
    return make_finding(
        "sustained", "qualify", make_reason(text, *cites), struck=struck[:1], note=f"Not weighed: {metric}."
    )


def _weighed(hearing: Hearing) -> tuple[str, tuple[str, ...]]:
    """The words that should weigh: those of the comparison, or of an impact."""
    slots = [slot for slot in hearing.file.case.slots if hearing.part.id in (slot.id, slot.group)]
    weighing = [slot for slot in slots if slot.component in (COMPARISON, IMPACT)] or slots
    return " ".join(slot.spoken for slot in weighing), tuple(slot.id for slot in weighing) or (hearing.part.id,)


async def check_arithmetic(hearing: Hearing) -> Finding:
    """Do the figures come out as stated?"""
    slot = hearing.file.slots[hearing.part.id]
    if slot.calculated:
        return _calculation(hearing, hearing.file, slot)
    reason = make_reason("Figures in prose are no working that code could work out again.", slot.id)
    return send_to_person(reason, look_at=[slot.id])


def _calculation(hearing: Hearing, file: CaseFile, slot: Slot) -> Finding:
    wrong = find_calculation_failures(slot, file.template.calculations.get(slot.id), file.documents)
    if not wrong:
        text = f"Every figure stands in its source and comes out as stated: {slot.analytic}"
        return reject(make_reason(text[:400], slot.id, *slot.entries.values()))
    reasons = [make_reason(f"{one.what}; {one.remedy}.", slot.id, hearing.entry) for one in wrong]
    return make_finding("sustained", "swap", *reasons, struck=[Struck(slot=slot.id)])
