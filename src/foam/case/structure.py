"""What is missing or weak in a case's structure: its syllogisms, built from its slots, are held against their types.

The seventeen types bring their own rules; a type that the template declares brings its required components.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from foam.argument.flaws import Flaw, flaws, round_flaws
from foam.argument.flow import Flow
from foam.argument.round import Spoken
from foam.argument.syllogism import PlanText, Step, Syllogism
from foam.argument.toulmin import Toulmin
from foam.case.groups import round_of, spoken_id
from foam.case.template import Declared, SpeechTemplate
from foam.case.values import Case, Failure, Group, Slot, by_group

PLAN, PERMUTATION = "plan_text", "permutation"
CHAIN = ("link", "internal_link", "impact")
"""Components that follow from one another, each starting where the one before it ends."""
_MODAL = re.compile(r"\s+(?:should|must|ought to|shall|may|can|will|would|could)\s+(?:not\s+)?", re.IGNORECASE)


def structure_failures(case: Case, template: SpeechTemplate) -> Iterator[Failure]:
    """Every flaw of the case's syllogisms, each by itself and all of them together with what was heard."""
    heard, standing = heard_syllogisms(template, case.heard)
    spoken: list[Syllogism] = []
    for group, slots in by_group(case):
        if group.syllogism in template.declared:
            yield from _declared(group, slots, template.declared[group.syllogism])
        elif isinstance(built := syllogism(case, group, slots, heard), Failure):
            yield built
        else:
            spoken.append(built)
            yield from (_failure(case, flaw) for flaw in flaws(built))
    own = {one.id: one for one in spoken}
    for flaw in round_flaws([*heard, *spoken]):
        if flaw.argument in own and getattr(own[flaw.argument], flaw.component, "") not in standing:
            yield _failure(case, flaw)


def heard_syllogisms(template: SpeechTemplate, heard: Flow | None) -> tuple[tuple[Syllogism, ...], frozenset[str]]:
    """What was said before, as syllogisms; and the ids of what was said in types that packs declare."""
    built: list[Syllogism] = []
    standing: set[str] = set()
    for one in round_of(template, heard).spoken:
        if one.syllogism in TYPES:
            shape = {"type": one.syllogism, "id": one.id, "speech": one.speech, "side": one.side}
            made = _built({**_facts(one.syllogism, one.facts), **shape, **_heard_steps(one)})
            built += [] if isinstance(made, ValidationError) else [made]
        else:
            standing.add(one.id)
    return tuple(built), frozenset(standing)


def syllogism(
    case: Case, group: Group, slots: tuple[Slot, ...], heard: tuple[Syllogism, ...] = ()
) -> Syllogism | Failure:
    """A group of slots as the typed syllogism it is meant to be."""
    id = spoken_id(case.speech, group.id)
    shape = {"type": group.syllogism, "id": id, "speech": case.speech, "side": case.side}
    built = _built({**_facts(group.syllogism, group.facts), **shape, **_steps(case, group, slots, heard)})
    if isinstance(built, ValidationError):
        what = f"is no {group.syllogism or 'syllogism'}: {built.errors()[0]['msg']}"
        return Failure(slot=group.id, rule="structure", what=what, remedy="mend the template")
    return built


def _built(shape: dict[str, Any]) -> Syllogism | ValidationError:
    try:
        made: Syllogism = _adapter().validate_python(shape)
    except ValidationError as error:
        return error
    return made


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(Syllogism)


TYPES = {one.model_fields["type"].default: one for one in get_args(get_args(Syllogism)[0])}
"""The seventeen types of syllogism, by name."""
_MANY = ("internal_link", "standards", "voters")


def _facts(syllogism: str, facts: dict[str, str]) -> dict[str, Any]:
    """The facts as the type holds them: a list is written with semicolons."""
    fields = TYPES[syllogism].model_fields if syllogism in TYPES else {}
    lists = {name for name in facts if name in fields and "tuple" in str(fields[name].annotation)}
    return {
        name: tuple(part.strip() for part in value.split(";")) if name in lists else value
        for name, value in facts.items()
    }


def _steps(case: Case, group: Group, slots: tuple[Slot, ...], heard: tuple[Syllogism, ...]) -> dict[str, Any]:
    if group.syllogism == PLAN:
        return _plan(" ".join(slot.analytic for slot in slots))
    steps: dict[str, Any] = {}
    for slot in (slot for slot in slots if slot.filled):
        _add(steps, slot.component, _step(slot, _place(slot, slots)))
    plan = next((spoken_id(case.speech, one.id) for one in case.groups if one.syllogism == PLAN), "")
    fields = TYPES[group.syllogism].model_fields if group.syllogism in TYPES else {}
    known = {name: plan for name in ("plan", "advocates_plan") if name in fields and plan}
    return {**known, **_kept_planks(group, slots, heard), **steps}


def _heard_steps(one: Spoken) -> dict[str, Any]:
    """The components of what was heard; whether its own chains hold was settled when it was spoken."""
    if one.syllogism == PLAN:
        return _plan(" ".join(argument.text for argument in one.arguments))
    steps: dict[str, Any] = {}
    for argument in one.arguments:
        _add(steps, argument.component, Step(parts=Toulmin(claim=argument.text, grounds=argument.evidence)))
    return steps


def _add(steps: dict[str, Any], component: str, step: Step) -> None:
    steps[component] = (*steps.get(component, ()), step) if component in _MANY else step


def _kept_planks(group: Group, slots: tuple[Slot, ...], heard: tuple[Syllogism, ...]) -> dict[str, Any]:
    """The planks of the plan that a permutation keeps: those whose words it says."""
    if group.syllogism != PERMUTATION:
        return {}
    said = plain(" ".join(slot.analytic for slot in slots if slot.component == "perm_text"))
    planks = [plank for one in heard if isinstance(one, PlanText) for plank in one.planks]
    return {"contains": tuple(plank for plank in planks if plain(plank) in said)}


def plain(text: str) -> str:
    """Words alone, to compare by."""
    return " ".join(re.findall(r"\w+", text.lower()))


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


def _plan(text: str) -> dict[str, Step]:
    """A plan text in its parts, by its grammar: who, does what, to what."""
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
    group = flaw.argument.removeprefix(spoken_id(case.speech, ""))
    named = [slot.id for slot in case.slots_of(group) if slot.component == flaw.component]
    what = f"{flaw.component.replace('_', ' ')} {flaw.rule}"
    return Failure(slot=next(iter(named), group), rule="structure", what=what, remedy=flaw.remedy)
