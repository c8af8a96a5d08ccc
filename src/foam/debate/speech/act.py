"""A speech in one act: plan, opening, points, closing, each point with what it answers and what it rests on.

What code finds wrong is sent back once, passage by passage. If some of it is still wrong, the sound points are spoken
and the others are left out, on record; if nothing sound is left there is no speech, and the caller falls back on the
bounded form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from foam.debate.acts import SpeechTools, speech_question
from foam.debate.citing import name_aloud
from foam.debate.floor import Floor
from foam.debate.speech.check import SpeechFaults, allow_words, find_speech_faults
from foam.debate.speech.context import note_beside
from foam.debate.speech.draft import SpeechDraft, fit_draft
from foam.debate.speech.material import (
    Material,
    describe_floor,
    list_held_points,
    list_their_points,
)
from foam.debate.speech.mend import make_mending
from foam.debate.speech.offered import describe_evidence, describe_exemplars, describe_uses
from foam.debate.speech.wording import write_closing, write_opening
from foam.debate.values import GRANTING, UNDROPPED, Point, SpeechTurn
from foam.debate.views import LEFT_OUT
from foam.job.acts import RefusedAct, try_act
from foam.job.answers import read_form, read_text
from foam.job.retrieval import depend_on, make_options
from foam.model.form import FormField, IdsField, LabelField, ListField, PlainField, TextField
from foam.model.question import Option, Write
from foam.record.entry import Entry, Input
from foam.text.words import measure_length

KIND = "speech act"
_PLAN_WORDS = 150
_FRAME_WORDS = 60
_CLAIM_WORDS = 25
_POINT_WORDS = 200
_WORDS_A_POINT = 45
"""Words below which another point is not worth making."""
_MOST_POINTS = 7
_CITED = 3
"""Sentences that one point rests on, at most."""
_ANSWERED = 2
"""Points of the other side that one point answers, at most."""
_FILLED = 0.85
"""The share of its words that a speech is asked to use."""
_NO_STRIKE = "nothing"
_EXTENDS = (
    "your own point that it takes up again or defends; of two that they answered at once, the one it speaks for, or "
    "none where it speaks for both"
)
_LETS_GO = "points of your own on which you stand no longer, told as let go; none that you take up"
_LAST = (
    "It is your last: weigh and close, and bring no new reason. New evidence may defend what you have said before, and "
    "nothing else."
)
_CASE = "It is your case, read as prepared: it answers nothing of theirs, which the rebuttals do, and drops nothing."
_UNMARKED = (
    "Nobody noted in this debate which point answers which, so that “DROPPED” beside a point says nothing. Read in the "
    "debate so far what was answered: say of a point of yours that they left it only where they did, and answer what "
    "still stands of theirs."
)
_CHOICE = (
    "this speech is for a choice. Take the two or three issues on which the round turns, and answer and take up again "
    "what belongs to them; what you let go you name under lets_go. What you leave is no fault, and what you do not "
    "carry you cannot win on."
)


@dataclass(frozen=True, slots=True)
class WrittenSpeech:
    """What came of an act: the speech, if any of it counts, and every entry in which it was written."""

    draft: SpeechDraft | None
    entries: tuple[str, ...]


async def write_speech(
    floor: Floor,
    material: Material,
    *inputs: Input,
    feedback: Sequence[str] = (),
    refused: RefusedAct | None = None,
) -> WrittenSpeech:
    """The speech in the model's own words, as far as it holds; of one that was sent back, what was at fault."""

    def check(entry: Entry) -> list[str]:
        return find_speech_faults(floor, material, _read_speech(floor, material, entry)).tell()

    evidence = describe_evidence(
        material.evidence, material.sources, material.surroundings, describe_uses(floor), material.conflicts
    )
    place = f"{_describe_place(floor)} {_describe_left(floor)} {_describe_cost(material)}".strip()
    tried = await try_act(
        floor.session,
        KIND,
        _make_question(floor, material, evidence, place, feedback),
        *material.since,
        *inputs,
        check=check,
        mending=make_mending(floor, material, evidence, _describe_place(floor)),
        refused=refused,
    )
    entries = tuple(entry.key for entry in tried.entries)
    if tried.counts is not None:
        return WrittenSpeech(_read_speech(floor, material, tried.counts), entries)
    if not tried.entries:
        return WrittenSpeech(None, entries)
    draft = _read_speech(floor, material, tried.entries[-1])
    return WrittenSpeech(_keep_sound(floor, draft, find_speech_faults(floor, material, draft)), entries)


def _make_question(
    floor: Floor, material: Material, evidence: tuple[Option, ...], place: str, feedback: Sequence[str]
) -> Write:
    tools = SpeechTools(
        evidence=evidence,
        remembered=describe_exemplars(material.exemplars),
        flaws="\n".join(f"{flaw.signal} {flaw.reasons}".strip() for flaw in material.analysis.loopholes),
        priors=", ".join(material.priors.schemes),
        speech=place,
        words=floor.limit,
        feedback="\n".join(feedback),
    )
    return speech_question(
        floor.session.prompts,
        describe_floor(floor),
        tools,
        fields=make_fields(floor, material),
        material=make_options(material.evidence),
    )


