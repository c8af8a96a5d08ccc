"""What a person's speech gives up in the end: what an evaluator finds overrides what code read from the words.

A mark says itself what it does, and nobody overrides it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from foam.debate.floor import Floor, ReadWords
from foam.debate.judged import DraftJudgement
from foam.debate.points import list_live_points
from foam.debate.rounds.yielding import list_ids
from foam.debate.speech.assess import AskedConcessions
from foam.debate.values import Point, SpeechTurn

_UNMARKED = ("answer", "argue")
"""Moves by marks that do not say whether a point is given up."""


class _GivenPoint(NamedTuple):
    """A point, what beside it concedes some of what it answers, and what of its own side it lets go."""

    point: Point
    conceding: tuple[str, ...] = ()
    lets_go: tuple[str, ...] = ()


def ask_concessions(floor: Floor, read: ReadWords) -> AskedConcessions:
    """What an evaluator is asked of the points whose marks do not say whether they give something up."""
    unmarked = [point for point in read.by_marks.points if point.move in _UNMARKED]
    return AskedConcessions(
        read={point.id: read.given_up.get(point.id, ()) for point in unmarked},
        theirs=tuple(dict.fromkeys(name for point in unmarked for name in point.answers)),
        own=list_live_points(floor.turns, of=floor.side),
    )


def settle_concessions(floor: Floor, turn: SpeechTurn, read: ReadWords, verdict: DraftJudgement) -> SpeechTurn:
    """The turn as the evaluator reads what it gives up; as it was where the evaluator reads it alike."""
    overruled = {name: found for name, found in verdict.concedes.items() if {*found} != {*read.given_up.get(name, ())}}
    if not overruled:
        return turn
    by_marks = {point.id: point for point in read.by_marks.points}
    own = list_ids(floor, own=True)
    points: list[Point] = []
    beside: list[Point] = []
    kept_readings = [name for one, names in read.given_up.items() if one not in overruled for name in names]
    lets_go = [*read.by_marks.lets_go, *(name for name in turn.lets_go if name in kept_readings)]
    for point in turn.points:
        if point.id not in overruled:
            points.append(point)
            continue
        plain = {name: getattr(by_marks[point.id], name) for name in ("move", "answers", "extends")}
        given = _give_up(point.model_copy(update=plain), overruled[point.id], own)
        points.append(given.point)
        lets_go += given.lets_go
        if given.conceding:
            name = f"{turn.number}.{len(turn.points) + len(beside) + 1}"
            beside.append(_concede(given.point, given.conceding).model_copy(update={"id": name}))
    notes = _tell_overruled(turn, read, verdict, overruled, own)
    told = {"points": (*points, *beside), "lets_go": tuple(dict.fromkeys(lets_go)), "notes": notes}
    return turn.model_copy(update=told)


def _give_up(point: Point, given_up: Iterable[str], own: set[str]) -> _GivenPoint:
    """A point by its marks, with what it gives up; where it concedes one of two that it answers, it answers the other.

    What it concedes then stands beside it as a point of its own.
    """
    mine = tuple(name for name in given_up if name in own)
    theirs = tuple(name for name in given_up if name not in own)
    kept = tuple(name for name in point.answers if name not in theirs)
    if theirs and kept:
        return _GivenPoint(point.model_copy(update={"answers": kept}), theirs, mine)
    if theirs:
        return _GivenPoint(_concede(point, theirs), lets_go=mine)
    if mine and not point.answers:
        taken_back = point.model_copy(update={"move": "concede", "extends": mine[0]})
        return _GivenPoint(taken_back, lets_go=mine[1:])
    return _GivenPoint(point, lets_go=mine)


def _concede(point: Point, theirs: tuple[str, ...]) -> Point:
    return point.model_copy(update={"move": "concede", "answers": theirs, "missed": (), "met_in_part": ()})


def _tell_overruled(
    turn: SpeechTurn, read: ReadWords, verdict: DraftJudgement, overruled: dict[str, tuple[str, ...]], own: set[str]
) -> tuple[str, ...]:
    """What the speaker is told: of what was read otherwise, the evaluator's reading with its reason."""
    readings = [note for note in turn.notes if note not in read.by_marks.notes]
    kept = [
        note
        for note in turn.notes
        if note not in readings or not note.startswith(tuple(f"{name} " for name in overruled))
    ]
    told = []
    for name, found in overruled.items():
        before = read.given_up.get(name, ())
        said = [
            _tell("gives up your own", [one for one in found if one in own]),
            _tell("concedes", [one for one in found if one not in own]),
            _tell("does not give up", [one for one in before if one not in found]),
        ]
        told.append(f"{name} {', '.join(filter(None, said))}, as the evaluator found: {verdict.reasons.get(name, '')}")
    return (*kept, *told)


def _tell(deed: str, names: list[str]) -> str:
    return f"{deed} {' and '.join(names)}" if names else ""
