"""The grounded labelling of many frameworks at once. It is told which attacks are live where.

The frameworks ("worlds") share their arguments and differ in which arguments stand and which attacks succeed. A set of
worlds is a Python integer with one bit per world, so one pass over the attacks serves hundreds of thousands of worlds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from foam.semantics.audience import Ranks
from foam.semantics.framework import Argument, Framework


@dataclass(frozen=True, slots=True)
class Settled:
    """For each argument, the worlds in which it is accepted and those in which it is rejected."""

    count: int
    accepted: Mapping[str, int]
    rejected: Mapping[str, int]


def pack_flags(flags: NDArray[np.bool_]) -> int:
    """The set of worlds whose flag is true."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def unpack_flags(worlds: int, count: int) -> NDArray[np.bool_]:
    """A set of worlds as a flag per world."""
    packed = np.frombuffer(worlds.to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").astype(np.bool_)


def settle(present: Mapping[str, int], attacks: Sequence[tuple[str, str, int]], *, count: int) -> Settled:
    """Label every argument in every world: `present` says where it stands, an attack where it is live.

    An argument is accepted where all its attackers are rejected and rejected where one is accepted; what neither
    reaches is undecided. Both only ever grow, so the order of work does not matter.
    """
    accepted = dict.fromkeys(present, 0)
    rejected = dict.fromkeys(present, 0)
    attackers, targets = _neighbours(present, attacks)
    waiting, queued = deque(present), set(present)
    while waiting:
        name = waiting.popleft()
        queued.discard(name)
        undecided = present[name] & ~accepted[name] & ~rejected[name]
        if not undecided:
            continue
        struck, clear = _outcome(undecided, attackers[name], accepted, rejected)
        if struck or clear:
            rejected[name] |= struck
            accepted[name] |= clear
            fresh = [target for target in targets[name] if target not in queued]
            waiting.extend(fresh)
            queued.update(fresh)
    return Settled(count=count, accepted=accepted, rejected=rejected)


def settle_for(framework: Framework, ranks: Ranks) -> Settled:
    """The framework as each of the ranked audiences sees it: one world per audience."""
    everywhere = (1 << ranks.count) - 1
    present = {argument.id: everywhere for argument in framework.arguments}
    live = success(framework.by_id(), ranks)
    attacks = [(a.attacker, a.target, live(a.attacker, a.target)) for a in framework.attacks]
    return settle(present, attacks, count=ranks.count)


def success(arguments: Mapping[str, Argument], ranks: Ranks) -> Callable[[str, str], int]:
    """A function from attacker and target to the set of audiences for whom the attack succeeds."""

    @cache
    def between(attacker: tuple[str, ...], target: tuple[str, ...]) -> int:
        return pack_flags(~ranks.resisted(target, attacker))

    return lambda attacker, target: between(arguments[attacker].promotes, arguments[target].promotes)


def _outcome(
    undecided: int, attackers: Sequence[tuple[str, int]], accepted: Mapping[str, int], rejected: Mapping[str, int]
) -> tuple[int, int]:
    struck, clear = 0, undecided
    for attacker, live in attackers:
        struck |= live & accepted[attacker]
        clear &= ~(live & ~rejected[attacker])
    return struck & undecided, clear


def _neighbours(
    present: Mapping[str, int], attacks: Sequence[tuple[str, str, int]]
) -> tuple[dict[str, list[tuple[str, int]]], dict[str, list[str]]]:
    attackers: dict[str, list[tuple[str, int]]] = {name: [] for name in present}
    targets: dict[str, list[str]] = {name: [] for name in present}
    for attacker, target, live in attacks:
        reach = live & present[attacker] & present[target]
        if reach:
            attackers[target].append((attacker, reach))
            targets[attacker].append(target)
    return attackers, targets
