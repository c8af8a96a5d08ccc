"""Every job that can be replayed, by name: the one place that knows them all. Computes nothing itself."""

from __future__ import annotations

from foam.case.job import JOB as CASE
from foam.case.job import recorded_case
from foam.deliberation.jobs import recorded_views
from foam.record.entry import Entry
from foam.record.store import Store


def replay_views(store: Store, run: Entry) -> dict[str, str]:
    """The digests of a run's views, computed from the record alone, whatever its job."""
    if run.draft.question["job"] == CASE:
        return {CASE: recorded_case(store, run).digest}
    return {name: view.digest for name, view in recorded_views(store, run).items()}
