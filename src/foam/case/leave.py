"""Leaves arguments out of a case that was written: what is left is compared, told and verified without them."""

from __future__ import annotations

from collections.abc import Sequence

from foam.case.values import Group, LeftOut, Slot
from foam.errors import InputError


def leave_out(
    groups: Sequence[Group], slots: Sequence[Slot], names: Sequence[str]
) -> tuple[tuple[Group, ...], tuple[Slot, ...], tuple[LeftOut, ...]]:
    """The arguments and slots that stay, and those that are left out; one of each kind has to stay."""
    for name in names:
        group = next((one for one in groups if one.id == name), None)
        alike = [one.id for one in groups if group and one.syllogism == group.syllogism]
        if group is None or not set(alike) - set(names):
            several = [one.id for one in groups if sum(other.syllogism == one.syllogism for other in groups) > 1]
            what = f"{name!r} is the last of its kind" if group else f"there is no argument {name!r}"
            free = ", ".join(several) or "none"
            raise InputError(f"{what} and cannot be left out", hint=f"of these some may be: {free}")
    gone = tuple(
        LeftOut(id=one.id, title=one.title, words=sum(slot.words for slot in slots if slot.group == one.id))
        for one in groups
        if one.id in names
    )
    kept = tuple(one for one in groups if one.id not in names)
    return kept, tuple(slot for slot in slots if slot.group not in names), gone
