"""The evaluator of a written draft: one question for the whole of it, part by part.

It says which way each part speaks, how what is cited stands to it, and which words are not borne out; it sees what
stands around each cited sentence. What fails goes back to the writer with the evaluator's reason. A part that stands
as it stood in an earlier draft is not judged again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from foam.debate.acts import BORNE_OUT, REFUTING, SENT_BACK, DebateBrief, judgement_question
from foam.debate.floor import Floor
from foam.debate.memory.values import Priors
from foam.debate.questions import CONTRADICTS, STANCES
from foam.debate.speech.context import describe_cited, read_surroundings
from foam.debate.speech.draft import SpeechDraft, depend_on_wording
from foam.debate.speech.judge import JudgedDraft, complain_of_words, judge_draft
from foam.debate.stance import speaks_against
from foam.debate.values import CRITERIA, DraftCriterion, DraftJudgement
from foam.errors import OutOfBounds
from foam.evidence.corpus import Passage
from foam.job.answers import read_form
from foam.model.form import LabelField, ListField, TextField
from foam.model.question import Option
from foam.record.entry import Input

OPENING, CLOSING = "opening", "closing"
_WORDS, _REASON_WORDS = 40, 45


class _Part(NamedTuple):
    """A part of a draft that is judged: its name, what it says, and what it cites."""

    name: str
    text: str
    evidence: tuple[Passage, ...] = ()
    grants: bool = False

    @property
    def content(self) -> tuple[str, tuple[Passage, ...]]:
        """By which a part is known again in another draft, whatever its place."""
        return self.text, self.evidence


class _Verdict(NamedTuple):
    """What was said of one part."""

    stance: str
    borne_out: str
    unborne: str
    reason: str


async def assess_draft(
    floor: Floor, draft: SpeechDraft, priors: Priors, *inputs: Input, before: JudgedDraft | None = None
) -> JudgedDraft:
    """A written draft as an evaluator that writes judges it; else question by question, as any draft."""
    if not floor.session.speaks("evaluator"):
        return await judge_draft(floor, draft, priors, *inputs)
    parts = _list_parts(draft)
    known = _recall_verdicts(before) if before else {}
    fresh = [part for part in parts if part.content not in known]
    try:
        found, entries = await _ask_verdicts(floor, fresh, (*inputs, *depend_on_wording(draft)))
    except OutOfBounds:
        return await judge_draft(floor, draft, priors, *inputs)
    verdicts = {part.name: known.get(part.content) or found.get(part.name) for part in parts}
    told = {name: verdict for name, verdict in verdicts.items() if verdict is not None}
    kept = before.entries if before and len(fresh) < len(parts) else ()
    return JudgedDraft(draft, _make_judgement(floor, draft, priors, parts, told), (*kept, *entries))


def _list_parts(draft: SpeechDraft) -> list[_Part]:
    """Points with what they cite; opening and closing, which speak of what the points cite."""
    cited = tuple({one.pointer: one for point in draft.points for one in point.evidence}.values())
    frame = [(OPENING, draft.opening), (CLOSING, draft.closing)]
    return [
        *(_Part(point.id, point.words, point.evidence, point.move == "concede") for point in draft.points),
        *(_Part(name, words, cited) for name, words in frame if words),
    ]


def _recall_verdicts(before: JudgedDraft) -> dict[tuple[str, tuple[Passage, ...]], _Verdict]:
    judged = before.verdict
    return {
        part.content: _Verdict(
            judged.stances.get(part.name, ""),
            judged.borne_out[part.name],
            judged.unborne.get(part.name, ""),
            judged.reasons.get(part.name, ""),
        )
        for part in _list_parts(before.draft)
        if part.name in judged.borne_out
    }


async def _ask_verdicts(
    floor: Floor, parts: Sequence[_Part], since: Sequence[Input]
) -> tuple[dict[str, _Verdict], tuple[str, ...]]:
    if not parts:
        return {}, ()
    session = floor.session
    around = read_surroundings(session.clerk, session.corpus, [one for part in parts for one in part.evidence])
    offered = tuple(
        Option(
            id=part.name,
            text=f"{part.text}\n{_introduce_cited(part)}\n{describe_cited(part.evidence, around)}".strip(),
        )
        for part in parts
    )
    fields = (
        LabelField(name="part", about="its id", labels=tuple(part.name for part in parts)),
        LabelField(name="side", about="which way it speaks", labels=STANCES),
        LabelField(name="evidence", about="how what is cited stands to it", labels=BORNE_OUT),
        TextField(
            name="unborne", about="its words that are not borne out; empty if none", max_words=_WORDS, may_be_empty=True
        ),
        TextField(name="reason", about="why, for the writer", max_words=_REASON_WORDS, explains=True),
    )
    field = ListField(name="verdicts", fields=fields, at_least=len(parts), at_most=len(parts))
    history = tuple(
        Option(id=str(turn.number), text=f"[{turn.speech}, {turn.side}, {turn.kind}] {turn.text}")
        for turn in floor.turns
    )
    brief = DebateBrief(motion=floor.motion, history=history, position=floor.position, opposing=floor.opposing)
    question = judgement_question(session.prompts, brief, parts=offered, field=field)
    entry = await session.clerk.ask("judged draft", question, *since)
    rows: Any = read_form(entry)["verdicts"]
    verdicts = {
        row["part"]: _Verdict(row["side"], row["evidence"], row["unborne"].strip(), row["reason"].strip())
        for row in rows
    }
    return verdicts, (entry.key,)


def _introduce_cited(part: _Part) -> str:
    if not part.evidence:
        return "(it cites nothing)"
    return "(the points of the speech cite:)" if part.name in (OPENING, CLOSING) else "(it cites:)"


def _make_judgement(
    floor: Floor, draft: SpeechDraft, priors: Priors, parts: Sequence[_Part], verdicts: dict[str, _Verdict]
) -> DraftJudgement:
    outright = {
        point.id: CONTRADICTS
        for point in draft.points
        if point.move != "concede" and speaks_against(point.text, floor.positions, floor.side)
    }
    granting = {part.name for part in parts if part.grants}
    stances = {name: one.stance for name, one in verdicts.items() if name not in granting} | outright
    borne_out = {name: one.borne_out for name, one in verdicts.items()}
    overlap, words = complain_of_words(floor, draft, priors)
    sides, parts_at_fault = _complain_of_sides(floor, stances, verdicts), _complain_of_parts(verdicts)
    complaints: dict[DraftCriterion, str] = {
        **words,
        "stance": "\n".join(f"{name}: {told}" for name, told in sides.items()),
        "evidence": "\n".join(f"{name}: {told}" for name, told in parts_at_fault.items()),
    }
    at_fault = dict.fromkeys([*sides, *parts_at_fault])
    sent_back = {name: " ".join(one[name] for one in (sides, parts_at_fault) if name in one) for name in at_fault}
    return DraftJudgement(
        met=tuple(name for name in CRITERIA if not complaints.get(name)),
        stances=stances,
        overlap=overlap,
        feedback=tuple(one for one in complaints.values() if one),
        sent_back={} if any(words.values()) else sent_back,
        contradicted=tuple(name for name, label in borne_out.items() if label in REFUTING),
        borne_out=borne_out,
        unborne={name: one.unborne for name, one in verdicts.items() if one.unborne and one.borne_out in SENT_BACK},
        reasons={name: one.reason for name, one in verdicts.items() if one.reason},
    )


def _complain_of_sides(floor: Floor, stances: dict[str, str], verdicts: dict[str, _Verdict]) -> dict[str, str]:
    reasons = {name: one.reason for name, one in verdicts.items()}
    return {
        name: f"It speaks against your own position, {floor.position!r}: replace it. {reasons.get(name, '')}".strip()
        for name, stance in stances.items()
        if stance == CONTRADICTS
    }


def _complain_of_parts(verdicts: dict[str, _Verdict]) -> dict[str, str]:
    """What is wrong with each part, in the evaluator's words."""
    return {
        name: " ".join(filter(None, (SENT_BACK[one.borne_out], _quote_words(one.unborne), one.reason)))
        for name, one in verdicts.items()
        if one.borne_out in SENT_BACK
    }


def _quote_words(unborne: str) -> str:
    return f"These words: “{unborne}”." if unborne else ""
