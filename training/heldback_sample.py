"""The held-back rows whose outputs are written by `training.careful read`, in the order of the outputs."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

from training import store
from training.pairs import Pair

EACH = 400
"""Rows of a task and a source, of the splits that are fitted on."""


def held_back(pairs: Path) -> dict[str, list[Pair]]:
    """Of the test all rows, of the splits that are fitted on some of each source."""
    dealt = store.read(pairs)
    return {"test": dealt["test"], "calibration": _sampled(dealt["calibration"]), "dev": _sampled(dealt["dev"])}


def _sampled(rows: list[Pair]) -> list[Pair]:
    grouped: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for row in rows:
        grouped[row.task, row.source].append(row)
    rng = random.Random(5)
    return [row for key in sorted(grouped) for row in rng.sample(grouped[key], min(EACH, len(grouped[key])))]
