"""The judge that everything asks, loaded once."""

from __future__ import annotations

from functools import cache

from foam.model.judge.judge import Judge


@cache
def shipped_judge() -> Judge:
    """The judge that comes with the package."""
    return Judge.load()
