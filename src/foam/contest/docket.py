"""The docket: who may challenge a file, and which challenges were made to any of its versions. Reads the record."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from foam.contest.compared import list_contests
from foam.contest.job import ContestSpec
from foam.contest.outcome import Outcome
from foam.contest.repeats import OUTCOME
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput
from foam.record.graph import read_dependants, require_entry
from foam.record.personal import add_seal
from foam.record.store import Store
from foam.values import Value

PARTIES = "parties"


class ListedChallenge(Value):
    """A challenge as the docket lists it."""

    run: str
    opened: str
    outcome: Outcome | None
    """None while it is being heard, or when hearing it was cut short."""
    option: str = Field(default="", exclude_if=lambda option: not option)
    """Of an open question: the option that it was made to."""


def set_parties(store: Store, root: str, names: Sequence[str], *, by: str, clock: Clock) -> None:
    """From now on only these may challenge the file. Nobody named opens it to all again."""
    at = stamp(clock)
    value = {"names": sorted(set(names)), "from": at}
    inputs = (EntryInput(role="of", key=root), ValueInput(role=PARTIES, value=value))
    draft = Draft(kind=PARTIES, inputs=inputs, decider=Decider(type="person", id=by, version="1"))
    store.append(Entry(draft=add_seal(draft, store.find_seal(root)), answer=value, at=at))


def list_parties(store: Store, root: str) -> tuple[str, ...]:
    """Those who may challenge the file; empty when it is open to all."""
    declared = [entry for entry in read_dependants(store, root) if entry.draft.kind == PARTIES]
    latest = max(declared, key=lambda entry: str(entry.answer["from"]), default=None)
    return tuple(latest.answer["names"]) if latest else ()


def list_challenges(store: Store, root: str) -> tuple[ListedChallenge, ...]:
    """Every challenge to the file and to its later versions, oldest first."""
    return tuple(read_challenge(store, run) for run in list_contests(store, root))


def read_challenge(store: Store, run: Entry) -> ListedChallenge:
    """One challenge, with its outcome if it has one."""
    entries = (require_entry(store, key) for key in store.members(run.key))
    found = next((Outcome.model_validate(entry.answer) for entry in entries if entry.draft.kind == OUTCOME), None)
    return ListedChallenge(run=run.key, opened=run.at, outcome=found)


def read_contest_spec(run: Entry) -> ContestSpec:
    """The spec of a contest's run."""
    return ContestSpec.model_validate(run.draft.question["spec"])
