"""A debate as text: Markdown for files, lines for a terminal. Computed, never stored."""

from __future__ import annotations

import json

from foam.debate.evaluation.inspire import side_means
from foam.debate.evaluation.job import Evaluated
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


def evaluated_text(found: Evaluated) -> str:
    """The marks as a terminal shows them."""
    lines = [found.motion, ""]
    if found.inspire:
        lines.append("InspireScore   subjective  logic   fact  score")
        for side in SIDES:
            means = side_means(found.inspire, side)
            lines += [f"  {side:<12} " + "  ".join(f"{mean:6.3f}" for mean in means)] if means else []
        facts = [fact for mark in found.inspire for fact in mark.facts]
        told = {verdict: sum(f.verdict == verdict for f in facts) for verdict in ("supported", "refuted", "not found")}
        lines.append(
            f"  {len(facts)} claims held against the library: {', '.join(f'{n} {v}' for v, n in told.items())}"
        )
    if found.debatrix:
        lines += ["", "Debatrix       pro first  con first  outcome  marks pro / con"]
        for one in (*found.debatrix.dimensions, found.debatrix.overall):
            marks = f"{one.marks['pro']:.1f} / {one.marks['con']:.1f}"
            lines.append(f"  {one.dimension:<12} {one.pro_first:<10} {one.con_first:<10} {one.outcome:<8} {marks}")
        lines.append(f"  winner: {found.debatrix.winner}")
    return "\n".join([*lines, *(f"{name} left out: {why}" for name, why in found.skipped.items())])


def _sides(debate: Debate) -> str:
    return ", ".join(f"{side}: {debate.positions[side]} ({debate.debaters[side]})" for side in SIDES)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
