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
from math import prod
from typing import Literal, NamedTuple, TypeAlias

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
    rounds, change = _iterate(bearing, combine, cyclic, found, most)
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
    bearing: _Bearing, combine: Combine, cyclic: Sequence[int], found: list[float], most: int
) -> tuple[int, float]:
    """Move the strengths on cycles, and what they reach, towards their fixed point, half the way each round."""
    for place in cyclic:
        found[place] = bearing.base[place]
    change = 0.0
    for rounds in range(1, most + 1 if cyclic else 1):
        wanted = [_strength(bearing, combine, place, found) for place in cyclic]
        change = max(abs(now - found[place]) for place, now in zip(cyclic, wanted, strict=True))
        for place, now in zip(cyclic, wanted, strict=True):
            found[place] += DAMPING * (now - found[place])
        if change < TOLERANCE:
            return rounds, change
    return (most if cyclic else 0), change


def _impact(energy: float) -> float:
    squared = max(0.0, energy) ** 2
    return squared / (1 + squared)
