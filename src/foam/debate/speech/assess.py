"""The evaluator of a written draft: one question for the whole of it, part by part.

It says which way each part speaks, how what is cited stands to it, and which words are not borne out; it sees what
stands around each cited sentence. What fails goes back to the writer with the evaluator's reason. A part that stands
as it stood in an earlier draft is not judged again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from foam.debate.acts import (
    BORNE_OUT,
    MEETING,
    MISSES,
    NEW_REASON,
    NO_FAULT,
    OTHER_FAULTS,
    REFUTING,
    SENT_BACK,
    STATES_NOTHING,
    UNCITED_SENT_BACK,
    DebateBrief,
    judgement_question,
)
from foam.debate.floor import Floor
from foam.debate.judged import CRITERIA, DraftCriterion, DraftJudgement
from foam.debate.memory.values import NOTHING, Priors
from foam.debate.questions import CONTRADICTS, NEITHER, STANCES
from foam.debate.speech.context import Surroundings, describe_cited, read_surroundings
from foam.debate.speech.draft import SpeechDraft, depend_on_wording
from foam.debate.speech.judge import JudgedDraft, complain_of_words, judge_draft
from foam.debate.speech.material import find_point
from foam.debate.stance import speaks_against
from foam.debate.values import GRANTING, Point
from foam.errors import NotRecorded, OutOfBounds
from foam.evidence.corpus import Passage
from foam.job.answers import read_form
from foam.model.form import IdsField, LabelField, ListField, PlainField, TextField
from foam.model.question import Option, Write
from foam.record.entry import Input
from foam.text.pointer import Pointer

OPENING, CLOSING = "opening", "closing"
FIRST, SECOND = "meets", "meets_second"
"""Fields for whether a part meets the points that it answers."""
CONCEDES = "concedes"
"""The field for what a part of a person's speech gives up."""
_WORDS, _REASON_WORDS = 40, 45


_Content = tuple[str, tuple[Passage, ...], str, tuple[str, ...]]


class AskedConcessions(NamedTuple):
    """What an evaluator of a person's speech is asked about concessions."""

    parts: frozenset[str]
    """The points of which no mark says whether they give anything up."""
    theirs: tuple[str, ...]
    """Points of the other side that they answer."""
    own: tuple[Point, ...]
    """Points of its own side on which it stands."""

    @property
    def ids(self) -> tuple[str, ...]:
        """All that can be given up."""
        return tuple(dict.fromkeys([*self.theirs, *(one.id for one in self.own)]))


class _Part(NamedTuple):
    """A part of a draft that is judged: its name, what it says, and what it cites."""

    name: str
    text: str
    evidence: tuple[Passage, ...] = ()
    point: Point | None = None
    """The point that it is; none for the opening and the closing."""

    @property
    def grants(self) -> bool:
        return self.point is not None and self.point.move in GRANTING

    @property
    def content(self) -> _Content:
        """By which a part is known again in another draft, whatever its place."""
        return self.text, self.evidence, self.point.claim if self.point else "", self.answers

    @property
    def answers(self) -> tuple[str, ...]:
        return self.point.answers if self.point else ()


class _Verdict(NamedTuple):
    """What was said of one part."""

    stance: str
    borne_out: str
    unborne: str
    reason: str
    meets: tuple[str, ...] = ()
    """Whether it meets each of the points that it answers, in their order."""
    fault: str = ""
    """What else is wrong with it; empty where nothing is."""
    concedes: tuple[str, ...] = ()
    """Of a person's speech: the points that it gives up."""
    idle: bool = False
    """Of a person's speech: whether it states nothing."""


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
        rest = [part for part in parts if part.content in known]
        since = (*inputs, *depend_on_wording(draft))
        found, entries = await _ask_verdicts(floor, draft, fresh, rest, since)
    except OutOfBounds:
        return await judge_draft(floor, draft, priors, *inputs)
    verdicts = {part.name: known.get(part.content) or found.get(part.name) for part in parts}
    told = {name: verdict for name, verdict in verdicts.items() if verdict is not None}
    kept = before.entries if before and len(fresh) < len(parts) else ()
    return JudgedDraft(draft, _make_judgement(floor, draft, priors, parts, told), (*kept, *entries))


