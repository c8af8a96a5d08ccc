"""Every job that can be replayed, by name: the one place that knows them all. Computes nothing itself."""

from __future__ import annotations

from foam.case.job import JOB as CASE
from foam.case.job import recorded_case
from foam.contest.job import JOB as CONTEST
from foam.contest.job import recorded_contest, views
from foam.debatable.jobs import REPLAYS as DEBATABLE
from foam.debate.jobs import REPLAYS as DEBATES
from foam.deliberation.jobs import recorded_views
from foam.judging.replays import REPLAYS as JUDGED
from foam.record.entry import Entry
from foam.record.store import Store


def replay_views(store: Store, run: Entry) -> dict[str, str]:
    """The digests of a run's views, computed from the record alone, whatever its job."""
    job = run.draft.question["job"]
    if job == CASE:
        return {CASE: recorded_case(store, run).digest}
    if job == CONTEST:
        return views(recorded_contest(store, run))
    if (replay := {**DEBATES, **JUDGED, **DEBATABLE}.get(job)) is not None:
        return {job: replay(store, run).digest}
    return {name: view.digest for name, view in recorded_views(store, run).items()}
