"""The judgement of a speech in one act: stance, relevance and schemes, yes or no, and what is wrong with its parts.

A draft goes back to its writer with it; of a speech that a person made the same is asked, what it gives up, and which
of its parts state nothing. Whoever judges sees what stands around each cited sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from foam.acts.engine import Act, Reading, list_rows, perform, read_texts
from foam.debate.floor import Floor
from foam.debate.judged import FAULTS, STANDING, UNBORNE, DraftJudgement, FaultKind, PartFault
from foam.debate.speech.brief import describe_floor, fence_all, find_point
from foam.debate.speech.context import Surroundings, describe_cited, read_surroundings
from foam.debate.speech.speak import SpeechDraft
from foam.debate.values import Point
from foam.evidence.corpus import Passage
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import render_prompt
from foam.record.entry import Input
from foam_quotes.text.pointer import Pointer

NAME = "judged draft"
OPENING, CLOSING = "opening", "closing"
_MOST_FAULTS = 16
_YES, _NO = "yes", "no"
_DRAFTED = "You examine the draft of a speech before it is spoken in a formal debate."
_SPOKEN = (
    "You examine a speech that a person has made in a formal debate. It was spoken as it stands, and nothing of it is "
    "changed: what you find is told to both sides and to the judge. What is called the draft below is this speech. A "
    "card that one part of it reads bears out the other parts, too: who listens has heard it."
)
_GIVEN_UP = (
    "given_up: the parts that give something up, each with the ids of the points: of the other side that it concedes, "
    "or of its own side that it takes back. Who takes back a figure, a quotation or an example, or grants a fact, "
    "keeps the point as long as the argument is kept. Who says in whatever words that the point, the argument or the "
    "claim itself falls gives it up. None of a part whose speaker marked what it does."
)
_IDLE = (
    "idle: the parts that assert nothing which anybody could answer, such as a salutation, thanks, which side the "
    "speaker is on, or how the speech goes on. A part that gives a reason, a fact or an answer, however weak, is not "
    "idle."
)


class AskedConcessions(NamedTuple):
    """What is asked of a person's speech about concessions."""

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


class JudgedDraft(NamedTuple):
    """What was said of a draft, and the entry in which it was said."""

    verdict: DraftJudgement
    entries: tuple[str, ...]


async def judge_speech(
    floor: Floor,
    draft: SpeechDraft,
    *inputs: Input,
    schemes: Sequence[str] = (),
    left_out: Sequence[str] = (),
    conceding: AskedConcessions | None = None,
) -> JudgedDraft | None:
    """What an evaluator that writes says of a draft; none where there is none, or it cannot say.

    `schemes` are the forms of argument that worked before, `left_out` is what code found wrong; with `conceding` it is
    of a speech that a person has made.
    """
    if not floor.session.speaks("evaluator"):
        return None
    act = _make_judgement(floor, draft, schemes=schemes, left_out=left_out, conceding=conceding)
    done = await perform(floor.session, act, *inputs)
    return JudgedDraft(done.value, (done.entry.key,)) if done.value and done.entry else None


def _make_judgement(
    floor: Floor,
    draft: SpeechDraft,
    *,
    schemes: Sequence[str] = (),
    left_out: Sequence[str] = (),
    conceding: AskedConcessions | None = None,
) -> Act[DraftJudgement]:
    """The act over the parts of a draft."""
    session, parts = floor.session, _list_parts(draft)
    around = read_surroundings(session.clerk, session.corpus, [one for point in draft.points for one in point.evidence])
    told = tuple(
        Option(id=name, text=_tell_part(floor, words, point, around)) for name, (words, point) in parts.items()
    )
    shown = describe_floor(floor).list_variables()
    kinds = [name for name in FAULTS if name != "new reason" or floor.left == 0]
    lets_go = (Option(id=name, text=one.headline) for name in draft.lets_go if (one := find_point(floor, name)))
    own = tuple(Option(id=one.id, text=one.headline) for one in conceding.own) if conceding else ()
    asked = render_prompt(
        session.prompts,
        "debate/judgement",
        occasion=_DRAFTED if conceding is None else _SPOKEN,
        **{name: shown[name] for name in ("motion", "history", "position", "opposing")},
        kinds="\n".join(f"- {name}: {FAULTS[name]};" for name in kinds),
        schemes=", ".join(schemes) or "none is asked for: say yes",
        parts=fence_all(told, "part", ""),
        lets_go=fence_all(tuple(lets_go), "point", "none"),
        left_out="\n".join(left_out) or "nothing",
        conceded=_tell_conceding(conceding, own) if conceding else "",
    )
    fields = tuple(_list_fields(parts, kinds, conceding))
    write = Write(**asked, role="evaluator", statement=floor.position, fields=fields, material=told)
    return Act(NAME, write, lambda form: Reading(_read(form, conceding)))


def _tell_conceding(conceding: AskedConcessions, own: tuple[Option, ...]) -> str:
    """What is asked about concessions: of given points only where there are some that can be given up."""
    asked = (_GIVEN_UP, _IDLE) if conceding.ids and conceding.parts else (_IDLE,)
    return "\n".join((*asked, "Its own points:", fence_all(own, "point", "none")))


