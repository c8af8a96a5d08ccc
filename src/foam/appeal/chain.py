"""A matter: its acts as a hash chain in the record. Which acts are allowed is for `perform` to say.

A matter is a run named `matter` whose spec is the opening; every act is an entry that names the one before it. The key
of an entry is the digest of all it depends on, so no act can be changed, dropped or put in between without changing
every later key. Of two acts that name the same predecessor, recorded at once by two people, the first stands and the
second has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pydantic import ValidationError

from foam.appeal.acts import Act, Advice, Opening
from foam.appeal.parties import Party
from foam.appeal.perform import perform
from foam.appeal.standing import Standing, advance, open_standing
from foam.appeal.table import find_transition, spell, table_digest
from foam.errors import FoamError, InputError, NotFound, RecordDamaged
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.graph import require_entry, require_kept
from foam.record.personal import Seal, add_seal
from foam.record.runs import find_key, open_run
from foam.record.store import RUN, Store
from foam.values import Value, short
from foam.version import __version__

MATTER = "matter"
ACT = "act"
_PREVIOUS = "previous"


class FiledAct(Value):
    """An act on file: its number, the entry that holds it, and where the matter stood after it."""

    number: int
    key: str
    act: Act
    state: str


class Matter(Value):
    """A matter with its whole history."""

    key: str
    opened_at: datetime
    opening: Opening
    """As it was entered."""
    standing: Standing
    acts: tuple[FiledAct, ...] = ()
    without_effect: tuple[str, ...] = ()
    """Entries that lost a race for their place in the chain."""

    @property
    def tip(self) -> str:
        """The entry the next act has to name."""
        return self.acts[-1].key if self.acts else self.key


def open_matter(store: Store, opening: Opening, *, clock: Clock, seal: Seal | None = None) -> Matter:
    """Open a matter, or the same one again; with a seal, as one of a personal file."""
    open_standing(opening, clock())  # what could not be read back is refused before anything is kept
    if opening.run:
        require_entry(store, opening.run)
    return read_matter(store, open_run(store, MATTER, opening.json_value(), clock=clock, seal=seal))


def add_act(store: Store, key: str, act: Act) -> Matter:
    """Perform an act and record it; InputError when it is refused, or when somebody acted at the same moment."""
    before = read_matter(store, key)
    after = perform(before.standing, act)
    entry = _entry(before, act, after)
    sealed = entry.model_copy(update={"draft": add_seal(entry.draft, store.find_seal(key))})
    kept = store.append(sealed, run=before.key)
    matter = read_matter(store, key)
    if kept.key in matter.without_effect:
        label = find_transition(act.name).label
        raise InputError(f"“{label}” has no effect: somebody acted in between", hint="look again and repeat it")
    return matter


def read_matter(store: Store, key: str) -> Matter:
    """The matter of this key, every act performed again; RecordDamaged when the chain does not hold."""
    return build_matter(require_entry(store, key), (require_kept(store, member) for member in store.members(key)))


def build_matter(run: Entry, members: Iterable[Entry]) -> Matter:
    """A matter from its entries alone, wherever they come from."""
    if run.draft.kind != RUN or run.draft.question.get("job") != MATTER:
        raise NotFound(f"{short(run.key)} is no matter", hint="see: foam appeal matters")
    at = datetime.fromisoformat(run.at)
    opening = _opening(run)
    matter = Matter(key=run.key, opened_at=at, opening=opening, standing=open_standing(opening, at))
    for entry in members:
        matter = _join(matter, entry)
    return matter


def find_standing_after(matter: Matter, *names: str) -> tuple[Standing, str]:
    """The matter as it stood right after the last act of one of these names, and that act's mark."""
    found = [filed for filed in matter.acts if filed.act.name in names]
    if not found:
        wanted = " or ".join(f"“{find_transition(one).label}”" for one in names)
        raise NotFound(f"nobody has done {wanted} yet: the case stands at “{spell(matter.standing.state)}”")
    until = found[-1].number
    standing = open_standing(matter.opening, matter.opened_at)
    for filed in matter.acts[:until]:
        standing = _step(standing, filed.act)
    return standing, found[-1].key


def find_matter(store: Store, prefix: str) -> Matter:
    """The matter whose key starts so."""
    return read_matter(store, find_key(store, prefix, kind=RUN))


def read_matters(store: Store, run: str | None = None) -> tuple[Matter, ...]:
    """Every matter, or those about one run, oldest first."""
    return tuple(read_matter(store, key) for key in list_matter_keys(store, run))


def list_matter_keys(store: Store, run: str | None = None) -> tuple[str, ...]:
    """The keys of every matter, or of those about one run, oldest first."""
    runs = (entry for entry in store.entries(kind=RUN) if entry.draft.question["job"] == MATTER)
    return tuple(e.key for e in runs if run is None or e.draft.question["spec"].get("run") == run)


def _opening(run: Entry) -> Opening:
    try:
        return Opening.model_validate(run.draft.question["spec"])
    except ValidationError as error:
        raise RecordDamaged(f"matter {short(run.key)} does not open with a decision: {error}") from error


def _join(matter: Matter, entry: Entry) -> Matter:
    previous = next((i.key for i in entry.draft.inputs if isinstance(i, EntryInput) and i.role == _PREVIOUS), "")
    if entry.draft.kind != ACT or not previous:
        return matter
    if previous != matter.tip:
        return _set_aside(matter, entry, previous)
    try:
        act = Act.model_validate(entry.draft.question)
        standing = _step(matter.standing, act)
    except (ValidationError, FoamError) as error:
        reason = error.what if isinstance(error, FoamError) else "it is no act"
        raise RecordDamaged(f"the chain breaks at {entry.key}: {reason}", hint="run: foam record verify") from error
    if entry.answer != {"state": standing.state}:
        raise RecordDamaged(f"the chain breaks at {entry.key}: it led to {standing.state}, and says otherwise")
    filed = FiledAct(number=len(matter.acts) + 1, key=entry.key, act=act, state=standing.state)
    return matter.model_copy(update={"standing": standing, "acts": (*matter.acts, filed)})


def _step(standing: Standing, act: Act) -> Standing:
    """The matter after the act. Done under another version of the table, it is not judged by the rules of this one."""
    if standing.opening.procedure == table_digest():
        return perform(standing, act)
    return advance(standing, act, find_transition(act.name))


def _set_aside(matter: Matter, entry: Entry, previous: str) -> Matter:
    if previous != matter.key and all(previous != filed.key for filed in matter.acts):
        raise RecordDamaged(f"the chain breaks at {entry.key}: the act before it is gone", hint="foam record verify")
    return matter.model_copy(update={"without_effect": (*matter.without_effect, entry.key)})


def _entry(matter: Matter, act: Act, after: Standing) -> Entry:
    about = (EntryInput(role="run", key=after.opening.run),) if after.opening.run else ()
    advised = (EntryInput(role="advice", key=act.brought.run),) if isinstance(act.brought, Advice) else ()
    draft = Draft(
        kind=ACT,
        inputs=(EntryInput(role=_PREVIOUS, key=matter.tip), *about, *advised),
        question=act.json_value(),
        decider=_decider(act.by),
    )
    return Entry(draft=draft, answer={"state": after.state}, at=stamp(lambda: act.at))


def _decider(party: Party) -> Decider:
    return Decider(type="person" if party.nature == "person" else "code", id=party.id, version=__version__)
