"""The act *speak*: a whole speech, paragraph by paragraph.

Each paragraph makes one move: it answers points of the other side by their ids or advances one of its own, cites
sentences by id, names the form of argument that it uses, and says what it concedes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from foam.acts.engine import Act, Reading, read_texts
from foam.argument.scheme import SchemeId, load_schemes
from foam.debate.citing import name_aloud
from foam.debate.floor import Floor
from foam.debate.language import list_telling
from foam.debate.speech.brief import (
    describe_floor,
    fence_all,
    find_point,
    lacks_marks,
    list_held_points,
    list_their_points,
    list_waiting,
)
from foam.debate.speech.material import Material, describe_evidence, describe_remembered
from foam.debate.values import Point, Voice
from foam.job.mending import FaultyPassage, Mending
from foam.job.retrieval import make_options
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, PlainField, TextField
from foam.model.question import Option, Write
from foam.model.template import fence, render_prompt
from foam_quotes.text.words import measure_length

NAME = "speech act"
_PLAN_WORDS, _FRAME_WORDS, _CLAIM_WORDS, _POINT_WORDS = 150, 60, 25, 200
_WORDS_A_POINT = 45
"""Words below which another point is not worth making."""
_MOST_POINTS, _CITED, _ANSWERED = 7, 3, 2
_FILLED = 0.85
"""The share of its words that a speech is asked to use."""
_NONE = "none"
_OFFERED_AGAIN = 12
"""Sentences that the draft does not cite and whoever mends it may."""
_OVER = 0.03
"""What a speech may have above its limit."""
_LAST = "It is your last: weigh and close, and bring no new reason. New evidence may defend what you have said before."
_CASE = "It is your case, read as prepared: it answers nothing of theirs, which the rebuttals do, and drops nothing."
_UNMARKED = (
    "Nobody noted in this debate which point answers which, so that “DROPPED” beside a point says nothing. Read in the "
    "debate so far what was answered, and answer what still stands of theirs."
)
_CHOICE = (
    "this speech is for a choice. Take the two or three issues on which the round turns; what you let go you name "
    "under lets_go. What you leave is no fault, and what you do not carry you cannot win on."
)


@dataclass(frozen=True, slots=True)
class SpeechDraft:
    """A speech before it is judged."""

    opening: str
    points: tuple[Point, ...]
    closing: str
    plan: str = ""
    voice: Voice = "written"
    lets_go: tuple[str, ...] = ()
    """Points of the side's own on which it no longer stands, as it says itself."""

    @property
    def text(self) -> str:
        return " ".join(part for part in (self.opening, *(p.text for p in self.points), self.closing) if part)

    @property
    def own_words(self) -> str:
        """Everything but what is cited."""
        return " ".join(part for part in (self.opening, *(p.words for p in self.points), self.closing) if part)

    @property
    def schemes(self) -> tuple[SchemeId, ...]:
        """The forms of argument that its points name."""
        return tuple(dict.fromkeys(one.scheme for one in self.points if one.scheme))


def allow_words(limit: int) -> int:
    """How many words are let pass: a speech that is hardly over its limit is not written again for that."""
    return limit + int(limit * _OVER)


def fit_draft(draft: SpeechDraft, limit: int) -> SpeechDraft:
    """The draft less its closing, then points from its end, then its opening, until it fits; the first point stays.

    The closing sums up all the points, so that it goes before any of them.
    """
    if measure_length(draft.text) > limit:
        draft = replace(draft, closing="")
    while measure_length(draft.text) > limit and len(draft.points) > 1:
        draft = replace(draft, points=draft.points[:-1])
    return replace(draft, opening="") if measure_length(draft.text) > limit else draft


def make_speak(floor: Floor, material: Material, *, flaws: Sequence[str]) -> Act[SpeechDraft]:
    """The act, over what was prepared."""
    told = " ".join(filter(None, (_describe_place(floor), _describe_left(floor), _describe_cost(material))))
    asked = render_prompt(
        floor.session.prompts,
        "debate/speech",
        **describe_floor(floor).list_variables(),
        evidence=fence_all(describe_evidence(floor, material), "evidence", "the library holds nothing near this"),
        remembered=fence_all(describe_remembered(material), "argument", "nothing was remembered"),
        flaws=fence("\n".join(flaws) or "none was found"),
        priors=", ".join(material.priors.schemes) or "none stood out",
        speech=told,
        words=str(floor.limit),
    )
    offered = make_options(material.evidence)
    write = Write(**asked, statement=floor.position, fields=_make_fields(floor, material), material=offered)
    return Act(NAME, write, lambda form: Reading(_read(floor, material, form)))


