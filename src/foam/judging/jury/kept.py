"""What a jury's run keeps beside its answers: the cases it read, and what was voided. A replay reads them back.

What is void stays void: a finished run that is started again does not ask once more for what it could not get, or its
outcome would change under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from foam.job.session import Session
from foam.record.clock import stamp
from foam.record.entry import Decider, Draft, Entry, ValueInput
from foam.record.store import Store
from foam.values import Value, digest

Kept = TypeVar("Kept", bound=Value)
_RULE = Decider(type="code", id="judging", version="1")


class Void(Value):
    """Something a juror could not answer within bounds."""

    juror: str
    what: str
    why: str


def give(values: Mapping[str, Value]) -> tuple[dict[str, str], dict[str, Any]]:
    """Names with the digests of what they stand for, for a run's spec; and the values under these, for its tools."""
    plain = {name: value.json_value() for name, value in values.items()}
    digests = {name: digest(json) for name, json in plain.items()}
    return digests, {digests[name]: json for name, json in plain.items()}


def load(session: Session, kind: str, names: Mapping[str, str], model: type[Kept]) -> dict[str, Kept]:
    """The values behind these digests, by name."""
    return {name: model.model_validate(session.read_given(kind, of)) for name, of in names.items()}


def keep_voids(session: Session, voids: Iterable[Void]) -> None:
    """Keep what was voided, when everything else is answered."""
    if session.replaying:
        return
    answer = [void.json_value() for void in voids]
    session.store.append(Entry(draft=_draft(session.run), answer=answer, at=stamp(session.clock)), run=session.run)


def known_voids(store: Store, run: str) -> dict[tuple[str, str], Void]:
    """What a finished run voided, by juror and matter; nothing for a run that is not finished."""
    entry = store.get(_draft(run).key)
    held = [Void.model_validate(row) for row in entry.answer] if entry else []
    return {(void.juror, void.what): void for void in held}


def _draft(run: str) -> Draft:
    return Draft(kind="voids", inputs=(ValueInput(role="of", value=run),), decider=_RULE)
