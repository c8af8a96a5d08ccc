"""What a turn recalled, why, and what that changed: read off the debate as it was played."""

from __future__ import annotations

from foam.debate.memory.moves import RecalledMove
from foam.debate.transcript import Side
from foam.debate.values import Debate, Point, RecalledMoves
from foam.errors import NotFound
from foam.values import Value


class PointRecollection(Value):
    """One point of the other side, the moves recalled for it, and what came of them."""

    point: str
    statement: str
    moves: tuple[RecalledMove, ...]
    changed: str
    """In words: the sentence that a recalled answer found, or that it changed nothing that was cited."""


class TurnRecollection(Value):
    """What one turn had from the memory."""

    speech: str
    side: Side
    schemes: str
    """Forms of argument that worked before, with their worth."""
    recalled: tuple[PointRecollection, ...]


def explain_turn(debate: Debate, number: int) -> TurnRecollection:
    """What the turn of this number recalled."""
    turn = next((one for one in debate.turns if one.number == number), None)
    if turn is None:
        raise NotFound(f"the debate has no turn {number}", hint=f"it has {len(debate.turns)} turns")
    points = {point.id: point for one in debate.turns for point in one.points}
    notes = turn.prepared
    schemes = notes.priors.schemes if notes else {}
    return TurnRecollection(
        speech=turn.speech,
        side=turn.side,
        schemes=", ".join(f"{name} {worth:.1f}" for name, worth in schemes.items()),
        recalled=tuple(
            PointRecollection(
                point=one.point,
                statement=points[one.point].headline if one.point in points else "",
                moves=one.moves,
                changed=_tell_change(turn.points, one),
            )
            for one in (notes.moves if notes else ())
        ),
    )


def _tell_change(said: tuple[Point, ...], recalled: RecalledMoves) -> str:
    answer = next((point for point in said if recalled.point in point.answers and point.evidence), None)
    if answer is None:
        return "nothing: no sentence of the library that it led to answers the point"
    if recalled.found is None:
        return f"nothing: {answer.id} was found by the point itself"
    return f"{answer.id} quotes what only a recalled answer led to: “{answer.statement}”"
