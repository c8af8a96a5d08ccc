"""Which points were answered and which were dropped."""

from __future__ import annotations

from collections.abc import Sequence

from foam.debate.transcript import Side
from foam.debate.values import FlowedPoint, Point, SpeechTurn


def track_points(turns: Sequence[SpeechTurn]) -> tuple[FlowedPoint, ...]:
    """Every point in the order it was made. A point is dropped once the other side made a speech after it in vain."""
    conceded = {turn.about for turn in turns if turn.conceded}
    granting = {point.id for turn in turns for point in turn.points if point.move == "concede"}
    return tuple(
        FlowedPoint(
            point=point,
            speech=turn.speech,
            side=turn.side,
            answered_by=tuple(name for name in _list_answers(turns, point.id) if name not in granting),
            granted_by=tuple(name for name in _list_answers(turns, point.id) if name in granting),
            dropped=_is_dropped(turns, place, point),
            conceded=point.id in conceded,
        )
        for place, turn in enumerate(turns)
        for point in turn.points
    )


def list_open_points(turns: Sequence[SpeechTurn], *, of: Side) -> tuple[Point, ...]:
    """Points of one side that the other did not answer, the newest speech first."""
    own = [turn for turn in turns if turn.side == of and turn.kind == "speech"]
    made = (point for turn in reversed(own) for point in turn.points if point.move != "concede")
    return tuple(point for point in made if not _list_answers(turns, point.id))


def _list_answers(turns: Sequence[SpeechTurn], point_id: str) -> tuple[str, ...]:
    return tuple(point.id for turn in turns for point in turn.points if point.answers == point_id)


def _is_dropped(turns: Sequence[SpeechTurn], place: int, point: Point) -> bool:
    """Whether the other side spoke and left it.

    Nobody has to answer what was granted, what only weighs, or an answer to a question. A point that its side took up
    again is dropped only if that was left, too.
    """
    side = turns[place].side
    if point.move in ("concede", "weigh") or turns[place].kind == "answer":
        return False
    spoke = any(turn.side != side and turn.kind == "speech" for turn in turns[place + 1 :])
    taken_up = [later.id for turn in turns for later in turn.points if later.extends == point.id]
    return spoke and not any(_list_answers(turns, name) for name in (point.id, *taken_up))
