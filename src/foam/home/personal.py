"""What a personal file holds by itself: who it is about, its documents, and holds. Reads and drafts entries.

Everything hangs on one entry, the *root*, whose draft is the same in every personal file but for the seal: so it is
found by the file's key alone, and nothing outside of the file says what is in it.
"""

from __future__ import annotations

from typing import Any

from foam.evidence.document import Document
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput
from foam.record.graph import require_kept
from foam.record.keys import Keys
from foam.record.personal import Seal, make_seal
from foam.record.store import Store
from foam.values import CleanLine, Value

ROOT = "personal file"
DETAILS, DOCUMENT, HOLD, RELEASE = "personal details", "personal document", "hold", "release"
_FOAM = Decider(type="code", id="foam", version="1")


class PersonalDetails(Value):
    """Whom a personal file is about, and what kind of file it is."""

    names: tuple[CleanLine, ...]
    kind: CleanLine


class Hold(Value):
    """A legal hold: nothing of the file is erased while it stands."""

    at: str
    by: str
    because: str


def draft_root(seal: Seal) -> Draft:
    return seal.add_to(Draft(kind=ROOT, decider=_FOAM))


def file_entry(store: Store, seal: Seal, kind: str, value: Any, *, by: str, at: str) -> Entry:
    """Put something into a personal file."""
    root = store.append(Entry(draft=draft_root(seal), answer={}, at=at))
    person = Decider(type="person", id=by, version="")
    inputs = (EntryInput(role="file", key=root.key), ValueInput(role=kind, value=value))
    draft = seal.add_to(Draft(kind=kind, inputs=(*inputs, ValueInput(role="at", value=at)), decider=person))
    return store.append(Entry(draft=draft, answer=value, at=at))


def open_file(store: Store, keys: Keys, details: PersonalDetails, *, by: str, at: str) -> Seal:
    """A new personal file about these people."""
    seal = make_seal(keys, keys.make())
    file_entry(store, seal, DETAILS, details.json_value(), by=by, at=at)
    return seal


def read_filed(store: Store, seal: Seal, *kinds: str) -> list[Entry]:
    """What was put into a personal file, oldest first."""
    filed = (require_kept(store, key) for key in store.dependants(draft_root(seal).key))
    return sorted((one for one in filed if one.draft.kind in kinds), key=lambda one: (one.at, one.key))


def read_documents(store: Store, seal: Seal) -> tuple[Document, ...]:
    """The documents of a personal file."""
    found = (Document.model_validate(one.answer) for one in read_filed(store, seal, DOCUMENT))
    return tuple({one.id: one for one in found}.values())


def read_details(store: Store, seal: Seal) -> PersonalDetails:
    """Whom a personal file is about, as was said last."""
    said = read_filed(store, seal, DETAILS)
    return PersonalDetails.model_validate(said[-1].answer) if said else PersonalDetails(names=(), kind="")


def find_hold(store: Store, seal: Seal) -> Hold | None:
    """The hold that stands, if one does."""
    said = read_filed(store, seal, HOLD, RELEASE)
    return Hold.model_validate(said[-1].answer) if said and said[-1].draft.kind == HOLD else None
