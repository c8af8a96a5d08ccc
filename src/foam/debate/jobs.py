"""Every job of this floor that can be replayed, by name. Computes nothing itself."""

from __future__ import annotations

from collections.abc import Callable

from foam.debate.memory.build import JOB as MEMORY
from foam.debate.memory.build import recorded_memory
from foam.debate.rounds.job import JOB as DEBATE
from foam.debate.rounds.job import recorded_debate
from foam.record.entry import Entry
from foam.record.store import Store
from foam.values import Value

REPLAYS: dict[str, Callable[[Store, Entry], Value]] = {
    DEBATE: recorded_debate,
    MEMORY: recorded_memory,
}
"""Job to what computes its view from the record alone; the view goes by the job's name."""
