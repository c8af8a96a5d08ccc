"""Attacks on what FOAM promises: every module here makes one kind of damage and counts how much of it is found.

`make bench ONLY=attacks` runs them at full size; `tests/attacks/` runs them on every commit. The table in
`docs/security.md` is what they print.
"""

from __future__ import annotations

import importlib
import pkgutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bench.attacks.tally import Tally
from bench.harness import BENCHMARKS, Row

Attack = Callable[[Path], Iterable[Tally]]
"""`run(folder)` of a module: attack something built in this empty folder."""


def _rows(attack: Attack) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for tally in attack(Path(folder)):
            note = f"of {tally.attempts:,} found; {tally.silent:,} silent; {tally.note}".removesuffix("; ")
            yield Row(tally.kind, tally.found, "", note)


for _module in pkgutil.iter_modules(__path__):
    if _module.name != "tally":
        _run: Attack = importlib.import_module(f"{__name__}.{_module.name}").run
        BENCHMARKS[f"attacks.{_module.name}"] = lambda run=_run: _rows(run)  # type: ignore[misc]
