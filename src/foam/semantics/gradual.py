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
from dataclasses import dataclass
from math import prod
from typing import Literal, TypeAlias

from foam.semantics.audience import Audience
from foam.semantics.extensions import find_defeats
from foam.semantics.framework import Framework
from foam.values import Value

Method: TypeAlias = Literal["df-quad", "quadratic-energy"]
Combine: TypeAlias = Callable[[float, Sequence[float], Sequence[float]], float]

DAMPING = 0.5
TOLERANCE = 1e-9
MOST_ROUNDS = 2_000


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
    bearing = _bearing(framework, audience)
    combine = COMBINE[method]
    found = {a.id: 0.0 for a in framework.arguments if not a.stands}
    for name in _topological(bearing):
        found[name] = _strength(bearing, combine, name, found)
    cyclic = [name for name in bearing.base if name not in found]
    rounds, change = _iterate(bearing, combine, cyclic, found)
    return Strengths(
        method=method,
        strengths={argument.id: found[argument.id] for argument in framework.arguments},
        converged=change < TOLERANCE,
        rounds=rounds,
        change=change,
    )


@dataclass(frozen=True, slots=True)
class _Bearing:
    """What bears on what, among the arguments that stand."""

    base: Mapping[str, float]
    attackers: Mapping[str, list[str]]
    supporters: Mapping[str, list[str]]


def _bearing(framework: Framework, audience: Audience | None) -> _Bearing:
    base = {a.id: a.base for a in framework.arguments if a.stands}
    supports = [s.ends for s in framework.supports if s.supporter in base and s.target in base]
    attacks = [a.ends for a in find_defeats(framework, audience)]
    return _Bearing(base, _sources(base, attacks), _sources(base, supports))


def _sources(names: Iterable[str], edges: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    sources: dict[str, list[str]] = {name: [] for name in names}
    for source, target in edges:
        sources[target].append(source)
    return sources


def _topological(bearing: _Bearing) -> Iterable[str]:
    """The arguments that no cycle reaches, each after all that bears on it."""
    waits = {name: len(bearing.attackers[name]) + len(bearing.supporters[name]) for name in bearing.base}
    bears_on: dict[str, list[str]] = {name: [] for name in bearing.base}
    for sources in (bearing.attackers, bearing.supporters):
        for target, names in sources.items():
            for name in names:
                bears_on[name].append(target)
    ready = deque(name for name, count in waits.items() if not count)
    while ready:
        name = ready.popleft()
        yield name
        for target in bears_on[name]:
            waits[target] -= 1
            if not waits[target]:
                ready.append(target)


def _strength(bearing: _Bearing, combine: Combine, name: str, found: Mapping[str, float]) -> float:
    attackers = [found[source] for source in bearing.attackers[name]]
    supporters = [found[source] for source in bearing.supporters[name]]
    return combine(bearing.base[name], attackers, supporters)


def _iterate(bearing: _Bearing, combine: Combine, cyclic: Sequence[str], found: dict[str, float]) -> tuple[int, float]:
    """Move the strengths on cycles, and what they reach, towards their fixed point, half the way each round."""
    found.update((name, bearing.base[name]) for name in cyclic)
    change = 0.0
    for rounds in range(1, MOST_ROUNDS + 1 if cyclic else 1):
        wanted = {name: _strength(bearing, combine, name, found) for name in cyclic}
        change = max(abs(wanted[name] - found[name]) for name in cyclic)
        found.update((name, found[name] + DAMPING * (wanted[name] - found[name])) for name in cyclic)
        if change < TOLERANCE:
            return rounds, change
    return (MOST_ROUNDS if cyclic else 0), change


def _impact(energy: float) -> float:
    squared = max(0.0, energy) ** 2
    return squared / (1 + squared)
