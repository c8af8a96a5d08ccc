"""What a person's speech gives up in the end: what an evaluator finds overrides what code read from the words.

A mark says itself what it does, and nobody overrides it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from foam.debate.floor import Floor, ReadWords
from foam.debate.judged import DraftJudgement
from foam.debate.language import split_utterance
from foam.debate.points import list_live_points
from foam.debate.rounds.yielding import list_ids
from foam.debate.speech.conceding import AskedConcessions
from foam.debate.values import Point, SpeechTurn

_UNMARKED = ("answer", "argue", "extend")
"""Moves by marks that do not say whether a point is given up."""
_NOTHING_OWN: dict[str, object] = {"gives_up": (), "takes_back": {}}


class _GivenPoint(NamedTuple):
    """A point, and what of that which it answers is conceded by another beside it."""

    point: Point
    conceding: tuple[str, ...] = ()


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
    for point in turn.points:
        if point.id not in overruled:
            points.append(point)
            continue
        plain = {name: getattr(by_marks[point.id], name) for name in ("move", "answers", "extends", "gives_up")}
        plain["takes_back"] = {k: v for k, v in point.takes_back.items() if k not in overruled[point.id]}
        given = _give_up(point.model_copy(update=plain), overruled[point.id], own)
        points.append(given.point)
        if given.conceding:
            name = f"{turn.number}.{len(turn.points) + len(beside) + 1}"
            beside.append(_concede(given.point, given.conceding).model_copy(update={"id": name, **_NOTHING_OWN}))
    notes = _tell_overruled(turn, read, verdict, overruled, own)
    return turn.model_copy(update={"points": (*points, *beside), "notes": notes})


def _give_up(point: Point, given_up: Iterable[str], own: set[str]) -> _GivenPoint:
    """A point by its marks, with what it gives up; where it concedes one of two that it answers, it answers the other.

    What it concedes then stands beside it as a point of its own. A paragraph that gives up a point of its own side goes
    on to argue what else it says; a single sentence says nothing else.
    """
    mine = tuple(name for name in given_up if name in own)
    theirs = tuple(name for name in given_up if name not in own)
    kept = tuple(name for name in point.answers if name not in theirs)
    if mine and not point.answers and not theirs and len(split_utterance(point.words)) == 1:
        given = {"move": "concede", "extends": mine[0], "gives_up": mine[1:]}
        return _GivenPoint(point.model_copy(update=given))
    giving = point.model_copy(update={"gives_up": mine})
    if theirs and kept:
        return _GivenPoint(giving.model_copy(update={"answers": kept}), theirs)
    return _GivenPoint(_concede(giving, theirs) if theirs else giving)


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
            _tell("gives up its own", [one for one in found if one in own]),
            _tell("concedes", [one for one in found if one not in own]),
            _tell("does not give up", [one for one in before if one not in found]),
        ]
        told.append(f"{name} {', '.join(filter(None, said))}, as the evaluator found: {verdict.reasons.get(name, '')}")
    return (*kept, *told)


def _tell(deed: str, names: list[str]) -> str:
    return f"{deed} {' and '.join(names)}" if names else ""
