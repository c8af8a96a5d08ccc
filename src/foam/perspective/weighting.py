"""Normative weightings: how much each value counts for someone.

Only the order of the weights decides what survives for an audience; their sizes say how far two people differ in
emphasis. A value that a weighting leaves out counts nothing, the same as a weight of zero.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

from foam.errors import SettingError

_Weights: TypeAlias = tuple[tuple[str, float], ...]
_TIED = 1e-9
"""Weights that agree to this relative difference are tied: 0.1 + 0.2 must not outrank 0.3."""


def check_weights(raw: Any) -> dict[str, float]:
    """The weights as finite, non-negative numbers, at least one of them above zero; else a clear error."""
    if not isinstance(raw, Mapping):
        raise SettingError(f"a weighting maps values to numbers, not {raw!r}", hint="for example equity = 0.4")
    weights = dict(sorted((_named(value), check_weight(value, weight)) for value, weight in raw.items()))
    if not any(weights.values()):
        raise SettingError("no value has any weight", hint="give at least one value a weight above zero")
    return weights


def check_weight(value: object, weight: object) -> float:
    """One weight, or an error that names the value."""
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
        raise SettingError(f"the weight of {value!r} is not a number: {weight!r}", hint="weights are numbers from 0 up")
    if weight < 0:
        raise SettingError(f"the weight of {value!r} is negative: {weight}", hint="0 is the least a value can count")
    return float(weight)


def compute_shares(weights: Mapping[str, float]) -> dict[str, float]:
    """The weights scaled to sum to 1."""
    largest = max(weights.values())
    total = math.fsum(weight / largest for weight in weights.values())
    return {value: weight / largest / total for value, weight in weights.items()}


def rank_values(weights: Mapping[str, float]) -> tuple[tuple[str, ...], ...]:
    """The values from the highest down; values of equal weight share a tier, and those of no weight are left out."""
    tiers: list[list[str]] = []
    above = math.inf
    for value in sorted((value for value in weights if weights[value]), key=lambda value: -weights[value]):
        if not math.isclose(weights[value], above, rel_tol=_TIED):
            tiers.append([])
        tiers[-1].append(value)
        above = weights[value]
    return tuple(tuple(sorted(tier)) for tier in tiers)


def index_tiers(tiers: Sequence[Sequence[str]]) -> dict[str, int]:
    """The tier of each value, counted from the top."""
    return {value: tier for tier, values in enumerate(tiers) for value in values}


def measure_emphasis_distance(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    """Half the sum of differences of shares: 0 for the same emphasis, 1 for nothing in common."""
    ours, theirs = compute_shares(left), compute_shares(right)
    return math.fsum(abs(ours.get(value, 0.0) - theirs.get(value, 0.0)) for value in {*ours, *theirs}) / 2


def measure_priority_distance(left: Mapping[str, float], right: Mapping[str, float]) -> float | None:
    """The share of value pairs ranked the other way round; a tie against a ranking counts half.

    None when there are not two values to rank.
    """
    signs = [(ours, theirs) for _, _, ours, theirs in _compare_pairs(left, right)]
    return sum(abs(ours - theirs) for ours, theirs in signs) / (2 * len(signs)) if signs else None


def find_reversed_priorities(left: Mapping[str, float], right: Mapping[str, float]) -> tuple[tuple[str, str], ...]:
    """Pairs (a, b) such that the left ranks a above b and the right ranks b above a."""
    return tuple(
        (a, b) if ours > 0 else (b, a) for a, b, ours, theirs in _compare_pairs(left, right) if ours * theirs < 0
    )


def _compare_pairs(left: Mapping[str, float], right: Mapping[str, float]) -> tuple[tuple[str, str, int, int], ...]:
    """Every pair of values with how each side ranks it: 1 when the first is above, -1 when below, 0 when tied."""
    return _compare_ranked(tuple(left.items()), tuple(right.items()))


@lru_cache(maxsize=4096)
def _compare_ranked(left: _Weights, right: _Weights) -> tuple[tuple[str, str, int, int], ...]:
    """The same, kept: a table is measured again whenever one of its seats weighs otherwise."""
    ours, theirs = index_tiers(rank_values(dict(left))), index_tiers(rank_values(dict(right)))
    values = sorted({*dict(left), *dict(right)})
    return tuple((a, b, _sign(ours, a, b), _sign(theirs, a, b)) for a, b in combinations(values, 2))


def _sign(tiers: Mapping[str, int], a: str, b: str) -> int:
    bottom = len(tiers)
    first, second = tiers.get(a, bottom), tiers.get(b, bottom)
    return (first < second) - (first > second)


def _named(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise SettingError(f"a value is named by a word, not {value!r}", hint="for example equity = 0.4")
    return value
