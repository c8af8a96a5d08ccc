"""From chances to marks: which words are read, as runs and not as single words. Knows no language and no model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Chances = NDArray[np.float32]
Marks = NDArray[np.bool_]

_SWITCH = 1.5
"""What beginning or ending a run costs, in log-odds: so much its words must be likelier together."""


def choose_runs(chances: Chances, least: float) -> Marks:
    """The marking with the best sum: each marked word counts by its log-odds above `least`, each edge costs."""
    odds = _log_odds(chances) - float(_log_odds(np.array([least], dtype=np.float32))[0])
    best = np.zeros(2)
    came = np.zeros((len(odds), 2), dtype=np.int8)
    for at, gain in enumerate(odds):
        stay, change = best, best[::-1] - _SWITCH / 2
        came[at] = np.where(stay >= change, (0, 1), (1, 0))
        best = np.maximum(stay, change) + np.array((0.0, gain))
    marks = np.zeros(len(odds), dtype=bool)
    state = int(best[1] - _SWITCH / 2 > best[0])
    for at in range(len(odds) - 1, -1, -1):
        marks[at] = bool(state)
        state = int(came[at, state])
    return marks


def find_least(chances: Chances) -> float:
    """The chance from which on marking a word adds to the expected F1, if the chances are right."""
    ranked = np.sort(chances)[::-1]
    expected = 2 * np.cumsum(ranked) / (np.arange(1, len(ranked) + 1) + ranked.sum())
    return float(np.clip(expected.max() / 2, 0.02, 0.9))


def _log_odds(chances: Chances) -> NDArray[np.float64]:
    bounded = np.clip(chances.astype(np.float64), 1e-4, 1 - 1e-4)
    return np.log(bounded / (1 - bounded))


def list_runs(marks: Sequence[bool] | Marks) -> list[tuple[int, int]]:
    """Where marked runs begin and end."""
    padded = np.concatenate(([False], np.asarray(marks, dtype=bool), [False]))
    edges = np.flatnonzero(padded[1:] != padded[:-1])
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]
