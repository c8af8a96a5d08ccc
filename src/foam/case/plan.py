"""What a speech stands for: the position that its seat declared, one of four, and the plan of its side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from foam.argument.flow import Flow, Side
from foam.argument.motion import Motion
from foam.argument.outline import IMPACT
from foam.argument.round import Round, Spoken
from foam.case.values import Answered, Plan, Voice
from foam.job.retrieval import depend_on
from foam.job.session import Session, depend_on_seat
from foam.pack.outlines import SpeechOutline
from foam.perspective.manner import Stance, read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry, ValueInput
from foam.values import Value

_Direction = Literal["affirmed", "denied"]

STANCE_DIMENSION = "resolution_stance"


class Position(Value):
    """What a seat defends."""

    seat: str
    stance: Stance
    text: str
    why: str = ""
    """Why the seat answers so, in its own words, where it writes."""
    voice: Voice = "bounded"
    entry: str

    @property
    def direction(self) -> _Direction:
        return read_direction(self.stance)


def read_direction(stance: Stance) -> _Direction:
    """The side that a stance holds."""
    return "affirmed" if stance.startswith("affirm") else "denied"


def list_positions(motion: Motion, seat: Perspective, meanings: dict[str, str]) -> dict[Stance, str]:
    """The four possible positions. The conditions of two name the value that the seat ranks highest."""
    top = seat.ranking[0][0]
    meaning = meanings.get(top, top).rstrip(".")
    affirmed, denied = motion.affirmed.rstrip("."), motion.denied.rstrip(".")
    return {
        "affirm_whole": motion.affirmed,
        "affirm_qualified": f"{affirmed}, on condition that {top} is safeguarded: {meaning}.",
        "oppose_direct": motion.denied,
        "oppose_alternative": f"{denied}, unless {top} is first secured another way: {meaning}.",
    }


def take_position(session: Session, seat: Perspective, motion: Motion, motion_entry: Entry) -> Position:
    """The position that the seat declared."""
    stance = read_manner(seat).stance
    assert stance is not None, f"seat {seat.id} was given no side"
    positions = list_positions(motion, seat, {value.id: value.text for value in session.pack.values})
    entry = session.clerk.compute(
        "position",
        lambda: {"stance": stance, "offered": positions},
        depend_on("motion", motion_entry),
        depend_on_seat(seat),
        ValueInput(role="offered", value=positions),
        rule="declared stance",
    )
    return Position(seat=seat.id, stance=stance, text=positions[stance], entry=entry.key)


PLAN_TEXT, MANDATE, ADVANTAGE = "plan_text", "mandate", "advantage"
COUNTERPLAN, COUNTERPLAN_TEXT = "counterplan", "cp_text"


def asks_for_plan(template: SpeechOutline) -> bool:
    """Whether a speech opens with a plan of its own."""
    return not template.needs and any(node.syllogism == PLAN_TEXT for node in template.tree.walk())


def names_counterplan(template: SpeechOutline, strategy: Sequence[str]) -> bool:
    """Whether a way that was asked for by name puts something forward in place of the resolution."""
    return any(node.id in strategy and node.syllogism == COUNTERPLAN for node in template.tree.walk())


def leaves_counterplan(template: SpeechOutline, strategy: Sequence[str]) -> bool:
    """Whether it is still open, after what was asked for by name or number, that a counterplan is chosen."""
    branches = [node for node in template.tree.walk() if any(one.syllogism == COUNTERPLAN for one in node.children)]
    decided = {one.partition("=")[0].strip() for one in strategy}
    return any(node.pick and not decided & {node.id, *(child.id for child in node.children)} for node in branches)


def hear_plan(session: Session, position: Position, heard: Flow | None, *, speech: str, side: Side) -> Position:
    """The position with the plan that its own side has read in this round, where that is another text."""
    text = find_plan(Round(flow=heard, speech=speech, side=side)) if heard else ""
    if not text or text == position.text:
        return position
    entry = session.clerk.compute(
        "plan",
        lambda: text,
        depend_on("position", position.entry),
        ValueInput(role="heard", value=text),
        rule="the plan that was read",
    )
    return position.model_copy(update={"text": text, "entry": entry.key})


def find_plan(debate_round: Round) -> str:
    """The plan that the side whose speech it is has read in a round; empty where none was heard."""
    own = (one for one in debate_round.spoken if one.side == debate_round.side and one.syllogism == PLAN_TEXT)
    read = next(own, None)
    return " ".join(argument.text for argument in read.arguments) if read else ""


def find_answered(debate_round: Round) -> Answered | None:
    """The plan that the other side has read in a round and what it says is gained by it; None where none was heard."""
    theirs = [one for one in debate_round.spoken if one.side != debate_round.side]
    plan = next((one for one in theirs if one.syllogism == PLAN_TEXT), None)
    if plan is None:
        return None
    gained = [one for one in theirs if one.syllogism == ADVANTAGE and debate_round.live(one)]
    return Answered(
        plan=" ".join(argument.text for argument in plan.arguments),
        gained=tuple(map(_describe_advantage, gained)),
        impacts=tuple(one.part(IMPACT).id for one in gained),
    )


def _describe_advantage(one: Spoken) -> str:
    """An advantage as the other side told it: its heading, how it comes about and what is gained."""
    told = dict.fromkeys(one.part(name).text.rstrip(".") for name in ("link", IMPACT))
    return f"{one.page}: {'; '.join(told)}."


def stand_for(position: Position, plan: Plan) -> Position:
    """The position with the words of its plan: what slots, searches and questions refer to."""
    return position.model_copy(update={"text": plan.text, "entry": plan.entry})
