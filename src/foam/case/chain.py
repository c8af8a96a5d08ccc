"""Which components of a syllogism follow from one another: the steps of a chain, what undoes a link, and what shows
why a claim is so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from foam.case.values import Slot
from foam.pack.outlines import Declared

_CHAIN = ("link", "internal_link", "impact")
_CHAINS = {"advantage": _CHAIN, "disadvantage": _CHAIN, "kritik": ("link", "implication")}
_UNDOES = {"kritik": ("alternative", "link")}
"""By type: the component that has to undo what another complains of."""

_BACKING, _BACKED = "warrant", "claim"
"""The component that has to show why another is so."""
Way = Literal["follows", "undoes", "backs"]

Declarations = Mapping[str, Declared]


class Joint(NamedTuple):
    """Two slots, and how the second has to stand to the first."""

    before: Slot
    after: Slot
    way: Way = "follows"


def list_joints(slots: Sequence[Slot], declared: Declarations) -> Iterator[Joint]:
    """Every joint between two cards of a case. Where a step has none, the last one before it counts."""
    for slot in slots:
        if joint := find_joint(slot, slots, declared):
            yield joint


def find_joint(slot: Slot, slots: Sequence[Slot], declared: Declarations) -> Joint | None:
    """The joint that leads to a slot; None where it starts a chain, stands outside of one, or has no card.

    Debaters order their own cards: what leads to what is theirs to say, and is not judged here."""
    filled = [one for one in _list_earlier(slot, slots, declared) if one.card]
    if not filled or slot.card is None or slot.card.work or filled[-1].card is None or filled[-1].card.work:
        return None
    return _make_joint(filled[-1], slot)


def _make_joint(before: Slot, after: Slot) -> Joint:
    """The joint of two slots."""
    return Joint(before=before, after=after, way=_find_way(after))


def _list_earlier(slot: Slot, slots: Sequence[Slot], declared: Declarations) -> tuple[Slot, ...]:
    """The steps that a slot has to follow from, in order."""
    siblings = [one for one in slots if one.path[:-1] == slot.path[:-1]]
    way = _find_way(slot)
    if way != "follows":
        met = _BACKED if way == "backs" else _UNDOES[slot.syllogism][1]
        return tuple(one for one in siblings if one.component == met)
    steps = [one for component in _find_chain(slot, declared) for one in siblings if one.component == component]
    places = [one.path for one in steps]
    return tuple(steps[: places.index(slot.path)]) if slot.path in places else ()


def _find_chain(slot: Slot, declared: Declarations) -> Sequence[str]:
    """The components of its argument that follow from one another."""
    known = declared.get(slot.syllogism)
    return known.chain if known else _CHAINS.get(slot.syllogism, ())


def _find_way(slot: Slot) -> Way:
    """How a slot has to stand to the step before it."""
    if _UNDOES.get(slot.syllogism, ("",))[0] == slot.component:
        return "undoes"
    return "backs" if slot.component == _BACKING else "follows"
