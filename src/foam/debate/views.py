"""A debate as it goes on: lines for a terminal, what became of each point in words, and the whole as JSON."""

from __future__ import annotations

import json
from textwrap import shorten

from foam.debate.transcript import SIDES
from foam.debate.values import Debate, Decision, DecisionReading, FlowedPoint, Point, SpeechTurn, Voice
from foam.job.acts import ActCount
from foam.paper import add_formats
from foam.text.wrap import wrap

SAME_MODEL = "Caution: the model that judged also spoke in this debate. Ask another judge before you rely on it."
TOO_CLOSE = "too close to call: the judge's winner changes with the order in which it reads the sides"
ONE_ORDER = "Asked in the other order of the sides, what the judge wrote did not hold."
_BEGINNING = 100
"""Characters of a point without a claim that the flow of a terminal shows."""
_STANDING = "what stands by the flow alone, whatever it is worth:"
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
        wrap(f"{one.point.id} {one.speech} {one.side} {describe_point(one)}: {_begin_point(one.point)}", indent="  ")
        for one in flow
    )


def _begin_point(point: Point) -> str:
    """A point in a line: its claim, or how it begins; the whole of it stands in its speech."""
    return point.claim or shorten(point.statement, _BEGINNING, placeholder=" …")


def describe_titles(debate: Debate) -> str:
    """The speeches by their names, spelled out; empty where the format does not."""
    return "; ".join(f"{name} {title}" for name, title in debate.titles.items())


def describe_moves(point: Point) -> str:
    """What a point does: its move, what it answers or strikes, and what it takes up again."""
    struck = f" ({point.strikes})" if point.strikes else ""
    answered = f" {' and '.join(point.answers)}" if point.answers else ""
    if point.move in ("answer", "qualify", "extend") and point.extends:
        return f"{point.move} {point.extends}"
    taken_up = f", extends {point.extends}" if point.extends else ""
    marks = [
        ", which it misses, as the evaluator found" if point.misses else "",
        ", a reason new in the last speech, as the evaluator found" if point.new_reason else "",
    ]
    return f"{point.move}{answered}{struck}{''.join(marks)}{taken_up}"


def format_decision(debate: Debate) -> str:
    """Who won and on what, as a terminal shows it; empty where nobody was asked."""
    decision = debate.decision
    if decision is None:
        reason = [f"no decision: {debate.undecided}"] if debate.undecided else []
        standing = describe_standing(debate) if {one.side for one in debate.flow} == set(SIDES) else ()
        return "\n".join([*reason, *([_STANDING, *(wrap(line, indent="  ") for line in standing)] if standing else [])])
    outcome = f"{decision.winner} won, as {decision.judge} judged it" if decision.winner else TOO_CLOSE
    lines = [f"decision: {outcome}."]
    for reading in decision.told:
        lines.append(f"{describe_reading(decision, reading)}{reading.reason}")
        lines += [
            f"{n}. {one.issue} ({', '.join(one.points)}) {one.side}: {one.reason}"
            for n, one in enumerate(reading.issues, start=1)
        ]
    lines += [ONE_ORDER] if len(decision.readings) == 1 else []
    lines += [SAME_MODEL] if decision.also_spoke else []
    return "\n".join([wrap(lines[0]), *(wrap(line, indent="  ") for line in lines[1:])])


def describe_standing(debate: Debate) -> tuple[str, ...]:
    """What is left of either side's case by the rule of the flow, a line each; for debates that nobody decided.

    What the other side left stands as conceded; what was answered stands if its own side took it up again.
    """
    lines = []
    for side in SIDES:
        own = [one for one in debate.flow if one.side == side and not _owes_nothing(one.point)]
        left = [one.point.id for one in own if one.dropped]
        kept = [one.point.id for one in own if not one.dropped and _stands(one)]
        told = [
            f"conceded by the other side's silence: {', '.join(left)}" if left else "",
            f"unanswered or taken up again: {', '.join(kept)}" if kept else "",
        ]
        lines.append(f"{side}: {'; '.join(filter(None, told)) or 'nothing stands'}")
    return tuple(lines)


def _owes_nothing(point: Point) -> bool:
    """Whether it makes no case: a concession, or an answer in cross-examination."""
    return point.move == "concede" or (point.move in ("answer", "qualify") and bool(point.extends))


def _stands(one: FlowedPoint) -> bool:
    return not one.conceded and bool(one.extended_by or not one.answered_by)


def describe_reading(decision: Decision, reading: DecisionReading) -> str:
    """On which reading somebody won, where the two disagree; empty where there is one winner."""
    return "" if decision.winner else f"With {reading.first} read first {reading.winner} won: "


def describe_point(one: FlowedPoint) -> str:
    """What became of a point, in words: its fate, then what its own side did with it."""
    narrowed = f"narrowed by its own side in {', '.join(one.narrowed_by)}" if one.narrowed_by else ""
    extended = f"taken up again in {', '.join(one.extended_by)}" if one.extended_by else ""
    return ", ".join(filter(None, (_describe_fate(one), narrowed, extended)))


def _describe_fate(one: FlowedPoint) -> str:
    if one.conceded:
        return "conceded"
    late = " late" if one.late else ""
    answered = f"answered{late} by {', '.join(one.answered_by)}" if one.answered_by else ""
    granted = f"granted by {', '.join(one.granted_by)}" if one.granted_by else ""
    pressed = f"questioned by {', '.join(one.pressed_by)}" if one.pressed_by else ""
    weighed = f"weighed by {', '.join(one.weighed_by)}" if one.weighed_by else ""
    if answered or granted or pressed or weighed:
        return ", ".join(filter(None, (answered, granted, pressed, weighed)))
    if one.dropped:
        return f"DROPPED, as {', '.join(one.passed_by)} says" if one.passed_by else "DROPPED"
    if one.point.move in ("press", "pass"):
        return "a question" if one.point.move == "press" else "no answer was had"
    if one.point.move == "concede":
        return "a concession"
    if one.point.move in ("answer", "qualify") and one.point.extends:
        return f"in cross-examination, on {one.point.extends}"
    if one.unanswered:
        return "stands: nobody contested it" if one.point.move == "frame" else "nobody answered it"
    return "open"


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
