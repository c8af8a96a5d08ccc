"""How far decisions agree with people's labels, in the figures of the paper's table 15."""

from __future__ import annotations

from collections.abc import Sequence

from foam.stats.classification import accuracy, auroc, f1, matthews
from foam.values import Value


class Agreement(Value):
    """Decisions against labels. None where a figure is not defined."""

    examples: int
    accuracy: float
    f1: float
    """Of the ones."""
    mcc: float
    """Matthews correlation."""
    auroc: float | None = None
    """Chance that a true case is placed above a false one; needs scores."""


def compare_with_labels(
    decided: Sequence[int], labels: Sequence[int], scores: Sequence[float] | None = None
) -> Agreement:
    """Compare decisions with labels, and scores with them where there are any."""
    if not labels or len(decided) != len(labels):
        raise ValueError("as many decisions as labels, and at least one")
    return Agreement(
        examples=len(labels),
        accuracy=accuracy(labels, decided),
        f1=f1(labels, decided),
        mcc=matthews(labels, decided),
        auroc=None if scores is None else auroc(labels, scores),
    )
