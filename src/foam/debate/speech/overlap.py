"""How much of an utterance repeats its exemplars word for word."""

from __future__ import annotations

from collections.abc import Iterable

from foam.debate.language import list_terms
from foam.text.words import split_words

RUN = 4
"""Words in a row that count as repeated."""
BOUND = 0.25
"""Share of an utterance's runs that may stand in its exemplars."""


def measure_overlap(own: str, exemplars: Iterable[str]) -> float:
    """The share of the text's runs of words that stand in one of the exemplars; Chinese runs are of characters."""
    runs = _list_runs(own)
    known = {run for exemplar in exemplars for run in _list_runs(exemplar)}
    return sum(run in known for run in runs) / len(runs) if runs else 0.0


def _list_runs(text: str) -> list[tuple[str, ...]]:
    found = [word.lower() for word in split_words(text)] if text.isascii() or " " in text.strip() else list_terms(text)
    return [tuple(found[i : i + RUN]) for i in range(len(found) - RUN + 1)]
