"""Playing a debate: speech by speech in the format's order, with questions between. Each turn is recorded as spoken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from foam.debate.floor import Floor, Spoken, recorded
from foam.debate.flowing import flow
from foam.debate.rounds.cross import ask, reply
from foam.debate.rounds.format import Format, Slot
from foam.debate.rounds.person import Person
from foam.debate.speech.baselines import four_roles, plain, retrieval
from foam.debate.speech.prepare import choose_targets
from foam.debate.speech.speak import r_debater
from foam.debate.transcript import Side, other
from foam.debate.values import Debate, DebaterName, Point, Turn
from foam.job.retrieval import verify

Heard = Callable[[Turn], None]
"""Told every turn as it is spoken."""
_QUESTION_WORDS = 80

_SPEAKERS: dict[DebaterName, Callable[[Floor], Awaitable[Spoken]]] = {
    "r-debater": r_debater,
    "plain": plain,
    "retrieval": retrieval,
    "four-roles": four_roles,
}


@dataclass(frozen=True, slots=True)
class Players:
    """Who speaks for which side; a person only where one is seated."""

    names: Mapping[Side, DebaterName]
    person: Person | None = None

    async def speak(self, floor: Floor) -> Spoken:
        """The speech of whoever is on the floor."""
        person = self._seated(floor)
        return person.speak(floor) if person else await _SPEAKERS[self.names[floor.side]](floor)

    async def question(self, floor: Floor, target: Point, chosen_in: str) -> Spoken:
        """What whoever is on the floor asks about a point of the other side."""
        person = self._seated(floor)
        asked = person.speak(floor, "question", target.id) if person else await ask(floor, target, chosen_in)
        return self._named(floor, asked)

    async def answer(self, floor: Floor, question: Turn, target: Point) -> Spoken:
        """What whoever is on the floor answers."""
        person = self._seated(floor)
        answered = person.speak(floor, "answer", target.id) if person else await reply(floor, question, target)
        return self._named(floor, answered)

    def _seated(self, floor: Floor) -> Person | None:
        return self.person if self.names[floor.side] == "human" else None

    def _named(self, floor: Floor, spoken: Spoken) -> Spoken:
        turn = spoken.turn.model_copy(update={"debater": self.names[floor.side]})
        return Spoken(turn, spoken.rests_on)


async def play(
    floor: Floor, format: Format, players: Players, *, pace: float, questions: int, heard: Heard = lambda _: None
) -> Floor:
    """The whole debate, turn by turn."""
    for slot in format.speeches:
        floor = floor.at(side=slot.side, speech=slot.name, limit=slot.words(pace))
        floor = _said(floor, await players.speak(floor), heard)
        for _ in range(questions if slot.cross else 0):
            floor = await _examined(floor, slot, players, heard)
    return floor


def played(floor: Floor, format: str, players: Players, *, notice: str = "") -> Debate:
    """The debate as it stands on the floor, every quotation held against its source."""
    quoted = [passage for turn in floor.turns for point in turn.points for passage in point.evidence]
    failed = verify(floor.table.clerk, floor.table.corpus, quoted) if quoted else frozenset()
    return Debate(
        motion=floor.motion,
        format=format,
        positions=floor.positions,
        debaters={side: str(name) for side, name in players.names.items()},
        without=floor.table.without,
        turns=floor.turns,
        flow=flow(floor.turns),
        unverified=tuple(sorted(str(pointer) for pointer in failed)),
        notice=notice,
    )


async def _examined(floor: Floor, slot: Slot, players: Players, heard: Heard) -> Floor:
    """One question to the speech just made, and its answer."""
    asking = floor.at(side=other(slot.side), speech=f"{slot.name} CX", limit=_QUESTION_WORDS)
    targets, entry = await choose_targets(asking, at_most=1)
    if not targets or entry is None:
        return floor
    question = await players.question(asking, targets[0], entry.key)
    asked = _said(asking, question, heard)
    answering = asked.at(side=slot.side, speech=f"{slot.name} CX", limit=_QUESTION_WORDS)
    return _said(answering, await players.answer(answering, question.turn, targets[0]), heard)


def _said(floor: Floor, spoken: Spoken, heard: Heard) -> Floor:
    """The floor after a turn, which everybody heard."""
    heard(spoken.turn)
    return recorded(floor, spoken)
