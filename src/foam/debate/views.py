"""A debate as it goes on: lines for a terminal, what became of each point in words, and the whole as JSON."""

from __future__ import annotations

import json

from foam.debate.values import Debate, FlowedPoint, SpeechTurn, Voice
from foam.job.acts import ActCount
from foam.paper import add_formats
from foam.text.wrap import wrap

KINDS = {"speech": "", "question": " asks", "answer": " answers"}
VOICES: dict[Voice, str] = {
    "written": "in its own words, checked",
    "bounded": "in the bounded form",
    "unchecked": "in its own words, not checked",
    "own": "as it was said",
}


def format_turn(turn: SpeechTurn) -> str:
    """One turn as a terminal shows it."""
    head = f"{turn.speech} {turn.side} ({turn.debater}){KINDS[turn.kind]} [{turn.words}/{turn.limit} words]"
    lines = [f"{head}, {VOICES[turn.voice]}", wrap(turn.text, indent="  ")]
    lines += [wrap(f"bound to: {turn.commitment}", indent="  ")] if turn.commitment else []
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
    if one.granted_by:
        return f"granted by {', '.join(one.granted_by)}"
    return "DROPPED" if one.dropped else "open"


def describe_acts(count: ActCount) -> str:
    """How the written acts fared, in a line; empty where none was asked for."""
    if not count.asked:
        return ""
    share = f"{100 * count.bounded / count.asked:.0f} %"
    acts = "1 act" if count.asked == 1 else f"{count.asked} acts"
    return f"{acts} written, {count.again} asked again, {count.bounded} replaced in whole or part ({share})"


def describe_points(flow: tuple[FlowedPoint, ...]) -> str:
    """The flow in one line: what became of each point so far."""
    return "; ".join(f"{one.point.id} {describe_point(one)}" for one in flow) or "empty"


def render_debate_json(debate: Debate) -> str:
    """The whole debate as JSON, readable again as a transcript."""
    return json.dumps(debate.json_value(), ensure_ascii=False, indent=2) + "\n"


add_formats(Debate, {".json": render_debate_json})
