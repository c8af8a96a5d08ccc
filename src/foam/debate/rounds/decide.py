"""Who won: a judge that reads the flow, names the issues that decide, and then the winner.

It has every point with its claim and what became of it, and what either side is bound to. It names two or three issues
with the points in which they were fought, before it says who won, so that a reader can look the decision up. It is
asked in both orders of the sides: where the order decides, the debate is too close to call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from foam.debate.acts import decision_question
from foam.debate.citing import describe_heading, name_aloud
from foam.debate.decision import DecidingIssue, Decision, DecisionReading
from foam.debate.fates import describe_both
from foam.debate.floor import Floor
from foam.debate.points import track_points
from foam.debate.transcript import SIDES, Side
from foam.debate.values import FlowedPoint
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import SEAT_ROLES, Session
from foam.model.form import FormField, IdsField, LabelField, ListField, TextField
from foam.model.question import Option
from foam.record.entry import Entry

_ISSUES = (2, 3)
"""How many issues decide, at least and at most."""
_ISSUE_WORDS, _REASON_WORDS, _DECISION_WORDS = 25, 60, 90
_MOST_POINTS = 8
_EVEN = "even"
_NO_JUDGE = "the judge does not write, so that nobody decided: foam debate evaluate marks the debate"
_NO_POINTS = "neither side made a point: there is nothing to compare"
ONE_SIDED = "only one side made points: there is nobody to compare"
NOT_DECIDED = "what the judge wrote did not hold, so that there is no decision"


async def decide_debate(floor: Floor) -> tuple[Decision | None, str]:
    """The judge's decision; else why there is none."""
    session, flow = floor.session, track_points(floor.turns, over=True)
    if not session.speaks("judge"):
        return None, _NO_JUDGE
    if {one.side for one in flow} != set(SIDES):
        return None, ONE_SIDED if flow else _NO_POINTS
    entries = await asyncio.gather(*(_ask_decision(floor, flow, order) for order in (SIDES, SIDES[::-1])))
    held = {order: entry for order, entry in zip(SIDES, entries, strict=True) if entry is not None}
    return (_make_decision(session, held), "") if held else (None, NOT_DECIDED)


async def _ask_decision(floor: Floor, flow: tuple[FlowedPoint, ...], order: tuple[Side, ...]) -> Entry | None:
    """The decision of a judge that reads the sides in this order; nothing where it does not hold."""
    question = decision_question(
        floor.session.prompts,
        motion=floor.motion,
        positions={side: floor.positions[side] for side in order},
        flow=tuple(Option(id=one.point.id, text=_tell_point(one)) for one in flow),
        commitments=tuple(
            Option(id=str(turn.number), text=f"[{turn.side}, on {turn.about}] {turn.commitment}")
            for turn in floor.turns
            if turn.commitment
        ),
        note=_count_speeches(floor, order),
        fields=_make_fields(flow, order),
    )
    said = depend_on("said", floor.entries[-1])
    return await ask_act(floor.session, "decision", question, said, check=find_faults)


def find_faults(entry: Entry) -> list[str]:
    """A winner that has the better of no issue was not decided on them."""
    form: Any = read_form(entry)
    sides = [row["side"] for row in form["issues"]]
    if form["winner"] in sides:
        return []
    return [f"winner: {form['winner']} has the better of none of the issues that you say decide"]


def _make_fields(flow: tuple[FlowedPoint, ...], order: tuple[Side, ...]) -> tuple[FormField, ...]:
    ids = tuple(one.point.id for one in flow)
    issue = (
        TextField(name="issue", about="the question on which it turned", max_words=_ISSUE_WORDS, explains=True),
        IdsField(name="points", about="where it was fought", ids=ids, at_least=1, at_most=min(_MOST_POINTS, len(ids))),
        LabelField(name="side", about="who has the better of it", labels=(*order, _EVEN)),
        TextField(name="reason", about="why, by what was said", max_words=_REASON_WORDS, explains=True),
    )
    return (
        ListField(name="issues", fields=issue, at_least=_ISSUES[0], at_most=_ISSUES[1]),
        LabelField(name="winner", about="who won", labels=order),
        TextField(name="reason", about="how the issues come to that", max_words=_DECISION_WORDS, explains=True),
    )


def _tell_point(one: FlowedPoint) -> str:
    """A point as the judge reads it: what it does and became, its claim, and its words with their sources."""
    head = f"[{one.speech}, {one.side}, {describe_both(one)}]"
    asked = f"asked: “{one.point.asked}”" if one.point.asked else ""
    claim = f"claim: {one.point.claim}" if one.point.claim else ""
    cited = [
        "; ".join(filter(None, (f"cited, {name_aloud(passage)}: “{passage.text}”", describe_heading(passage))))
        for passage in one.point.evidence
        if one.point.written
    ]
    return "\n".join(filter(None, (head, asked, claim, one.point.text, *cited)))


def _count_speeches(floor: Floor, order: tuple[Side, ...]) -> str:
    """How often each side spoke, and who spoke last: having more words is no merit."""
    speeches = [turn.side for turn in floor.turns if turn.kind == "speech"]
    counts = ", ".join(f"{side} {speeches.count(side)}" for side in order)
    return f"Speeches made: {counts}. {speeches[-1]} spoke last." if speeches else ""


def _make_decision(session: Session, held: Mapping[Side, Entry]) -> Decision:
    judge = next(iter(held.values())).draft.decider
    speakers = {session.models[role].decider.id for role in SEAT_ROLES}
    readings = tuple(_read_decision(first, entry) for first, entry in held.items())
    winners = {one.winner for one in readings}
    return Decision(
        winner=next(iter(winners)) if len(winners) == 1 else None,
        readings=readings,
        judge=judge.id,
        also_spoke=judge.id in speakers,
    )


def _read_decision(first: Side, entry: Entry) -> DecisionReading:
    form: Any = read_form(entry)
    issues = tuple(
        DecidingIssue(
            issue=row["issue"].strip(), points=tuple(row["points"]), side=row["side"], reason=row["reason"].strip()
        )
        for row in form["issues"]
    )
    return DecisionReading(first=first, winner=form["winner"], issues=issues, reason=form["reason"].strip())
