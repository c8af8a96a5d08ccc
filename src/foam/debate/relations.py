"""How points stand to each other: which answers which, which takes up which again, and which their own side gave up."""

from __future__ import annotations

from collections.abc import Sequence

from foam.debate.transcript import Side
from foam.debate.values import GRANTING, Move, Point, SpeechTurn

UNREPLYING: tuple[Move, ...] = ("pass",)
"""Moves that say nothing of their own: that there is no answer."""
NO_REPLY = (*GRANTING, *UNREPLYING)
"""Moves that name a point of the other side and are no answer to it."""
NO_ANSWER = (*NO_REPLY, "weigh")
"""The same, with what is set beside a point to be weighed."""
_REBUTTING = ("rebut", "answer")
"""Moves that say no to a point: who concedes one of them gives up what it answers. A person's is called an answer."""


class Relations:
    """The points of some turns by their ids, and how they stand to each other."""

    def __init__(self, turns: Sequence[SpeechTurn]) -> None:
        self.turns = turns
        self.points = {point.id: point for turn in turns for point in turn.points}
        self.turn_of = {point.id: turn for turn in turns for point in turn.points}
        self.testimony = list_testimony(turns)
        self.givers = self._find_givers()
        """Points that their own side gave up, each with the points by which it did."""
        self.given_up = {*self.givers} | {name for turn in turns for name in turn.lets_go}
        """All of which their own side says that it stands on them no longer."""

    def list_after(self, point: Point) -> list[SpeechTurn]:
        """The turns after a point."""
        number = self.turn_of[point.id].number
        return [turn for turn in self.turns if turn.number > number]

    def list_answers(self, name: str) -> list[Point]:
        """What answers a point, or what its side said of it in cross-examination: that answers the point, too."""
        names = self.list_names(name)
        return [point for point in self.points.values() if names & ({*point.answers} - {*point.missed})]

    def list_names(self, name: str) -> set[str]:
        """The ids under which a point is answered: its own, and those of what its side answered when asked about it."""
        return {name, *(one for one, about in self.testimony.items() if about == name)}

    def meets_in_part(self, answer: Point, name: str) -> bool:
        """Whether an answer meets a part of a point alone: where it names the point, the verdict on that counts."""
        named = {name} if name in answer.answers else self.list_names(name) & {*answer.answers}
        return named <= {*answer.met_in_part}

    def list_carrying(self, name: str) -> list[Point]:
        """What takes a point up again in a speech."""
        return [one for one in self.points.values() if takes_up(one) == name and one.id not in self.testimony]

    def is_met(self, name: str) -> bool:
        """Whether anything answers a point, or what takes it up again."""
        return any(self.list_answers(one) for one in (name, *(point.id for point in self.list_carrying(name))))

    def list_yielded(self, point: Point) -> tuple[str, ...]:
        """What a point answers, where the other side stands on none of it any more: nothing is left to say to it."""
        answered = {self.testimony.get(name, name): None for name in point.answers if name not in point.missed}
        is_reply = point.move not in NO_ANSWER and bool(answered)
        return tuple(answered) if is_reply and self.given_up >= answered.keys() else ()

    def speaks_for(self, reply: Point, answer: Point, point: Point) -> bool:
        """Whether what replies to an answer replies for this point: an answer to several is met for the one that the
        reply takes up, and for all of them where it takes up none."""
        taken_up = self._list_line(reply) - {reply.id}
        lines = {name: self._list_line(self.points[name]) for name in answer.answers if name in self.points}
        named = [name for name in lines if name in taken_up] or [name for name in lines if taken_up & lines[name]]
        own = self.list_names(point.id) | self._list_line(point)
        return not named or any(own & {name, *lines[name]} for name in named)

    def list_live(self, side: Side) -> tuple[Point, ...]:
        """Points on which a side stands, answered or not, the newest speech first; none that rebuts what was let go."""
        own = [turn for turn in self.turns if turn.side == side and turn.kind == "speech"]
        made = (point for turn in reversed(own) for point in turn.points if point.move not in NO_REPLY)
        return tuple(point for point in made if point.id not in self.given_up and not self.list_yielded(point))

    def _list_line(self, point: Point) -> set[str]:
        """The point, the one that it takes up again, the one which that takes up, and so on."""
        found = {point.id}
        name = point.extends
        while name and name not in found:
            found.add(name)
            name = self.points[name].extends if name in self.points else ""
        return found

    def _find_givers(self) -> dict[str, tuple[str, ...]]:
        """Points that were given up: in cross-examination, in so many words, or by conceding a rebuttal of the point or
        of what its side answered when asked about it. Who concedes what meets a part gives up no more than that part.
        """
        found: dict[str, dict[str, None]] = {}
        for turn in self.turns:
            if turn.conceded and turn.about:
                found.setdefault(turn.about, {})[next((one.id for one in turn.points), str(turn.number))] = None
        for point in self.points.values():
            for name in (*point.gives_up, *(self._list_conceded(point) if point.move == "concede" else ())):
                found.setdefault(name, {})[point.id] = None
        return {name: tuple(by) for name, by in found.items()}

    def _list_conceded(self, point: Point) -> list[str]:
        """The points of its own side that a concession gives up."""
        rebuttals = [self.points[name] for name in point.answers if name in self.points]
        answered = [
            name
            for one in rebuttals
            if one.move in _REBUTTING
            for name in one.answers
            if name not in (*one.missed, *one.met_in_part)
        ]
        given = [*answered, *(self.testimony[name] for name in answered if name in self.testimony)]
        given += [point.extends] if point.extends and not point.answers else []
        side = self.turn_of[point.id].side
        return [name for name in given if name in self.points and self.turn_of[name].side == side]


def list_testimony(turns: Sequence[SpeechTurn]) -> dict[str, str]:
    """Answers in cross-examination, each with the point that it was asked about."""
    return {one.id: one.extends for turn in turns if turn.kind == "answer" for one in turn.points if one.extends}


def takes_up(point: Point) -> str:
    """The point that it takes up again; nothing where it misses all that it answers."""
    return point.extends if not point.answers or {*point.answers} - {*point.missed} else ""
