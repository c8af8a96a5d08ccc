"""The nearest known name to a mistaken one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from foam.errors import NotFound

_LISTED = 12


def suggest_near(word: str, known: Iterable[str]) -> str:
    """`did you mean …?` when something is near, else what there is."""
    names = sorted(known)
    near = get_close_matches(word, names, n=1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]}?"
    more = "" if len(names) <= _LISTED else f", and {len(names) - _LISTED} more"
    return "there is: " + (", ".join(names[:_LISTED]) + more if names else "nothing")


def make_not_found(kind: str, name: str, known: Iterable[str]) -> NotFound:
    """The error for a name that is not there."""
    return NotFound(f"there is no {kind} {name!r}", hint=suggest_near(name, known))
