"""Gradual strength: how strong each argument is, from 0 to 1, once everything that bears on it is weighed.

    DF-QuAD            attackers and supporters each combine as 1 - prod(1 - s); the difference moves the base score
                       towards 0 or 1 in proportion
    quadratic energy   E = sum of supporters - sum of attackers; h(x) = x^2 / (1 + x^2) for x > 0, else 0;
                       strength = base + (1 - base) h(E) - base h(-E)

What no cycle reaches is computed once, in topological order. The rest is a fixed point sought by damped iteration,
which need not exist or be reached: the result says whether it converged. Arguments that do not stand have strength 0
and bear on nothing. With an audience, only attacks that succeed for it count; supports always do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import prod
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foam.semantics.audience import Audience
from foam.semantics.extensions import find_defeats
from foam.semantics.framework import Framework
from foam.values import Value

Method: TypeAlias = Literal["df-quad", "quadratic-energy"]
Combine: TypeAlias = Callable[[float, Sequence[float], Sequence[float]], float]

DAMPING = 0.5
TOLERANCE = 1e-9
MOST_ROUNDS = 2_000
_UNSETTLED = -1.0


class Strengths(Value):
    """The strength of every argument, and how it was found."""

    method: Method
    strengths: dict[str, float]
    converged: bool
    """False when a cycle did not settle: the strengths it reaches are then only where the iteration stopped."""
    rounds: int
    """Rounds of iteration; 0 when no cycle was met."""
    change: float
    """The largest change in the last round."""


def df_quad(base: float, attackers: Sequence[float], supporters: Sequence[float]) -> float:
    """DF-QuAD strength of one argument, given the strengths that bear on it."""
    against = 1 - prod([1 - strength for strength in attackers])
    behind = 1 - prod([1 - strength for strength in supporters])
    return base - base * (against - behind) if against >= behind else base + (1 - base) * (behind - against)


def quadratic_energy(base: float, attackers: Sequence[float], supporters: Sequence[float]) -> float:
    """Quadratic-energy strength of one argument, given the strengths that bear on it."""
    energy = sum(supporters) - sum(attackers)
    return base + (1 - base) * _impact(energy) - base * _impact(-energy)


COMBINE: Mapping[Method, Combine] = {"df-quad": df_quad, "quadratic-energy": quadratic_energy}


def compute_strengths(
    framework: Framework, *, method: Method = "df-quad", audience: Audience | None = None
) -> Strengths:
    """The strength of every argument of the framework."""
    settled = _settle(_bearing(framework, audience), method, MOST_ROUNDS)
    return Strengths(
        method=method,
        strengths={argument.id: settled.found.get(argument.id, 0.0) for argument in framework.arguments},
        converged=settled.change < TOLERANCE,
        rounds=settled.rounds,
        change=settled.change,
    )


class _Bearing(NamedTuple):
    """What bears on what, among the arguments that stand: by their places in `names`."""

    names: tuple[str, ...]
    base: tuple[float, ...]
    attackers: tuple[tuple[int, ...], ...]
    supporters: tuple[tuple[int, ...], ...]


class _Settled(NamedTuple):
    """Where the strengths of those that stand came to rest."""

    found: Mapping[str, float]
    rounds: int
    change: float


def _bearing(framework: Framework, audience: Audience | None) -> _Bearing:
    standing = [a for a in framework.arguments if a.stands]
    places = {a.id: place for place, a in enumerate(standing)}
    supports = [s.ends for s in framework.supports if s.supporter in places and s.target in places]
    attacks = [a.ends for a in find_defeats(framework, audience)]
    base = tuple(a.base for a in standing)
    return _Bearing(tuple(places), base, _sources(places, attacks), _sources(places, supports))


@lru_cache(maxsize=8)  # other weights leave it as it is, and a dossier is weighed many times
def _settle(bearing: _Bearing, method: Method, most: int) -> _Settled:
    combine = COMBINE[method]
    found = [_UNSETTLED] * len(bearing.names)
    for place in _topological(bearing):
        found[place] = _strength(bearing, combine, place, found)
    cyclic = [place for place, strength in enumerate(found) if strength == _UNSETTLED]
    rounds, change = _iterate(bearing, method, cyclic, found, most)
    return _Settled(dict(zip(bearing.names, found, strict=True)), rounds, change)


def _sources(places: Mapping[str, int], edges: Iterable[tuple[str, str]]) -> tuple[tuple[int, ...], ...]:
    sources: list[list[int]] = [[] for _ in places]
    for source, target in edges:
        sources[places[target]].append(places[source])
    return tuple(map(tuple, sources))


def _topological(bearing: _Bearing) -> Iterable[int]:
    """The arguments that no cycle reaches, each after all that bears on it."""
    waits = [len(a) + len(s) for a, s in zip(bearing.attackers, bearing.supporters, strict=True)]
    bears_on: list[list[int]] = [[] for _ in waits]
    for sources in (bearing.attackers, bearing.supporters):
        for target, places in enumerate(sources):
            for place in places:
                bears_on[place].append(target)
    ready = deque(place for place, count in enumerate(waits) if not count)
    while ready:
        place = ready.popleft()
        yield place
        for target in bears_on[place]:
            waits[target] -= 1
            if not waits[target]:
                ready.append(target)


def _strength(bearing: _Bearing, combine: Combine, place: int, found: Sequence[float]) -> float:
    attackers = [found[source] for source in bearing.attackers[place]]
    supporters = [found[source] for source in bearing.supporters[place]]
    return combine(bearing.base[place], attackers, supporters)


def _iterate(
    bearing: _Bearing, method: Method, cyclic: Sequence[int], found: list[float], most: int
) -> tuple[int, float]:
    """Move the strengths on cycles, and what they reach, towards their fixed point, half the way each round."""
    if not cyclic:
        return 0, 0.0
    for place in cyclic:
        found[place] = bearing.base[place]
    combine_all = (_combine_by_df_quad if method == "df-quad" else _combine_by_energy)(bearing, cyclic)
    strengths, rounds, change = np.array(found), 0, 1.0
    while rounds < most and change >= TOLERANCE:
        moved = combine_all(strengths) - strengths[cyclic]
        strengths[cyclic] += DAMPING * moved
        rounds, change = rounds + 1, float(np.abs(moved).max())
    found[:] = strengths.tolist()
    return rounds, change


_CombineAll: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""From the strengths of all to those that the arguments on cycles should have."""


