"""What an evaluator that writes finds of an answer in cross-examination, a model's or a person's.

It says whether the answer answers what was asked, and which facts it asserts that nothing shows; what the speech of the
statement cites elsewhere lies beside it and, of a person's answer, what is nearest to it in the same sources. Who
evades is bound to nothing by words of its own. Of a person's answer that no mark decides it also says what becomes of
the statement. An answer of a person that grants, narrows, gives up or takes something back binds its side to its words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from foam.debate.acts import EVADES, NOT_SHOWN, RESPONDING, SHOWING, response_question
from foam.debate.floor import Floor, SpokenTurn
from foam.debate.speech.context import can_be_cited, describe_cited
from foam.debate.speech.judge import find_words
from foam.debate.values import Move, Point, SpeechTurn
from foam.errors import NotRecorded, OutOfBounds
from foam.evidence.corpus import Passage
from foam.job.answers import read_form, read_text
from foam.job.retrieval import depend_on, retrieve
from foam.model.form import LabelField, TextField
from foam.model.question import Option
from foam.record.entry import Entry

ANSWER_WORDS = 60
_REASON_WORDS = 45
_LOOKED_AT, _NEAR = 24, 4
"""Sentences of the library that are looked through for a person's answer, and how many an evaluator is shown."""
_NOT_CITED = "In the same sources, cited by nobody: a fact of the answer that stands here is shown, too."
_PART = "takes a part back"
_STANDING: Mapping[str, Move] = MappingProxyType(
    {
        "keeps it": "answer",
        _PART: "answer",
        "grants what was asked": "grant",
        "narrows it": "qualify",
        "gives it up": "concede",
    }
)
"""What may become of the statement that was asked about, with what the answer then does."""
_TOLD = {
    "keeps it": "does not give up {about}",
    _PART: "takes back a part of {about} and keeps it",
    "grants what was asked": "grants what was asked and keeps {about}",
    "narrows it": "narrows {about}",
    "gives it up": "gives up {about}",
}


async def judge_spoken_answer(floor: Floor, spoken: SpokenTurn, target: Point) -> SpokenTurn:
    """A person's answer with what an evaluator finds of it; nothing of what was said is changed."""
    if not spoken.turn.points:
        return spoken
    unmarked, near = bool(spoken.undecided), _find_near(floor, spoken.turn.points[0], target)
    judged = await judge_answer(floor, spoken.turn, target, spoken.rests_on[0], unmarked=unmarked, near=near)
    return SpokenTurn(_bind(judged.turn), judged.rests_on)


def _find_near(floor: Floor, answer: Point, target: Point) -> tuple[Passage, ...]:
    """Sentences of the sources that the speech of the statement reads which are nearest to a person's answer.

    Who answers on their feet names no card; what stands in the very report that was read is shown all the same.
    """
    session, cited = floor.session, _list_cited(floor, target)
    documents = {one.pointer.document for one in cited}
    if not documents or not (floor.wording == "model" and session.speaks("evaluator")):
        return ()
    try:
        found = retrieve(session.clerk, session.corpus, answer.words, *floor.since, limit=_LOOKED_AT)
    except NotRecorded:  # a debate from before answers were looked up
        return ()
    known = {one.pointer for one in cited}
    near = (one for one in found.passages if one.pointer.document in documents and one.pointer not in known)
    return tuple(islice(filter(can_be_cited, near), _NEAR))


