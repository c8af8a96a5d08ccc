"""A human debater: what they say is recorded as theirs, once, and read back in a replay.

Words belong to the round in which they were said: another round, be it on the same motion, asks for its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from foam.debate.floor import Floor, SpokenTurn
from foam.debate.rounds.asking import read_question
from foam.debate.rounds.cards import name_cards, read_cards
from foam.debate.rounds.length import keep_within
from foam.debate.rounds.marks import UNDECIDED, read_answer, read_marks
from foam.debate.transcript import Kind
from foam.debate.values import Point, SpeechTurn
from foam.debate.views import UNSPOKEN
from foam.errors import NotRecorded
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, Input, ValueInput
from foam.record.store import Store
from foam_quotes.text.words import measure_length


class Microphone:
    """Asks the person for the words of a turn."""

    def __init__(self, listen: Callable[[Floor, Kind], str]) -> None:
        self.listen = listen


class Person:
    """Somebody who speaks for themselves."""

    def __init__(
        self, store: Store, *, run: str, held: str, name: str, microphone: Microphone | None, clock: Clock
    ) -> None:
        """`held` says which round it is: the digest of its spec, which is the same when a round is taken up again."""
        self._store, self._run, self._held, self._name = store, run, held, name
        self._microphone, self._clock = microphone, clock

    def speak(self, floor: Floor) -> SpokenTurn:
        """The person's speech, and the points of it that can be answered."""
        entry, text, notes = self._listen_within(floor, "speech")
        marked = read_marks(floor, text)
        told = {"points": marked.points, "lets_go": marked.lets_go, "notes": (*notes, *marked.notes)}
        turn = _make_turn(floor, "speech", marked.text or text, **told)
        undecided = frozenset(one.id for one in marked.points if one.move in UNDECIDED)
        return SpokenTurn(turn, (entry.key,), undecided, marked.insisted)

    def ask(self, floor: Floor) -> tuple[SpokenTurn, Point] | None:
        """The person's question, and the point that it counts for; None where the other side stands on nothing."""
        if not floor.live:
            return None
        entry, text, notes = self._listen_within(floor, "question")
        found = read_question(floor, text)
        if found is None:
            return None
        turn = _make_turn(floor, "question", found.words, about=found.point.id, notes=(*notes, *found.notes))
        return SpokenTurn(turn, (entry.key,)), found.point

    def answer(self, floor: Floor, target: Point) -> SpokenTurn:
        """What the person answers to a question about a point of theirs."""
        entry, text, notes = self._listen_within(floor, "answer")
        if not text.strip():
            return SpokenTurn(_make_turn(floor, "answer", text, about=target.id, notes=notes), (entry.key,))
        point, marked = read_answer(floor, text, target.id)
        told = {"points": (point,), "about": target.id, "notes": notes}
        turn = _make_turn(floor, "answer", point.text, conceded=point.move == "concede", **told)
        return SpokenTurn(turn, (entry.key,), frozenset(() if marked else (point.id,)))

    def _listen_within(self, floor: Floor, kind: Kind) -> tuple[Entry, str, tuple[str, ...]]:
        """What the person says, as much of it as the limit allows, and a note with the rest."""
        entry = self._listen(floor, kind)
        said = str(entry.answer)
        cards = read_cards(floor, said) if kind == "speech" else {}
        within = keep_within(said, cards, floor.limit)
        unspoken = name_cards(within.unspoken, cards)
        notes = (f"{UNSPOKEN} of {floor.limit} words: “{unspoken}”",) if unspoken else ()
        return entry, within.text if kind == "speech" else " ".join(within.text.split()), notes

    def _listen(self, floor: Floor, kind: Kind) -> Entry:
        turn = (*floor.since, ValueInput(role="turn", value=[floor.number, floor.speech, kind]))
        draft = self._make_draft(*turn, ValueInput(role="round", value=self._held))
        known = self._store.get(draft.key) or self._find_unbound(self._make_draft(*turn))
        if self._microphone is None:
            if known is None:
                raise NotRecorded(f"the record holds no words of {self._name} for turn {floor.number}")
            return known
        if known is None:
            words = self._microphone.listen(floor, kind).strip()
            return self._store.append(Entry(draft=draft, answer=words, at=stamp(self._clock)), run=self._run)
        self._store.attach(known.key, run=self._run)
        return known

    def _make_draft(self, *inputs: Input) -> Draft:
        decider = Decider(type="person", id=self._name, version="")
        return Draft(kind="speech by a person", inputs=inputs, decider=decider)

    def _find_unbound(self, draft: Draft) -> Entry | None:
        """Words on record without their round, as they once were recorded: they count for the runs that hold them."""
        known = self._store.get(draft.key)
        return known if known and draft.key in self._store.members(self._run) else None


def _make_turn(floor: Floor, kind: Kind, text: str, **told: Any) -> SpeechTurn:
    return SpeechTurn(
        number=floor.number,
        speech=floor.speech,
        side=floor.side,
        debater="human",
        kind=kind,
        text=text,
        words=measure_length(text),
        limit=floor.limit,
        worded_by="speaker",
        voice="own",
        **told,
    )
