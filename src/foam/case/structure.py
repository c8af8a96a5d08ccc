"""What is missing or weak in a case's structure: its syllogisms, built from its slots, are held against their types.

The seventeen types bring their own rules; a type that the template declares brings its required components.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from foam.argument.flaws import Flaw, flaws, round_flaws
from foam.argument.syllogism import Step, Syllogism
from foam.argument.toulmin import Toulmin
from foam.case.template import Declared, SpeechTemplate
from foam.case.values import Case, Failure, Group, Slot, by_group

PLAN = "plan_text"
CHAIN = ("link", "internal_link", "impact")
"""Components that follow from one another, each starting where the one before it ends."""
_MODAL = re.compile(r"\s+(?:should|must|ought to|shall|may|can|will|would|could)\s+(?:not\s+)?", re.IGNORECASE)


def structure_failures(case: Case, template: SpeechTemplate) -> Iterator[Failure]:
    """Every flaw of the case's syllogisms, each by itself and all of them together."""
    spoken: list[Syllogism] = []
    for group, slots in by_group(case):
        if group.syllogism in template.declared:
            yield from _declared(group, slots, template.declared[group.syllogism])
        elif isinstance(built := syllogism(case, group, slots), Failure):
            yield built
        else:
            spoken.append(built)
            yield from (_failure(case, flaw) for flaw in flaws(built))
    yield from (_failure(case, flaw) for flaw in round_flaws(spoken))


def syllogism(case: Case, group: Group, slots: tuple[Slot, ...]) -> Syllogism | Failure:
    """A group of slots as the typed syllogism it is meant to be."""
    shape = {"type": group.syllogism, "id": group.id, "speech": case.speech, "side": case.side, **group.facts}
    try:
        built: Syllogism = _adapter().validate_python({**shape, **_steps(case, group, slots)})
    except ValidationError as error:
        first = error.errors()[0]
        what = f"is no {group.syllogism or 'syllogism'}: {first['msg']}"
        return Failure(slot=group.id, rule="structure", what=what, remedy="mend the template")
    return built


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(Syllogism)


def _steps(case: Case, group: Group, slots: tuple[Slot, ...]) -> dict[str, Any]:
    if group.syllogism == PLAN:
        return _plan(slots)
    steps: dict[str, Any] = {}
    for slot in (slot for slot in slots if slot.filled):
        step = _step(slot, _place(slot, slots))
        many = slot.component in ("internal_link", "standards", "voters")
        steps[slot.component] = (*steps.get(slot.component, ()), step) if many else step
    fields = type(_adapter().validate_python({"type": group.syllogism, "id": "empty"})).model_fields
    plan = next((one.id for one in case.groups if one.syllogism == PLAN), "")
    return {**{name: plan for name in ("plan", "advocates_plan") if name in fields}, **steps}


def _place(slot: Slot, slots: tuple[Slot, ...]) -> int | None:
    """Which link of the chain a component is; None when it is not in it."""
    chain = [one.id for component in CHAIN for one in slots if one.component == component]
    return chain.index(slot.id) if slot.id in chain else None


def _step(slot: Slot, place: int | None) -> Step:
    """A component claims what is read for it: its tag and the words it quotes."""
    said = f"{slot.card.tag} {slot.card.text}" if slot.card else slot.analytic
    grounds = slot.card.pointers if slot.card else ()
    parts = Toulmin(claim=said, grounds=grounds, warrant=slot.seek)
    if place is None:
        return Step(parts=parts)
    return Step(parts=parts, cause=f"link {place}", effect=f"link {place + 1}")


def _plan(slots: tuple[Slot, ...]) -> dict[str, Step]:
    """A plan text in its parts, by its grammar: who, does what, to what."""
    text = " ".join(slot.analytic for slot in slots)
    agent, _, predicate = _MODAL.sub("\0", text, count=1).partition("\0")
    mandate, _, thing = predicate.partition(" ")
    named = {"agent": agent, "mandate": mandate, "object": thing} if predicate else {"mandate": text}
    return {name: Step(parts=Toulmin(claim=claim)) for name, claim in named.items() if claim}


def _declared(group: Group, slots: tuple[Slot, ...], declared: Declared) -> Iterator[Failure]:
    held = {slot.component: slot for slot in slots if slot.filled}
    for component in declared.required:
        slot = held.get(component)
        if slot is None:
            yield _missing(group.id, component)
        elif slot.card is None and component not in declared.analytic:
            yield Failure(
                slot=slot.id, rule="structure", what=f"{component} has no evidence", remedy="bind a sentence to it"
            )


def _missing(group: str, component: str) -> Failure:
    said = component.replace("_", " ")
    return Failure(slot=group, rule="structure", what=f"{said} is missing", remedy=f"add the {said}")


def _failure(case: Case, flaw: Flaw) -> Failure:
    """A flaw, named by the slot of its component where there is one."""
    named = [slot.id for slot in case.slots_of(flaw.argument) if slot.component == flaw.component]
    what = f"{flaw.component.replace('_', ' ')} {flaw.rule}"
    return Failure(slot=next(iter(named), flaw.argument), rule="structure", what=what, remedy=flaw.remedy)
