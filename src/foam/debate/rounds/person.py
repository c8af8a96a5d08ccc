"""A human debater: what they say is recorded as theirs, once, and read back in a replay."""

from __future__ import annotations

from collections.abc import Callable

from foam.debate.floor import Floor, Spoken
from foam.debate.language import sentences
from foam.debate.transcript import Kind
from foam.debate.values import Point, Turn
from foam.errors import NotRecorded
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, ValueInput
from foam.record.store import Store
from foam.text.words import length

Say = Callable[[Floor, Kind], str]
"""Asks the person for the words of a turn."""


class Person:
    """Somebody who speaks for themselves."""

    def __init__(self, store: Store, *, run: str, name: str, say: Say | None, clock: Clock) -> None:
        self._store, self._run, self._name, self._say, self._clock = store, run, name, say, clock

    def speak(self, floor: Floor, kind: Kind = "speech", about: str = "") -> Spoken:
        """The person's turn: every statement of it is a point that can be answered."""
        entry = self._said(floor, kind)
        said, notes = _within(str(entry.answer), floor.limit)
        points = sentences(said) if kind == "speech" else ()
        turn = Turn(
            number=floor.number,
            speech=floor.speech,
            side=floor.side,
            debater="human",
            kind=kind,
            text=said,
            points=tuple(
                Point(id=f"{floor.number}.{n}", move="argue", words=one) for n, one in enumerate(points, start=1)
            ),
            words=length(said),
            limit=floor.limit,
            about=about,
            worded_by="speaker",
            notes=notes,
        )
        return Spoken(turn, (entry.key,))

    def _said(self, floor: Floor, kind: Kind) -> Entry:
        draft = Draft(
            kind="speech by a person",
            inputs=(*floor.since, ValueInput(role="turn", value=[floor.number, floor.speech, kind])),
            decider=Decider(type="person", id=self._name, version=""),
        )
        known = self._store.get(draft.key)
        if known is None and self._say is None:
            raise NotRecorded(f"the record holds no words of {self._name} for turn {floor.number}")
        if known is None:
            assert self._say is not None
            words = self._say(floor, kind).strip()
            known = self._store.append(Entry(draft=draft, answer=words, at=stamp(self._clock)), run=self._run)
        elif self._say is not None:
            self._store.attach(draft.key, run=self._run)
        return known


def _within(said: str, limit: int) -> tuple[str, tuple[str, ...]]:
    """As many whole sentences as the limit allows; what is cut is told."""
    kept: list[str] = []
    for sentence in sentences(said):
        if kept and length(" ".join([*kept, sentence])) > limit:
            break
        kept.append(sentence)
    text = " ".join(kept)
    return text, () if length(said) <= limit else (f"cut to the limit of {limit} words, from {length(said)}",)
