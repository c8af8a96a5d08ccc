"""How points stand to each other: which answers which, which takes up which again, and which their own side gave up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from foam.debate.values import GRANTING, Move, Point, SpeechTurn

UNREPLYING: tuple[Move, ...] = ("pass",)
"""Moves that say nothing of their own: that there is no answer."""
NO_REPLY = (*GRANTING, *UNREPLYING)
"""Moves that name a point of the other side and are no answer to it."""
NO_ANSWER = (*NO_REPLY, "weigh")
"""The same, with what is set beside a point to be weighed."""
_REBUTTING = ("rebut", "answer")
"""Moves that say no to a point: who concedes one of them gives up what it answers. A person's is called an answer."""


def find_concessions(turns: Sequence[SpeechTurn]) -> dict[str, tuple[str, ...]]:
    """Points that their own side gave up, each with the points by which it did.

    In cross-examination, in so many words, or by conceding a rebuttal: of the point, or of what its side answered when
    asked about it. Who concedes a rebuttal that meets a part of a point gives up no more than that part.
    """
    found: dict[str, dict[str, None]] = {}
    testimony = list_testimony(turns)
    points = {point.id: (turn, point) for turn in turns for point in turn.points}
    for turn in turns:
        if turn.conceded and turn.about:
            found.setdefault(turn.about, {})[next((one.id for one in turn.points), str(turn.number))] = None
    for turn, point in points.values():
        for name in point.gives_up:
            found.setdefault(name, {})[point.id] = None
        if point.move != "concede":
            continue
        rebuttals = [points[name][1] for name in point.answers if name in points]
        answered = [name for one in rebuttals if one.move in _REBUTTING for name in list_met(one)]
        given = [*answered, *(testimony[name] for name in answered if name in testimony)]
        given += [point.extends] if point.extends and not point.answers else []
        for name in given:
            if name in points and points[name][0].side == turn.side:
                found.setdefault(name, {})[point.id] = None
    return {name: tuple(by) for name, by in found.items()}


def list_met(answer: Point) -> list[str]:
    """The points that an answer meets in whole, as far as anybody said."""
    return [name for name in answer.answers if name not in (*answer.missed, *answer.met_in_part)]


def find_let_go(turns: Sequence[SpeechTurn]) -> set[str]:
    """Points on which their own side said that it stands no longer."""
    return {name for turn in turns for name in turn.lets_go}


def list_testimony(turns: Sequence[SpeechTurn]) -> dict[str, str]:
    """Answers in cross-examination, each with the point that it was asked about."""
    return {one.id: one.extends for turn in turns if turn.kind == "answer" for one in turn.points if one.extends}


def list_answers(turns: Sequence[SpeechTurn], point_id: str) -> list[Point]:
    """What answers a point, or what its side said of it in cross-examination: that is an answer to the point, too."""
    names, resting = list_names(turns, point_id), list_resting(turns, point_id)
    points = {point.id: point for turn in turns for point in turn.points}

    def answers(point: Point) -> bool:
        named = {*point.answers} - {*point.missed}
        return bool(names & named) or (bool(resting & named) and _is_on_frames(turns, points, point.extends))

    return [point for point in points.values() if answers(point)]


def meets_in_part(answer: Point, point_id: str, names: Set[str]) -> bool:
    """Whether an answer meets a part of a point alone: where it names the point itself, the verdict on that counts."""
    named = {point_id} if point_id in answer.answers else names & {*answer.answers}
    return named <= {*answer.met_in_part}


def list_names(turns: Sequence[SpeechTurn], point_id: str) -> set[str]:
    """The ids under which a point is answered: its own, and those of what its side answered when asked about it.

    Who answers what takes a frame up again and speaks of frames alone contests the frame: a case cannot name the frame
    of a case before it.
    """
    names = {point_id, *(name for name, about in list_testimony(turns).items() if about == point_id)}
    found = {point.id: point for turn in turns for point in turn.points}
    if point_id in found and found[point_id].move == "frame":
        taking_up = [one for one in found.values() if point_id in list_taken_up(turns, one)]
        names |= {one.id for one in taking_up if all(_is_on_frames(turns, found, name) for name in one.answers)}
    return names


def list_resting(turns: Sequence[SpeechTurn], point_id: str) -> set[str]:
    """Of a frame: what takes it up again and speaks of other things, too: an answer to that need not be on it."""
    points = {point.id: point for turn in turns for point in turn.points}
    if point_id not in points or points[point_id].move != "frame":
        return set()
    taking_up = {one.id for one in points.values() if point_id in list_taken_up(turns, one)}
    return taking_up - list_names(turns, point_id)


def _is_on_frames(turns: Sequence[SpeechTurn], points: Mapping[str, Point], name: str) -> bool:
    """Whether a point is a frame, or takes one up again."""
    if name not in points:
        return False
    return any(points[one].move == "frame" for one in (name, *list_taken_up(turns, points[name])) if one in points)


def takes_up(point: Point) -> str:
    """The point that it takes up again; nothing where it misses all that it answers."""
    return point.extends if not point.answers or {*point.answers} - {*point.missed} else ""


def list_taken_up(turns: Sequence[SpeechTurn], point: Point) -> set[str]:
    """The point that it takes up again, the one which that takes up, and so on."""
    extends = {one.id: one.extends for turn in turns for one in turn.points}
    found: set[str] = set()
    name = point.extends
    while name and name not in found:
        found.add(name)
        name = extends.get(name, "")
    return found


def list_yielded(turns: Sequence[SpeechTurn], point: Point, given_up: Set[str]) -> tuple[str, ...]:
    """What a point answers, where the other side stands on none of it any more: there is nothing left to say to it."""
    testimony = list_testimony(turns)
    answered = {testimony.get(name, name): None for name in point.answers if name not in point.missed}
    is_reply = point.move not in NO_ANSWER and bool(answered)
    return tuple(answered) if is_reply and given_up >= answered.keys() else ()


def speaks_for(turns: Sequence[SpeechTurn], point: Point, reply: Point, line: Set[str]) -> bool:
    """Whether what answers a reply speaks for this line of points: a reply to two points is met for the one that is
    taken up.

    That is the one which it names, or which takes up the same point. A reply to a single point is met for that point,
    whatever else is taken up.
    """
    points = {one.id: one for turn in turns for one in turn.points}
    taken_up = list_taken_up(turns, point)
    lines = {name: {name, *list_taken_up(turns, points[name])} for name in reply.answers if name in points}
    named = taken_up & lines.keys() or {name for name, own in lines.items() if taken_up & own}
    return not named or bool(named & line)
