"""Where each part of a speech stands in a debater's file: pocket, hat and block.

A speech of a debater's own cards is filed as debaters file it: the speech is a pocket, an advantage or a position that
is answered a hat, and blocks that divide it in its debater's file stand under it. In any other, arguments are blocks;
where parts of one deal with different things, arguments are hats, too, and each of these parts is a block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from foam.argument.cues import clean_title, find_speech
from foam.case.own.issue import is_laid_out
from foam.case.values import Case, Group, Slot, group_slots
from foam.case.views.words import is_divided
from foam.values import Value


class Place(Value):
    """The headings over a part of a speech."""

    pocket: str
    hat: str = ""
    block: str = ""

    @property
    def headings(self) -> tuple[str, str, str]:
        return (self.pocket, self.hat, self.block)


class _PlacedGroup(Value):
    """An argument of a speech, the headings over it, and those over each of its slots."""

    place: Place
    slots: tuple[tuple[Slot, Place], ...]


def name_pocket(case: Case) -> str:
    """The heading over the whole speech."""
    return case.speech if is_laid_out(case) else f"{case.speech}: {case.resolution}"


def divides(case: Case) -> bool:
    """Whether parts of an argument stand under headings of their own, so that arguments are hats."""
    return any(is_divided(slots) for _, slots in group_slots(case))


def place_groups(case: Case) -> Iterator[_PlacedGroup]:
    """The arguments in speaking order with their places."""
    pocket, laid_out, advantages = name_pocket(case), is_laid_out(case), 0
    divided = divides(case)
    for group, slots in group_slots(case):
        if not laid_out:
            place = Place(pocket=pocket, **{"hat" if divided else "block": group.title})
            blocks = {slot.id: slot.title for slot in slots} if is_divided(slots) else {}
            yield _PlacedGroup(place=place, slots=_place_slots(place, slots, blocks))
            continue
        advantages += group.syllogism == "advantage"
        place = Place(pocket=pocket, hat=_name_hat(group, advantages))
        blocks = _list_blocks(group, slots)
        yield _PlacedGroup(place=place, slots=_place_slots(place, slots, blocks))


def _place_slots(place: Place, slots: Sequence[Slot], blocks: Mapping[str, str]) -> tuple[tuple[Slot, Place], ...]:
    """The slots of an argument, those that have a block of their own under it."""
    return tuple((slot, place.model_copy(update={"block": blocks.get(slot.id, place.block)})) for slot in slots)


def _name_hat(group: Group, number: int) -> str:
    """Advantages are counted, as whoever listens writes them down."""
    if group.syllogism == "advantage" and clean_title(group.title):
        return f"Advantage {number}: {clean_title(group.title)}"
    return group.title


def _list_blocks(group: Group, slots: Sequence[Slot]) -> dict[str, str]:
    """By slot: the block that its card has in its debater's file, where blocks divide this argument there. Blocks of
    several files, and such as name a speech, are headings of something else."""
    own = {slot.id: slot.card.work for slot in slots if slot.card and slot.card.work}
    whole = len(own) == len(slots) and all(work.by == "block" for work in own.values())
    blocks = {name: work.place.split(" › ")[-1] for name, work in own.items()}
    if not whole or len({work.file for work in own.values()}) > 1 or any(map(find_speech, blocks.values())):
        return {}
    dividing = {clean_title(block) for block in blocks.values()} - {group.title}
    return blocks if len(dividing) > 1 else {}