def make_fields(floor: Floor, material: Material) -> tuple[FormField, ...]:
    """The form of a speech: only what there is to answer, take up, cite or recall is asked for.

    Its parts are bounded widely: what counts is the length of the whole, which can be cut by whole points.
    """
    frame = max(12, min(_FRAME_WORDS, floor.limit // 4))
    most = max(1, min(_MOST_POINTS, floor.limit // _WORDS_A_POINT))
    least = min(2, most)
    room = max(12, min(_POINT_WORDS, floor.limit - frame))
    left = ", ".join(_list_waiting(floor)) if floor.duty == "answer" else ""
    dropped = f" while something is open; what you leave out stands as dropped: {left}" if left else ""
    about = (
        f"the whole speech has at most {floor.limit} words, citations included: use them, "
        f"aim at {int(_FILLED * floor.limit)} or more{dropped}"
    )
    held = tuple(one.point.id for one in list_held_points(floor)) if floor.duty == "choose" else ()
    return (
        TextField(name="plan", about="for yourself, not spoken", max_words=_PLAN_WORDS),
        TextField(name="opening", about="what the round turns on", max_words=frame),
        ListField(
            name="points", about=about, fields=_make_point_fields(floor, material, room), at_least=least, at_most=most
        ),
        TextField(name="closing", about="why the listener should hold with you", max_words=frame, may_be_empty=True),
        *([IdsField(name="lets_go", about=_LETS_GO, ids=held, at_most=len(held))] if held else []),
    )


def _make_point_fields(floor: Floor, material: Material, room: int) -> tuple[PlainField, ...]:
    theirs = tuple(one.point.id for one in list_their_points(floor) if floor.duty != "case")
    own = tuple(one.point.id for one in list_held_points(floor))
    no_new = floor.left == 0 and theirs and own
    new = () if no_new else ("argue",)
    framing = () if any(turn.side == floor.side and turn.kind == "speech" for turn in floor.turns) else ("frame",)
    moves = (*new, *framing, *(("rebut", "grant", "concede") if theirs else ()), *(("extend",) if own else ()), "weigh")
    fields: list[PlainField] = [LabelField(name="move", about="what the point does", labels=moves)]
    if theirs:
        about = "the point of theirs that it answers; two where one answer meets both"
        fields.append(IdsField(name="answers", about=about, ids=theirs, at_most=min(_ANSWERED, len(theirs))))
        strikes = ("fact", "inference", "weight", _NO_STRIKE)
        fields.append(LabelField(name="strikes", about="what a rebuttal strikes", labels=strikes))
    if own:
        fields.append(IdsField(name="extends", about=_EXTENDS, ids=own))
    if material.evidence:
        ids = tuple(f"s{n}" for n in range(1, len(material.evidence) + 1))
        fields.append(IdsField(name="evidence", about="the sentences it rests on", ids=ids, at_most=_CITED))
    if material.exemplars:
        ids = tuple(f"m{n}" for n in range(1, len(material.exemplars) + 1))
        fields.append(IdsField(name="remembered", about="the argument whose way of arguing it uses", ids=ids))
    claim = TextField(
        name="claim", about="what it says, in one line for the flow, not spoken", max_words=_CLAIM_WORDS, explains=True
    )
    return (*fields, claim, TextField(name="text", about="the point as it is spoken", max_words=room))


def _read_speech(floor: Floor, material: Material, entry: Entry) -> SpeechDraft:
    form: Any = read_form(entry)
    return SpeechDraft(
        opening=read_text(entry, "opening"),
        points=tuple(_read_point(floor, material, place, row) for place, row in enumerate(form["points"], start=1)),
        closing=read_text(entry, "closing"),
        entry=entry.key,
        plan=read_text(entry, "plan"),
        voice="written",
        lets_go=tuple(form.get("lets_go", ())),
        filled=entry,
    )


def _read_point(floor: Floor, material: Material, place: int, row: dict[str, Any]) -> Point:
    struck = row.get("strikes", _NO_STRIKE)
    evidence = tuple(material.get(name) for name in row.get("evidence", ()))
    return Point(
        id=f"{floor.number}.{place}",
        move=row["move"],
        words=row["text"].strip(),
        claim=row["claim"].strip(),
        evidence=evidence,
        beside=note_beside(evidence, material.surroundings),
        answers=tuple(row.get("answers", ())),
        strikes="" if row["move"] != "rebut" or struck == _NO_STRIKE else struck,
        extends="".join(row.get("extends", ())),
        remembered=tuple(material.get_exemplar(name).remembered.id for name in row.get("remembered", ())),
        written=True,
    )


def _keep_sound(floor: Floor, draft: SpeechDraft, faults: SpeechFaults) -> SpeechDraft | None:
    """The speech less what does not hold; nothing where no point of its own is left. What was kept is on record."""
    kept = floor.session.clerk.compute(
        "kept of a speech",
        lambda: {
            "points": [place for place in range(1, len(draft.points) + 1) if place not in faults.points],
            "frame": [name for name in ("opening", "closing") if name not in faults.frame],
            "claims": [place for place in range(1, len(draft.points) + 1) if place not in faults.claims],
            "left out": faults.tell(),
        },
        depend_on(KIND, draft.entry),
        rule="what was written is borne out",
    ).answer
    points = [
        point if place in kept["claims"] else point.model_copy(update={"claim": ""})
        for place, point in enumerate(draft.points, start=1)
        if place in kept["points"]
    ]
    if all(point.move in GRANTING for point in points):
        return None
    gone = {place: point for place, point in enumerate(draft.points, start=1) if place not in kept["points"]}
    met = {name for point in points for name in point.answers}
    waiting = [name for name in _list_waiting(floor) if any(name in point.answers for point in gone.values())]
    sound = replace(
        draft,
        filled=None,
        left_out=_tell_left_out(gone, kept),
        unmet=tuple(name for name in waiting if name not in met),
        opening=draft.opening
        if "opening" in kept["frame"]
        else write_opening(floor.position, answering=bool(floor.turns)),
        points=tuple(one.model_copy(update={"id": f"{floor.number}.{n}"}) for n, one in enumerate(points, start=1)),
        closing=draft.closing if "closing" in kept["frame"] else write_closing(floor.position),
        notes=tuple(f"{LEFT_OUT}: {fault}" for fault in kept["left out"]),
    )
    return fit_draft(sound, allow_words(floor.limit))


def _tell_left_out(gone: Mapping[int, Point], kept: Mapping[str, Any]) -> tuple[str, ...]:
    """What was left out of a speech, each with what it was to do and why it went."""

    def tell(named: str, place: str) -> str:
        faults = (fault.partition(": ") for fault in kept["left out"])
        return f"{named}: {'; '.join(why for where, _, why in faults if where == place)}"

    frame = (name for name in ("opening", "closing") if name not in kept["frame"])
    return (
        *(
            tell(
                f"a point to {point.move} {' and '.join(point.answers)}".strip() + f", “{point.headline}”",
                f"points, entry {n}",
            )
            for n, point in gone.items()
        ),
        *(tell(f"the {name}, in whose place stands the code's", name) for name in frame),
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


def lacks_marks(turns: Sequence[SpeechTurn]) -> bool:
    """Whether a debate was written down elsewhere, without a word on which point answers which: what of it is told as
    dropped may have been answered."""
    points = [point for turn in turns for point in turn.points]
    return bool(points) and all(turn.voice == "own" for turn in turns) and not any(point.answers for point in points)


def _describe_left(floor: Floor) -> str:
    """What they left of yours, and what of theirs is still to be answered: whatever is left out counts as dropped."""
    if floor.duty == "case":
        return _CASE
    if lacks_marks(floor.turns):
        return _UNMARKED
    own = list_held_points(floor)
    partly = [one.point.id for one in own if one.rest_left]
    unmet = [one.point.id for one in list_their_points(floor) if one.rest_left and not one.let_go_in]
    standing = [one.point.id for one in own if one.answered_by and {*one.answered_by} == {*one.answers_given_up}]
    yielded = [one.point.id for one in own if one.yielded and not one.answered_by]
    left = [one.point.id for one in own if one.point.move != "frame" and (one.dropped or one.unanswered)]
    taken = [one.point.id for one in own if one.point.move == "frame" and one.unanswered]
    waiting = _list_waiting(floor)
    frames = [point.id for point in floor.open if point.move == "frame"]
    cost = _CHOICE if floor.duty == "choose" else "what you leave out now stands as dropped."
    told = [
        f"Of yours they left {', '.join(left)} without an answer: say so, and what follows." if left else "",
        f"Of {', '.join(partly)} they granted a part and left the rest: say so." if partly else "",
        f"Of theirs you granted a part of {', '.join(unmet)} and left the rest, which stands unless you answer it."
        if unmet
        else "",
        f"They gave up all that they had answered to {', '.join(standing)}: it stands, say so." if standing else "",
        f"They no longer stand on what {', '.join(yielded)} answers: it stands because of that." if yielded else "",
        f"They have not contested {', '.join(taken)}: your frame binds both." if taken else "",
        f"Of theirs nobody has answered {', '.join(waiting)}: {cost}" if waiting else "",
        _CHOICE[0].upper() + _CHOICE[1:] if floor.duty == "choose" and not waiting else "",
        f"Of theirs {', '.join(frames)} says what the words mean and who has to show what: uncontested, it binds you."
        if frames
        else "",
    ]
    return " ".join(filter(None, told))


def _list_waiting(floor: Floor) -> list[str]:
    """Points of theirs that nobody has answered and that somebody has to; not where it cannot be told."""
    unanswered = {point.id for point in floor.open}
    return [
        one.point.id
        for one in list_their_points(floor)
        if one.point.id in unanswered and one.point.move not in UNDROPPED and not one.perhaps_by
    ]


def _describe_cost(material: Material) -> str:
    """What citations take of the words."""
    cites = [measure_length(name_aloud(one)) for one in material.evidence]
    return f"Citations count: one takes about {round(fmean(cites))} words." if cites else ""
