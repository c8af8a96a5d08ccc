"""How far decisions agree with people's labels, and people with each other. Pure functions over plain numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from foam.values import Value


class Agreement(Value):
    """Decisions against labels, as the paper's table 15 reports them. None where a figure is not defined."""

    examples: int
    accuracy: float
    f1: float
    mcc: float
    auroc: float | None = None
    """Chance that a true case is placed above a false one; needs scores."""


def agreement(decided: Sequence[int], labels: Sequence[int], scores: Sequence[float] | None = None) -> Agreement:
    """Accuracy, F1 of the ones, Matthews correlation, and AUROC where there are scores."""
    if not labels or len(decided) != len(labels):
        raise ValueError("as many decisions as labels, and at least one")
    pairs = list(zip(decided, labels, strict=True))
    tp, tn = pairs.count((1, 1)), pairs.count((0, 0))
    fp, fn = pairs.count((1, 0)), pairs.count((0, 1))
    return Agreement(
        examples=len(pairs),
        accuracy=(tp + tn) / len(pairs),
        f1=2 * tp / max(1, 2 * tp + fp + fn),
        mcc=_ratio(tp * tn - fp * fn, math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
        auroc=None if scores is None else auroc(scores, labels),
    )


def auroc(scores: Sequence[float], labels: Sequence[int]) -> float | None:
    """Area under the curve by counting pairs; ties count half. None when all labels are the same."""
    true = [score for score, label in zip(scores, labels, strict=True) if label]
    false = [score for score, label in zip(scores, labels, strict=True) if not label]
    if not true or not false:
        return None
    won = sum((a > b) + 0.5 * (a == b) for a in true for b in false)
    return won / (len(true) * len(false))


def fleiss_kappa(votes: Sequence[Sequence[int]]) -> float | None:
    """Agreement of several raters beyond chance. One row a case, one column a category: how many raters chose it.

    None with fewer than two raters, or when everybody chose the same category throughout: chance explains all of it.
    """
    raters = {sum(row) for row in votes}
    if len(raters) != 1 or (n := raters.pop()) < 2:
        return None
    shares = [sum(column) / (n * len(votes)) for column in zip(*votes, strict=True)]
    by_chance = math.fsum(share * share for share in shares)
    seen = math.fsum((sum(c * c for c in row) - n) / (n * (n - 1)) for row in votes) / len(votes)
    return None if by_chance == 1 else (seen - by_chance) / (1 - by_chance)


def _ratio(over: float, under: float) -> float:
    return over / under if under else 0.0
