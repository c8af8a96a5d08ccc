"""How far raters agree, beyond chance or by overlap. None where agreement is not defined."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foam.stats.extras import is_installed, require
from foam.stats.intervals import Interval, wilson

Labels = NDArray[np.int_]


def cohen_kappa(ours: Labels, theirs: Labels) -> float | None:
    """Agreement of two raters of the same items beyond chance; None when only one label was ever used."""
    values = np.unique(np.concatenate((ours, theirs)))
    if len(values) < 2:
        return None
    table = [[int(((ours == a) & (theirs == b)).sum()) for b in values] for a in values]
    kappa = require("statsmodels.stats.inter_rater").cohens_kappa
    return _finite(kappa(np.array(table), return_results=False))


def can_measure_kappa() -> bool:
    """Whether the package that finds Cohen's kappa is installed."""
    return is_installed("statsmodels")


def kappa_interval(ours: Labels, theirs: Labels) -> Interval:
    """Cohen's kappa with an interval at 95 %: Wilson's for the share of agreement, the chance taken as it was seen.

    Unlike the asymptotic one it stays open where few items agree in all. Without a value where kappa is not defined.
    """
    kappa = cohen_kappa(ours, theirs)
    if kappa is None:
        return Interval(value=None, n=len(ours))
    by_chance = math.fsum(float((ours == one).mean() * (theirs == one).mean()) for one in np.unique(ours))
    low, high = ((share - by_chance) / (1 - by_chance) for share in wilson(int((ours == theirs).sum()), len(ours)))
    return Interval(value=kappa, low=max(-1.0, low), high=high, n=len(ours))


def fleiss_kappa(votes: Sequence[Sequence[int]]) -> float | None:
    """Agreement of several raters beyond chance. One row a case, one column a category: how many raters chose it.

    None unless every case has the same number of raters, two at least, and more than one category was used.
    """
    raters = {sum(row) for row in votes}
    if len(raters) != 1 or (n := raters.pop()) < 2:
        return None
    shares = [sum(column) / (n * len(votes)) for column in zip(*votes, strict=True)]
    by_chance = math.fsum(share * share for share in shares)
    seen = math.fsum((sum(c * c for c in row) - n) / (n * (n - 1)) for row in votes) / len(votes)
    return None if by_chance == 1 else (seen - by_chance) / (1 - by_chance)


def krippendorff_alpha(ours: Labels, theirs: Labels) -> float | None:
    """Krippendorff's alpha, nominal, of two raters; None when only one label was ever used."""
    if len(np.unique(np.concatenate((ours, theirs)))) < 2:
        return None
    return _finite(require("krippendorff").alpha(reliability_data=[ours, theirs], level_of_measurement="nominal"))


def jaccard(one: AbstractSet[Any], other: AbstractSet[Any]) -> float | None:
    """Shared members over all members; None for two empty sets."""
    union = one | other
    return len(one & other) / len(union) if union else None


def _finite(value: Any) -> float | None:
    number = float(value)
    return number if math.isfinite(number) else None
