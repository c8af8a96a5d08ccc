"""A human debater: what they say is recorded as theirs, once, and read back in a replay."""

from __future__ import annotations

from collections.abc import Callable

from foam.debate.floor import Floor, SpokenTurn
from foam.debate.language import split_utterance
from foam.debate.rounds.marks import MarkedSpeech, read_answer, read_marks
from foam.debate.transcript import Kind
from foam.debate.values import SpeechTurn
from foam.errors import NotRecorded
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, ValueInput
from foam.record.store import Store
from foam.text.words import measure_length


class Microphone:
    """Asks the person for the words of a turn."""

    def __init__(self, listen: Callable[[Floor, Kind], str]) -> None:
        self.listen = listen


class Person:
    """Somebody who speaks for themselves."""

    def __init__(self, store: Store, *, run: str, name: str, microphone: Microphone | None, clock: Clock) -> None:
        self._store, self._run, self._name, self._microphone, self._clock = store, run, name, microphone, clock

    def speak(self, floor: Floor, kind: Kind = "speech", about: str = "") -> SpokenTurn:
        """The person's turn: every statement of it is a point that can be answered."""
        entry = self._listen(floor, kind)
        text, notes = _cut_to_limit(str(entry.answer), floor.limit)
        marked = _read_points(floor, text, kind, about)
        text = " ".join(point.text for point in marked.points) if marked.points else text
        turn = SpeechTurn(
            number=floor.number,
            speech=floor.speech,
            side=floor.side,
            debater="human",
            kind=kind,
            text=text,
            points=marked.points,
            words=measure_length(text),
            limit=floor.limit,
            about=about,
            conceded=kind == "answer" and any(point.move == "concede" for point in marked.points),
            lets_go=marked.lets_go,
            worded_by="speaker",
            voice="own",
            notes=(*notes, *marked.notes),
        )
        return SpokenTurn(turn, (entry.key,))

    def _listen(self, floor: Floor, kind: Kind) -> Entry:
        draft = Draft(
            kind="speech by a person",
            inputs=(*floor.since, ValueInput(role="turn", value=[floor.number, floor.speech, kind])),
            decider=Decider(type="person", id=self._name, version=""),
        )
        known = self._store.get(draft.key)
        if self._microphone is None:
            if known is None:
                raise NotRecorded(f"the record holds no words of {self._name} for turn {floor.number}")
            return known
        if known is None:
            words = self._microphone.listen(floor, kind).strip()
            return self._store.append(Entry(draft=draft, answer=words, at=stamp(self._clock)), run=self._run)
        self._store.attach(draft.key, run=self._run)
        return known


def _read_points(floor: Floor, text: str, kind: Kind, about: str) -> MarkedSpeech:
    """The points of a turn: a question makes none, an answer one."""
    if kind == "speech":
        return read_marks(floor, text)
    return MarkedSpeech((read_answer(floor, text, about),) if kind == "answer" and text.strip() else ())


def _cut_to_limit(text: str, limit: int) -> tuple[str, tuple[str, ...]]:
    """As many whole sentences as the limit allows, and a note when some were cut."""
    kept: list[str] = []
    for sentence in split_utterance(text):
        if kept and measure_length(" ".join([*kept, sentence])) > limit:
            break
        kept.append(sentence)
    length = measure_length(text)
    notes = (f"cut to the limit of {limit} words, from {length}",) if length > limit else ()
    return " ".join(kept), notes