def make_mending(floor: Floor, material: Material, draft: SpeechDraft) -> Mending:
    """What is told to whoever writes parts of a draft again: not the whole question, but what these parts need.

    They may cite what the draft cites, and what was offered that is nearest in words to what is at fault.
    """
    described = describe_evidence(floor, material)
    cited = {one.pointer for point in draft.points for one in point.evidence}
    own = [shown for shown, one in zip(described, material.evidence, strict=True) if one.pointer in cited]

    def offer(faulty: Sequence[FaultyPassage]) -> tuple[Option, ...]:
        words = list_telling(*(told for one in faulty for told in (str(one.passage.get("text", "")), *one.faults)))
        others = [one for one in described if one not in own]
        near = sorted(others, key=lambda one: -len(words & list_telling(one.text)))[:_OFFERED_AGAIN]
        return (*own, *near)

    def tell(faulty: Sequence[FaultyPassage]) -> str:
        rows = [one.passage for one in faulty if "answers" in one.passage]
        names = {name for row in rows for name in read_texts(row, "answers")}
        answered = [point for name in sorted(names) if (point := find_point(floor, name))]
        length = f"The speech has {measure_length(draft.text)} words, citations included, of at most {floor.limit}"
        parts = {
            "THE MOTION": fence(floor.motion),
            "YOUR POSITION": fence(floor.position),
            "THEIR POSITION": fence(floor.opposing),
            "WHAT YOU ANSWER": fence_all(tuple(map(_offer_point, answered)), "point", "nothing"),
            "LENGTH": f"{length}: what you write again is no longer than what stood there, or leaves it within that.",
        }
        return "\n\n".join(f"{head}\n{text}" for head, text in parts.items())

    return Mending(tell=tell, offer=offer)


def _offer_point(point: Point) -> Option:
    return Option(id=point.id, text=point.text)


