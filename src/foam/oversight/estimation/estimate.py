"""An estimate: a figure, its interval, how it was got and what to beware of.

Fewer than `MIN_CASES` bearing cases give the interval and a warning and no figure. Where an outcome was seen fewer
than `MIN_EVENTS` times a resampled interval would be too short (empty at 0 or 1), so the exact binomial one is used.
"""

from __future__ import annotations

from collections.abc import Iterable

from foam.values import Value

MIN_CASES = 10
MIN_EVENTS = 5


class Estimate(Value):
    """One estimated quantity."""

    name: str
    value: float | None
    """None when there are too few cases for a figure."""
    low: float | None
    """None: unbounded below (only log-odds can be)."""
    high: float | None
    cases: int
    """Cases that bear on it."""
    level: float = 0.95
    method: str
    warnings: tuple[str, ...] = ()

    def line(self) -> str:
        """The estimate as people read it."""
        centre = "no figure" if self.value is None else f"{self.value:.3f}"
        ends = ", ".join("unbounded" if end is None else f"{end:.3f}" for end in (self.low, self.high))
        return f"{centre} [{ends}] n={self.cases}"


def no_estimate(name: str, why: str, *, level: float = 0.95) -> Estimate:
    """No case bears on it: the interval is all of [0, 1]."""
    return Estimate(name=name, value=None, low=0.0, high=1.0, cases=0, level=level, method="none", warnings=(why,))


def warn_of_few(cases: int) -> tuple[str, ...]:
    """The warning for too few cases, if they are."""
    counted = "1 case" if cases == 1 else f"{cases} cases"
    return (f"only {counted}: an interval, no figure",) if cases < MIN_CASES else ()


def join_warnings(*groups: Iterable[str]) -> tuple[str, ...]:
    """Warnings without repeats, in order."""
    return tuple(dict.fromkeys(w for group in groups for w in group))
