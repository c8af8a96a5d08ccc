"""An entry as bytes, with everything that can be re-derived from them. Knows nothing of where they are kept.

The canonical body is `{"answer":…,"at":…,"draft":…}`. Key, digest and seal are all hashes of slices of it, so one
serialisation is enough to write an entry and none is needed to check it; pydantic takes no part in checking.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json, to_jsonable_python

from foam.errors import InputError, RecordDamaged
from foam.record.entry import Entry
from foam.record.plain import require_plain
from foam.values import canonical, digest_bytes

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
    return sealed_and_kept(entry)[0]


def sealed_and_kept(entry: Entry) -> tuple[Sealed, Entry]:
    """The entry as bytes, and as it reads back from them: tuples come back as lists, all else as it was."""
    try:
        answer, at = canonical(to_jsonable_python(entry.answer, inf_nan_mode="constants")), canonical(entry.at)
        body = _BODY % (answer, at, entry.draft.canonical)
        content = _parsed(body)
        sealed = _assembled(content, answer, body, entry.key)
    except (ValueError, TypeError, RecursionError) as error:
        _require_plain(entry)  # says where; what it does not look into, such as an absurd seed, is said below
        raise InputError(f"cannot record the entry: {error}", hint="give plain, finite values") from error
    if _as_given(entry, content):
        return sealed, entry
    _require_plain(entry)
    return sealed, Entry.model_validate(content)


def rederive(body: bytes, *, key: str) -> Sealed:
    """Everything derivable, from the stored bytes alone; `key` only helps to find the draft among them.

    Raises RecordDamaged when they are no entry. The body derived is the canonical one, whatever the bytes look like.
    """
    return _derived(body, key)[0]


def unseal(key: str, body: bytes, seal: str) -> Entry:
    """The entry kept under this key; RecordDamaged unless the bytes carry that very key and seal."""
    try:
        derived, content = _derived(body, key)
        if (derived.key, derived.seal) != (key, seal):
            raise RecordDamaged("its content does not match its digests")
        return Entry.model_validate(content)
    except (RecordDamaged, ValidationError) as error:
        reason = error.what if isinstance(error, RecordDamaged) else "its content is not an entry"
        hint = "run: foam record verify"
        raise RecordDamaged(f"the record is damaged at {key}: {reason}", hint=hint) from error


def _parsed(body: bytes) -> Any:
    """Twice as fast as `json`, and stricter: no NaN, no surrogates, at most 200 levels."""
    return from_json(body, allow_inf_nan=False)


def _derived(body: bytes, key: str) -> tuple[Sealed, dict[str, Any]]:
    try:
        content = _parsed(body)
        sealed = _by_slices(body, content, key) or _sealed(content)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RecordDamaged("its content cannot be read") from error
    return sealed, content


def _sealed(content: dict[str, Any]) -> Sealed:
    """By serialising the content anew."""
    answer, at, draft = (canonical(content[part]) for part in ("answer", "at", "draft"))
    return _assembled(content, answer, _BODY % (answer, at, draft), digest_bytes(draft))


def _by_slices(body: bytes, content: dict[str, Any], key: str) -> Sealed | None:
    """By slices of the body, three times faster: the draft's slice is the one that hashes to the key.

    None when there is no such slice; then only serialising anew can tell what the entry's key would be.
    """
    mark = b',"at":%b,"draft":' % canonical(content["at"])
    place = body.find(mark)
    while place >= 0 and digest_bytes(body[place + len(mark) : -1]) != key:
        place = body.find(mark, place + 1)
    whole = body.startswith(_HEAD) and body.endswith(b"}")
    return _assembled(content, body[len(_HEAD) : place], body, key) if place >= 0 and whole else None


def _assembled(content: dict[str, Any], answer: bytes, body: bytes, key: str) -> Sealed:
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


def _as_given(entry: Entry, content: dict[str, Any]) -> bool:
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
