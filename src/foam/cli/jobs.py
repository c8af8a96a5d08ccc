"""Every job that can be replayed, by name: the one place that knows them all. Computes nothing itself."""

from __future__ import annotations

from foam.bundle.chain import JOB as MATTER
from foam.case.job import JOB as CASE
from foam.case.job import recorded_case
from foam.contest.job import JOB as CONTEST
from foam.contest.job import recorded_contest, views
from foam.debatable.jobs import REPLAYS as DEBATABLE
from foam.debate.jobs import REPLAYS as DEBATES
from foam.deliberation.jobs import recorded_views
from foam.errors import InputError
from foam.judging.replays import REPLAYS as JUDGED
from foam.oversight.experiment.run import JOB as OVERSEE
from foam.oversight.experiment.run import recorded_log
from foam.record.entry import Entry
from foam.record.store import Store
from foam.values import digest, short


def require_replayable(run: Entry) -> None:
    """Refuse what is no computation: a matter is a file of what people did, and ends when they end it."""
    if run.draft.question["job"] == MATTER:
        raise InputError(
            f"{short(run.key)} is a matter: there is nothing to compute again",
            hint=f"foam contest timeline {short(run.key)} reads its acts; foam record verify checks its bytes",
        )


def replay_views(store: Store, run: Entry) -> dict[str, str]:
    """The digests of a run's views, computed from the record alone, whatever its job."""
    job = run.draft.question["job"]
    if job == CASE:
        return {CASE: recorded_case(store, run).digest}
    if job == CONTEST:
        return views(recorded_contest(store, run))
    if job == OVERSEE:
        return {"log": digest(recorded_log(store, run))}
    if (replay := {**DEBATES, **JUDGED, **DEBATABLE}.get(job)) is not None:
        return {job: replay(store, run).digest}
    return {name: view.digest for name, view in recorded_views(store, run).items()}
