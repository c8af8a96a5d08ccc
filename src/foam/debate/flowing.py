"""The flow: which points were answered, which were dropped. It fills as they speak; pure, and asks nobody."""

from __future__ import annotations

from collections.abc import Sequence

from foam.debate.transcript import Side
from foam.debate.values import Flowed, Point, Turn


def flow(turns: Sequence[Turn]) -> tuple[Flowed, ...]:
    """Every point in the order it was made. A point is dropped once the other side made a speech after it in vain."""
    conceded = {turn.about for turn in turns if turn.conceded}
    return tuple(
        Flowed(
            point=point,
            speech=turn.speech,
            side=turn.side,
            answered_by=_answers(turns, point.id),
            dropped=_is_dropped(turns, place, point.id),
            conceded=point.id in conceded,
        )
        for place, turn in enumerate(turns)
        for point in turn.points
    )


def open_points(turns: Sequence[Turn], *, of: Side) -> tuple[Point, ...]:
    """Points of one side that the other did not answer, the newest speech first."""
    own = [turn for turn in turns if turn.side == of and turn.kind == "speech"]
    return tuple(point for turn in reversed(own) for point in turn.points if not _answers(turns, point.id))


def _answers(turns: Sequence[Turn], id: str) -> tuple[str, ...]:
    return tuple(point.id for turn in turns for point in turn.points if point.answers == id)


def _is_dropped(turns: Sequence[Turn], place: int, id: str) -> bool:
    side = turns[place].side
    spoke = any(turn.side != side and turn.kind == "speech" for turn in turns[place + 1 :])
    return spoke and not _answers(turns, id)
