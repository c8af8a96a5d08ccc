"""The judge that everything asks, loaded once."""

from __future__ import annotations

from functools import cache

from foam.model.judge.judge import Judge


@cache
def shipped_judge() -> Judge:
    """The judge that comes with the package."""
    return Judge.load()


def is_loaded() -> bool:
    """Whether the judge was asked before, so that it costs no loading."""
    return shipped_judge.cache_info().currsize > 0