async def assess_spoken(
    floor: Floor, draft: SpeechDraft, *inputs: Input, conceding: AskedConcessions
) -> JudgedDraft | None:
    """What an evaluator that writes finds of a speech that was spoken; none where there is none, or it cannot say."""
    if not floor.session.speaks("evaluator"):
        return None
    parts = _list_parts(draft)
    try:
        since = (*inputs, *depend_on_wording(draft))
        found, entries = await _ask_verdicts(floor, draft, parts, (), since, conceding=conceding)
    except OutOfBounds:
        return None
    judgement = _make_judgement(floor, draft, NOTHING, parts, found)
    asked = conceding.parts if conceding.ids else ()
    told = {
        "concedes": {name: one.concedes for name, one in found.items() if name in asked},
        "idle": tuple(name for name, one in found.items() if one.idle),
    }
    return JudgedDraft(draft, judgement.model_copy(update=told), entries)


def _list_parts(draft: SpeechDraft) -> list[_Part]:
    """Points with what they cite; opening and closing, which speak of what the points cite."""
    cited = tuple({one.pointer: one for point in draft.points for one in point.evidence}.values())
    frame = [(OPENING, draft.opening), (CLOSING, draft.closing)]
    return [
        *(_Part(point.id, point.words, point.evidence, point) for point in draft.points),
        *(_Part(name, words, cited) for name, words in frame if words),
    ]


def _recall_verdicts(before: JudgedDraft) -> dict[_Content, _Verdict]:
    judged = before.verdict
    return {
        part.content: _Verdict(
            judged.stances.get(part.name, ""),
            judged.borne_out[part.name],
            judged.unborne.get(part.name, ""),
            judged.reasons.get(part.name, ""),
            tuple(judged.meets.get(part.name, {}).values()),
            judged.faults.get(part.name, ""),
        )
        for part in _list_parts(before.draft)
        if part.name in judged.borne_out
    }


async def _ask_verdicts(
    floor: Floor,
    draft: SpeechDraft,
    parts: Sequence[_Part],
    rest: Sequence[_Part],
    since: Sequence[Input],
    *,
    conceding: AskedConcessions | None = None,
) -> tuple[dict[str, _Verdict], tuple[str, ...]]:
    """What an evaluator says of these parts; the rest of the draft stands beside them.

    With `conceding` they are of a speech that a person has made.
    """
    if not parts:
        return {}, ()
    ask = partial(_make_question, floor, draft, parts, rest, conceding)
    session = floor.session
    try:
        entry = await session.clerk.ask("judged draft", ask(idle=conceding is not None), *since, final=True)
    except NotRecorded:  # once nobody could say of a part that it states nothing
        entry = await session.clerk.ask("judged draft", ask(idle=False), *since, final=True)
    rows: Any = read_form(entry)["verdicts"]
    answers = {part.name: part.answers for part in parts}
    verdicts = {
        row["part"]: _Verdict(
            row["side"],
            row["evidence"],
            row["unborne"].strip(),
            row["reason"].strip(),
            tuple(row[name] for name in (FIRST, SECOND)[: len(answers[row["part"]])]),
            row["fault"] if row["fault"] in OTHER_FAULTS else "",
            tuple(row.get(CONCEDES, ())),
            row["fault"] == STATES_NOTHING,
        )
        for row in rows
    }
    return verdicts, (entry.key,)


def _make_question(
    floor: Floor,
    draft: SpeechDraft,
    parts: Sequence[_Part],
    rest: Sequence[_Part],
    conceding: AskedConcessions | None,
    *,
    idle: bool,
) -> Write:
    history = tuple(
        Option(id=str(turn.number), text=f"[{turn.speech}, {turn.side}, {turn.kind}] {turn.text}")
        for turn in floor.turns
    )
    brief = DebateBrief(motion=floor.motion, history=history, position=floor.position, opposing=floor.opposing)
    ids = conceding.ids if conceding else ()
    fields = (*_make_fields(floor, parts, idle=idle), *_make_conceding_fields(ids))
    field = ListField(name="verdicts", fields=fields, at_least=len(parts), at_most=len(parts))
    return judgement_question(
        floor.session.prompts,
        brief,
        parts=_tell_parts(floor, parts),
        rest=tuple(Option(id=part.name, text=part.text) for part in rest),
        left_out="\n".join(draft.left_out),
        lets_go=tuple(Option(id=one.id, text=one.headline) for one in _list_points(floor, draft.lets_go)),
        field=field,
        spoken=conceding is not None,
        own=tuple(Option(id=one.id, text=one.headline) for one in conceding.own) if conceding and ids else None,
        idle=idle,
    )


