"""Runs: one command's work, opened and closed by entries of their own.

The run's key is the digest of job and spec (and of FOAM's version), so the same command is the same run: started
again after a crash it goes on where it stopped. The closing entry depends on every member and holds the digests of
the views computed from them, so a member removed later is missed and a replay has something to compare with.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from foam.errors import NotFound, RecordDamaged, ReplayDiverged
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.graph import read_dependants, require_entry
from foam.record.personal import Seal, add_seal
from foam.record.store import ERASURE, MEMBER, OUTCOME, RUN, Store
from foam.values import Rows, Value
from foam.version import __version__


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
        return _compare_views(self.recorded, self.computed)

    @property
    def ok(self) -> bool:
        return not self.diverged


_DAMAGED = "damaged"
"""Stands for the time a run was closed where its entries cannot be read; `verify` says why."""


class RunSummary(Value):
    """A run as a list shows it; `closed` and `outcome` are None while it is unfinished."""

    run: str
    job: str
    spec: dict[str, Any]
    opened: str
    closed: str | None
    outcome: str | None
    """Digest of the closing entry: what two runs of the same job, spec and seed share."""
    members: int

    @property
    def question(self) -> str:
        """What it was asked, whatever its job calls that."""
        return name_question(self.spec)


def name_question(spec: Mapping[str, Any]) -> str:
    """The question, motion or resolution of a run, or the reason of a challenge; empty for a job that has none."""
    debated, challenge = spec.get("transcript"), spec.get("challenge")
    asked = [spec.get("question"), spec.get("resolution")]
    asked += [debated.get("motion") if isinstance(debated, Mapping) else None]
    asked += [challenge.get("because") if isinstance(challenge, Mapping) else None]
    return next((one for one in asked if isinstance(one, str) and one), "")


def open_run(store: Store, job: str, spec: Mapping[str, Any], *, clock: Clock, seal: Seal | None = None) -> str:
    """Open the run of this job and spec, or the same one again; its key is returned.

    With a seal, all of it belongs to a personal file.
    """
    draft = add_seal(Draft(kind=RUN, question={"job": job, "spec": dict(spec)}, decider=_foam()), seal)
    return store.append(Entry(draft=draft, answer={}, at=stamp(clock))).key


def close_run(store: Store, run: str, views: Mapping[str, str], *, clock: Clock) -> Entry:
    """Close the run over all its members and the digests of its views. Closing it again must give the same views."""
    require_entry(store, run)
    # Sorted, since members join in whatever order answers arrive: the digest must not depend on that.
    counted = tuple(EntryInput(role=MEMBER, key=key) for key in sorted(store.members(run)))
    closing = Draft(kind=OUTCOME, inputs=(EntryInput(role=RUN, key=run), *counted), decider=_foam())
    draft = add_seal(closing, store.find_seal(run))
    kept = store.append(Entry(draft=draft, answer={"views": dict(views)}, at=stamp(clock)))
    differing = _compare_views(read_views(kept), views)
    if differing:
        raise ReplayDiverged(
            f"run {run} closed before with other views: {', '.join(differing)}",
            hint="a view is not a function of the record alone; see: foam record replay",
        )
    return kept


def find_outcome(store: Store, run: str) -> Entry | None:
    """The entry that closed the run; None while it is unfinished. A run that grew and closed again: the last one."""
    require_entry(store, run)
    outcomes = [entry for entry in read_dependants(store, run) if entry.draft.kind == OUTCOME]
    return max(outcomes, key=lambda entry: (len(entry.draft.inputs), entry.at), default=None)


def require_outcome(store: Store, run: str) -> Entry:
    """The entry that closed the run, or NotFound."""
    outcome = find_outcome(store, run)
    if outcome is None:
        raise NotFound(f"run {run} is unfinished", hint="run the same command again: it goes on where it stopped")
    return outcome


def read_run_digest(store: Store, run: str) -> str:
    """What two runs of the same job, spec and seed share, wherever and whenever they ran."""
    return require_outcome(store, run).digest


def read_foam_version(store: Store, run: str) -> str:
    """The version of FOAM that opened a run."""
    return require_entry(store, run).draft.decider.version


def read_views(outcome: Entry) -> dict[str, str]:
    """Name to digest of every view the run closed with."""
    return dict(outcome.answer["views"])


def _compare_views(one: Mapping[str, str], other: Mapping[str, str]) -> tuple[str, ...]:
    """Names of the views whose digests differ or that only one side has."""
    return tuple(sorted(name for name in {*one, *other} if one.get(name) != other.get(name)))


def find_erasure(store: Store, run: str) -> Entry | None:
    """The erasure that took words out of a run or its members; None when there was none."""
    erasures = list(store.entries(kind=ERASURE))
    if not erasures:
        return None
    concerned = {run, *store.members(run)}
    return next((one for one in reversed(erasures) if not concerned.isdisjoint(one.answer["entries"])), None)


def list_runs(store: Store, *, job: str | None = None, limit: int | None = None) -> Rows[RunSummary]:
    """Every run, or every run of a job, oldest first; of one whose entries are damaged as much as can be read.

    With a limit, only the newest.
    """
    wanted = (entry for entry in store.entries(kind=RUN) if job in (None, entry.draft.question["job"]))
    entries = deque(wanted, maxlen=limit)
    return Rows(_summarise_or_tell(store, entry) for entry in entries)


def _summarise_or_tell(store: Store, run: Entry) -> RunSummary:
    try:
        return summarise(store, run)
    except RecordDamaged:
        return _describe_run(store, run, closed=_DAMAGED, outcome=None)


def summarise(store: Store, run: Entry) -> RunSummary:
    """The run as a list shows it."""
    outcome = find_outcome(store, run.key)
    if outcome is None:
        return _describe_run(store, run, closed=None, outcome=None)
    return _describe_run(store, run, closed=outcome.at, outcome=outcome.digest)


def _describe_run(store: Store, run: Entry, *, closed: str | None, outcome: str | None) -> RunSummary:
    return RunSummary(
        run=run.key,
        job=run.draft.question["job"],
        spec=run.draft.question["spec"],
        opened=run.at,
        closed=closed,
        outcome=outcome,
        members=len(store.members(run.key)),
    )


def find_run(store: Store, prefix: str) -> str:
    """The run whose id starts so."""
    return find_key(store, prefix, kind=RUN)


def find_key(store: Store, prefix: str, *, kind: str | None = None) -> str:
    """The one entry whose key starts so; NotFound when there is none or more than one."""
    noun = kind or "entry"
    match store.find(prefix, kind=kind):
        case (key,):
            return key
        case ():
            raise NotFound(f"no {noun} starts with {prefix!r}", hint="see: foam record list")
        case keys:
            raise NotFound(f"{prefix!r} is ambiguous: {', '.join(keys[:3])}, …", hint="give more digits")


def _foam() -> Decider:
    return Decider(type="code", id="foam", version=__version__)


def compare_replay(store: Store, run: str, computed: Mapping[str, str]) -> ReplayReport:
    """Hold the digests that a replay computed against those the run closed with."""
    outcome = require_outcome(store, run)
    return ReplayReport(run=run, outcome=outcome.digest, recorded=read_views(outcome), computed=dict(computed))
