"""Dung's extensions of a framework, for one audience or for none.

The grounded labelling takes time linear in arguments and attacks. Complete, preferred and stable extensions can be
exponentially many; they are for small graphs, and a framework that leaves too much open is refused, not sampled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from foam.errors import InputError
from foam.semantics.audience import Audience, make_ranks
from foam.semantics.framework import Attack, Framework
from foam.semantics.worlds import success
from foam.values import Value

MOST_OPEN = 24
"""Arguments that the grounded labelling may leave undecided before a search over extensions is refused."""

Label: TypeAlias = Literal["accepted", "rejected", "undecided", "absent"]


class Labelling(Value):
    """The grounded labelling. Absent are the withdrawn and those whose evidence failed verification."""

    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def find_defeats(framework: Framework, audience: Audience | None = None) -> tuple[Attack, ...]:
    """The attacks that hold between standing arguments and, given an audience, succeed for it."""
    attacks = framework.live_attacks
    if audience is None:
        return attacks
    succeeds = success(framework.by_id(), make_ranks([audience], framework.values))
    return tuple(a for a in attacks if succeeds(a.attacker, a.target))


def label_grounded(framework: Framework, audience: Audience | None = None) -> Labelling:
    """What must be accepted and rejected; the rest is undecided. Linear in arguments and attacks."""
    labels = _grounded_labels(framework, find_defeats(framework, audience))
    by_label: dict[Label, list[str]] = {"accepted": [], "rejected": [], "undecided": [], "absent": []}
    for argument in framework.arguments:
        by_label[labels[argument.id] if argument.stands else "absent"].append(argument.id)
    return Labelling(**{label: tuple(sorted(ids)) for label, ids in by_label.items()})


def find_complete_extensions(framework: Framework, audience: Audience | None = None) -> tuple[frozenset[str], ...]:
    """Every set that is free of conflict, defends itself and contains all it defends; the smallest first."""
    search = _search(framework, audience)
    found = (search.named(members) for members in _complete(search))
    return tuple(sorted(found, key=lambda extension: (len(extension), sorted(extension))))


def find_preferred_extensions(framework: Framework, audience: Audience | None = None) -> tuple[frozenset[str], ...]:
    """The complete extensions that no other contains."""
    complete = find_complete_extensions(framework, audience)
    return tuple(one for one in complete if not any(one < other for other in complete))


def find_stable_extensions(framework: Framework, audience: Audience | None = None) -> tuple[frozenset[str], ...]:
    """The complete extensions that attack everything outside them; there may be none."""
    struck: dict[str, set[str]] = {a.id: set() for a in framework.arguments if a.stands}
    for attack in find_defeats(framework, audience):
        struck[attack.attacker].add(attack.target)
    complete = find_complete_extensions(framework, audience)
    return tuple(one for one in complete if one.union(*(struck[name] for name in one)) == struck.keys())


def _grounded_labels(framework: Framework, attacks: tuple[Attack, ...]) -> dict[str, Label]:
    """Accept what has no attacker left, reject what it attacks, and so on until nothing moves."""
    names = [argument.id for argument in framework.arguments if argument.stands]
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


@dataclass(frozen=True, slots=True)
class _Search:
    """A framework as bit sets over the arguments that stand, and what is grounded in it."""

    names: tuple[str, ...]
    attackers: tuple[int, ...]
    targets: tuple[int, ...]
    grounded: int
    open: int

    def named(self, members: int) -> frozenset[str]:
        return frozenset(self.names[i] for i in _bits(members))

    def struck(self, members: int) -> int:
        """All that the members attack."""
        struck = 0
        for i in _bits(members):
            struck |= self.targets[i]
        return struck


def _search(framework: Framework, audience: Audience | None) -> _Search:
    attacks = find_defeats(framework, audience)
    labels = _grounded_labels(framework, attacks)
    names = tuple(labels)
    number = {name: i for i, name in enumerate(names)}
    attackers, targets = [0] * len(names), [0] * len(names)
    for attack in attacks:
        attackers[number[attack.target]] |= 1 << number[attack.attacker]
        targets[number[attack.attacker]] |= 1 << number[attack.target]
    open_names = [name for name, label in labels.items() if label == "undecided"]
    if len(open_names) > MOST_OPEN:
        what = f"{len(open_names)} arguments are undecided; extensions are searched over at most {MOST_OPEN}"
        raise InputError(what, hint="ask for the grounded labelling, or for a part of the framework")
    accepted = sum(1 << number[name] for name, label in labels.items() if label == "accepted")
    undecided = sum(1 << number[name] for name in open_names)
    return _Search(names, tuple(attackers), tuple(targets), accepted, undecided)


def _complete(search: _Search) -> Iterator[int]:
    """Decide the open arguments one by one; drop a branch once something in it can no longer be defended."""
    pending = [(search.grounded, search.open)]
    while pending:
        members, undecided = pending.pop()
        if not _defensible(search, members, members | undecided):
            continue
        if not undecided:
            if _closed(search, members):
                yield members
            continue
        i = undecided.bit_length() - 1
        rest = undecided & ~(1 << i)
        pending.append((members, rest))
        conflicts = search.attackers[i] | search.targets[i]
        if not conflicts & (members | 1 << i):
            pending.append((members | 1 << i, rest & ~conflicts))


def _defensible(search: _Search, members: int, defenders: int) -> bool:
    """Whether every attacker of a member is attacked by one who is, or may yet become, a member."""
    return all(search.attackers[a] & defenders for i in _bits(members) for a in _bits(search.attackers[i]))


def _closed(search: _Search, members: int) -> bool:
    """Whether everything whose attackers are all struck by the members is itself a member."""
    struck = search.struck(members)
    outside = search.open & ~members
    return not any(search.attackers[i] & ~struck == 0 for i in _bits(outside))


def _bits(members: int) -> Iterator[int]:
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest
