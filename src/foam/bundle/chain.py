"""The case file: acts of one matter as a hash chain in the record. Knows the store; the rules are the procedure's.

A matter is a run of the job `matter`, its opening the run's spec; every act is an entry that names the one before it.
The key of an entry is the digest of all it depends on, so no act can be changed, dropped or put in between without
changing every later key. Of two acts that name the same predecessor, recorded at once by two people, the first stands
and the second has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pydantic import ValidationError

from foam import __version__
from foam.appeal.acts import Act, Advice, Opening
from foam.appeal.parties import Party
from foam.appeal.perform import perform
from foam.appeal.standing import Standing, advanced, opened
from foam.appeal.table import table_digest, transition
from foam.errors import FoamError, InputError, NotFound, RecordDamaged
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.graph import entry_of
from foam.record.runs import find_key, open_run
from foam.record.store import RUN, Store
from foam.values import Value, short

JOB = "matter"
ACT = "act"
PREVIOUS = "previous"


class Filed(Value):
    """An act on file: its number, the entry that holds it, and where the matter stood after it."""

    number: int
    key: str
    act: Act
    state: str


class MatterFile(Value):
    """A matter with its whole history."""

    key: str
    opened_at: datetime
    standing: Standing
    acts: tuple[Filed, ...] = ()
    without_effect: tuple[str, ...] = ()
    """Entries that lost a race for their place in the chain."""

    @property
    def rechecked(self) -> bool:
        """Whether every act was held against the rules again: those of another version of FOAM are not at hand."""
        return self.standing.opening.procedure == table_digest()

    @property
    def tip(self) -> str:
        """The entry the next act has to name."""
        return self.acts[-1].key if self.acts else self.key


def open_file(store: Store, opening: Opening, *, clock: Clock) -> MatterFile:
    """Open a matter, or the same one again."""
    opened(opening, clock())  # what could not be read back is refused before anything is kept
    if opening.run:
        entry_of(store, opening.run)
    return read_file(store, open_run(store, JOB, opening.json_value(), clock=clock))


def add(store: Store, key: str, act: Act) -> MatterFile:
    """Perform an act on file; InputError when it is refused, or when somebody acted at the same moment."""
    before = read_file(store, key)
    after = perform(before.standing, act)
    kept = store.append(_entry(before, act, after), run=before.key)
    file = read_file(store, key)
    if kept.key in file.without_effect:
        raise InputError(f"{act.name} has no effect: somebody acted in between", hint="look again and repeat it")
    return file


def read_file(store: Store, key: str) -> MatterFile:
    """The matter of this key, every act performed again; RecordDamaged when the chain does not hold."""
    return file_from(entry_of(store, key), (entry_of(store, member) for member in store.members(key)))


def file_from(run: Entry, members: Iterable[Entry]) -> MatterFile:
    """A matter from its entries alone, wherever they come from."""
    if run.draft.kind != RUN or run.draft.question.get("job") != JOB:
        raise NotFound(f"{short(run.key)} is no matter", hint="see: foam contest matters")
    at = datetime.fromisoformat(run.at)
    file = MatterFile(key=run.key, opened_at=at, standing=opened(_opening(run), at))
    for entry in members:
        file = _joined(file, entry)
    return file


def after_act(file: MatterFile, *names: str) -> tuple[Standing, str]:
    """The matter as it stood right after the last act of one of these names, and that act's mark."""
    found = [filed for filed in file.acts if filed.act.name in names]
    if not found:
        raise NotFound(f"nobody has done {' or '.join(names)} yet: the matter stands at {file.standing.state}")
    until = found[-1].number
    standing = opened(file.standing.opening, file.opened_at)
    for filed in file.acts[:until]:
        standing = _after(standing, filed.act)
    return standing, found[-1].key


def find_file(store: Store, prefix: str) -> MatterFile:
    """The matter whose key starts so."""
    return read_file(store, find_key(store, prefix, kind=RUN))


def files_of(store: Store, run: str | None = None) -> tuple[MatterFile, ...]:
    """Every matter, or those about one run, oldest first."""
    return tuple(read_file(store, key) for key in matter_keys(store, run))


def matter_keys(store: Store, run: str | None = None) -> tuple[str, ...]:
    """The keys of every matter, or of those about one run, oldest first."""
    runs = (entry for entry in store.entries(kind=RUN) if entry.draft.question["job"] == JOB)
    return tuple(e.key for e in runs if run is None or e.draft.question["spec"].get("run") == run)


def _opening(run: Entry) -> Opening:
    try:
        return Opening.model_validate(run.draft.question["spec"])
    except ValidationError as error:
        raise RecordDamaged(f"matter {short(run.key)} does not open with a decision: {error}") from error


def _joined(file: MatterFile, entry: Entry) -> MatterFile:
    previous = next((i.key for i in entry.draft.inputs if isinstance(i, EntryInput) and i.role == PREVIOUS), "")
    if entry.draft.kind != ACT or not previous:
        return file
    if previous != file.tip:
        return _set_aside(file, entry, previous)
    try:
        act = Act.model_validate(entry.draft.question)
        standing = _after(file.standing, act)
    except (ValidationError, FoamError) as error:
        reason = error.what if isinstance(error, FoamError) else "it is no act"
        raise RecordDamaged(f"the chain breaks at {entry.key}: {reason}", hint="run: foam record verify") from error
    if entry.answer != {"state": standing.state}:
        raise RecordDamaged(f"the chain breaks at {entry.key}: it led to {standing.state}, and says otherwise")
    filed = Filed(number=len(file.acts) + 1, key=entry.key, act=act, state=standing.state)
    return file.model_copy(update={"standing": standing, "acts": (*file.acts, filed)})


def _after(standing: Standing, act: Act) -> Standing:
    """The matter after the act. Done under another version of the table, it is not judged by the rules of this one."""
    if standing.opening.procedure == table_digest():
        return perform(standing, act)
    return advanced(standing, act, transition(act.name))


def _set_aside(file: MatterFile, entry: Entry, previous: str) -> MatterFile:
    if previous != file.key and all(previous != filed.key for filed in file.acts):
        raise RecordDamaged(f"the chain breaks at {entry.key}: the act before it is gone", hint="foam record verify")
    return file.model_copy(update={"without_effect": (*file.without_effect, entry.key)})


def _entry(file: MatterFile, act: Act, after: Standing) -> Entry:
    about = (EntryInput(role="run", key=after.opening.run),) if after.opening.run else ()
    advised = (EntryInput(role="advice", key=act.brought.run),) if isinstance(act.brought, Advice) else ()
    draft = Draft(
        kind=ACT,
        inputs=(EntryInput(role=PREVIOUS, key=file.tip), *about, *advised),
        question=act.json_value(),
        decider=_decider(act.by),
    )
    return Entry(draft=draft, answer={"state": after.state}, at=stamp(lambda: act.at))


def _decider(party: Party) -> Decider:
    return Decider(type="person" if party.nature == "person" else "code", id=party.id, version=__version__)