def _make_fields(floor: Floor, material: Material) -> tuple[FormField, ...]:
    """The form of a speech: only what there is to answer, take up, cite or recall is asked for.

    Its parts are bounded widely: what counts is the length of the whole, which can be cut by whole points.
    """
    frame = max(12, min(_FRAME_WORDS, floor.limit // 4))
    most = max(1, min(_MOST_POINTS, floor.limit // _WORDS_A_POINT))
    left = ", ".join(list_waiting(floor)) if floor.duty == "answer" else ""
    dropped = f"; what you leave out stands as dropped: {left}" if left else ""
    about = f"at most {floor.limit} words in all, citations included: aim at {int(_FILLED * floor.limit)} or more"
    held = tuple(one.point.id for one in list_held_points(floor)) if floor.duty == "choose" else ()
    rows = _make_point_fields(floor, material, max(12, min(_POINT_WORDS, floor.limit - frame)))
    lets_go = IdsField(name="lets_go", about="points of your own on which you stand no longer", ids=held, at_most=40)
    return (
        TextField(name="plan", about="for yourself, not spoken", max_words=_PLAN_WORDS, explains=True),
        TextField(name="opening", about="what the round turns on", max_words=frame),
        ListField(name="points", about=f"{about}{dropped}", fields=rows, at_least=min(2, most), at_most=most),
        TextField(name="closing", about="why the listener should hold with you", max_words=frame, may_be_empty=True),
        *([lets_go] if held else []),
    )


def _make_point_fields(floor: Floor, material: Material, room: int) -> tuple[PlainField, ...]:
    theirs = tuple(one.point.id for one in list_their_points(floor) if floor.duty != "case")
    own = tuple(one.point.id for one in list_held_points(floor))
    new = () if floor.left == 0 and theirs and own else ("argue",)
    framing = () if any(turn.side == floor.side and turn.kind == "speech" for turn in floor.turns) else ("frame",)
    moves = (*new, *framing, *(("rebut", "grant", "concede") if theirs else ()), *(("extend",) if own else ()), "weigh")
    fields: list[PlainField] = [LabelField(name="move", about="what the point does", labels=moves)]
    if theirs:
        fields += [
            IdsField(
                name="answers",
                about="the points of theirs that it answers; two where one answer meets both",
                ids=theirs,
                at_most=min(_ANSWERED, len(theirs)),
            ),
            LabelField(
                name="strikes", about="what a rebuttal strikes", labels=("fact", "inference", "weight", "nothing")
            ),
            IdsField(
                name="concedes",
                about="the points of theirs that it gives their due whole",
                ids=theirs,
                at_most=_ANSWERED,
            ),
        ]
    if own:
        fields.append(IdsField(name="extends", about="the point of your own that it advances or defends", ids=own))
    if material.evidence:
        ids = tuple(f"s{n}" for n in range(1, len(material.evidence) + 1))
        fields.append(IdsField(name="evidence", about="the sentences it rests on", ids=ids, at_most=_CITED))
    if material.remembered:
        ids = tuple(material.remembered)
        fields.append(IdsField(name="remembered", about="the argument whose way of arguing it uses", ids=ids))
    schemes = (*(one.id for one in load_schemes()), _NONE)
    return (
        *fields,
        LabelField(name="scheme", about="the form of argument that it uses", labels=schemes),
        TextField(
            name="claim",
            about="what it says in one line for the flow, not spoken",
            max_words=_CLAIM_WORDS,
            explains=True,
        ),
        TextField(name="text", about="the point as it is spoken", max_words=room),
    )


def _read(floor: Floor, material: Material, form: Form) -> SpeechDraft:
    filled: Any = form
    return SpeechDraft(
        opening=filled["opening"].strip(),
        points=tuple(_read_point(floor, material, place, row) for place, row in enumerate(filled["points"], start=1)),
        closing=filled["closing"].strip(),
        plan=filled["plan"].strip(),
        lets_go=tuple(filled.get("lets_go", ())),
    )


def _read_point(floor: Floor, material: Material, place: int, row: dict[str, Any]) -> Point:
    strikes, scheme, concedes = row.get("strikes", "nothing"), row["scheme"], tuple(row.get("concedes", ()))
    move = row["move"] if not concedes or row["move"] == "rebut" else "concede"
    return Point(
        id=f"{floor.number}.{place}",
        move=move,
        words=row["text"].strip(),
        claim=row["claim"].strip(),
        evidence=tuple(material.get(name) for name in row.get("evidence", ())),
        scheme="" if scheme == _NONE else scheme,
        answers=concedes if move == "concede" and concedes else tuple(row.get("answers", ())),
        strikes="" if move != "rebut" or strikes == "nothing" else strikes,
        extends="".join(row.get("extends", ())),
        remembered=tuple(material.remembered[name] for name in row.get("remembered", ())),
        written=True,
    )


def _describe_place(floor: Floor) -> str:
    """Which speech it is, and whether another follows."""
    speeches = [turn for turn in floor.turns if turn.kind == "speech"]
    own = sum(turn.side == floor.side for turn in speeches)
    ordinal = "your first speech" if not own else f"your speech number {own + 1}"
    before = "1 speech was" if len(speeches) == 1 else f"{len(speeches)} speeches were"
    spelled = f"the {floor.title}, " if floor.title else ""
    made = f"It is {floor.speech}, {spelled}{ordinal} in this debate; {before} made before it."
    if floor.left is None:
        return made
    times = "once more" if floor.left == 1 else f"{floor.left} more times"
    return f"{made} {f'You speak {times} after it.' if floor.left else _LAST}"


def _describe_left(floor: Floor) -> str:
    """What they left of yours, and what of theirs is still to be answered: whatever is left out counts as dropped."""
    if floor.duty == "case":
        return _CASE
    if lacks_marks(floor.turns):
        return _UNMARKED
    own, theirs = list_held_points(floor), list_their_points(floor)
    chooses = floor.duty == "choose"
    standing = [one for one in own if one.answered_by and {*one.answered_by} == {*one.answers_given_up}]
    told = {
        "Of yours they left {} without an answer: say so, and what follows.": [
            one for one in own if one.point.move != "frame" and (one.dropped or one.unanswered)
        ],
        "Of {} they granted a part and left the rest: say so.": [one for one in own if one.rest_left],
        "Of theirs you granted a part of {} and left the rest, which stands unless you answer it.": [
            one for one in theirs if one.rest_left and not one.let_go_in
        ],
        "They gave up all that they had answered to {}: it stands, say so.": standing,
        "They no longer stand on what {} answers: it stands because of that.": [
            one for one in own if one.yielded and not one.answered_by
        ],
        "They have not contested {}: your frame binds both.": [
            one for one in own if one.point.move == "frame" and one.unanswered
        ],
    }
    lines = [line.format(", ".join(one.point.id for one in found)) for line, found in told.items() if found]
    if waiting := list_waiting(floor):
        cost = _CHOICE if chooses else "what you leave out now stands as dropped."
        lines.append(f"Of theirs nobody has answered {', '.join(waiting)}: {cost}")
    elif chooses:
        lines.append(_CHOICE[0].upper() + _CHOICE[1:])
    if frames := [point.id for point in floor.open if point.move == "frame"]:
        lines.append(f"Of theirs {', '.join(frames)} says what has to be shown: uncontested, it binds you.")
    return " ".join(lines)


def _describe_cost(material: Material) -> str:
    """What citations take of the words."""
    cites = [measure_length(name_aloud(one)) for one in material.evidence]
    return f"Citations count: one takes about {round(fmean(cites))} words." if cites else ""
