"""An entry as bytes, with everything that can be re-derived from them.

The canonical body is `{"answer":…,"at":…,"draft":…}`. Key, digest and seal are all hashes of slices of it, so one
serialisation is enough to write an entry and none is needed to check it; pydantic takes no part in checking.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json, to_jsonable_python

from foam.canonical import require_plain, write_canonical
from foam.errors import InputError, RecordDamaged
from foam.record.entry import Entry
from foam.record.keys import Keys, explain_missing
from foam.record.personal import STUB, Stub, find_person, is_wrapped, unwrap, wrap
from foam.text.cut import cut_strings
from foam.values import digest_bytes

_BODY = b'{"answer":%b,"at":%b,"draft":%b}'
_HEAD = b'{"answer":'


class Edge(NamedTuple):
    """One dependence: on which entry, and as what."""

    parent: str
    role: str


class Sealed(NamedTuple):
    """An entry ready to be kept: its body and what is derived from it."""

    key: str
    kind: str
    digest: str
    seal: str
    at: str
    body: bytes
    edges: tuple[Edge, ...]


def seal(entry: Entry) -> Sealed:
    """The entry as bytes. What would not read back unchanged is refused with InputError."""
    return seal_and_read_back(entry)[0]


def lock(sealed: Sealed, entry: Entry, keys: Keys) -> Sealed:
    """The entry as it is kept: its body under the key of the personal file it belongs to, if it belongs to one.

    The digest of its answer is left out then, since that has no salt; the seal has, and is what the log holds.
    """
    person = find_person(entry.draft)
    if not person:
        return sealed
    return sealed._replace(body=wrap(sealed.body, keys, person, bound=sealed.key), digest="")


def unlock(key: str, body: bytes, keys: Keys) -> bytes:
    """The body of an entry as it was before it was locked; RecordDamaged or NotFound when it does not open."""
    return unwrap(body, keys, bound=key) if isinstance(body, bytes) and is_wrapped(body) else body


def seal_and_read_back(entry: Entry) -> tuple[Sealed, Entry]:
    """The entry as bytes, and as it reads back from them: tuples come back as lists, whole floats as integers."""
    try:
        answer = write_canonical(to_jsonable_python(entry.answer, inf_nan_mode="constants"))
        at = write_canonical(entry.at)
        body = _BODY % (answer, at, entry.draft.canonical)
        content = _parse(body)
        sealed = _assemble(content, answer, body, entry.key)
    except (InputError, ValueError, TypeError, RecursionError) as error:
        _require_plain(entry)  # names the place in the entry; what it does not look into is said below
        hint = error.hint if isinstance(error, InputError) else "give plain, finite values"
        raise InputError(f"cannot record the entry: {error}", hint=hint) from error
    if _reads_back_equal(entry, content):
        # What was checked on the way in need not be validated again.
        return sealed, Entry.model_construct(draft=entry.draft, answer=content["answer"], at=entry.at)
    _require_plain(entry)
    return sealed, Entry.model_validate(content)


def rederive(body: bytes, *, key: str) -> Sealed:
    """Everything derivable, from the stored bytes alone; `key` only helps to find the draft among them.

    Raises RecordDamaged when they are no entry. The body derived is the canonical one, whatever the bytes look like.
    """
    return _derive(body, key)[0]


class Stored(NamedTuple):
    """What a store reads of an entry, beside its key."""

    body: bytes
    seal: str
    digest: str
    erased: int
    """Not zero when words of it were erased; then neither key nor digest can be derived from what is left."""


def unseal(key: str, stored: Stored, keys: Keys) -> Entry:
    """The entry kept under this key; RecordDamaged unless the bytes carry that very key and seal.

    NotFound, with the reason, where it belongs to a personal file that was erased or whose key is not here.
    """
    if isinstance(stored.body, bytes) and stored.body.startswith(STUB):
        raise explain_missing(keys, _read_stub(stored.body).person)
    try:
        derived, content = _derive(unlock(key, stored.body, keys), key)
        if derived.seal != stored.seal or (derived.key != key and not stored.erased):
            raise RecordDamaged("its content does not match its digests")
        entry = Entry.model_validate(content)
        return entry.keep_names(key, stored.digest) if stored.erased else entry.know_key(key)
    except (RecordDamaged, ValidationError) as error:
        reason = error.what if isinstance(error, RecordDamaged) else "its content is not an entry"
        hint = "run: foam record verify"
        raise RecordDamaged(f"the record is damaged at {key}: {reason}", hint=hint) from error


class Unsealed:
    """Entries that were read, found again by the very bytes they were read from: other bytes are read anew.

    What belongs to a personal file is read anew each time, so that nothing outlives its key.
    """

    def __init__(self, most: int = 4096) -> None:
        self._most = most
        self._lock = Lock()
        self._held: OrderedDict[str, tuple[Stored, Entry]] = OrderedDict()

    def read(self, key: str, stored: Stored, keys: Keys) -> Entry:
        """The entry kept under this key, as `unseal` gives it; who was not read for longest is let go."""
        if isinstance(stored.body, bytes) and is_wrapped(stored.body):
            return unseal(key, stored, keys)
        with self._lock:
            kept = self._held.get(key)
            if kept is not None and kept[0] == stored:
                self._held.move_to_end(key)
                return kept[1]
        entry = unseal(key, stored, keys)
        with self._lock:
            self._held[key] = stored, entry
            while len(self._held) > self._most:
                self._held.popitem(last=False)
        return entry


def cut_body(body: bytes, cut: Callable[[str], str]) -> bytes:
    """The body with every string in question, answer and given values as `cut` leaves it; the same when none changed.

    Keys, kinds and times are never cut: what depends on what must stay readable.
    """
    content = _parse(body)
    draft = content["draft"]
    content["answer"] = cut_strings(content["answer"], cut)
    draft["question"] = cut_strings(draft["question"], cut)
    draft["decider"]["id"] = cut(draft["decider"]["id"])
    for place in draft["inputs"]:
        if place["type"] != "entry":
            place["role"] = cut(place["role"])
        if place["type"] == "value":
            place["value"] = cut_strings(place["value"], cut)
    return _serialise_anew(content).body


def _parse(body: bytes) -> Any:
    """Twice as fast as `json`, and stricter: no NaN, no surrogates, at most 200 levels."""
    return from_json(body, allow_inf_nan=False)


def _read_stub(body: bytes) -> Stub:
    try:
        return Stub.model_validate(_parse(body))
    except ValueError as error:
        raise RecordDamaged("what is left of it cannot be read") from error


def _derive_stub(body: bytes) -> tuple[Sealed, dict[str, Any]]:
    stub = _read_stub(body)
    edges = tuple(Edge(*one) for one in stub.parents)
    return Sealed(stub.key, stub.kind, "", stub.seal, stub.at, stub.body, edges), {}


def _derive(body: bytes, key: str) -> tuple[Sealed, dict[str, Any]]:
    if isinstance(body, bytes) and body.startswith(STUB):
        return _derive_stub(body)
    try:
        content = _parse(body)
        sealed = _slice(body, content, key) or _serialise_anew(content)
    except (InputError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RecordDamaged("its content cannot be read") from error
    return sealed, content


def _serialise_anew(content: dict[str, Any]) -> Sealed:
    """By serialising the content anew."""
    answer, at, draft = (write_canonical(content[part]) for part in ("answer", "at", "draft"))
    return _assemble(content, answer, _BODY % (answer, at, draft), digest_bytes(draft))


def _slice(body: bytes, content: dict[str, Any], key: str) -> Sealed | None:
    """By slices of the body, three times faster: the draft's slice is the one that hashes to the key.

    None when there is no such slice; then only serialising anew can tell what the entry's key would be.
    """
    mark = b',"at":%b,"draft":' % write_canonical(content["at"])
    place = body.find(mark)
    while place >= 0 and digest_bytes(body[place + len(mark) : -1]) != key:
        place = body.find(mark, place + 1)
    whole = body.startswith(_HEAD) and body.endswith(b"}")
    return _assemble(content, body[len(_HEAD) : place], body, key) if place >= 0 and whole else None


def _assemble(content: dict[str, Any], answer: bytes, body: bytes, key: str) -> Sealed:
    draft = content["draft"]
    return Sealed(
        key=key,
        kind=draft["kind"],
        digest=digest_bytes(b'{"answer":%b,"key":"%b"}' % (answer, key.encode())),
        seal=digest_bytes(body),
        at=content["at"],
        body=body,
        edges=tuple(Edge(i["key"], i["role"]) for i in draft["inputs"] if i["type"] == "entry"),
    )


def _reads_back_equal(entry: Entry, content: dict[str, Any]) -> bool:
    """Whether every open field reads back equal: the quick way to know that all of it is plain."""
    draft, kept = entry.draft, content["draft"]
    values = (
        (place.value, read["value"])
        for place, read in zip(draft.inputs, kept["inputs"], strict=True)
        if place.type == "value"
    )
    return (
        entry.answer == content["answer"]
        and draft.question == kept["question"]
        and draft.decider.parameters == kept["decider"]["parameters"]
        and all(given == read for given, read in values)
    )


def _require_plain(entry: Entry) -> None:
    draft = entry.draft
    require_plain(entry.answer, "answer")
    require_plain(draft.question, "question")
    require_plain(draft.decider.parameters, "decider.parameters")
    for place in draft.inputs:
        if place.type == "value":
            require_plain(place.value, f"input {place.role}")
