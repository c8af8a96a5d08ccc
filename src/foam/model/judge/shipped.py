"""The judge that everything asks, loaded once: the one that ships, or the edition that the settings name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from foam.model.edition import Edition, chosen_edition
from foam.model.judge.careful import load_careful
from foam.model.judge.judge import Judge


def shipped_judge() -> Judge:
    """The judge that comes with the package, or its careful edition where the settings ask for it."""
    return _load(*chosen_edition())


def is_loaded() -> bool:
    """Whether the judge was asked before, so that it costs no loading."""
    return _load.cache_info().currsize > 0


@cache
def _load(edition: Edition, home: Path | None) -> Judge:
    return load_careful(home) if edition == "careful" and home is not None else Judge.load()
