"""The reweightings that could change which attacks succeed for an audience: one value moved just past another.

For an attack to begin or cease to succeed, some value of the target must come to outrank, or no longer outrank, a value
of the attacker. So the candidates put one of two such values just above, just below, or level with the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from foam.semantics.audience import Audience
from foam.semantics.framework import Framework
from foam.semantics.whatif import ReweightValue


def list_reweights(framework: Framework, audience: Audience) -> tuple[ReweightValue, ...]:
    """Every such change for this audience, each once."""
    moves = (move for higher, lower in _weighed(framework) for move in _moves(audience, higher, lower))
    changes = dict.fromkeys(move for move in moves if _counts(audience, *move))
    return tuple(ReweightValue(audience=audience.id, value=value, weight=weight) for value, weight in changes)


def _weighed(framework: Framework) -> list[tuple[str, str]]:
    """The pairs of values that any attack weighs, whether or not it holds now."""
    arguments = framework.by_id()
    sides = ((arguments[a.target].promotes, arguments[a.attacker].promotes) for a in framework.attacks)
    pairs = {pair for target, attacker in sides for pair in product(target, attacker)}
    return sorted(pair for pair in pairs if pair[0] != pair[1])


def _moves(audience: Audience, higher: str, lower: str) -> Iterator[tuple[str, float]]:
    """Turn whether the one outranks the other, by moving either."""
    high, low = audience.weights.get(higher, 0.0), audience.weights.get(lower, 0.0)
    if audience.outranks(higher, lower):
        yield higher, low
        yield lower, high
    else:
        yield higher, _just_above(audience, low)
        yield lower, _just_below(audience, high)


def _just_above(audience: Audience, weight: float) -> float:
    above = [other for other in audience.weights.values() if other > weight]
    return (weight + min(above)) / 2 if above else weight * 1.5


def _just_below(audience: Audience, weight: float) -> float:
    below = [other for other in (0.0, *audience.weights.values()) if other < weight]
    return (weight + max(below)) / 2 if below else weight


def _counts(audience: Audience, value: str, weight: float) -> bool:
    """Whether the change leaves a weighting at all, and another one."""
    weights = {**audience.weights, value: weight}
    return any(weights.values()) and weights != {value: 0.0, **audience.weights}
