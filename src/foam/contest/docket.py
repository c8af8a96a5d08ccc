"""The docket: who may challenge a file, and which challenges were made to any of its versions. Reads the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foam.contest.challenge import Challenge
from foam.contest.outcome import Outcome
from foam.contest.repeats import OUTCOME
from foam.contest.spec import CONTEST, ContestSpec
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput
from foam.record.graph import read_dependants, require_entry
from foam.record.personal import add_seal
from foam.record.store import RUN, Store
from foam.values import Value

_PARTIES = "parties"


class ListedChallenge(Value):
    """A challenge as the docket lists it."""

    run: str
    opened: str
    of: str
    """The version that was challenged."""
    challenge: Challenge
    outcome: Outcome | None
    """None while it is being heard, or when hearing it was cut short."""

    @property
    def is_answered(self) -> bool:
        """Whether it has come to an end; what waits for an answer or for a person has not."""
        return self.outcome is not None and self.outcome.disposition not in ("open", "for a person")


def set_parties(store: Store, root: str, names: Sequence[str], *, by: str, clock: Clock) -> None:
    """From now on only these may challenge the file. Nobody named opens it to all again."""
    at = stamp(clock)
    value = {"names": sorted(set(names)), "from": at}
    inputs = (EntryInput(role="of", key=root), ValueInput(role=_PARTIES, value=value))
    draft = Draft(kind=_PARTIES, inputs=inputs, decider=Decider(type="person", id=by, version="1"))
    store.append(Entry(draft=add_seal(draft, store.find_seal(root)), answer=value, at=at))


def list_parties(store: Store, root: str) -> tuple[str, ...]:
    """Those who may challenge the file; empty when it is open to all."""
    declared = [entry for entry in read_dependants(store, root) if entry.draft.kind == _PARTIES]
    latest = max(declared, key=lambda entry: str(entry.answer["from"]), default=None)
    return tuple(latest.answer["names"]) if latest else ()


def list_challenges(store: Store, root: str) -> tuple[ListedChallenge, ...]:
    """Every challenge to the file and to its later versions, oldest first."""
    return tuple(read_challenge(store, run) for run in list_contests(store, root))


def read_challenge(store: Store, run: Entry) -> ListedChallenge:
    """One challenge, with its outcome if it has one."""
    entries = (require_entry(store, key) for key in store.members(run.key))
    found = next((Outcome.model_validate(entry.answer) for entry in entries if entry.draft.kind == OUTCOME), None)
    return list_unheard(run).model_copy(update={"outcome": found})


def list_unheard(run: Entry) -> ListedChallenge:
    """A challenge as it is listed while nothing has come of it."""
    spec = read_contest_spec(run)
    return ListedChallenge(run=run.key, opened=run.at, of=spec.of, challenge=spec.challenge, outcome=None)


def list_latest(found: Iterable[ListedChallenge]) -> tuple[ListedChallenge, ...]:
    """Each challenge once, however often it was taken up: the answer where there is one, else the last hearing."""
    latest: dict[tuple[str, str], ListedChallenge] = {}
    for one in found:
        held = latest.get(name := (one.of, one.challenge.id))
        if held is None or one.is_answered or not held.is_answered:
            latest[name] = one
    return tuple(latest.values())


def read_contest_spec(run: Entry) -> ContestSpec:
    """The spec of a contest's run."""
    return ContestSpec.model_validate(run.draft.question["spec"])


def list_contests(store: Store, *roots: str) -> Iterator[Entry]:
    """The runs in which challenges to these and to their later versions were heard, oldest first."""
    versions = {*roots}
    for run in store.entries(kind=RUN):
        question = run.draft.question
        if question.get("job") == CONTEST and question["spec"]["of"] in versions:
            versions.add(run.key)
            yield run


def list_versions(store: Store, run: str) -> tuple[tuple[str, str], ...]:
    """Each version down to the first, with the one it revises. A challenge that changed nothing made none."""
    found: list[tuple[str, str]] = []
    entry = require_entry(store, run)
    while entry.draft.question.get("job") == CONTEST:
        older = read_contest_spec(entry).of
        if (outcome := read_challenge(store, entry).outcome) and outcome.revised:
            found.append((entry.key, older))
        entry = require_entry(store, older)
    return tuple(found)
