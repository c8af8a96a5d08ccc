"""Leaves arguments out of a case that was written: what is left is compared, told and verified without them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from foam.case.values import Group, LeftOut, Slot
from foam.errors import InputError

TARGET = "target"
"""The fact that names the one argument of the other side which an argument answers."""


def leave_out(
    groups: Sequence[Group], slots: Sequence[Slot], names: Sequence[str]
) -> tuple[tuple[Group, ...], tuple[Slot, ...], tuple[LeftOut, ...]]:
    """The arguments and slots that stay, and those that are left out; one of each kind has to stay, but for those that
    only answer one argument of the other side."""
    known = {one.id: one for one in groups}
    free = ", ".join(one.id for one in groups if _may_go(one, groups, ())) or "none"
    hint = f"these may be, each by itself: {free}"
    for name in names:
        if name not in known:
            raise InputError(f"there is no argument {name!r}: it cannot be left out", hint=hint)
        if not _may_go(known[name], groups, names):
            raise InputError(f"{name!r} is the last of its kind and cannot be left out", hint=hint)
    gone = tuple(
        LeftOut(id=one.id, title=one.title, words=sum(slot.words for slot in slots if slot.group == one.id))
        for one in groups
        if one.id in names
    )
    kept = tuple(one for one in groups if one.id not in names)
    return kept, tuple(slot for slot in slots if slot.group not in names), gone


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
