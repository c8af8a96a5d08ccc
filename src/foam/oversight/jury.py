"""Panels of judges deciding by majority.

The printed sum counts from ceil(n / 2): for odd n that is a strict majority. For even n it hands a split panel to
the protagonist, so that b_2 = 1 - (1 - b)^2 > b; `split` says what an even panel does instead. With a coin on a
split, b_2m equals b_(2m-1): the even juror adds nothing. For odd n, b_n falls with n when b < 1/2, stays at 1/2,
and rises when b > 1/2: a panel sharpens whatever bias its members share.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from foam.errors import SettingError

Split: TypeAlias = Literal["protagonist", "antagonist", "coin"]


def jury_bias(b: float, n: int, *, split: Split = "protagonist", correlation: float = 0.0) -> float:
    """b_n: the probability that a panel of n favours the protagonist when each member does with probability b.

    `correlation` is the correlation between two members' votes (a beta-binomial panel): at 1 the panel is one judge.
    """
    _check(b, n, correlation)
    if b in (0.0, 1.0) or correlation == 1.0:
        return b
    return _majority(_votes(b, n, correlation), split)


def _check(b: float, n: int, correlation: float) -> None:
    if n < 1:
        raise SettingError(f"a panel of {n} judges cannot decide", hint="use n of 1 or more; odd n avoids splits")
    if not 0 <= b <= 1:
        raise SettingError(f"b is a probability, not {b}")
    if not 0 <= correlation <= 1:
        raise SettingError(f"the correlation between judges lies in [0, 1], not {correlation}")


def _votes(b: float, n: int, correlation: float) -> NDArray[np.float64]:
    """Distribution of the number of votes for the protagonist."""
    log_chance = _binomial(b, n) if correlation == 0 else _beta_binomial(b, n, correlation)
    return np.asarray(np.exp(log_chance), dtype=np.float64)


def _binomial(b: float, n: int) -> list[float]:
    for_it, against = math.log(b), math.log1p(-b)
    return [_log_choose(n, k) + k * for_it + (n - k) * against for k in range(n + 1)]


def _beta_binomial(b: float, n: int, correlation: float) -> list[float]:
    mass = 1 / correlation - 1
    yes, no = b * mass, (1 - b) * mass
    return [_log_choose(n, k) + _log_beta(k + yes, n - k + no) - _log_beta(yes, no) for k in range(n + 1)]


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _log_beta(x: float, y: float) -> float:
    return math.lgamma(x) + math.lgamma(y) - math.lgamma(x + y)


def _majority(votes: NDArray[np.float64], split: Split) -> float:
    n = len(votes) - 1
    outright = float(votes[n // 2 + 1 :].sum())
    even = float(votes[n // 2]) if n % 2 == 0 else 0.0
    match split:
        case "protagonist":
            share = 1.0
        case "antagonist":
            share = 0.0
        case "coin":
            share = 0.5
        case _:
            assert_never(split)
    return min(1.0, outright + share * even)