def _make_fields(floor: Floor, parts: Sequence[_Part], *, idle: bool) -> tuple[PlainField, ...]:
    """What is said of each part: whether it meets a second point only where some part answers two."""
    others = [NO_FAULT, *(name for name in OTHER_FAULTS if name != NEW_REASON or floor.left == 0)]
    others += [STATES_NOTHING] if idle else []
    second = LabelField(name=SECOND, about="whether it meets the second point that it answers", labels=MEETING)
    return (
        LabelField(name="part", about="its id", labels=tuple(part.name for part in parts)),
        LabelField(name="side", about="which way it speaks", labels=STANCES),
        LabelField(name="evidence", about="how what is cited stands to it", labels=BORNE_OUT),
        TextField(
            name="unborne", about="its words that are not borne out; empty if none", max_words=_WORDS, may_be_empty=True
        ),
        LabelField(name=FIRST, about="whether it meets what it answers", labels=MEETING),
        *([second] if any(len(part.answers) > 1 for part in parts) else []),
        LabelField(name="fault", about="what else is wrong with it", labels=tuple(others)),
        TextField(name="reason", about="why, for the writer", max_words=_REASON_WORDS, explains=True),
    )


def _make_conceding_fields(ids: Sequence[str]) -> tuple[PlainField, ...]:
    """Which points a part gives up, where there are any to give up."""
    about = "the points that it gives up; empty if none"
    return (IdsField(name=CONCEDES, about=about, ids=tuple(ids), at_most=len(ids)),) if ids else ()


def _tell_parts(floor: Floor, parts: Sequence[_Part]) -> tuple[Option, ...]:
    """The parts as their evaluator reads them: what opening and closing may speak of is shown once."""
    session = floor.session
    around = read_surroundings(session.clerk, session.corpus, [one for part in parts for one in part.evidence])
    shown = {one.pointer for part in parts if part.point for one in part.evidence}
    told: list[Option] = []
    for part in parts:
        told.append(Option(id=part.name, text=_tell_part(floor, part, around, shown)))
        shown |= {one.pointer for one in part.evidence}
    return tuple(told)


def _tell_part(floor: Floor, part: _Part, around: dict[Pointer, Surroundings], shown: set[Pointer]) -> str:
    """A part as its evaluator reads it: what it does, what it answers, and what it cites, once in the whole draft."""
    point = part.point
    lines = [part.text]
    if point:
        lines += [f"(move: {point.move}{f', of the {point.strikes}' if point.strikes else ''})"]
        lines += [f"(its claim for the flow: {point.claim})"] if point.claim else []
        lines += [
            f"(it answers {one.id}: {one.text}{f' Noted for the flow: {one.claim}' if one.claim else ''})"
            for one in _list_points(floor, point.answers)
        ]
    cited = [one for one in part.evidence if point or one.pointer not in shown]
    if not part.evidence:
        return "\n".join([*lines, "(it cites nothing)"])
    if not point and len(cited) < len(part.evidence):
        lines.append("(it may speak of anything that is cited above)")
    if cited:
        lines += ["(it cites:)" if point else "(the points of the speech cite:)", describe_cited(cited, around)]
    return "\n".join(lines).strip()


def _list_points(floor: Floor, names: Sequence[str]) -> list[Point]:
    """The points of these ids."""
    return [one for name in names if (one := find_point(floor, name))]


