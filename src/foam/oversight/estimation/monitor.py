"""Tie and imbalance rates over time, with alarms. Needs no truth, so it can run on live cases.

The first window is the reference. Each later window is compared with it by Fisher's exact test, one-sided in the
dangerous direction, at level alpha shared out over all comparisons: if nothing changed, the whole log raises any
alarm with probability at most alpha. Rising full ties mean "verified but misleading" evidence on both sides, rising
empty ties mean that senders stopped producing any.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from foam.errors import SettingError
from foam.oversight.log import Log
from foam.stats.significance import fisher_test
from foam.values import Value

Watched = Literal["tie", "full_tie", "empty_tie", "imbalance"]
_WATCHED: tuple[Watched, ...] = ("tie", "full_tie", "empty_tie", "imbalance")


class _LogWindow(Value):
    """One stretch of debates."""

    number: int
    cases: int
    tie: float
    full_tie: float
    """Both sides showed evidence."""
    empty_tie: float
    """Neither did."""
    imbalance: float


class Alarm(Value):
    """A window that differs from the first by more than chance allows."""

    window: int
    watched: Watched
    reference: float
    seen: float
    p_value: float
    advice: str


class Watch(Value):
    """The whole stretch."""

    windows: tuple[_LogWindow, ...]
    alarms: tuple[Alarm, ...]
    warnings: tuple[str, ...] = ()


_ADVICE: dict[Watched, str] = {
    "tie": "more debates end level: outcomes lean on the judge's bias; check both kinds of tie",
    "full_tie": "both sides pass the check more often: tighten verification, or verify relevance to the claim",
    "empty_tie": "neither side shows evidence: lower its cost or require an attempt",
    "imbalance": "fewer debates are decided by evidence: outcomes lean on the judge's bias",
}


def watch(log: Log, *, window: int = 100, alpha: float = 0.01) -> Watch:
    """Rates per window of debates in time order, and alarms against the first window."""
    if window < 10:
        raise SettingError(f"a window of {window} debates tells nothing", hint="use at least 10")
    debates = log.under("debate")
    known = debates.where(~np.isnan(debates.lead))
    ordered = known.take(np.argsort(known.time, kind="stable"))
    cuts = [ordered.take(np.arange(s, s + window)) for s in range(0, len(ordered) - window + 1, window)]
    if len(cuts) < 2:
        return Watch(windows=_windows(cuts), alarms=(), warnings=(_short(len(ordered), window),))
    return Watch(windows=_windows(cuts), alarms=_alarms(cuts, alpha))


def _short(cases: int, window: int) -> str:
    return f"{cases} debates with recorded evidence fill fewer than two windows of {window}: nothing to compare"


def _windows(cuts: list[Log]) -> tuple[_LogWindow, ...]:
    return tuple(
        _LogWindow(number=i, cases=len(cut), **{name: float(_flags(cut)[name].mean()) for name in _WATCHED})
        for i, cut in enumerate(cuts)
    )


def _flags(log: Log) -> dict[Watched, NDArray[np.bool_]]:
    tie = log.lead == 0.0
    return {
        "tie": tie,
        "full_tie": tie & (log.e_p == 1.0),
        "empty_tie": tie & (log.e_p == 0.0),
        "imbalance": ~tie,
    }


def _alarms(cuts: list[Log], alpha: float) -> tuple[Alarm, ...]:
    first, size = _flags(cuts[0]), len(cuts[0])
    level = alpha / (len(_WATCHED) * (len(cuts) - 1))
    found = []
    for number, cut in enumerate(cuts[1:], start=1):
        for name, flags in _flags(cut).items():
            p_value = fisher_test(int(first[name].sum()), int(flags.sum()), size, rising=name != "imbalance")
            if p_value < level:
                found.append(_alarm(number, name, float(first[name].mean()), float(flags.mean()), p_value))
    return tuple(found)


def _alarm(number: int, name: Watched, reference: float, seen: float, p_value: float) -> Alarm:
    return Alarm(window=number, watched=name, reference=reference, seen=seen, p_value=p_value, advice=_ADVICE[name])
