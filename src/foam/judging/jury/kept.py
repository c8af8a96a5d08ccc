"""What a jury's run keeps beside its answers: the cases it read, and what was voided. A replay reads them back.

What is void stays void: a finished run that is started again does not ask once more for what it could not get, or its
outcome would change under it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from foam.errors import NotRecorded
from foam.job.session import Session
from foam.record.clock import stamp
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
    """A value, its plain JSON and its digest: each is wanted more than once, and cases are long."""

    digest: str
    json: dict[str, Any]
    value: Value


def dump_values(values: Mapping[str, Value]) -> dict[str, Dumped]:
    """Each value as it will be kept."""
    plain = {name: value.json_value() for name, value in values.items()}
    return {name: Dumped(digest(json), json, values[name]) for name, json in plain.items()}


def given(*groups: Mapping[str, Dumped]) -> dict[str, Dumped]:
    """Dumped values under their digests, as a job's tools hold them."""
    return {one.digest: one for group in groups for one in group.values()}


def digests(values: Mapping[str, Dumped]) -> dict[str, str]:
    """Names to digests, for a run's spec."""
    return {name: value.digest for name, value in values.items()}


def keep(session: Session, kind: str, digests: Iterable[str]) -> None:
    """Keep each given value under its digest."""
    at, held = stamp(session.clock), session.tools.given
    entries = [Entry(draft=_draft(kind, of), answer=held[of].json, at=at) for of in digests]
    session.store.append_all(entries, run=session.run)


async def keep_meanwhile(session: Session, kinds: Mapping[str, Iterable[str]]) -> None:
    """Keep the given values of each kind, one at a time and with pauses, so that questions go first."""
    if session.replaying:
        return
    for kind, digests in kinds.items():
        for of in digests:
            await asyncio.sleep(_PAUSE)
            keep(session, kind, (of,))


def load(session: Session, kind: str, names: Mapping[str, str], model: type[Kept]) -> dict[str, Kept]:
    """The values behind these digests, by name: as given, or, in a replay, as kept."""
    if session.replaying:
        return {name: model.model_validate(_answer(session.store, kind, of)) for name, of in names.items()}
    return {name: session.tools.given[of].value for name, of in names.items()}


def keep_voids(session: Session, voids: Iterable[Void]) -> None:
    """Keep what was voided, when everything else is answered."""
    if session.replaying:
        return
    answer = [void.json_value() for void in voids]
    session.store.append(
        Entry(draft=_draft("voids", session.run), answer=answer, at=stamp(session.clock)), run=session.run
    )


def known_voids(store: Store, run: str) -> dict[tuple[str, str], Void]:
    """What a finished run voided, by juror and matter; nothing for a run that is not finished."""
    entry = store.get(_draft("voids", run).key)
    held = [Void.model_validate(row) for row in entry.answer] if entry else []
    return {(void.juror, void.what): void for void in held}


def _draft(kind: str, of: str) -> Draft:
    return Draft(kind=kind, inputs=(ValueInput(role="of", value=of),), decider=_RULE)


def _answer(store: Store, kind: str, of: str) -> Any:
    entry = store.get(_draft(kind, of).key)
    if entry is None:
        raise NotRecorded(f"the record does not hold the {kind} {of}", hint="run it again")
    return entry.answer
