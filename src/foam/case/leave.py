"""Leaves arguments out of a case that was written: what is left is compared, told and verified without them.

Of a counterplan that claims to reach several advantages a claim that nothing was found for can be withdrawn, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from foam.case.allotting import SOLVES_CASE
from foam.case.left import LeftOut
from foam.case.values import Group, Slot
from foam.errors import InputError

TARGET = "target"
"""The fact that names the one argument of the other side which an argument answers."""


def leave_out(
    groups: Sequence[Group], slots: Sequence[Slot], names: Sequence[str]
) -> tuple[tuple[Group, ...], tuple[Slot, ...], tuple[LeftOut, ...]]:
    """The arguments and slots that stay, and those that are left out; one of each kind has to stay, but for those that
    only answer one argument of the other side."""
    known = {one.id: one for one in groups}
    free = ", ".join((*(one.id for one in groups if _may_go(one, groups, ())), *list_unshown(slots))) or "none"
    hint = f"these may be, each by itself: {free}"
    withdrawn = list_unshown(slots, [name for name in names if name not in known])
    for name in names:
        if name not in known and name not in {slot.id for slot in slots}:
            raise InputError(f"there is no argument {name!r}: it cannot be left out", hint=hint)
        if name in known and not _may_go(known[name], groups, names):
            raise InputError(f"{name!r} is the last of its kind and cannot be left out", hint=hint)
        if name not in (*known, *withdrawn):
            what = f"{name!r} is no claim of a counterplan beside others that nothing was found for"
            raise InputError(f"{what}: it cannot be left out", hint=hint)
    gone = (*_describe_groups(groups, slots, names), *(_describe(slot) for slot in slots if slot.id in withdrawn))
    kept = tuple(one for one in groups if one.id not in names)
    return kept, tuple(slot for slot in slots if slot.group not in names and slot.id not in withdrawn), gone


def _describe_groups(groups: Sequence[Group], slots: Sequence[Slot], names: Collection[str]) -> Iterator[LeftOut]:
    for one in groups:
        if one.id in names:
            own = [slot for slot in slots if slot.group == one.id]
            given, written = sum(slot.words for slot in own), sum(slot.length for slot in own)
            yield LeftOut(id=one.id, title=one.title, words=given, written=written)


def _describe(slot: Slot) -> LeftOut:
    return LeftOut(id=slot.id, title=slot.title, words=slot.words)


def list_unshown(slots: Sequence[Slot], wanted: Collection[str] | None = None) -> tuple[str, ...]:
    """The claims of a counterplan, of these if some are wanted, that nothing was found for and that may be withdrawn,
    all together: one claim stays."""
    claims = [slot for slot in slots if slot.component == SOLVES_CASE]
    empty = [slot.id for slot in claims if not slot.filled and (wanted is None or slot.id in wanted)]
    return tuple(empty) if len(empty) < len(claims) else tuple(empty[1:])


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
