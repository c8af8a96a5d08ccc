"""The grounded labelling of a framework, for one audience or for none."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import numpy as np

from foam.semantics.audience import Audience, make_ranks
from foam.semantics.framework import Attack, Framework
from foam.semantics.worlds import success
from foam.values import Value

Label: TypeAlias = Literal["accepted", "rejected", "undecided"]


class Labelling(Value):
    """The grounded labelling."""

    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()


def find_defeats(framework: Framework, audience: Audience | None = None) -> tuple[Attack, ...]:
    """The attacks that, given an audience, succeed for it."""
    attacks = framework.attacks
    if audience is None:
        return attacks
    succeeds = success(framework.by_id(), make_ranks([audience], framework.values))
    return tuple(a for a in attacks if succeeds(a.attacker, a.target))


def label_grounded(framework: Framework, audience: Audience | None = None) -> Labelling:
    """What must be accepted and rejected; the rest is undecided. Linear in arguments and attacks."""
    labels = _grounded_labels(framework, find_defeats(framework, audience))
    by_label: dict[Label, list[str]] = {"accepted": [], "rejected": [], "undecided": []}
    for argument in framework.arguments:
        by_label[labels[argument.id]].append(argument.id)
    return Labelling(**{label: tuple(sorted(ids)) for label, ids in by_label.items()})


def _grounded_labels(framework: Framework, attacks: tuple[Attack, ...]) -> dict[str, Label]:
    """Accept what has no attacker left, reject what it attacks, and so on until nothing moves."""
    names = [argument.id for argument in framework.arguments]
    targets, threats = _adjacency(names, attacks)
    labels: list[Label] = ["undecided"] * len(names)
    free = deque(i for i, count in enumerate(threats) if not count)
    while free:
        i = free.popleft()
        labels[i] = "accepted"
        for target in targets(i):
            if labels[target] == "undecided":
                labels[target] = "rejected"
                free.extend(_released(targets(target), threats, labels))
    return dict(zip(names, labels, strict=True))


def _released(attacked: list[int], threats: list[int], labels: list[Label]) -> Iterator[int]:
    """Those of the attacked that lose their last threat now that one attacker is rejected."""
    for i in attacked:
        threats[i] -= 1
        if not threats[i] and labels[i] == "undecided":
            yield i


def _adjacency(names: list[str], attacks: tuple[Attack, ...]) -> tuple[Callable[[int], list[int]], list[int]]:
    """Whom each argument attacks, and by how many it is attacked.

    Flat arrays instead of a list per argument: the garbage collector would walk those again and again.
    """
    number = {name: i for i, name in enumerate(names)}
    attackers = np.fromiter((number[a.attacker] for a in attacks), dtype=np.intp, count=len(attacks))
    attacked = np.fromiter((number[a.target] for a in attacks), dtype=np.intp, count=len(attacks))
    order = np.argsort(attackers, kind="stable")
    ends: list[int] = np.cumsum(np.bincount(attackers, minlength=len(names))).tolist()
    flat: list[int] = attacked[order].tolist()
    threats: list[int] = np.bincount(attacked, minlength=len(names)).tolist()
    return lambda i: flat[ends[i - 1] if i else 0 : ends[i]], threats
