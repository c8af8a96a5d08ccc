"""A debate as it goes on: lines for a terminal, what became of each point in words, and the whole as JSON."""

from __future__ import annotations

import json

from foam.debate.values import Debate, FlowedPoint, SpeechTurn
from foam.paper import add_formats
from foam.text.wrap import wrap

KINDS = {"speech": "", "question": " asks", "answer": " answers"}


def format_turn(turn: SpeechTurn) -> str:
    """One turn as a terminal shows it."""
    head = f"{turn.speech} {turn.side} ({turn.debater}){KINDS[turn.kind]} [{turn.words}/{turn.limit} words]"
    lines = [head, wrap(turn.text, indent="  ")]
    if turn.attempts and not turn.accepted:
        unmet = " ".join(turn.attempts[-1].judged.feedback)
        lines.append(wrap(f"not accepted after {len(turn.attempts)} drafts; the best was spoken: {unmet}", indent="  "))
    return "\n".join(lines)


def format_flow(flow: tuple[FlowedPoint, ...]) -> str:
    """The flow as a terminal shows it: one line a point, and what became of it."""
    return "\n".join(
        wrap(f"{one.point.id} {one.speech} {one.side} {describe_point(one)}: {one.point.statement}", indent="  ")
        for one in flow
    )


def describe_point(one: FlowedPoint) -> str:
    """What became of a point, in words."""
    if one.conceded:
        return "conceded"
    if one.answered_by:
        return f"answered by {', '.join(one.answered_by)}"
    return "DROPPED" if one.dropped else "open"


def describe_points(flow: tuple[FlowedPoint, ...]) -> str:
    """The flow in one line: what became of each point so far."""
    return "; ".join(f"{one.point.id} {describe_point(one)}" for one in flow) or "empty"


def render_debate_json(debate: Debate) -> str:
    """The whole debate as JSON, readable again as a transcript."""
    return json.dumps(debate.json_value(), ensure_ascii=False, indent=2) + "\n"


add_formats(Debate, {".json": render_debate_json})
