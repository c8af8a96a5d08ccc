"""Conditions that come to the same in practice, as an evaluator found where it grouped the reasons.

Nothing is weighed by it: whoever reads the outcome is told that three conditions are one, or that a "yes, only if" and
a "no, unless" say the same. Asks no model itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from foam.values import Value

POSITION_ID = "position-"
"""What the id of a seat's answer begins with."""


class SetCondition(Value):
    """A condition, by the claim that sets it or the position that holds under it."""

    node: str
    words: str
    """With the answer that holds under it: `yes, only if …`."""


class SameConditions(Value):
    """Conditions that come to the same."""

    members: tuple[SetCondition, ...]
    because: str
    """What the evaluator gave as its reason."""
    entry: str


def group_words(conditions: Iterable[SetCondition]) -> dict[str, tuple[SetCondition, ...]]:
    """The conditions by their words: what is said in the same words is the same, and nobody has to be asked."""
    found: dict[str, list[SetCondition]] = {}
    for one in conditions:
        found.setdefault(one.words.lower(), []).append(one)
    return {words: tuple(found[words]) for words in sorted(found)}


def keep_alike(groups: Iterable[SameConditions], now: Iterable[SetCondition]) -> tuple[SameConditions, ...]:
    """The groups with those of their members that still stand in the same words; what is left alone is no group, nor is
    what an earlier one holds whole."""
    known = {(one.node, one.words) for one in now}
    found: list[SameConditions] = []
    for one in groups:
        members = tuple(each for each in one.members if (each.node, each.words) in known)
        is_told = any({*members} <= {*other.members} for other in found)
        if len({each.words.lower() for each in members}) > 1 and not is_told:
            found.append(one.model_copy(update={"members": members}))
    return tuple(found)


def find_group(groups: Iterable[SameConditions], node: str, among: Collection[str]) -> tuple[str, ...]:
    """Those of these nodes whose conditions come to the same as the node's, the node itself among them."""
    for one in groups:
        names = [each.node for each in one.members if each.node in among]
        if node in names:
            return tuple(names)
    return (node,)


def choose_words(group: Sequence[str], clauses: Mapping[str, str]) -> str:
    """The clause by which conditions that come to the same are told in one: the shortest."""
    return min((clauses[one] for one in group), key=lambda clause: (len(clause), clause))