def _make_judgement(
    floor: Floor, draft: SpeechDraft, priors: Priors, parts: Sequence[_Part], verdicts: dict[str, _Verdict]
) -> DraftJudgement:
    outright = {
        point.id: CONTRADICTS
        for point in draft.points
        if point.move not in GRANTING and speaks_against(point.text, floor.positions, floor.side)
    }
    granting = {part.name for part in parts if part.grants}
    stances = {name: one.stance for name, one in verdicts.items() if name not in granting} | outright
    borne_out = {name: one.borne_out for name, one in verdicts.items()}
    overlap, words = complain_of_words(floor, draft, priors)
    sides, parts_at_fault = _complain_of_sides(floor, stances, verdicts), _complain_of_parts(parts, verdicts)
    arguing = {point.id for point in draft.points if point.move == "argue"}
    beside = _complain_of_answers(verdicts, {name for name in arguing if stances.get(name) == NEITHER})
    complaints: dict[DraftCriterion, str] = {
        **words,
        "stance": "\n".join(f"{name}: {told}" for name, told in sides.items()),
        "evidence": "\n".join(f"{name}: {told}" for name, told in parts_at_fault.items()),
        "relevance": "\n".join(f"{name}: {told}" for name, told in beside.items()),
    }
    at_fault = dict.fromkeys([*sides, *parts_at_fault, *beside])
    found = (sides, parts_at_fault, beside)
    sent_back = {name: " ".join(one[name] for one in found if name in one) for name in at_fault}
    return DraftJudgement(
        met=tuple(name for name in CRITERIA if not complaints.get(name)),
        stances=stances,
        overlap=overlap,
        feedback=tuple(one for one in complaints.values() if one),
        sent_back={} if any(words.values()) else sent_back,
        contradicted=tuple(name for name, label in borne_out.items() if label in REFUTING),
        borne_out=borne_out,
        unborne={name: one.unborne for name, one in verdicts.items() if one.unborne and one.borne_out in SENT_BACK},
        meets={
            part.name: dict(zip(part.answers, verdicts[part.name].meets, strict=True))
            for part in parts
            if part.name in verdicts and part.answers
        },
        faults={name: one.fault for name, one in verdicts.items() if one.fault},
        reasons={name: one.reason for name, one in verdicts.items() if one.reason},
    )


def _complain_of_sides(floor: Floor, stances: dict[str, str], verdicts: dict[str, _Verdict]) -> dict[str, str]:
    reasons = {name: one.reason for name, one in verdicts.items()}
    return {
        name: f"It speaks against your own position, {floor.position!r}: replace it. {reasons.get(name, '')}".strip()
        for name, stance in stances.items()
        if stance == CONTRADICTS
    }


def _complain_of_parts(parts: Sequence[_Part], verdicts: dict[str, _Verdict]) -> dict[str, str]:
    """What is wrong with each part, in the evaluator's words."""
    citing = {part.name for part in parts if part.point and part.evidence}
    told = {name: SENT_BACK if name in citing else UNCITED_SENT_BACK for name in verdicts}
    return {
        name: " ".join(filter(None, (told[name][one.borne_out], _quote_words(one.unborne), one.reason)))
        for name, one in verdicts.items()
        if one.borne_out in SENT_BACK
    }


def _complain_of_answers(verdicts: dict[str, _Verdict], beside: set[str]) -> dict[str, str]:
    """Answers that miss their point, reasons that bear on nothing, and what else is wrong, with why."""
    found = {
        name: [
            _tell_missed(one.meets),
            "It bears neither way on the motion: give a reason that does." if name in beside else "",
            OTHER_FAULTS.get(one.fault, ""),
        ]
        for name, one in verdicts.items()
    }
    return {
        name: " ".join(filter(None, (*told, "" if verdicts[name].borne_out in SENT_BACK else verdicts[name].reason)))
        for name, told in found.items()
        if any(told)
    }


def _tell_missed(meets: Sequence[str]) -> str:
    """What is told of an answer that misses its point, or one of the two that it names."""
    missed = [place for place, label in zip(("first", "second"), meets, strict=False) if label == MISSES]
    if not missed:
        return ""
    which = f"the {missed[0]} point" if len(missed) < len(meets) else "the point"
    return f"It misses {which} that it names: answer what is said there, or answer another."


def _quote_words(unborne: str) -> str:
    return f"These words: “{unborne}”." if unborne else ""
