"""The smallest benchmark harness: named functions that return rows. Knows nothing of what is measured."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Row:
    """One measured figure."""

    name: str
    value: float
    unit: str
    note: str = ""


BENCHMARKS: dict[str, Callable[[], Iterable[Row]]] = {}


def benchmark(run: Callable[[], Iterable[Row]]) -> Callable[[], Iterable[Row]]:
    """Register a benchmark under `module.function`."""
    BENCHMARKS[f"{run.__module__.rsplit('.', 1)[-1]}.{run.__name__}"] = run
    return run


def seconds(work: Callable[[], Any], *, repeat: int = 5) -> float:
    """Median wall time of `work` over `repeat` runs."""
    return median(_once(work) for _ in range(repeat))


def _once(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
