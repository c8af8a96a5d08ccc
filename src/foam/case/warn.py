"""What a reader should know of a case that holds up: what was left out or is read twice, cards that name nobody."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.values import Case
from foam.text.pointer import Pointer

HOW_TO_CITE = (
    "give the author and the date of a source in its front matter and add it again with foam library add "
    "(docs/imports.md)"
)


def list_warnings(case: Case) -> tuple[str, ...]:
    """What does not keep a case from being issued and what a judge or an opponent would see."""
    return (*_list_left_out(case), *_find_read_twice(case), *_find_unsigned(case))


def _list_left_out(case: Case) -> Iterator[str]:
    """Arguments that were written and are not read."""
    for one in case.left_out:
        yield f"{one.title} ({one.id}, {one.words} words) was written and is left out, as was asked for"


def _find_read_twice(case: Case) -> Iterator[str]:
    """Each sentence that stands in two slots; those that stand in the same slots are told together."""
    places: dict[Pointer, list[str]] = {}
    for slot in case.slots:
        for pointer in slot.card.pointers if slot.card else ():
            places.setdefault(pointer, []).append(slot.id)
    shared: dict[tuple[str, ...], list[Pointer]] = {}
    for pointer, slots in places.items():
        if len(slots) > 1:
            shared.setdefault(tuple(slots), []).append(pointer)
    for readers, pointers in shared.items():
        named = ", ".join(pointer.brief() for pointer in pointers)
        yield f"{named}: the same words are read in {' and in '.join(readers)}"


def _find_unsigned(case: Case) -> Iterator[str]:
    """How many cards name neither who wrote them nor when."""
    count = sum(not card.cite for card in case.cards)
    if count:
        yield f"{count} of {len(case.cards)} cards name no author and no date: {HOW_TO_CITE}"
