"""Where a matter stands, in words: its state, who may do what next, its clocks, its history. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from foam.appeal.clocks import Clock, clocks, overdue
from foam.appeal.perform import possible
from foam.appeal.standing import Standing
from foam.text.wrap import wrapped


def status_text(standing: Standing, today: date) -> str:
    """The state, what is due, and who may do what next."""
    lines = [f"{said(standing.state)} ({standing.profile.id})"]
    if standing.held is not None:
        lines.append(f"  goes on at: {said(standing.held)}")
    lines += [f"  {clock_text(clock)}" for clock in clocks(standing, today)]
    lines += [wrapped(f"next: {row}", indent="  ") for row in _next(standing)]
    return "\n".join(lines)


def status_data(standing: Standing, today: date) -> dict[str, Any]:
    """The same for programs."""
    return {
        "state": standing.state,
        "held": standing.held,
        "profile": standing.profile.id,
        "clocks": [clock.json_value() for clock in clocks(standing, today)],
        "overdue": [clock.name for clock in overdue(standing, today)],
        "next": [{"act": row.name, "roles": list(row.roles)} for row in possible(standing)],
        "grounds": [{"id": ground.id, "kind": ground.kind, "target": ground.target} for ground in standing.grounds],
        "items": [_item(standing, item.id) for item in standing.items],
    }


def clock_text(clock: Clock) -> str:
    """One deadline in a line."""
    name = said(clock.name)
    if clock.met is not None:
        return f"{name} {clock.due.isoformat()}: done {clock.met.isoformat()}{', late' if clock.late else ''}"
    if clock.overdue:
        return f"{name} {clock.due.isoformat()}: OVERDUE, a supervisor has to be told"
    return f"{name} {clock.due.isoformat()}: open, owed by the {clock.owed_by} side"


def said(name: str) -> str:
    """A name of the procedure as people read it."""
    return name.replace("_", " ")


def _item(standing: Standing, id: str) -> dict[str, Any]:
    since = standing.shown_to_both(id)
    return {"id": id, "shown_to_both": since.isoformat() if since else None}


def _next(standing: Standing) -> Iterator[str]:
    for row in possible(standing):
        if row.name != "redact":
            yield f"{row.name} ({', '.join(row.roles)})"
