"""Where runs and debates have their pages."""

from __future__ import annotations

from urllib.parse import quote


def run_path(run: str) -> str:
    """The address of a run."""
    return f"/runs/{quote(run.removeprefix('b2:')[:24])}"


def round_path(run: str) -> str:
    """The address of a debate in which a person speaks, until it is over."""
    return run_path(run).replace("/runs/", "/debate/", 1)


def job_path(group: str, run: str) -> str:
    """The address of a run in a group of pages of its own, such as `/tournaments`."""
    return f"{group}/{quote(run.removeprefix('b2:')[:24])}"
