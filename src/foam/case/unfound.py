"""Leaves out of a speech what nothing was found for, and says so: whoever answers a plan reads what the evidence bears.

An argument goes as a whole where a part is empty that others rest on, or where its chain is broken. Parts that stand
each by themselves go singly; a disadvantage may be read without its uniqueness or without its internal link. A
counterplan goes with the last argument that is a reason to do it alone, and the comparison with the last impact. Where
nothing would be left, all stays as it is, and the case says what it lacks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from foam.argument.outline import IMPACT
from foam.case.allotting import SOLVES_CASE
from foam.case.chain import Declarations, list_joints
from foam.case.groups import make_spoken_id
from foam.case.leave import APART, MAY_LACK, NET_BENEFIT, REASONS, settle_benefits
from foam.case.plan import COUNTERPLAN
from foam.case.values import Case, Group, LeftOut, Slot
from foam.case.weigh import COMPARISON

_NO_BENEFIT = "nothing that is left is a reason to do it alone"
_NO_IMPACT = "no impact of the speech is left to be weighed"


def leave_unfound(case: Case, declared: Declarations) -> Case:
    """The case without what nothing was found for."""
    found = find_unfound(case.speech, case.groups, case.slots, declared)
    if not (found.whole or found.singly):
        return case
    left = (
        *(_describe_group(case, group, found) for group in case.groups if group.id in found.whole),
        *(_describe_slot(slot, found) for slot in case.slots if slot.id in found.singly),
    )
    groups = settle_benefits(case.speech, [group for group in case.groups if group.id not in found.whole])
    kept = tuple(slot for slot in case.slots if slot.group not in found.whole and slot.id not in found.singly)
    return case.model_copy(update={"groups": groups, "slots": kept, "left_out": (*case.left_out, *left)})


@dataclass(frozen=True, slots=True)
class Unfound:
    """What is left out of a speech because nothing was found for it."""

    lacking: Mapping[str, str] = field(default_factory=dict)
    """Parts that are empty or at which a chain is broken, with what a reader is told."""
    whole: Mapping[str, str] = field(default_factory=dict)
    """Arguments that go, with the reason."""
    singly: frozenset[str] = frozenset()
    """Parts that go out of arguments that stay."""


def find_unfound(speech: str, groups: Sequence[Group], slots: Sequence[Slot], declared: Declarations) -> Unfound:
    """What would be left out of a speech; nothing where nothing would be left to read."""
    lacking = dict(_list_lacking(slots, declared))
    parts = [(group, [slot for slot in slots if slot.group == group.id]) for group in groups]
    singly = {slot.id for group, own in parts for slot in _list_single(group, own, lacking)}
    whole = _list_whole(speech, parts, {name for name in lacking if name not in singly})
    if not any(slot.card for slot in slots if slot.group not in whole and slot.id not in singly):
        return Unfound()
    gone = {slot.id for slot in slots if slot.group in whole}
    return Unfound(lacking, whole, frozenset(singly - gone))


def _list_lacking(slots: Sequence[Slot], declared: Declarations) -> Iterator[tuple[str, str]]:
    """Each part that is empty, or at which a chain is broken, with what a reader is told of it."""
    for slot in slots:
        if slot.seek and not slot.filled and slot.calculated is None:
            yield slot.id, slot.hole
    for joint in list_joints(slots, declared):
        if joint.after.step and joint.after.card and joint.before.card and not joint.after.step.holds:
            before, after = joint.before.card.tag, joint.after.card.tag
            yield joint.after.id, f"“{after}” is not found to go on from {joint.before.id}, “{before}”"


def _list_single(group: Group, slots: Sequence[Slot], lacking: Collection[str]) -> list[Slot]:
    """The parts that go by themselves; none where the whole argument goes, or nothing does."""
    wanting = [slot for slot in slots if slot.id in lacking]
    claims = [slot for slot in slots if slot.component == SOLVES_CASE]
    stands_apart = APART in group.facts and len(wanting) < len(slots)
    claims_less = len(wanting) < len(claims) and all(slot in claims for slot in wanting)
    may_lack = MAY_LACK.get(group.syllogism, ())
    stays_whole = len(wanting) == 1 and wanting[0].component in may_lack and not wanting[0].filled
    return wanting if stands_apart or claims_less or stays_whole else []


def _list_whole(speech: str, parts: Sequence[tuple[Group, Sequence[Slot]]], lacking: Collection[str]) -> dict[str, str]:
    """The arguments that go, each with the reason."""
    gone = {group.id: why for group, own in parts if (why := _describe_lack(own, lacking))}
    before: list[Group] = []
    for group, _ in parts:
        if group.syllogism == COUNTERPLAN and group.id not in gone:
            named = {make_spoken_id(speech, one) for one in gone}
            if group.facts.get(NET_BENEFIT) in named and not any(one.syllogism in REASONS for one in before):
                gone[group.id] = _NO_BENEFIT
        before += [] if group.id in gone else [group]
    impacts = [slot for _, own in parts for slot in own if slot.component == IMPACT]
    if impacts and not any(slot.card and slot.group not in gone for slot in impacts):
        weighing = (group.id for group, own in parts if any(slot.component == COMPARISON for slot in own))
        gone |= dict.fromkeys(weighing, _NO_IMPACT)
    return gone


def _describe_lack(slots: Sequence[Slot], lacking: Collection[str]) -> str:
    """Why an argument goes; empty where it stays."""
    wanting = [slot for slot in slots if slot.id in lacking]
    empty = ", ".join(slot.title for slot in wanting if not slot.filled)
    broken = ", ".join(slot.title for slot in wanting if slot.filled)
    found = (f"nothing was found for {empty}" if empty else "", f"its chain breaks at {broken}" if broken else "")
    return "; ".join(filter(None, found))


def _describe_group(case: Case, group: Group, found: Unfound) -> LeftOut:
    own = case.list_slots(group.id)
    wanting = [slot.id for slot in own if slot.id in found.lacking]
    return LeftOut(
        id=group.id,
        title=group.title,
        words=sum(slot.words for slot in own),
        written=sum(slot.length for slot in own),
        because=found.whole[group.id],
        lacks=tuple(f"{name}: {found.lacking[name]}" for name in wanting),
        parts=tuple(wanting),
    )


def _describe_slot(slot: Slot, found: Unfound) -> LeftOut:
    price = "; the argument is read without it, which whoever answers will say" if slot.syllogism in MAY_LACK else ""
    return LeftOut(
        id=slot.id,
        title=slot.title,
        words=slot.words,
        written=slot.length,
        because=f"nothing was found for it{price}",
        lacks=(f"{slot.id}: {found.lacking[slot.id]}",),
        parts=(slot.id,),
        component=slot.component,
        group=slot.group,
    )