def _combine_by_energy(bearing: _Bearing, cyclic: Sequence[int]) -> _CombineAll:
    def combine_all(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
        found = strengths.tolist()
        return np.array([_strength(bearing, quadratic_energy, place, found) for place in cyclic])

    return combine_all


def _combine_by_df_quad(bearing: _Bearing, cyclic: Sequence[int]) -> _CombineAll:
    """`df_quad` of all at once, to the last bit: factors are multiplied in the order in which they stand."""
    base = np.array([bearing.base[place] for place in cyclic])
    attackers = _gather([bearing.attackers[place] for place in cyclic], none=len(bearing.names))
    supporters = _gather([bearing.supporters[place] for place in cyclic], none=len(bearing.names))

    def combine_all(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
        spared = 1 - np.append(strengths, 0.0)
        against = 1 - np.multiply.reduceat(spared[attackers.places], attackers.starts)
        behind = 1 - np.multiply.reduceat(spared[supporters.places], supporters.starts)
        lowered, raised = base - base * (against - behind), base + (1 - base) * (behind - against)
        return np.asarray(np.where(against >= behind, lowered, raised))

    return combine_all


class _Gathered(NamedTuple):
    """The places of what bears on each argument in one row, and where each argument's begin."""

    places: NDArray[np.intp]
    starts: NDArray[np.intp]


def _gather(sources: Sequence[tuple[int, ...]], *, none: int) -> _Gathered:
    """Each argument's places begin with `none`, one without strength: no argument's may be empty."""
    starts = np.cumsum([0, *(len(one) + 1 for one in sources[:-1])])
    return _Gathered(np.array([*chain.from_iterable((none, *one) for one in sources)]), starts)


def _impact(energy: float) -> float:
    squared = max(0.0, energy) ** 2
    return squared / (1 + squared)
