"""How often falsehood passes the check (rho), and truth (tau): as played, and when an attempt is forced.

`played` is Pr(e = 1 | the stance argued is false), which mixes feasibility with willingness; `forced` is the success
rate of mandatory attempts, the closer proxy of feasibility. Their gap tells of incentives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from foam.oversight.estimation.estimate import MIN_CASES, Estimate
from foam.oversight.estimation.rates import rows_under
from foam.oversight.estimation.shares import Resampling, ShareRows, share
from foam.oversight.log import Log
from foam.oversight.setting import PROTOCOLS, Protocol
from foam.values import Value

Side = Literal["protagonist", "antagonist"]
Flags = NDArray[np.bool_]


class Feasibility(Value):
    """One side of one protocol, for stances of one kind."""

    protocol: Protocol
    side: Side
    stance_true: bool
    """False: this is rho. True: this is tau."""
    played: Estimate
    forced: Estimate | None
    """None when no attempt was forced."""
    incentive_gap: float | None
    """How much oftener an attempt passed than was shown, over the cases that record both."""


def feasibility(log: Log, how: Resampling) -> tuple[Feasibility, ...]:
    """rho and tau by protocol and side."""
    return tuple(_one(log, protocol, side, true, how) for protocol, side in _seats() for true in (False, True))


def false_evidence(log: Log, how: Resampling) -> Estimate:
    """rho pooled over sides and protocols: the share of false stances that showed accepted evidence."""
    return share("rho", *_pool(log, argued_true=False), how)


def true_evidence(log: Log, how: Resampling) -> Estimate:
    """tau pooled over sides and protocols."""
    return share("tau", *_pool(log, argued_true=True), how)


def _seats() -> Iterator[tuple[Protocol, Side]]:
    for protocol in PROTOCOLS:
        yield protocol, "protagonist"
    yield "debate", "antagonist"


def _one(log: Log, protocol: Protocol, side: Side, true: bool, how: Resampling) -> Feasibility:
    rows = rows_under(log, protocol) & _argues(log, side, true)
    shown = log.e_p if side == "protagonist" else log.e_a
    tried = log.attempt_p if side == "protagonist" else log.attempt_a
    name = "tau" if true else "rho"
    played = share(name, log, _part(rows, shown), how)
    forced = share(f"{name}_forced", log, _part(rows, tried), how) if bool((rows & ~np.isnan(tried)).any()) else None
    return Feasibility(
        protocol=protocol,
        side=side,
        stance_true=true,
        played=played,
        forced=forced,
        incentive_gap=_gap(tried[rows], shown[rows]),
    )


def _gap(tried: NDArray[np.float64], shown: NDArray[np.float64]) -> float | None:
    both = ~np.isnan(tried) & ~np.isnan(shown)
    return float((tried[both] - shown[both]).mean()) if both.sum() >= MIN_CASES else None


def _argues(log: Log, side: Side, true: bool) -> Flags:
    """Rows in which this side's stance is true (or false). The antagonist of two options argues the other one."""
    protagonist_right = true if side == "protagonist" else not true
    return np.asarray(log.right == float(protagonist_right))


def _part(rows: Flags, shown: NDArray[np.float64]) -> ShareRows:
    return ShareRows(bears=rows & ~np.isnan(shown), hit=shown)


def _pool(log: Log, *, argued_true: bool) -> tuple[Log, ShareRows]:
    """Both sides stacked: the log doubled, protagonist rows first."""
    index = np.concatenate([np.arange(len(log)), np.flatnonzero(log.debate)])
    stacked = log.take(index)
    first = np.arange(len(index)) < len(log)
    shown = np.where(first, stacked.e_p, stacked.e_a)
    stance_true = np.where(first, stacked.right, 1 - stacked.right)
    return stacked, _part(np.asarray(stance_true == float(argued_true)), shown)
