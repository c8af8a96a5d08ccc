"""A live session for tests of what a job is made of: tools, a record in memory, and a run to work under."""

from __future__ import annotations

from datetime import UTC, datetime

from foam.job.clerk import Clerk
from foam.job.session import Session, Tools
from foam.record.memory import MemoryStore
from foam.record.runs import open_run
from foam.record.store import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def session_with(tools: Tools, store: Store | None = None) -> Session:
    """A session with these tools, under a run of the name `test`."""
    kept = store or MemoryStore()
    run = open_run(kept, "test", {}, clock=lambda: NOON)
    clerk = Clerk(kept, tools.models, run=run, clock=lambda: NOON)
    return Session(run=run, store=kept, clerk=clerk, tools=tools, clock=lambda: NOON)
