"""What is missing or weak in a case's structure: its syllogisms, built from its slots, are held against their types.

The seventeen types bring their own rules; a type that the template declares brings its required components.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from foam.argument.flaws import MISSING, Flaw, find_flaws, find_round_flaws
from foam.argument.flow import Flow
from foam.argument.motion import split_at_modal
from foam.argument.round import Spoken
from foam.argument.syllogism import PlanText, Step, Syllogism, Toulmin
from foam.case.establish import find_step, is_established
from foam.case.flow import build_round, make_spoken_id
from foam.case.leave import APART, MAY_LACK
from foam.case.values import Case, CaseFailure, Group, Slot, group_slots
from foam.pack.outlines import Declared, SpeechOutline

_PLAN, _PERMUTATION = "plan_text", "permutation"
_IN_CHAINS = frozenset({"does not follow the step before it", "does not say what it follows from"})
"""Flaws of chains: they are reported by the slot at which the chain breaks."""


def find_structure_failures(case: Case, template: SpeechOutline) -> Iterator[CaseFailure]:
    """Every flaw of the case's syllogisms, each by itself and all of them together with what was heard."""
    heard, standing = build_heard_syllogisms(template, case.heard)
    spoken: list[Syllogism] = []
    without = {(one.group, one.component) for one in case.left_out if one.component}
    for group, slots in group_slots(case):
        if group.syllogism in template.declared:
            yield from _check_declared(group, slots, template.declared[group.syllogism])
        elif isinstance(built := _build_syllogism(case, group, slots, heard), CaseFailure):
            yield built
        else:
            spoken.append(built)
            flaws = (flaw for flaw in find_flaws(built) if flaw.rule not in _IN_CHAINS)
            known = [flaw for flaw in flaws if not _is_hole(flaw.component, slots)]
            yield from (_report_flaw(case, one) for one in known if not _is_left_out(one, group, without))
    own = {one.id: one for one in spoken}
    for flaw in find_round_flaws([*heard, *spoken]):
        if flaw.argument in own and getattr(own[flaw.argument], flaw.component, "") not in standing:
            yield _report_flaw(case, flaw)


def build_heard_syllogisms(template: SpeechOutline, heard: Flow | None) -> tuple[tuple[Syllogism, ...], frozenset[str]]:
    """What was said before, as syllogisms; and the ids of what was said in types that packs declare."""
    built: list[Syllogism] = []
    standing: set[str] = set()
    for one in build_round(template, heard).spoken:
        if one.syllogism in TYPES:
            shape = {"type": one.syllogism, "id": one.id, "speech": one.speech, "side": one.side}
            made = _build({**_read_facts(one.syllogism, one.facts), **shape, **_make_heard_steps(one)})
            built += [] if isinstance(made, ValidationError) else [made]
        else:
            standing.add(one.id)
    return tuple(built), frozenset(standing)


def _build_syllogism(
    case: Case, group: Group, slots: tuple[Slot, ...], heard: tuple[Syllogism, ...] = ()
) -> Syllogism | CaseFailure:
    """A group of slots as the typed syllogism it is meant to be."""
    spoken_id = make_spoken_id(case.speech, group.id)
    shape = {"type": group.syllogism, "id": spoken_id, "speech": case.speech, "side": case.side}
    built = _build({**_read_facts(group.syllogism, group.facts), **shape, **_make_steps(case, group, slots, heard)})
    if isinstance(built, ValidationError):
        what = f"is no {group.syllogism or 'syllogism'}: {built.errors()[0]['msg']}"
        return CaseFailure(slot=group.id, rule="structure", what=what, remedy="mend the template")
    return built


def _build(shape: dict[str, Any]) -> Syllogism | ValidationError:
    try:
        made: Syllogism = _make_adapter().validate_python(shape)
    except ValidationError as error:
        return error
    return made


@cache
def _make_adapter() -> TypeAdapter[Any]:
    return TypeAdapter(Syllogism)


TYPES = {one.model_fields["type"].default: one for one in get_args(get_args(Syllogism)[0])}
"""The seventeen types of syllogism, by name."""
_MANY = ("internal_link", "standards", "voters", "solves_case")


def _read_facts(syllogism: str, facts: dict[str, str]) -> dict[str, Any]:
    """The facts as the type holds them: a list is written with semicolons."""
    fields = TYPES[syllogism].model_fields if syllogism in TYPES else {}
    lists = {name for name in facts if name in fields and "tuple" in str(fields[name].annotation)}
    return {
        name: tuple(part.strip() for part in value.split(";")) if name in lists else value
        for name, value in facts.items()
    }


def _make_steps(case: Case, group: Group, slots: tuple[Slot, ...], heard: tuple[Syllogism, ...]) -> dict[str, Any]:
    if group.syllogism == _PLAN:
        return _parse_plan(" ".join(slot.analytic for slot in slots))
    steps: dict[str, Any] = {}
    for slot in (slot for slot in slots if slot.filled):
        _add_step(steps, slot.component, _make_step(case, slot))
    plan = next((make_spoken_id(case.speech, one.id) for one in case.groups if one.syllogism == _PLAN), "")
    fields = TYPES[group.syllogism].model_fields if group.syllogism in TYPES else {}
    known: dict[str, Any] = {"plan": plan} if "plan" in fields and plan else {}
    if "advocates_plan" in fields and _is_borne_out(case, slots, "solvency_advocate"):
        known["advocates_plan"] = plan
    if "resolves_link" in fields:
        known["resolves_link"] = any(
            find_step(slot, case) is not None for slot in slots if slot.component == "alternative"
        )
    return {**known, **_find_planks(group, slots, heard), **steps}