def _list_fields(
    parts: Mapping[str, tuple[str, Point | None]], kinds: Sequence[str], conceding: AskedConcessions | None
) -> list[FormField]:
    names = tuple(parts)
    answered = tuple(dict.fromkeys(name for _, point in parts.values() if point for name in point.answers))
    points = (IdsField(name="points", about="of which points it is so", ids=answered, at_most=2),) if answered else ()
    fields: list[FormField] = [
        LabelField(name=name, about=about, labels=(_YES, _NO))
        for name, about in (
            ("stance", "whether it keeps to its side"),
            ("relevance", "whether it answers what was said and argues the motion"),
            ("schemes", "whether it argues in a form that worked before"),
        )
    ]
    fields += [
        TextField(
            name="feedback",
            about="what is to be mended, where a no stands",
            max_words=80,
            may_be_empty=True,
            explains=True,
        ),
        ListField(
            name="faults",
            about="what is wrong with its parts; none where nothing is",
            fields=(
                LabelField(name="part", labels=names),
                LabelField(name="fault", labels=tuple(kinds)),
                *points,
                TextField(name="words", about="the words at fault, or empty", max_words=40, may_be_empty=True),
                TextField(name="why", about="why, for the writer", max_words=45, explains=True),
            ),
            at_most=_MOST_FAULTS,
        ),
    ]
    if conceding and conceding.ids and conceding.parts:
        given = IdsField(name="points", ids=conceding.ids, at_least=1, at_most=len(conceding.ids))
        part = LabelField(name="part", labels=tuple(sorted(conceding.parts)))
        fields.append(ListField(name="given_up", fields=(part, given), at_most=len(conceding.parts)))
    if conceding:
        fields.append(IdsField(name="idle", about="parts that state nothing", ids=names, at_most=len(names)))
    return fields


def _list_parts(draft: SpeechDraft) -> dict[str, tuple[str, Point | None]]:
    frame = {OPENING: draft.opening, CLOSING: draft.closing}
    return {one.id: (one.words, one) for one in draft.points} | {
        name: (words, None) for name, words in frame.items() if words
    }


def _tell_part(floor: Floor, words: str, point: Point | None, around: Mapping[Pointer, Surroundings]) -> str:
    """A part as its judge reads it: what it does, what it answers and what it cites."""
    if point is None:
        return f"{words}\n(it may speak of anything that the points cite)"
    lines = [words, f"(move: {point.move}{f', of the {point.strikes}' if point.strikes else ''})"]
    lines += [f"(its claim for the flow: {point.claim})"] if point.claim else []
    for one in (find_point(floor, name) for name in point.answers):
        noted = f" Noted for the flow: {one.claim}" if one and one.claim else ""
        lines += [f"(it answers {one.id}: {one.text}{noted})"] if one else []
    cited: Sequence[Passage] = point.evidence
    return "\n".join(
        [*lines, "(it cites:)", describe_cited(cited, around)] if cited else [*lines, "(it cites nothing)"]
    )


def _read(form: Form, conceding: AskedConcessions | None) -> DraftJudgement:
    faults = (
        PartFault(
            part=str(row["part"]),
            fault=cast("FaultKind", row["fault"]),
            points=read_texts(row, "points") if "points" in row else (),
            words=str(row["words"]).strip(),
            why=str(row["why"]).strip(),
        )
        for row in list_rows(form, "faults")
    )
    given: Any = list_rows(form, "given_up") if "given_up" in form else []
    return DraftJudgement(
        stance=form["stance"] == _YES,
        relevance=form["relevance"] == _YES,
        schemes=form["schemes"] == _YES,
        feedback=str(form["feedback"]).strip(),
        faults=tuple(faults),
        concedes={
            part: tuple(dict.fromkeys(name for row in given if row["part"] == part for name in row["points"]))
            for part in dict.fromkeys(row["part"] for row in given)
        },
        idle=read_texts(form, "idle") if conceding else (),
    )


def find_words(text: str, named: str) -> str:
    """The words that an evaluator names, as they stand in a text; empty where they do not."""
    start = text.casefold().find(named.casefold())
    return text[start : start + len(named)] if named and start >= 0 else ""


def mark_points(points: Sequence[Point], verdict: DraftJudgement) -> tuple[Point, ...]:
    """The points with what was found of them, for the flow."""
    return tuple(_mark(point, verdict) for point in points)


def _mark(point: Point, verdict: DraftJudgement) -> Point:
    def name_points(kind: FaultKind) -> tuple[str, ...]:
        found = verdict.list_of(point.id, kind)
        named = {name for one in found for name in one.points} or ({*point.answers} if found else set())
        return tuple(name for name in point.answers if name in named)

    left = name_points(STANDING[1])
    unborne = next(iter(verdict.list_of(point.id, *UNBORNE)), None)
    return point.model_copy(
        update={
            "missed": name_points("misses its point"),
            "met_in_part": name_points(STANDING[0]),
            "rest_left": left if point.move == "grant" and not point.evidence else (),
            "rest_disputed": point.answers if point.move == "grant" and point.evidence and not left else (),
            "new_reason": bool(verdict.list_of(point.id, "new reason")),
            "unborne": (find_words(point.words, unborne.words) or point.words) if unborne else "",
            "unborne_as": unborne.fault if unborne else "",
        }
    )
