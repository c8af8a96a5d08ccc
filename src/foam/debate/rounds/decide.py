"""Who won: a judge that reads the flow, names the issues that decide, and then the winner.

It has every point with its claim and what became of it, and what either side is bound to. It names two or three issues
with the points in which they were fought, before it says who won, so that a reader can look the decision up.
"""

from __future__ import annotations

from typing import Any

from foam.debate.acts import decision_question
from foam.debate.floor import Floor
from foam.debate.points import track_points
from foam.debate.transcript import SIDES
from foam.debate.values import DecidingIssue, Decision, FlowedPoint
from foam.debate.views import describe_moves, describe_point
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import SEAT_ROLES, Session
from foam.model.form import FormField, IdsField, LabelField, ListField, TextField
from foam.model.question import Option
from foam.record.entry import Entry

ISSUES = (2, 3)
"""How many issues decide, at least and at most."""
_ISSUE_WORDS, _REASON_WORDS, _DECISION_WORDS = 25, 60, 90
_MOST_POINTS = 8
NO_JUDGE = "the judge does not write, so that nobody decided: foam debate evaluate marks the debate"
ONE_SIDED = "only one side made points: there is nobody to compare"
NOT_DECIDED = "what the judge wrote did not hold, so that there is no decision"


async def decide_debate(floor: Floor) -> tuple[Decision | None, str]:
    """The judge's decision; else why there is none."""
    session, flow = floor.session, track_points(floor.turns)
    if not session.speaks("judge"):
        return None, NO_JUDGE
    if {one.side for one in flow} != set(SIDES):
        return None, ONE_SIDED
    question = decision_question(
        session.prompts,
        motion=floor.motion,
        positions={side: floor.positions[side] for side in SIDES},
        flow=tuple(Option(id=one.point.id, text=_tell_point(one)) for one in flow),
        commitments=tuple(
            Option(id=str(turn.number), text=f"[{turn.side}, on {turn.about}] {turn.commitment}")
            for turn in floor.turns
            if turn.commitment
        ),
        note=_count_speeches(floor),
        fields=_make_fields(flow),
    )
    entry = await ask_act(session, "decision", question, depend_on("said", floor.entries[-1]), check=find_faults)
    return (None, NOT_DECIDED) if entry is None else (_read_decision(session, entry), "")


def find_faults(entry: Entry) -> list[str]:
    """A winner that has the better of no issue was not decided on them."""
    form: Any = read_form(entry)
    sides = [row["side"] for row in form["issues"]]
    if form["winner"] in sides:
        return []
    return [f"winner: {form['winner']} has the better of none of the issues that you say decide"]


def _make_fields(flow: tuple[FlowedPoint, ...]) -> tuple[FormField, ...]:
    ids = tuple(one.point.id for one in flow)
    issue = (
        TextField(name="issue", about="the question on which it turned", max_words=_ISSUE_WORDS, explains=True),
        IdsField(name="points", about="where it was fought", ids=ids, at_least=1, at_most=min(_MOST_POINTS, len(ids))),
        LabelField(name="side", about="who has the better of it", labels=SIDES),
        TextField(name="reason", about="why, by what was said", max_words=_REASON_WORDS, explains=True),
    )
    return (
        ListField(name="issues", fields=issue, at_least=ISSUES[0], at_most=ISSUES[1]),
        LabelField(name="winner", about="who won", labels=SIDES),
        TextField(name="reason", about="how the issues come to that", max_words=_DECISION_WORDS, explains=True),
    )


def _tell_point(one: FlowedPoint) -> str:
    """A point as the judge reads it: what it does and became, its claim, and its words with their sources."""
    head = f"[{one.speech}, {one.side}, {describe_moves(one.point)}; {describe_point(one)}]"
    claim = f"claim: {one.point.claim}" if one.point.claim else ""
    return "\n".join(filter(None, (head, claim, one.point.text)))


def _count_speeches(floor: Floor) -> str:
    """How often each side spoke, and who spoke last: having more words is no merit."""
    speeches = [turn.side for turn in floor.turns if turn.kind == "speech"]
    counts = ", ".join(f"{side} {speeches.count(side)}" for side in SIDES)
    return f"Speeches made: {counts}. {speeches[-1]} spoke last." if speeches else ""


def _read_decision(session: Session, entry: Entry) -> Decision:
    form: Any = read_form(entry)
    judge = entry.draft.decider
    speakers = {session.models[role].decider.id for role in SEAT_ROLES}
    return Decision(
        winner=form["winner"],
        issues=tuple(
            DecidingIssue(
                issue=row["issue"].strip(), points=tuple(row["points"]), side=row["side"], reason=row["reason"].strip()
            )
            for row in form["issues"]
        ),
        reason=form["reason"].strip(),
        judge=judge.id,
        also_spoke=judge.id in speakers,
    )