def _make_heard_steps(one: Spoken) -> dict[str, Any]:
    """The components of what was heard; whether its own chains hold was settled when it was spoken."""
    if one.syllogism == _PLAN:
        return _parse_plan(" ".join(argument.text for argument in one.arguments))
    steps: dict[str, Any] = {}
    for argument in one.arguments:
        _add_step(steps, argument.component, Step(parts=Toulmin(claim=argument.text, grounds=argument.evidence)))
    return steps


def _add_step(steps: dict[str, Any], component: str, step: Step) -> None:
    steps[component] = (*steps.get(component, ()), step) if component in _MANY else step


def _find_planks(group: Group, slots: tuple[Slot, ...], heard: tuple[Syllogism, ...]) -> dict[str, Any]:
    """The planks of the plan that a permutation keeps: those whose words it says."""
    if group.syllogism != _PERMUTATION:
        return {}
    text = _keep_words(" ".join(slot.analytic for slot in slots if slot.component == "perm_text"))
    planks = [plank for one in heard if isinstance(one, PlanText) for plank in one.planks]
    return {"contains": tuple(plank for plank in planks if _keep_words(plank) in text)}


def _keep_words(text: str) -> str:
    """Words alone, to compare by."""
    return " ".join(re.findall(r"\w+", text.lower()))


def _is_borne_out(case: Case, slots: tuple[Slot, ...], component: str) -> bool:
    """Whether the card of a component was found to establish it."""
    return any(is_established(case.judged_plan, slot) for slot in slots if slot.component == component)


def _is_hole(component: str, slots: tuple[Slot, ...]) -> bool:
    """Whether a component is there and empty: that is said of the slot, and once is enough."""
    named = [slot for slot in slots if slot.component == component]
    return bool(named) and not any(slot.filled for slot in named)


def _is_left_out(flaw: Flaw, group: Group, without: Collection[tuple[str, str]]) -> bool:
    """Whether an argument lacks a component that it may be read without, and the case says that it is."""
    may_lack = flaw.component in MAY_LACK.get(group.syllogism, ())
    return may_lack and flaw.rule == MISSING and (group.id, flaw.component) in without


def _make_step(case: Case, slot: Slot) -> Step:
    """A component claims what is read for it. It starts where the step before it ends if that was found to be so."""
    if slot.card is None:
        return Step(parts=Toulmin(claim=slot.analytic, warrant=slot.seek))
    text = f"{slot.card.tag} {slot.card.text}"
    parts = Toulmin(claim=text, grounds=slot.card.pointers, warrant=slot.seek)
    joint = find_step(slot, case)
    cause = joint.before.card.tag if joint and joint.before.card else ""
    return Step(parts=parts, cause=cause, effect=slot.card.tag)


def _parse_plan(text: str) -> dict[str, Step]:
    """A plan text in its parts, by its grammar: who, does what, to what."""
    agent, predicate = split_at_modal(text)
    mandate, _, thing = predicate.removeprefix("not ").partition(" ")
    named = {"agent": agent, "mandate": mandate, "object": thing} if predicate else {"mandate": text}
    return {name: Step(parts=Toulmin(claim=claim)) for name, claim in named.items() if claim}


def _check_declared(group: Group, slots: tuple[Slot, ...], declared: Declared) -> Iterator[CaseFailure]:
    """What a type of the pack's own lacks. Of parts that stand each by itself one is enough: whether those that are
    not there were left out by name is seen where the case is held against its template."""
    slots_by_component = {slot.component: slot for slot in slots if slot.filled}
    enough = bool(slots_by_component) and APART in group.facts
    for component in declared.required:
        slot = slots_by_component.get(component)
        if slot is None and not enough and not _is_hole(component, slots):
            yield _report_missing(group.id, component)
        elif slot and slot.card is None and component not in declared.analytic:
            yield CaseFailure(
                slot=slot.id, rule="structure", what=f"{component} has no evidence", remedy="bind a sentence to it"
            )


def _report_missing(group: str, component: str) -> CaseFailure:
    text = component.replace("_", " ")
    return CaseFailure(slot=group, rule="structure", what=f"{text} is missing", remedy=f"add the {text}")


def _report_flaw(case: Case, flaw: Flaw) -> CaseFailure:
    """A flaw, named by the slot of its component where there is one."""
    group = flaw.argument.removeprefix(make_spoken_id(case.speech, ""))
    named = [slot.id for slot in case.list_slots(group) if slot.component == flaw.component]
    what = f"{flaw.component.replace('_', ' ')} {flaw.rule}"
    return CaseFailure(slot=next(iter(named), group), rule="structure", what=what, remedy=flaw.remedy)
