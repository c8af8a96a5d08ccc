"""Playing a debate: speech by speech in the format's order, with questions between. Each turn is recorded as spoken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from foam.debate.floor import Floor, SpokenTurn, record_turn
from foam.debate.points import track_points
from foam.debate.rounds.cross import choose_target
from foam.debate.rounds.examine import QUESTION_WORDS, examine, testify
from foam.debate.rounds.hearing import hear_person
from foam.debate.rounds.person import Person
from foam.debate.rounds.response import ANSWER_WORDS, judge_spoken_answer
from foam.debate.speech.baselines import speak_from_search, speak_in_four_roles, speak_plainly
from foam.debate.speech.turn import speak_as_debater
from foam.debate.transcript import Side, find_other_side
from foam.debate.values import Debate, DebaterName, Point, SpeechTurn
from foam.job.acts import count_acts
from foam.job.retrieval import verify_passages
from foam.pack.formats import DebateFormat, Duty, SpeechSlot
from foam.record.graph import entries_of


class TurnListener:
    """Hears every turn as it is spoken."""

    def __init__(self, hear: Callable[[SpeechTurn], None] = lambda _: None) -> None:
        self.hear = hear


_SPEAKERS: dict[DebaterName, Callable[[Floor], Awaitable[SpokenTurn]]] = {
    "r-debater": speak_as_debater,
    "plain": speak_plainly,
    "retrieval": speak_from_search,
    "four-roles": speak_in_four_roles,
}


@dataclass(frozen=True, slots=True)
class Players:
    """Who speaks for which side; a person only where one is seated."""

    names: Mapping[Side, DebaterName]
    person: Person | None = None

    async def speak(self, floor: Floor) -> SpokenTurn:
        """The speech of whoever is on the floor."""
        person = self._find_person(floor)
        return (
            await hear_person(floor, person.speak(floor)) if person else await _SPEAKERS[self.names[floor.side]](floor)
        )

    async def ask(self, floor: Floor) -> tuple[SpokenTurn, Point] | None:
        """What whoever is on the floor asks, and about which point of the other side; None where there is none to ask.

        A person chooses the point themselves; for a debater that is a model, a model does.
        """
        person = self._find_person(floor)
        if person:
            put = person.ask(floor)
            return (self._add_name(floor, put[0]), put[1]) if put else None
        asked = frozenset(turn.about for turn in floor.turns if turn.kind == "question")
        chosen = await choose_target(floor, without=asked)
        if chosen is None:
            return None
        target, entry = chosen
        return self._add_name(floor, await examine(floor, target, entry.key)), target

    async def answer(self, floor: Floor, question: SpeechTurn, target: Point) -> SpokenTurn:
        """What whoever is on the floor answers."""
        person = self._find_person(floor)
        if person:
            return self._add_name(floor, await judge_spoken_answer(floor, person.answer(floor, target), target))
        return self._add_name(floor, await testify(floor, question, target))

    def _find_person(self, floor: Floor) -> Person | None:
        return self.person if self.names[floor.side] == "human" else None

    def _add_name(self, floor: Floor, spoken: SpokenTurn) -> SpokenTurn:
        turn = spoken.turn.model_copy(update={"debater": self.names[floor.side]})
        return SpokenTurn(turn, spoken.rests_on)


async def play(
    floor: Floor, debate_format: DebateFormat, players: Players, *, pace: float, questions: int, listener: TurnListener
) -> Floor:
    """The whole debate, turn by turn."""
    slots = debate_format.speeches
    for place, slot in enumerate(slots, start=1):
        left = sum(later.side == slot.side for later in slots[place:]) if len(slots) > 1 else None
        floor = floor.move_to(
            side=slot.side, speech=slot.name, limit=slot.words(pace), left=left, title=slot.title, duty=slot.duty
        )
        spoken = await players.speak(floor)
        floor = _speak_turn(floor, replace(spoken, turn=_give_duty(spoken.turn, slot.duty)), listener)
        for asking in slot.list_askers(questions):
            floor = await _cross_examine(floor, slot, asking, players, listener)
    return floor


def _give_duty(turn: SpeechTurn, duty: Duty) -> SpeechTurn:
    return turn.model_copy(update={"duty": duty})


def compile_debate(floor: Floor, debate_format: DebateFormat, players: Players, *, notice: str = "") -> Debate:
    """The debate as it stands on the floor, every quotation held against its source."""
    quoted = [passage for turn in floor.turns for point in turn.points for passage in point.evidence]
    failed = verify_passages(floor.session.clerk, floor.session.corpus, quoted) if quoted else frozenset()
    return Debate(
        motion=floor.motion,
        format=debate_format.name,
        titles={slot.name: slot.title for slot in debate_format.speeches if slot.title},
        positions=floor.positions,
        debaters={side: str(name) for side, name in players.names.items()},
        seats={side: seat.id for side, seat in floor.seats.items()},
        without=floor.without,
        turns=floor.turns,
        flow=track_points(floor.turns, over=len(debate_format.speeches) > 1),
        unverified=tuple(sorted(str(pointer) for pointer in failed)),
        notice=notice,
        acts=count_acts(entries_of(floor.session.store, floor.session.run)),
    )


async def _cross_examine(
    floor: Floor, slot: SpeechSlot, asker: Side, players: Players, listener: TurnListener
) -> Floor:
    """One question to what the other side said, its last speech first, and its answer."""
    asking = floor.move_to(side=asker, speech=slot.examination, limit=QUESTION_WORDS)
    put = await players.ask(asking)
    if put is None:
        return floor
    question, target = put
    question_turn = _speak_turn(asking, question, listener)
    answering = question_turn.move_to(side=find_other_side(asker), speech=slot.examination, limit=ANSWER_WORDS)
    return _speak_turn(answering, await players.answer(answering, question.turn, target), listener)


def _speak_turn(floor: Floor, spoken: SpokenTurn, listener: TurnListener) -> Floor:
    """The floor after a turn, which everybody heard."""
    listener.hear(spoken.turn)
    return record_turn(floor, spoken)
