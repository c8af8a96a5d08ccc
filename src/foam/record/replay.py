"""Replay: compute a run's views again, from the record alone, and compare. Knows no job, no view and no model."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from foam.record.entry import Entry
from foam.record.graph import entry_of
from foam.record.runs import closed_outcome, differing_views, recorded_views
from foam.record.store import Store
from foam.values import Value


class ReplayReport(Value):
    """The views' digests as recorded and as computed now."""

    run: str
    outcome: str
    """Digest of the closing entry."""
    recorded: dict[str, str]
    computed: dict[str, str]

    @property
    def diverged(self) -> tuple[str, ...]:
        """Names of the views that did not come out the same."""
        return differing_views(self.recorded, self.computed)

    @property
    def ok(self) -> bool:
        return not self.diverged


def replay(store: Store, run: str, recompute: Callable[[Entry], Mapping[str, str]]) -> ReplayReport:
    """Have the job compute its views' digests from the run's entry (and the store it knows); compare."""
    outcome = closed_outcome(store, run)
    computed = dict(recompute(entry_of(store, run)))
    return ReplayReport(run=run, outcome=outcome.digest, recorded=recorded_views(outcome), computed=computed)
