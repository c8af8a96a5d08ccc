"""Leaves arguments out of a case that was written: what is left is compared, told and verified without them.

Parts that stand each by itself can be left out singly, as long as one of them stays: what a counterplan claims to
reach, advantage by advantage, and the parts of an argument of which the template says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from foam.case.allotting import SOLVES_CASE
from foam.case.groups import make_spoken_id
from foam.case.plan import COUNTERPLAN
from foam.case.values import Group, LeftOut, Slot
from foam.errors import InputError

TARGET = "target"
"""The fact that names the one argument of the other side which an argument answers."""
APART = "apart"
"""The fact by which a template says that the parts of an argument stand each by itself."""
MAY_LACK: Mapping[str, tuple[str, ...]] = {"disadvantage": ("uniqueness", "internal_link")}
"""By type: components of which one may be missing, at a price that the speaker is told."""
NET_BENEFIT = "net_benefit"
"""The fact by which a counterplan names what makes it better than the plan, or than both."""
REASONS = ("disadvantage", "kritik")
"""Types that can be such a reason."""


def leave_out(
    groups: Sequence[Group], slots: Sequence[Slot], names: Sequence[str]
) -> tuple[tuple[Group, ...], tuple[Slot, ...], tuple[LeftOut, ...]]:
    """The arguments and slots that stay, and those that are left out; one of each kind has to stay, but for those that
    only answer one argument of the other side."""
    for name in names:
        if refused := _find_refusal(name, groups, slots, names):
            free = (*(one.id for one in groups if _may_go(one, groups, ())), *_list_apart(groups, slots))
            hint = f"these may be, each by itself: {', '.join(free) or 'none'}"
            raise InputError(f"{refused}: it cannot be left out", hint=hint)
    gone = [slot for slot in slots if slot.id in names and slot.group not in names]
    left = (*_describe_groups(groups, slots, names), *map(_describe, gone))
    kept = tuple(one for one in groups if one.id not in names)
    return kept, tuple(slot for slot in slots if slot.group not in names and slot not in gone), left


def _find_refusal(name: str, groups: Sequence[Group], slots: Sequence[Slot], names: Sequence[str]) -> str:
    """What keeps an argument or a part from being left out beside the others that are named; empty where nothing
    does."""
    known = {one.id: one for one in groups}
    if name in known:
        return "" if _may_go(known[name], groups, names) else f"{name!r} is the last of its kind"
    slot = next((one for one in slots if one.id == name), None)
    if slot is None:
        return f"there is no argument and no part {name!r}"
    beside = _list_beside(slot, groups, slots)
    if not beside:
        whole = f"; the whole is named {slot.group}" if slot.group else ""
        return f"{name!r} is a part that others of its argument rest on{whole}"
    if {one.id for one in beside} <= set(names):
        return f"{name!r} is one of {len(beside)} parts of {slot.group} of which one has to stay"
    return ""


def _describe_groups(groups: Sequence[Group], slots: Sequence[Slot], names: Collection[str]) -> Iterator[LeftOut]:
    for one in groups:
        if one.id in names:
            own = [slot for slot in slots if slot.group == one.id]
            given, written = sum(slot.words for slot in own), sum(slot.length for slot in own)
            yield LeftOut(id=one.id, title=one.title, words=given, written=written)


def _describe(slot: Slot) -> LeftOut:
    return LeftOut(id=slot.id, title=slot.title, words=slot.words, written=slot.length)


def _list_beside(slot: Slot, groups: Sequence[Group], slots: Sequence[Slot]) -> list[Slot]:
    """The parts of its argument of which one has to stay, itself among them; nothing where others rest on it."""
    apart = any(one.id == slot.group and APART in one.facts for one in groups)
    own = [one for one in slots if one.group == slot.group]
    claims = [one for one in own if one.component == SOLVES_CASE]
    return own if apart else claims if slot in claims else []


def _list_apart(groups: Sequence[Group], slots: Sequence[Slot]) -> list[str]:
    """The parts that may be left out, each by itself."""
    return [slot.id for slot in slots if len(_list_beside(slot, groups, slots)) > 1]


def list_free_parts(groups: Sequence[Group], slots: Sequence[Slot], wanted: Collection[str]) -> tuple[str, ...]:
    """Those of these parts that may be left out, all together, in the order of the speech."""
    free: list[str] = []
    for slot in slots:
        if slot.id in wanted and not _find_refusal(slot.id, groups, slots, (*free, slot.id)):
            free.append(slot.id)
    return tuple(free)


def list_free(groups: Sequence[Group], wanted: Collection[str]) -> tuple[str, ...]:
    """Those of these arguments that may be left out, all together, in the order of the speech."""
    free: list[str] = []
    for one in groups:
        if one.id in wanted and _may_go(one, groups, free):
            free.append(one.id)
    return tuple(free)


def _may_go(group: Group, groups: Sequence[Group], names: Sequence[str]) -> bool:
    """Whether an argument may be left out beside these: another of its kind stays, or it only answers one of theirs."""
    if TARGET in group.facts:
        return True
    alike = {one.id for one in groups if one.syllogism == group.syllogism}
    return bool(alike - {*names, group.id})


def settle_benefits(speech: str, groups: Sequence[Group]) -> tuple[Group, ...]:
    """The arguments, with a counterplan naming the first reason before it that is left."""
    settled: list[Group] = []
    for group in groups:
        if group.syllogism == COUNTERPLAN and NET_BENEFIT in group.facts:
            known = {make_spoken_id(speech, one.id) for one in groups}
            first = next((make_spoken_id(speech, one.id) for one in settled if one.syllogism in REASONS), "")
            named = group.facts[NET_BENEFIT]
            kept = named if named in known or not named.startswith(make_spoken_id(speech, "")) else first
            group = group.model_copy(update={"facts": {**group.facts, NET_BENEFIT: kept}})
        settled.append(group)
    return tuple(settled)
