"""The fewest priorities that separate the seats that take an option from the others: "if autonomy outranks welfare".

Which option the reasons speak for depends only on how a seat ranks the values that they serve. Of the questions whether
one value outranks another, where reasons for different options serve them, the fewest are sought that nobody who takes
the option answers as one who does not. Several sets may be equally small; the one is taken that also tells most
orderings of the values rightly, so that a priority two seats merely happen to share does not pass for the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations, product

from foam.argument.tree import Consideration
from foam.semantics.audience import Audience
from foam.semantics.ways import UNNAMED, choose_option
from foam.values import Value

Pair = tuple[str, str]
"""A priority as a question: does the first value outrank the second?"""
Literals = tuple[tuple[Pair, bool], ...]
"""Pairs with their answers."""

_MOST_TRIED = 256
"""Equally small sets that are compared by how well they generalise."""
_MOST_VALUES = 6
"""Values up to which every ordering is tried."""


class Priority(Value):
    """One value outranks another, or does not."""

    higher: str
    lower: str
    holds: bool = True
    """False for "does not outrank": tied or below."""

    def __str__(self) -> str:
        return f"{self.higher} {'outranks' if self.holds else 'does not outrank'} {self.lower}"


class Branch(Value):
    """Priorities that together lead to the option, and the audiences that hold them all."""

    priorities: tuple[Priority, ...]
    audiences: tuple[str, ...]

    def __str__(self) -> str:
        return " and ".join(str(priority) for priority in self.priorities)


class Condition(Value):
    """What separates the audiences that take an option from those that do not."""

    branches: tuple[Branch, ...]
    """The priorities that lead to it; any one branch is enough."""

    def __str__(self) -> str:
        return "if " + ", or if ".join(str(branch) for branch in self.branches)


def separate(reasons: Sequence[Consideration], audiences: Sequence[Audience], option: str) -> Condition:
    """The smallest condition on which an option is taken; somebody has to take it, and somebody not."""
    split = _Split(reasons, audiences, option)
    sizes = (split.list_separating(size) for size in range(1, len(split.groups) + 1))
    found = next(filter(None, sizes))
    tried = (list(split.list_branches(pairs)) for pairs in islice(found, _MOST_TRIED))
    best = max(tried, key=split.weigh)
    branches = (Branch(priorities=split.name(one), audiences=split.find_holders(one)) for one in best)
    return Condition(branches=tuple(sorted(branches, key=lambda one: (len(one.priorities), str(one)))))


@dataclass(frozen=True)
class _Split:
    """Audiences that take an option and audiences that do not, and the priorities by which they can be told apart."""

    reasons: Sequence[Consideration]
    audiences: Sequence[Audience]
    option: str

    @cached_property
    def takers(self) -> Sequence[Audience]:
        return [one for one in self.audiences if choose_option(self.reasons, one) == self.option]

    @cached_property
    def others(self) -> Sequence[Audience]:
        return [one for one in self.audiences if one not in self.takers]

    @cached_property
    def options_by_value(self) -> Mapping[str, frozenset[str]]:
        """By value: the options for which reasons that serve it speak."""
        found: dict[str, frozenset[str]] = {}
        for one in self.reasons:
            value = one.value or UNNAMED
            found[value] = found.get(value, frozenset()) | {one.option}
        return found

    @cached_property
    def groups(self) -> Sequence[Sequence[Pair]]:
        """The priorities that reasons for different options weigh, in groups that part the audiences alike; of a pair
        and its reverse, one."""
        groups: dict[tuple[bool, ...], list[Pair]] = {}
        for pair in permutations(sorted(self.options_by_value), 2):
            said = tuple(one.outranks(*pair) for one in self.audiences)
            is_weighed = len(self.options_by_value[pair[0]] | self.options_by_value[pair[1]]) > 1
            if is_weighed and len({*said}) > 1:
                group = groups.setdefault(min(said, tuple(not one for one in said)), [])
                group.extend([pair] if pair[::-1] not in group else [])
        return list(groups.values())

    def list_separating(self, size: int) -> list[tuple[Pair, ...]]:
        """The sets of so many priorities that no taker holds as somebody else does."""
        return [
            pairs
            for groups in combinations(self.groups, size)
            if not self.answer(self.takers, [group[0] for group in groups])
            & self.answer(self.others, [group[0] for group in groups])
            for pairs in product(*groups)
        ]

    def answer(self, audiences: Iterable[Audience], pairs: Sequence[Pair]) -> frozenset[Literals]:
        """How these audiences answer the pairs."""
        return frozenset(tuple((pair, one.outranks(*pair)) for pair in pairs) for one in audiences)

    def list_branches(self, pairs: Sequence[Pair]) -> Iterator[Literals]:
        """Ways of taking the option, each cut down to the answers that it needs to shut out all others."""
        unmet = list(self.takers)
        for answers in sorted(self.answer(self.takers, pairs)):
            if any(_holds(one, answers) for one in unmet):
                subsets = (some for size in range(1, len(answers) + 1) for some in combinations(answers, size))
                needed = next(some for some in subsets if not any(_holds(one, some) for one in self.others))
                unmet = [one for one in unmet if not _holds(one, needed)]
                yield needed

    def weigh(self, branches: Sequence[Literals]) -> tuple[int, int]:
        """How many orderings of the values the branches tell rightly, then how few denials they need."""
        told = sum(
            any(all((order.index(a) < order.index(b)) is said for (a, b), said in one) for one in branches)
            is (self.options_by_value[order[0]] == {self.option})
            for order in self.orderings
        )
        denials = sum(not said and self.is_tied(pair) for one in branches for pair, said in one)
        return told, -denials

    @cached_property
    def orderings(self) -> Sequence[tuple[str, ...]]:
        """Every strict ordering of the values; none where there are too many."""
        values = sorted(self.options_by_value)
        return list(permutations(values)) if len(values) <= _MOST_VALUES else []

    def is_tied(self, pair: Pair) -> bool:
        """Whether anyone ranks the two values level."""
        return any(not one.outranks(*pair) and not one.outranks(*pair[::-1]) for one in self.audiences)

    def name(self, literals: Literals) -> tuple[Priority, ...]:
        """The answers in words; a "no" is the opposite priority where nobody at the table is tied on the pair."""
        return tuple(
            Priority(higher=pair[0], lower=pair[1], holds=said)
            if said or self.is_tied(pair)
            else Priority(higher=pair[1], lower=pair[0])
            for pair, said in literals
        )

    def find_holders(self, literals: Literals) -> tuple[str, ...]:
        return tuple(one.id for one in self.audiences if _holds(one, literals))


def _holds(audience: Audience, literals: Literals) -> bool:
    return all(audience.outranks(*pair) is said for pair, said in literals)
