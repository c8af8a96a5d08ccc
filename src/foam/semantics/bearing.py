"""Which leaves bear on the outcome: found by turning each one round, alone and in sets of up to three.

A leaf bears alone if, the others as they stand and the unsettled ones free, other options are possible with it true
than with it false. A set turns the outcome if turning all of it round does, and turning no part of it does. A leaf may
be true and not bear; it has not fallen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Literal, TypeAlias

from pydantic import Field

from foam.argument.nearest import Turned, find_nearest
from foam.argument.tree import Complaint, Frame, Root
from foam.argument.working import Compare, Context, Ref, Working, map_inputs
from foam.semantics.audience import Audience
from foam.semantics.standing import LeafStanding
from foam.semantics.ways import Fix, View, Ways, list_possible
from foam.values import Value

Bears: TypeAlias = Literal["alone", "together", "no"]
_MOST_TURNED = 3
BUDGET = 40_000
"""Sets that are tried."""


class Bearing(Value):
    """What bears on the outcome of a root."""

    root: str
    alone: tuple[str, ...] = ()
    """Facts, applications and calculations that bear alone, in the order of the tree."""
    rules_alone: tuple[str, ...] = ()
    """Rules that do. To turn a rule round is logic, and no more."""
    sets: tuple[tuple[str, ...], ...] = ()
    """Sets of two or three that turn the outcome together, where no part of them does; those without rules first."""
    tried_up_to: int
    """Every set up to this size was tried."""
    nearest: dict[str, tuple[Turned, ...]] = Field(default_factory=dict)
    """By calculation that bears: the nearest value of each of its inputs that turns it."""

    def find(self, leaf: str) -> Bears:
        """Whether the outcome turns with a leaf, alone or with others."""
        return "alone" if leaf in (*self.alone, *self.rules_alone) else "together" if leaf in self.together else "no"

    @property
    def together(self) -> frozenset[str]:
        """Every leaf that bears, alone or with others."""
        return frozenset((*self.alone, *self.rules_alone, *(name for names in self.sets for name in names)))


def find_bearing(view: View, root: Root, audiences: Sequence[Audience] = ()) -> Bearing:
    """What bears on the outcome of a root, as somebody looks at the tree; for any of several audiences."""
    views = [replace(view, audience=one) for one in audiences] or [view]
    found = _merge([_find_bearing(one, root) for one in views])
    nearest = {name: turned for name in found.alone if (turned := _find_turning(view, name))}
    return found.model_copy(update={"nearest": nearest})


def _find_bearing(view: View, root: Root) -> Bearing:
    """The same for one of them, without what would turn its calculations."""
    leaves = view.frame.leaves_under(root.id)
    rules = {leaf.id for leaf in leaves if leaf.kind == "rule"}
    bears = _find_alone(view, root, [leaf.id for leaf in leaves])
    others = [leaf.id for leaf in leaves if leaf.id not in bears]
    sets, tried_up_to = _find_sets(view, root, others)
    alone = tuple(name for name in bears if name not in rules)
    return Bearing(
        root=root.id,
        alone=alone,
        rules_alone=tuple(name for name in bears if name in rules),
        sets=tuple(sorted(sets, key=lambda names: bool(rules.intersection(names)))),
        tried_up_to=tried_up_to,
    )


def _merge(every: Sequence[Bearing]) -> Bearing:
    """What bears on the outcome for any of several who look at the tree."""
    first, *others = every
    if not others:
        return first
    alone = tuple(dict.fromkeys(name for one in every for name in one.alone))
    rules = tuple(dict.fromkeys(name for one in every for name in one.rules_alone))
    sets = dict.fromkeys(names for one in every for names in one.sets if not {*alone, *rules}.intersection(names))
    return Bearing(
        root=first.root,
        alone=alone,
        rules_alone=rules,
        sets=tuple(sets),
        tried_up_to=min(one.tried_up_to for one in every),
    )


def _find_alone(view: View, root: Root, names: Sequence[str]) -> list[str]:
    rows: list[Fix] = [{name: way} for name in names for way in (True, False)]
    possible = list_possible(view, root, rows)
    return [name for n, name in enumerate(names) if possible[2 * n] != possible[2 * n + 1]]


def _find_sets(view: View, root: Root, names: Sequence[str]) -> tuple[list[tuple[str, ...]], int]:
    """The sets of settled leaves, none of which bears alone, that turn the outcome together."""
    counted = {name: view.standings[name].counts_as for name in names}
    turned = {name: not way for name, way in counted.items() if way is not None}
    found: list[tuple[str, ...]] = []
    tried, budget = 1, BUDGET
    for size in range(2, min(_MOST_TURNED, len(turned)) + 1):
        sets = (chosen for chosen in combinations(turned, size) if not _holds_one(found, chosen))
        chosen_sets = list(islice(sets, budget))
        budget -= len(chosen_sets)
        rows: list[Fix] = [{name: turned[name] for name in chosen} for chosen in chosen_sets]
        *possible, now = list_possible(view, root, [*rows, {}])
        found += [chosen for chosen, options in zip(chosen_sets, possible, strict=True) if options != now]
        if next(sets, None) is not None:
            break
        tried = size
    return found, tried


def _holds_one(found: Sequence[tuple[str, ...]], chosen: Sequence[str]) -> bool:
    return any(set(smaller) <= set(chosen) for smaller in found)


def _find_turning(view: View, name: str) -> tuple[Turned, ...]:
    working = _inline(view.frame.leaf_by_id[name].working, view.frame)
    if not isinstance(working, Compare):
        return ()
    return find_nearest(working, Context(view.frame.workings, view.gone))


def _inline(working: Working | None, frame: Frame) -> Working | None:
    """A working with those of the calculations that it reads in their places."""
    if working is None:
        return None
    return map_inputs(
        working,
        lambda one: (_inline(frame.workings.get(one.leaf), frame) or one) if isinstance(one, Ref) else one,
    )


def find_unmoved(frame: Frame) -> tuple[Complaint, ...]:
    """The roots that come out the same whatever their leaves are: nothing under them could be contested."""
    # What a calculation comes to is left open here, as if it were a fact.
    plain = (leaf.model_copy(update={"kind": "fact", "working": None, "reads": ()}) for leaf in frame.leaves)
    leaves = tuple(free if leaf.kind == "calculation" else leaf for leaf, free in zip(frame.leaves, plain, strict=True))
    frame = frame.model_copy(update={"leaves": leaves})
    free_standings = {leaf.id: LeafStanding(leaf=leaf.id, stands="open", counts_as=None) for leaf in leaves}
    return tuple(
        Complaint(kind="no leaf", part=root.id, what="no leaf moves it")
        for root in frame.roots
        if len(Ways(View(frame, free_standings), root).list_possible()[0]) == 1
    )
