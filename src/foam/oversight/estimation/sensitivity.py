"""What amplification could be if some of the gold answers are wrong.

Two readings of "at most a share eps of the truths is mislabelled", for two-option cases:

    worst      any such set of rows, chosen to hurt: sharp bounds with no assumption
    random     mislabelling independent of stance and label: the table of counts is un-mixed at each rate up to eps
"""

from __future__ import annotations

import math

import numpy as np

from foam.oversight.estimation.estimate import MIN_CASES
from foam.oversight.estimation.rates import rows_under
from foam.oversight.log import Log
from foam.oversight.setting import Protocol
from foam.values import Value


class Sensitivity(Value):
    """Amplification at one rate of mislabelled truth."""

    protocol: Protocol
    mislabelled: float
    worst_low: float
    worst_high: float
    random_low: float | None
    """None when random mislabelling at this rate cannot have produced the counts."""
    random_high: float | None


class _Counts(Value):
    """Rows by whether the stance is (labelled) wrong and by endorsement; an undecided label counts half."""

    wrong_endorsed: float
    wrong_rejected: float
    right_endorsed: float
    right_rejected: float

    @property
    def rows(self) -> float:
        return self.wrong_endorsed + self.wrong_rejected + self.right_endorsed + self.right_rejected


def sensitivity(log: Log, protocol: Protocol, rates: tuple[float, ...]) -> tuple[Sensitivity, ...]:
    """Intervals of amplification at each rate of mislabelling; none where too few stances are wrong for a figure.

    They say nothing of sampling: of a handful of cases they would be narrow, and mean nothing.
    """
    counts = _count(log, protocol)
    wrong = counts.wrong_endorsed + counts.wrong_rejected
    return tuple(_at(counts, protocol, rate) for rate in rates) if wrong >= MIN_CASES else ()


def _count(log: Log, protocol: Protocol) -> _Counts:
    rows = rows_under(log, protocol) & log.known
    wrong, endorsed = log.right[rows] == 0.0, log.endorsed[rows]
    return _Counts(
        wrong_endorsed=float(endorsed[wrong].sum()),
        wrong_rejected=float((1 - endorsed[wrong]).sum()),
        right_endorsed=float(endorsed[~wrong].sum()),
        right_rejected=float((1 - endorsed[~wrong]).sum()),
    )


def _at(counts: _Counts, protocol: Protocol, rate: float) -> Sensitivity:
    low, high = _worst(counts, rate)
    unmixed = [_unmix(counts, float(eps)) for eps in np.linspace(0.0, rate, 101)]
    possible = [value for value in unmixed if value is not None]
    return Sensitivity(
        protocol=protocol,
        mislabelled=rate,
        worst_low=low,
        worst_high=high,
        random_low=min(possible) if unmixed[-1] is not None else None,
        random_high=max(possible) if unmixed[-1] is not None else None,
    )


def _worst(counts: _Counts, rate: float) -> tuple[float, float]:
    """Up to `rate` of the rows relabelled: the extreme is reached by splitting them between the two helpful kinds."""
    budget = math.ceil(rate * counts.rows - 1e-9)  # a rate that is not nought may well have hit one of a few rows
    splits = [(k, budget - k) for k in range(budget + 1)]
    raised = [_move(counts.wrong_endorsed, counts.wrong_rejected, counts.right_endorsed, *s) for s in splits]
    lowered = [_move(counts.wrong_rejected, counts.wrong_endorsed, counts.right_rejected, *s) for s in splits]
    return 1 - max(lowered), max(raised)


def _move(helped: float, hurt: float, reserve: float, gained: int, dropped: int) -> float:
    """Share of `helped` among the wrong rows after moving rows in from `reserve` and out of `hurt`."""
    top = helped + min(gained, reserve)
    rest = hurt - min(dropped, hurt)
    return top / (top + rest) if top + rest else 0.0


def _unmix(counts: _Counts, eps: float) -> float | None:
    """Amplification if a share eps of truths, at random, was flipped: each flip turns wrong into right and back."""
    if eps >= 0.5:
        return None
    endorsed = (1 - eps) * counts.wrong_endorsed - eps * counts.right_endorsed
    rejected = (1 - eps) * counts.wrong_rejected - eps * counts.right_rejected
    if endorsed < -1e-9 or rejected < -1e-9 or endorsed + rejected <= 0:
        return None
    return max(0.0, endorsed) / (endorsed + rejected)