async def judge_answer(
    floor: Floor,
    turn: SpeechTurn,
    target: Point,
    key: str,
    *,
    unmarked: bool = False,
    near: Sequence[Passage] = (),
) -> SpokenTurn:
    """The answer with what an evaluator finds of it; as it is where no evaluator writes one within bounds.

    `unmarked` is a person's answer of which no mark says what becomes of the statement, `near` are sentences near to a
    person's answer that nobody cited.
    """
    session, (point,) = floor.session, turn.points
    if not (floor.wording == "model" and session.speaks("evaluator")):
        return SpokenTurn(turn, (key,))
    question = response_question(
        session.prompts,
        about=offer_point(target),
        asked=point.asked,
        answer=offer_point(point),
        response=point.move,
        commitment=turn.commitment,
        shown="\n".join(filter(None, (describe_cited(_list_cited_beside(floor, target, point)), _tell_near(near)))),
        standing=unmarked,
        fields=(*_FIELDS, *([_STANDING_FIELD] if unmarked else [])),
    )
    try:
        judged = await session.clerk.ask("judged answer", question, *floor.since, depend_on("answer", key), final=True)
    except OutOfBounds:
        return SpokenTurn(turn, (key,))
    form: Any = read_form(judged)
    settled = _settle(turn, form["standing"]) if unmarked else turn
    return SpokenTurn(_mark(settled, judged, form), (key, judged.key))


_FIELDS = (
    TextField(name="reason", about="what was asked, and what was said to it", max_words=_REASON_WORDS),
    LabelField(name="verdict", about="whether it answers", labels=RESPONDING),
    LabelField(name="facts", about="whether the facts that it asserts are shown", labels=SHOWING),
    TextField(
        name="unborne",
        about="its words that assert what nothing shows; empty if none",
        max_words=ANSWER_WORDS,
        may_be_empty=True,
    ),
)
_STANDING_FIELD = LabelField(name="standing", about="what becomes of the statement", labels=tuple(_STANDING))


def _list_cited_beside(floor: Floor, target: Point, answer: Point) -> tuple[Passage, ...]:
    """What the speech of the statement cites elsewhere: whoever asks has heard it."""
    shown = {one.pointer for one in (*target.evidence, *answer.evidence)}
    return tuple(one for one in _list_cited(floor, target) if one.pointer not in shown)


def _list_cited(floor: Floor, target: Point) -> tuple[Passage, ...]:
    """What the speech of the statement cites, each sentence once."""
    spoken = [one for turn in floor.turns if target in turn.points for point in turn.points for one in point.evidence]
    return tuple({one.pointer: one for one in spoken}.values())


def _tell_near(near: Sequence[Passage]) -> str:
    return f"{_NOT_CITED}\n{describe_cited(near)}" if near else ""


def offer_point(point: Point) -> Option:
    """A point with the sentences that it cites: a question may go to what they say."""
    return Option(id=point.id, text=f"{point.text}\n{describe_cited(point.evidence)}".strip())


def _settle(turn: SpeechTurn, found: str) -> SpeechTurn:
    """The answer as the evaluator reads what becomes of the statement."""
    (point,) = turn.points
    if _STANDING[found] == point.move and found != _PART:
        return turn
    taken = {point.extends: point.words} if found == _PART else {}
    told = f"{_TOLD[found].format(about=point.extends)}, as the evaluator found"
    read = point.model_copy(update={"move": _STANDING[found], "takes_back": taken})
    kept = {"points": (read,), "conceded": read.move == "concede", "notes": (*turn.notes, told)}
    return turn.model_copy(update=kept)


def _mark(turn: SpeechTurn, judged: Entry, form: Mapping[str, Any]) -> SpeechTurn:
    """The answer with the verdict: whether it answers, and what of it nothing shows."""
    (point,) = turn.points
    unborne = find_words(point.words, read_text(judged, "unborne")) if form["facts"] == NOT_SHOWN else ""
    bound = turn.commitment if form["verdict"] != EVADES or point.move != "answer" else ""
    found = {
        "responds": form["verdict"],
        "unborne": unborne,
        "unborne_as": "not borne out" if unborne else "",
        "claim": point.claim if bound else "",
    }
    told = {"points": (point.model_copy(update=found),), "judged": read_text(judged, "reason"), "commitment": bound}
    return turn.model_copy(update=told)


def _bind(turn: SpeechTurn) -> SpeechTurn:
    """A person's answer with what it binds its side to: its words, where they grant or take back anything."""
    (point,) = turn.points
    binds = point.move != "answer" or bool(point.takes_back)
    return turn.model_copy(update={"commitment": point.words}) if binds else turn
