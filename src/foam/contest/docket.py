"""The docket: who may challenge a file, and which challenges were made to any of its versions. Reads the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.contest.job import JOB, ContestSpec
from foam.contest.outcome import Outcome
from foam.contest.repeats import OUTCOME
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput
from foam.record.graph import entry_of
from foam.record.store import RUN, Store
from foam.values import Value

PARTIES = "parties"


class Listed(Value):
    """A challenge as the docket lists it."""

    run: str
    opened: str
    outcome: Outcome | None
    """None while it is being heard, or when hearing it was cut short."""


def set_parties(store: Store, root: str, names: Sequence[str], *, by: str, clock: Clock) -> None:
    """From now on only these may challenge the file. Nobody named opens it to all again."""
    at = stamp(clock)
    value = {"names": sorted(set(names)), "from": at}
    inputs = (EntryInput(role="of", key=root), ValueInput(role=PARTIES, value=value))
    draft = Draft(kind=PARTIES, inputs=inputs, decider=Decider(type="person", id=by, version="1"))
    store.append(Entry(draft=draft, answer=value, at=at))


def parties_of(store: Store, root: str) -> tuple[str, ...]:
    """Those who may challenge the file; empty when it is open to all."""
    resting = (entry_of(store, key) for key in store.dependants(root))
    declared = [entry for entry in resting if entry.draft.kind == PARTIES]
    latest = max(declared, key=lambda entry: str(entry.answer["from"]), default=None)
    return tuple(latest.answer["names"]) if latest else ()


def docket(store: Store, root: str) -> tuple[Listed, ...]:
    """Every challenge to the file and to its later versions, oldest first."""
    return tuple(listed(store, run) for run in _contests(store, root))


def _contests(store: Store, root: str) -> Iterator[Entry]:
    versions = {root}
    for run in store.entries(kind=RUN):
        question = run.draft.question
        if question.get("job") == JOB and question["spec"]["of"] in versions:
            versions.add(run.key)
            yield run


def listed(store: Store, run: Entry) -> Listed:
    """One challenge, with its outcome if it has one."""
    entries = (entry_of(store, key) for key in store.members(run.key))
    found = next((Outcome.model_validate(entry.answer) for entry in entries if entry.draft.kind == OUTCOME), None)
    return Listed(run=run.key, opened=run.at, outcome=found)


def spec_of(run: Entry) -> ContestSpec:
    """The spec of a contest's run."""
    return ContestSpec.model_validate(run.draft.question["spec"])
