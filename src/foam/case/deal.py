"""Deals sources to slots, and tells which slots have to wait for one another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from foam.argument.outline import IMPACT
from foam.case.values import Slot

TRIES = 3
"""Sources a slot may try."""
_CLOSE = 3
"""Of so many next-best sources the one is dealt that was used least."""


def group_by_circles(circles: Sequence[Collection[str]]) -> list[list[int]]:
    """Places in rows, so that two which share a circle stand in the same row, in their order."""
    rows: list[tuple[set[str], list[int]]] = []
    for at, own in enumerate(circles):
        met = [row for row in rows if row[0] & set(own)]
        rows = [row for row in rows if row not in met]
        joined = {circle for known, _ in met for circle in known}
        rows.append((joined | set(own), sorted([*(place for _, places in met for place in places), at])))
    return [places for _, places in rows]


def deal_sources(
    wishes: Sequence[Sequence[str]],
    circles: Sequence[Collection[str]],
    stakes: Sequence[float],
    *,
    tries: int = TRIES,
    spent: Counter[str] | None = None,
) -> list[list[str]]:
    """Sources for each slot, in rounds: who has most to lose chooses first, and so on in speaking order.

    Of what a slot wants most the least used is dealt (`spent` says how often before), and none twice within a circle.
    """
    hands: list[list[str]] = [[] for _ in wishes]
    spent = Counter(spent)
    taken: defaultdict[str, set[str]] = defaultdict(set)
    for _ in range(tries):
        for at in sorted(range(len(wishes)), key=lambda at: -stakes[at]):
            gone = {source for circle in circles[at] for source in taken[circle]}
            free = [source for source in wishes[at] if source not in gone]
            if free:
                best = min(free[:_CLOSE], key=lambda source: spent[source])
                hands[at].append(best)
                spent[best] += 1
                for circle in circles[at]:
                    taken[circle].add(best)
    return hands


def pick_first(circles: Sequence[Collection[str]]) -> list[int]:
    """The places of the first of each circle, all of which can be written at once: so a step waits for its own argument
    alone, and not until all parts of others are written."""
    picked: list[int] = []
    taken: set[str] = set()
    for at, own in enumerate(circles):
        if not taken & set(own):
            picked.append(at)
            taken |= set(own)
    return picked


def find_circles(slot: Slot) -> tuple[str, ...]:
    """Slots that must not spend one source twice: those of a syllogism, and the impacts of a speech."""
    return (slot.group, f"every {IMPACT}") if slot.component == IMPACT else (slot.group,)
