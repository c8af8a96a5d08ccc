"""Every matter about a run, for whoever lists challenges beside them. Reads the store; decides nothing."""

from __future__ import annotations

from datetime import date
from typing import Any

from foam.appeal.clocks import overdue
from foam.appeal.status import said, status_data, status_text
from foam.bundle.chain import MatterFile, files_of
from foam.record.clock import Clock
from foam.record.store import Store
from foam.values import short


def matters_about(store: Store, run: str, *, clock: Clock) -> tuple[str, list[dict[str, Any]]]:
    """The procedure's status of every matter about the run: a text, and the same as data."""
    files = files_of(store, run)
    texts = [f"matter {short(file.key)}: {status_text(file.standing, today(file, clock))}" for file in files]
    return "\n".join(texts), [{"matter": f.key, **status_data(f.standing, today(f, clock))} for f in files]


def listed(file: MatterFile, day: date) -> tuple[str, dict[str, Any]]:
    """One matter in a line, and as data."""
    late = [clock.name for clock in overdue(file.standing, day)]
    standing = file.standing
    text = f"{short(file.key)}  {file.opened_at.date().isoformat()}  {standing.profile.id}  {said(standing.state)}"
    data = {"matter": file.key, "profile": standing.profile.id, "state": standing.state, "overdue": late}
    return (f"{text}  OVERDUE: {', '.join(map(said, late))}" if late else text), data


def today(file: MatterFile, clock: Clock) -> date:
    """The day it is where the matter is heard."""
    return file.standing.calendar.day(clock())
