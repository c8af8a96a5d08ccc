"""The smallest benchmark harness: named functions that return rows. Knows nothing of what is measured."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Row:
    """One measured figure."""

    name: str
    value: float
    unit: str
    note: str = ""


class Skipped(Exception):
    """Raised by a benchmark that lacks what it needs; says what is missing."""


BENCHMARKS: dict[str, Callable[[], Iterable[Row]]] = {}


def benchmark(run: Callable[[], Iterable[Row]]) -> Callable[[], Iterable[Row]]:
    """Register a benchmark under `module.function`."""
    BENCHMARKS[f"{run.__module__.rsplit('.', 1)[-1]}.{run.__name__}"] = run
    return run


def shared_data(name: str) -> Path:
    """A folder of the public data sets, or a loud skip."""
    root = Path(os.environ.get("FOAM_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not (root / name).exists():
        raise Skipped(f"MISSING DATA: {root / name}; set FOAM_DATA")
    return root / name


def seconds(work: Callable[[], Any], *, repeat: int = 5) -> float:
    """Median wall time of `work` over `repeat` runs."""
    return median(_once(work) for _ in range(repeat))


def _once(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
