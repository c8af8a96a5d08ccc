"""Challenges from plain words: a kind and its particulars, as people type them. Refuses what a kind does not take."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError

from foam.contest.challenge import GROUNDS, Ground
from foam.errors import InputError
from foam.perspective.node import Perspective

_ADAPTER: TypeAdapter[Ground] = TypeAdapter(Ground)
_NEEDS = {
    "missing_component": "--component NAME",
    "weighting": "--weight SEAT.VALUE=WEIGHT",
    "missing_perspective": "--perspective FILE.toml",
}


def read_ground(
    kind: str,
    *,
    component: str = "",
    lacks: str = "",
    question: str = "",
    weight: str = "",
    perspective: Perspective | None = None,
) -> Ground:
    """The ground of a challenge from its kind and what was said beside it."""
    if kind not in GROUNDS:
        raise InputError(f"no kind of challenge {kind!r}", hint=f"kinds: {', '.join(GROUNDS)}")
    given: dict[str, Any] = {"component": component, "lacks": lacks, "question": question, "perspective": perspective}
    said = {name: value for name, value in given.items() if value} | (_weight(weight) if weight else {})
    wrong = [name for name in said if name not in GROUNDS[kind].model_fields]
    if wrong:
        raise InputError(f"{kind} takes no {wrong[0]}", hint=_hint(kind))
    try:
        return _ADAPTER.validate_python({"kind": kind, **said})
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:])
        raise InputError(f"{kind}: {field}: {first['msg'].lower()}", hint=_hint(kind)) from None


def _weight(term: str) -> dict[str, Any]:
    name, _, weight = term.partition("=")
    seat, _, value = name.rpartition(".")
    try:
        return {"seat": seat, "value": value, "weight": float(weight)}
    except ValueError:
        raise InputError(f"not a weight: {term!r}", hint="write treasurer.equity=0.4") from None


def _hint(kind: str) -> str:
    return f"it needs {_NEEDS[kind]}" if kind in _NEEDS else "leave it out"
