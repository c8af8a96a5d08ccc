"""The smallest set of priorities that separates audiences: "accepted if autonomy outranks welfare".

Whether a claim is accepted depends only on the priorities that some attack in its ancestry weighs: for each such
attack, whether a value of the target outranks a value of the attacker. Among these the smallest set is sought on which
no accepting audience agrees with one that does not accept. Several sets may be equally small; the one is taken that
also tells most orderings of the values apart rightly, so that a priority two seats merely happen to share does not pass
for the reason. This module does not know why anyone accepts: it is handed who does.

Sets of audiences and of orderings are integers, one bit each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

import numpy as np

from foam.semantics.audience import Ranks
from foam.semantics.framework import Framework
from foam.semantics.hitting import find_smallest_hitting_sets, split_bits
from foam.semantics.worlds import pack_flags
from foam.values import Value

Pair = tuple[str, str]
"""A priority as a question: does the first value outrank the second?"""

Literals = tuple[tuple[Pair, bool], ...]
"""Pairs with their answers."""

_MOST_TRIED = 256
"""Equally small sets that are compared by how well they generalise."""
_EXACT_UP_TO = 6
"""Pairs up to which the fewest answers a branch needs are found by trying all; beyond, greedily."""


class Priority(Value):
    """One value outranks another, or does not."""

    higher: str
    lower: str
    holds: bool = True
    """False for "does not outrank": tied or below."""

    def __str__(self) -> str:
        return f"{self.higher} {'outranks' if self.holds else 'does not outrank'} {self.lower}"


class Branch(Value):
    """Priorities that together bring the claim about, and the audiences that hold them all."""

    priorities: tuple[Priority, ...]
    audiences: tuple[str, ...]

    def __str__(self) -> str:
        return " and ".join(str(priority) for priority in self.priorities)


class Condition(Value):
    """What separates the audiences that accept from those that do not."""

    separating: tuple[Pair, ...]
    """The separating set: pairs of values, the first of which does or does not outrank the second."""
    branches: tuple[Branch, ...]
    """The ways of holding it under which the claim is accepted; any one is enough."""
    smallest: bool
    """Whether no smaller set separates; False when the search was cut short."""
    agreement: float | None
    """Share of all orderings of the values in play for which the condition tells rightly whether the claim is accepted;
    None when there are too many orderings to try."""

    def __str__(self) -> str:
        return "if " + ", or if ".join(str(branch) for branch in self.branches)


@dataclass(frozen=True, slots=True)
class Electorate:
    """Who holds which priority: for each pair of values, the set of those who rank the first above the second."""

    count: int
    above: Mapping[Pair, int]

    @property
    def everyone(self) -> int:
        return (1 << self.count) - 1

    def holding(self, literals: Literals) -> int:
        """Those who answer all these pairs so."""
        found = self.everyone
        for pair, answer in literals:
            found &= self.above[pair] if answer else ~self.above[pair]
        return found

    def classes(self, pairs: Sequence[Pair]) -> dict[int, int]:
        """Those who answer all these pairs alike, by their answers (a bit per pair)."""
        found = {0: self.everyone}
        for place, pair in enumerate(pairs):
            yes = self.above[pair]
            split = {answers: members & ~yes for answers, members in found.items()}
            split.update({answers | 1 << place: members & yes for answers, members in found.items()})
            found = {answers: members for answers, members in split.items() if members}
        return found

    def tied(self, pair: Pair) -> bool:
        """Whether anyone ranks the two values level."""
        return (self.above[pair] | self.above[pair[::-1]]) != self.everyone


def make_electorate(ranks: Ranks, values: Iterable[str]) -> Electorate:
    """Who ranks which of these values above which."""
    pairs = [pair for one, other in combinations(sorted(values), 2) for pair in ((one, other), (other, one))]
    return Electorate(count=ranks.count, above={pair: pack_flags(ranks.outranks(*pair)) for pair in pairs})


def find_weighed_priorities(framework: Framework) -> Mapping[str, frozenset[Pair]]:
    """For each argument, the priorities that attacks on it weigh: a value of its own against one of an attacker's.

    Where both promote the same values neither can outrank the other, whatever their order.
    """
    arguments = framework.by_id()
    weighed: dict[str, set[Pair]] = {argument.id: set() for argument in framework.arguments}
    for attack in framework.attacks:
        target, attacker = arguments[attack.target], arguments[attack.attacker]
        if target.promotes != attacker.promotes:
            weighed[target.id].update(p for p in product(target.promotes, attacker.promotes) if p[0] != p[1])
    return {name: frozenset(pairs) for name, pairs in weighed.items()}


@dataclass(frozen=True, slots=True)
class Split:
    """Those who accept among the seats and, where all could be tried, among the orderings."""

    names: Sequence[str]
    seats: Electorate
    accepted: int
    orderings: Electorate | None = None
    accepted_orderings: int = 0

    def agreement(self, branches: Iterable[Literals]) -> float | None:
        """The share of orderings that the branches tell rightly."""
        if self.orderings is None:
            return None
        told = 0
        for literals in branches:
            told |= self.orderings.holding(literals)
        return 1 - (told ^ self.accepted_orderings).bit_count() / self.orderings.count


def separate(pairs: Iterable[Pair], split: Split) -> Condition:
    """The smallest condition in terms of these pairs; at least one seat must accept and one not."""
    groups = _alike(sorted(pairs), split.seats)
    classes = split.seats.classes([group[0] for group in groups])
    accepting = [answers for answers, members in classes.items() if members & split.accepted]
    others = [answers for answers, members in classes.items() if members & ~split.accepted]
    found = find_smallest_hitting_sets(_differences(accepting, others, len(groups)))
    chosen, branches = _most_general(islice(_expanded(found.sets, groups), _MOST_TRIED), split)
    return Condition(
        separating=tuple(sorted(chosen)),
        branches=tuple(sorted((_branch(literals, split) for literals in branches), key=_length_then_words)),
        smallest=found.smallest,
        agreement=split.agreement(branches),
    )


def _alike(pairs: Sequence[Pair], seats: Electorate) -> list[list[Pair]]:
    """The pairs in groups that split the seats alike, up to saying yes for no; of a pair and its reverse, one."""
    groups: dict[int, list[Pair]] = {}
    for pair in pairs:
        yes = seats.above[pair]
        group = groups.setdefault(min(yes, seats.everyone ^ yes), [])
        if pair[::-1] not in group:
            group.append(pair)
    return [group for alike, group in groups.items() if alike]


def _differences(accepting: Sequence[int], others: Sequence[int], width: int) -> set[int]:
    """For each two that must be told apart, the set of questions they answer differently."""
    if len(accepting) * len(others) < 4_096 or width > 63:
        return {one ^ other for one in accepting for other in others}
    table = np.bitwise_xor.outer(np.array(accepting, dtype=np.uint64), np.array(others, dtype=np.uint64)).ravel()
    single = table[table & (table - np.uint64(1)) == 0]
    rest = table[table & np.bitwise_or.reduce(single, initial=np.uint64(0)) == 0]
    return {int(members) for part in (single, rest) for members in np.unique(part)}


def _expanded(sets: Iterable[int], groups: Sequence[list[Pair]]) -> Iterable[tuple[Pair, ...]]:
    for members in sets:
        yield from product(*(groups[element.bit_length() - 1] for element in split_bits(members)))


def _most_general(candidates: Iterable[tuple[Pair, ...]], split: Split) -> tuple[tuple[Pair, ...], list[Literals]]:
    """The candidate of most merit; the first that leaves nothing to wish for ends the search."""
    tried = []
    for chosen in candidates:
        branches = _branches(chosen, split)
        tried.append((_merit(branches, split), chosen, branches))
        if tried[-1][0] >= (1.0, 0):
            break
    _, best, branches = max(tried, key=lambda row: row[0])
    return best, branches


def _branches(chosen: Sequence[Pair], split: Split) -> list[Literals]:
    """Ways of accepting, each cut down to the answers it needs to shut out all who do not accept."""
    others = split.seats.everyone & ~split.accepted
    unmet, found = split.accepted, []
    for answers, members in sorted(split.seats.classes(chosen).items()):
        if members & unmet:
            literals = tuple((pair, bool(answers >> place & 1)) for place, pair in enumerate(chosen))
            found.append(_needed(literals, split.seats, others))
            unmet &= ~split.seats.holding(found[-1])
    return found


def _needed(literals: Literals, seats: Electorate, others: int) -> Literals:
    """The fewest of the answers that none of the others share."""
    if len(literals) <= _EXACT_UP_TO:
        subsets = (subset for size in range(len(literals) + 1) for subset in combinations(literals, size))
        return next(subset for subset in subsets if not seats.holding(subset) & others)
    needed: list[tuple[Pair, bool]] = []
    while others:
        best = min(literals, key=lambda literal: (seats.holding((literal,)) & others).bit_count())
        needed.append(best)
        others &= seats.holding((best,))
    return tuple(needed)


def _merit(branches: Sequence[Literals], split: Split) -> tuple[float, int]:
    """Generality first, then fewer denials ("does not outrank")."""
    stated = [literal for literals in branches for literal in literals]
    denials = sum(1 for pair, answer in stated if not answer and split.seats.tied(pair))
    return split.agreement(branches) or 0.0, -denials


def _branch(literals: Literals, split: Split) -> Branch:
    members = split.seats.holding(literals)
    names = tuple(name for place, name in enumerate(split.names) if members >> place & 1)
    return Branch(priorities=tuple(_priority(*literal, split.seats) for literal in literals), audiences=names)


def _length_then_words(branch: Branch) -> tuple[int, str]:
    return len(branch.priorities), str(branch)


def _priority(pair: Pair, answer: bool, seats: Electorate) -> Priority:
    """The answer in words; a "no" becomes the opposite priority when nobody at the table is tied on the pair."""
    higher, lower = pair
    if not answer and not seats.tied(pair):
        return Priority(higher=lower, lower=higher)
    return Priority(higher=higher, lower=lower, holds=answer)
