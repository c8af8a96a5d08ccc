"""Answers that are longer than a model reads: refused, or read in overlapping windows of whole sentences.

Nothing is cut away silently: together the windows hold every sentence. Each partial answer is then recovered from the
window that gives it best, so that a long answer is not punished for where it says a thing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from foam.debatable.reader import Lead, Reader
from foam.errors import InputError
from foam_quotes.text.segment import split_sentences


def fitting(
    answer: str, targets: Sequence[str], reader: Reader, lead: Callable[[str], Lead], *, cut: bool
) -> list[str]:
    """The answer whole where it fits, else its windows; InputError when it may not be cut, or cannot."""

    def fits(text: str) -> bool:
        window = reader.window
        return window is None or all(reader.length(lead(text), target) <= window for target in targets)

    if fits(answer):
        return [answer]
    if not cut:
        raise InputError(
            f"the answer and its partial answers are longer than the {reader.window} tokens that {reader.name} reads",
            hint="--overlong window reads the answer in parts; or take a model with a longer window",
        )
    return _windows([span.of(answer) for span in split_sentences(answer)], fits)


def _windows(parts: Sequence[str], fits: Callable[[str], bool]) -> list[str]:
    """Greedy windows of sentences, each beginning in the middle of the one before it."""
    bounds = [0]
    found = []
    while bounds[-1] < len(parts):
        start = bounds[-1]
        end = _reach(parts, start, fits)
        found.append("".join(parts[start:end]).strip())
        if end == len(parts):
            break
        bounds.append(max(start + 1, (start + end) // 2))
    assert all(a < b for a, b in pairwise(bounds))
    return found


def _reach(parts: Sequence[str], start: int, fits: Callable[[str], bool]) -> int:
    """How far a window from here reaches: the last end, found by halving, at which it still fits."""
    low, high = start, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        if fits("".join(parts[start:middle])):
            low = middle
        else:
            high = middle - 1
    if low == start:
        raise InputError(
            "a sentence of the answer, or a partial answer, is longer than the model reads",
            hint="take a model with a longer window",
        )
    return low
