"""Where jobs are that nobody has imported yet. Knows no job, so that naming the place costs nothing."""

from __future__ import annotations

from importlib import import_module

_MODULES: list[str] = []


def find_jobs_in(module: str) -> None:
    """Look in this module, which imports every job, when one is wanted that nobody has imported yet."""
    if module not in _MODULES:
        _MODULES.append(module)


def import_jobs() -> None:
    """Import every module that was named."""
    for module in _MODULES:
        import_module(module)
