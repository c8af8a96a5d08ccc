"""Smallest hitting sets: the fewest elements that meet every set of a family.

Sets are integers, one bit per element. The search is exact while its budget lasts; when the budget is spent the answer
is a greedy one and says that a smaller may exist.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import count

BUDGET = 20_000
MOST_LISTED = 64
_MANY = 500
"""Above this many sets, weeding out supersets would cost more than it saves."""


@dataclass(frozen=True, slots=True)
class Hitting:
    """Hitting sets of one size."""

    sets: tuple[int, ...]
    smallest: bool
    """Whether no smaller one exists; False when the budget was spent before that was known."""


def find_smallest_hitting_sets(family: Collection[int], *, budget: int = BUDGET) -> Hitting:
    """The smallest sets that meet every member of the family (at most `MOST_LISTED` of them)."""
    if 0 in family:
        raise ValueError("nothing meets the empty set")
    forced, rest = _forced(family)
    purse = _Purse(budget)
    for size in count():
        found = sorted(set(_of_size(rest, size, 0, purse)))[:MOST_LISTED]
        if purse.spent:
            return Hitting(sets=(forced | _greedy(rest),), smallest=False)
        if found:
            return Hitting(sets=tuple(forced | members for members in found), smallest=True)
    raise AssertionError("unreachable: the union of the family meets every member")


@dataclass(slots=True)
class _Purse:
    """How many steps of search are left."""

    left: int

    @property
    def spent(self) -> bool:
        return self.left <= 0


def split_bits(members: int) -> Iterator[int]:
    """The elements of a set, as sets of one."""
    while members:
        lowest = members & -members
        yield lowest
        members ^= lowest


def _forced(family: Collection[int]) -> tuple[int, list[int]]:
    """The elements that a set of one forces, and the sets they leave unmet, without supersets."""
    forced = 0
    for members in family:
        if members.bit_count() == 1:
            forced |= members
    return forced, _minimal({members for members in family if not members & forced})


def _minimal(family: Iterable[int]) -> list[int]:
    ordered = sorted(family, key=lambda members: (members.bit_count(), members))
    if len(ordered) > _MANY:
        return ordered
    kept: list[int] = []
    for members in ordered:
        if not any(small & ~members == 0 for small in kept):
            kept.append(members)
    return kept


def _of_size(family: list[int], size: int, barred: int, purse: _Purse) -> Iterator[int]:
    """Hitting sets of at most this size without the barred elements, branching on the smallest unmet set."""
    purse.left -= 1
    if not family:
        yield 0
        return
    if size == 0 or purse.spent or _disjoint(family) > size:
        return
    for element in split_bits(min(family, key=int.bit_count) & ~barred):
        unmet = [members for members in family if not members & element]
        for found in _of_size(unmet, size - 1, barred, purse):
            yield found | element
        barred |= element


def _disjoint(family: list[int]) -> int:
    """Sets that share no element: each needs an element of its own."""
    seen = counted = 0
    for members in family:
        if not members & seen:
            seen |= members
            counted += 1
    return counted


def _greedy(family: list[int]) -> int:
    chosen = 0
    while family:
        union = 0
        for members in family:
            union |= members
        best = max(split_bits(union), key=lambda element: sum(1 for members in family if members & element))
        chosen |= best
        family = [members for members in family if not members & best]
    return chosen
