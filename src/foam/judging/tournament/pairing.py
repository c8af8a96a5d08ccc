"""Who meets whom: pairings by score group without rematches. Pure.

In each score group the upper half meets the lower half in order; who is left over floats down to the next group.
Whoever is left at the end is paired by exchanging partners with another pair. While nobody has met half of the others
such an exchange always exists (Dirac), so a rematch happens only where the field is too small for the rounds it has
played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import combinations, groupby
from math import ceil, log2

Met = Mapping[str, Set[str]]
Pair = tuple[str, str]

_SMALL = 12
"""Up to so many entrants every pairing is tried before a rematch is allowed."""


def default_rounds(entrants: int) -> int:
    """Swiss rounds that tell the best of so many: the logarithm to the base 2, rounded up."""
    return max(1, ceil(log2(max(2, entrants))))


def most_rounds(entrants: int) -> int:
    """Swiss rounds for which pairings without a rematch are certain to exist."""
    return max(1, (entrants + 1) // 2)


def _bye_candidates(order: Sequence[str], had_bye: Set[str]) -> tuple[str, ...]:
    """Who may sit out, the lowest first; those who did so before come last."""
    lowest_first = tuple(reversed(order))
    fresh = tuple(one for one in lowest_first if one not in had_bye)
    return (*fresh, *(one for one in lowest_first if one in had_bye))


def pair_swiss(order: Sequence[str], wins: Mapping[str, float], met: Met, had_bye: Set[str]) -> tuple[list[Pair], str]:
    """Pairs for a round and who sits out (empty when even). `order` is by wins, the best first."""
    if len(order) % 2 == 0:
        return pair_up(order, wins, met), ""
    tried = [(bye, [one for one in order if one != bye]) for bye in _bye_candidates(order, had_bye)[:_SMALL]]
    for bye, rest in tried:
        pairs = pair_up(rest, wins, met)
        if not count_rematches(pairs, met):
            return pairs, bye
    bye, rest = tried[0]
    return pair_up(rest, wins, met), bye


def pair_up(order: Sequence[str], wins: Mapping[str, float], met: Met) -> list[Pair]:
    """Everybody paired once; an even number, ordered by wins."""
    pairs, left = pair_score_groups(order, wins, met)
    while left:
        first, second, *rest = left
        if not _try_exchange(first, second, pairs, wins, met):
            return _search_all(order, met) or [*pairs, *zip(left[::2], left[1::2], strict=True)]
        left = rest
    return pairs


def pair_score_groups(order: Sequence[str], wins: Mapping[str, float], met: Met) -> tuple[list[Pair], list[str]]:
    """Pairs within score groups and with floaters from above, and who is left over after the last group."""
    pairs: list[Pair] = []
    floating: list[str] = []
    for _, group in groupby(order, key=lambda one: wins.get(one, 0)):
        made, floating = _halves([*floating, *group], met)
        pairs += made
    return pairs, floating


def _halves(group: list[str], met: Met) -> tuple[list[Pair], list[str]]:
    """The upper half against the lower half; then whoever is left, among themselves. Those left over have all met."""
    middle = len(group) // 2
    pairs, upper, lower = _match(group[:middle], group[middle:], met)
    free, left = [*upper, *lower], list[str]()
    while free:
        head, *others = free
        more, unmatched, free = _match([head], others, met)
        pairs, left = pairs + more, left + unmatched
    return pairs, left


def _match(upper: Sequence[str], lower: Sequence[str], met: Met) -> tuple[list[Pair], list[str], list[str]]:
    """Each of the upper with the first of the lower that it has not met."""
    free = list(lower)
    pairs: list[Pair] = []
    unmatched: list[str] = []
    for one in upper:
        known = met.get(one, frozenset())
        place = next((n for n, other in enumerate(free) if other not in known), None)
        if place is None:
            unmatched.append(one)
        else:
            pairs.append((one, free.pop(place)))
    return pairs, unmatched, free


def _try_exchange(first: str, second: str, pairs: list[Pair], wins: Mapping[str, float], met: Met) -> bool:
    """Pair two who have met by taking a pair apart: the one whose scores are nearest."""
    options = [
        (_apart(first, a, wins) + _apart(second, b, wins), n, a, b)
        for n, pair in enumerate(pairs)
        for a, b in (pair, pair[::-1])
        if a not in met.get(first, ()) and b not in met.get(second, ())
    ]
    if not options:
        return False
    _, place, a, b = min(options)
    pairs[place : place + 1] = [(first, a), (second, b)]
    return True


def _apart(one: str, other: str, wins: Mapping[str, float]) -> float:
    return abs(wins.get(one, 0) - wins.get(other, 0))


def _search_all(order: Sequence[str], met: Met) -> list[Pair] | None:
    """Any pairing without a rematch, where there are few enough to try them all."""
    if not order:
        return []
    if len(order) > _SMALL:
        return None
    head, *others = order
    for other in others:
        if other not in met.get(head, ()):
            rest = _search_all([one for one in others if one != other], met)
            if rest is not None:
                return [(head, other), *rest]
    return None


def count_rematches(pairs: Sequence[Pair], met: Met) -> int:
    """How many of the pairs have met."""
    return sum(second in met.get(first, ()) for first, second in pairs)


def group_by_threes(order: Sequence[str], met: Met) -> list[tuple[str, ...]]:
    """Heats of three, and of two where the number asks for it; those who have met are kept apart as far as may be."""
    left = list(order)
    heats: list[tuple[str, ...]] = []
    while left:
        size = 2 if len(left) in (2, 4) else min(3, len(left))
        heat = _strangers(left, size, met)
        heats.append(heat)
        left = [one for one in left if one not in heat]
    return _mend(heats, met)


def count_acquaintances(heat: Sequence[str], met: Met) -> int:
    """How many pairs in a heat have met."""
    return sum(second in met.get(first, ()) for first, second in combinations(heat, 2))


def _strangers(left: Sequence[str], size: int, met: Met) -> tuple[str, ...]:
    """The first entrant with the next ones that none of the heat has met; with the very next where there are none."""
    heat = [left[0]]
    for other in left[1:]:
        if len(heat) < size and not any(other in met.get(one, ()) for one in heat):
            heat.append(other)
    rest = (other for other in left if other not in heat)
    return (*heat, *(next(rest) for _ in range(size - len(heat))))


def _mend(heats: list[tuple[str, ...]], met: Met) -> list[tuple[str, ...]]:
    """Exchange two entrants between heats wherever fewer pairs have met after it, the nearest heats first; and again,
    since an exchange may leave a heat behind that another one mends."""
    before = None
    while (clashes := sum(count_acquaintances(heat, met) for heat in heats)) and clashes != before:
        before = clashes
        for place in reversed(range(len(heats))):
            others = sorted((n for n in range(len(heats)) if n != place), key=lambda n: abs(n - place))
            for other in others if count_acquaintances(heats[place], met) else ():
                heats[place], heats[other] = _exchange(heats[place], heats[other], met)
    return heats


def _exchange(one: tuple[str, ...], other: tuple[str, ...], met: Met) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The best exchange of one entrant for another, or none."""
    options = [(one, other)]
    for a in one:
        for b in other:
            swap = {a: b, b: a}
            options.append(
                (
                    tuple(swap.get(entrant, entrant) for entrant in one),
                    tuple(swap.get(entrant, entrant) for entrant in other),
                )
            )
    return min(options, key=lambda pair: count_acquaintances(pair[0], met) + count_acquaintances(pair[1], met))
