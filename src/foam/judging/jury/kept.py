"""What a jury's run keeps beside its answers: the cases it read, and what was voided. A replay reads them back.

What is void stays void: a finished run that is started again does not ask once more for what it could not get, or its
outcome would change under it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from foam.errors import NotRecorded
from foam.pack.loader import Pack, load_pack
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, ValueInput
from foam.record.store import Store
from foam.values import Value, digest

Kept = TypeVar("Kept", bound=Value)
_PAUSE = 0.002
"""Seconds: a few times what keeping one value takes."""
_RULE = Decider(type="code", id="judging", version="1")


class Void(Value):
    """Something a juror could not answer within bounds."""

    juror: str
    what: str
    why: str


class Dumped(NamedTuple):
    """A value as plain JSON, and its digest: both are wanted more than once, and cases are long."""

    digest: str
    json: dict[str, Any]


def dumped(values: Mapping[str, Value]) -> dict[str, Dumped]:
    """Each value as it will be kept."""
    plain = {name: value.json_value() for name, value in values.items()}
    return {name: Dumped(digest(json), json) for name, json in plain.items()}


def digests(values: Mapping[str, Dumped]) -> dict[str, str]:
    """Names to digests, for a run's spec."""
    return {name: value.digest for name, value in values.items()}


def keep(store: Store, run: str, kind: str, values: Iterable[Dumped], clock: Clock) -> None:
    """Keep each value under its digest."""
    at = stamp(clock)
    store.append_all([Entry(draft=_draft(kind, one.digest), answer=one.json, at=at) for one in values], run=run)


async def keep_meanwhile(store: Store, run: str, kinds: Mapping[str, Iterable[Dumped]], clock: Clock) -> None:
    """Keep the values of each kind, one at a time and with pauses, so that questions go first."""
    for kind, values in kinds.items():
        for value in values:
            await asyncio.sleep(_PAUSE)
            keep(store, run, kind, (value,), clock)


def kept(store: Store, kind: str, names: Mapping[str, str], type: type[Kept]) -> dict[str, Kept]:
    """The values that were kept, by the names of their digests."""
    return {name: type.model_validate(_answer(store, kind, of)) for name, of in names.items()}


def keep_voids(store: Store, run: str, voids: Iterable[Void], clock: Clock) -> None:
    """Keep what was voided, when everything else is answered."""
    answer = [void.json_value() for void in voids]
    store.append(Entry(draft=_draft("voids", run), answer=answer, at=stamp(clock)), run=run)


def known_voids(store: Store, run: str) -> dict[tuple[str, str], Void]:
    """What a finished run voided, by juror and matter; nothing for a run that is not finished."""
    entry = store.get(_draft("voids", run).key)
    held = [Void.model_validate(row) for row in entry.answer] if entry else []
    return {(void.juror, void.what): void for void in held}


def pack_as_it_was(reference: str, content: str) -> Pack:
    """The pack whose prompts a run was asked with, if it has not changed since."""
    pack = load_pack(reference)
    if pack.content != content:
        raise NotRecorded(f"pack {reference} has changed since the run", hint="replay it with the pack as it was")
    return pack


def _draft(kind: str, of: str) -> Draft:
    return Draft(kind=kind, inputs=(ValueInput(role="of", value=of),), decider=_RULE)


def _answer(store: Store, kind: str, of: str) -> Any:
    entry = store.get(_draft(kind, of).key)
    if entry is None:
        raise NotRecorded(f"the record does not hold the {kind} {of}", hint="run it again")
    return entry.answer
