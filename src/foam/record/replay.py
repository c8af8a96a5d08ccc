"""What a replay computed, beside what was recorded."""

from __future__ import annotations

from collections.abc import Mapping

from foam.record.runs import compare_views, read_views, require_outcome
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
        return compare_views(self.recorded, self.computed)

    @property
    def ok(self) -> bool:
        return not self.diverged


def compare_replay(store: Store, run: str, computed: Mapping[str, str]) -> ReplayReport:
    """Hold the digests that a replay computed against those the run closed with."""
    outcome = require_outcome(store, run)
    return ReplayReport(run=run, outcome=outcome.digest, recorded=read_views(outcome), computed=dict(computed))
