"""Where a debate stands, for whoever writes in it: what all hear first, then what only this side has in hand."""

from __future__ import annotations

from textwrap import shorten
from typing import NamedTuple

from foam.case.task import describe_seat
from foam.debate.citing import put_in_words
from foam.debate.fates import describe_both
from foam.debate.floor import Floor
from foam.debate.points import track_points
from foam.debate.questions import Options
from foam.debate.transcript import Side, find_other_side
from foam.debate.values import GRANTING, UNDROPPED, FlowedPoint, Point, SpeechTurn
from foam.model.question import Option
from foam.model.template import fence
from foam.perspective.node import Perspective

MOST_POINTS = 40
"""Points of a side that a writer has before it: the newest."""
_BEGINNING = 400
"""Characters of a point without a claim that a writer is shown."""
_NO_SEAT = (
    "An experienced debater without an interest of your own in the matter. You argue from what can be shown, you grant "
    "what is true, and you would rather answer the strongest form of the other side's case than a weak one."
)


class DebateBrief(NamedTuple):
    """Where a debate stands."""

    motion: str
    history: Options
    """Every turn so far, each under its number: what was there before stays as it was."""
    position: str
    opposing: str
    seat: Perspective | None = None
    theirs: Options = ()
    """The other side's points, each with what became of it."""
    own: Options = ()
    commitments: Options = ()
    """What answers in cross-examination bind either side to."""

    def list_variables(self) -> dict[str, str]:
        return {
            "motion": fence(self.motion),
            "history": fence_all(self.history, "turn", "nobody has spoken yet"),
            "speaker": describe_seat(self.seat) if self.seat else _NO_SEAT,
            "position": fence(self.position),
            "opposing": fence(self.opposing),
            "theirs": fence_all(self.theirs, "point", "they have made no point yet"),
            "own": fence_all(self.own, "point", "you have made no point yet"),
            "commitments": fence_all(self.commitments, "commitment", "nobody is bound by an answer yet"),
        }


def fence_all(options: Options, label: str, nothing: str) -> str:
    """Texts one after another, each fenced under its id; in words where there are none."""
    return "\n".join(fence(one.text, label=f"{label} id={one.id}") for one in options) or nothing


def describe_floor(floor: Floor) -> DebateBrief:
    """Where the debate stands, as whoever is on the floor sees it."""
    return DebateBrief(
        motion=floor.motion,
        history=tuple(
            Option(id=str(turn.number), text=f"[{turn.speech}, {turn.side}, {turn.kind}] {turn.text}")
            for turn in floor.turns
        ),
        position=floor.position,
        opposing=floor.opposing,
        seat=floor.seats.get(floor.side),
        theirs=tuple(Option(id=one.point.id, text=_describe_flowed(one)) for one in list_their_points(floor)),
        own=tuple(Option(id=one.point.id, text=_describe_flowed(one)) for one in list_own_points(floor)),
        commitments=tuple(
            Option(id=str(turn.number), text=f"[{turn.side}, on {turn.about}] {turn.commitment}")
            for turn in floor.turns
            if turn.commitment
        ),
    )


def list_their_points(floor: Floor) -> tuple[FlowedPoint, ...]:
    """The other side's points that can be answered."""
    return _list_points(floor, find_other_side(floor.side))


def list_own_points(floor: Floor) -> tuple[FlowedPoint, ...]:
    """The side's own points that can be taken up again."""
    return _list_points(floor, floor.side)


def list_held_points(floor: Floor) -> tuple[FlowedPoint, ...]:
    """Those of the side's own points on which it still stands: not what it gave up or let go, nor where it did so."""
    return tuple(
        one for one in list_own_points(floor) if not (one.conceded or one.let_go_in or one.point.move in GRANTING)
    )


def list_waiting(floor: Floor) -> list[str]:
    """Points of theirs that nobody has answered and that somebody has to; not where it cannot be told."""
    unanswered = {point.id for point in floor.open}
    return [
        one.point.id
        for one in list_their_points(floor)
        if one.point.id in unanswered and one.point.move not in UNDROPPED and not one.perhaps_by
    ]


def find_point(floor: Floor, point_id: str) -> Point | None:
    """The point of that id; none where nobody made it."""
    return next((point for turn in floor.turns for point in turn.points if point.id == point_id), None)


def lacks_marks(turns: tuple[SpeechTurn, ...]) -> bool:
    """Whether a debate was written down elsewhere, without a word on which point answers which: what of it is told as
    dropped may have been answered."""
    points = [point for turn in turns for point in turn.points]
    return bool(points) and all(turn.voice == "own" for turn in turns) and not any(point.answers for point in points)


def _list_points(floor: Floor, side: Side) -> tuple[FlowedPoint, ...]:
    return tuple(one for one in track_points(floor.turns) if one.side == side)[-MOST_POINTS:]


def _describe_flowed(one: FlowedPoint) -> str:
    """A point by its claim, or how it begins: the whole of it stands in its turn."""
    cites = "; ".join(dict.fromkeys(put_in_words(passage.cite) for passage in one.point.evidence if passage.cite))
    told = "; ".join(filter(None, (f"{one.speech}, {describe_both(one)}", f"cites {cites}" if cites else "")))
    asked = f"asked: “{one.point.asked}” " if one.point.asked else ""
    return f"[{told}] {asked}{one.point.claim or shorten(one.point.headline, _BEGINNING, placeholder=' …')}"
