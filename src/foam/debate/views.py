"""A debate as text: Markdown for files, lines for a terminal. Computed, never stored."""

from __future__ import annotations

import json

from foam.debate.transcript import SIDES
from foam.debate.values import Debate, Flowed, Turn
from foam.text.wrap import wrapped

KINDS = {"speech": "", "question": " asks", "answer": " answers"}


def turn_text(turn: Turn) -> str:
    """One turn as a terminal shows it."""
    head = f"{turn.speech} {turn.side} ({turn.debater}){KINDS[turn.kind]} [{turn.words}/{turn.limit} words]"
    lines = [head, wrapped(turn.text, indent="  ")]
    if turn.attempts and not turn.accepted:
        unmet = " ".join(turn.attempts[-1].judged.feedback)
        lines.append(
            wrapped(f"not accepted after {len(turn.attempts)} drafts; the best was spoken: {unmet}", indent="  ")
        )
    return "\n".join(lines)


def flow_text(flow: tuple[Flowed, ...]) -> str:
    """The flow as a terminal shows it: one line a point, and what became of it."""
    return "\n".join(
        wrapped(f"{one.point.id} {one.speech} {one.side} {fate(one)}: {one.point.statement}", indent="  ")
        for one in flow
    )


def fate(one: Flowed) -> str:
    """What became of a point, in words."""
    if one.conceded:
        return "conceded"
    if one.answered_by:
        return f"answered by {', '.join(one.answered_by)}"
    return "DROPPED" if one.dropped else "open"


def fates(flow: tuple[Flowed, ...]) -> str:
    """The flow in one line: what became of each point so far."""
    return "; ".join(f"{one.point.id} {fate(one)}" for one in flow) or "empty"


def debate_markdown(debate: Debate) -> str:
    """The whole debate with its flow."""
    lines = [f"# {debate.motion}", "", f"Format {debate.format}; {_sides(debate)}.", ""]
    for turn in debate.turns:
        lines += [f"## {turn.speech} ({turn.side}, {turn.debater}){KINDS[turn.kind]}", "", turn.text, ""]
        lines += [f"*{note}*" for note in turn.notes]
        lines += [""] if turn.notes else []
    lines += ["## Flow", "", "| point | speech | side | fate | says |", "|---|---|---|---|---|"]
    lines += [
        f"| {one.point.id} | {one.speech} | {one.side} | {fate(one)} | {_cell(one.point.statement)} |"
        for one in debate.flow
    ]
    lines += ["", debate.notice] if debate.notice else []
    return "\n".join(lines).rstrip() + "\n"


def debate_json(debate: Debate) -> str:
    """The whole debate as JSON, readable again as a transcript."""
    return json.dumps(debate.json_value(), ensure_ascii=False, indent=2) + "\n"


def _sides(debate: Debate) -> str:
    return ", ".join(f"{side}: {debate.positions[side]} ({debate.debaters[side]})" for side in SIDES)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
