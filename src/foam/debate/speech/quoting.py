"""A speech without a writer: quotations alone. Of each open point the best answer that the library holds, or that there
is none; then sentences for one's own side.

The judge says, pair by pair, which sentence bears on what and speaks for whom, and what it said is recorded, so
that a replay needs no judge. What it cannot read is not spoken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from textwrap import shorten
from typing import NamedTuple

from foam.argument.scheme import SchemeId
from foam.debate.bearing import read_aside, read_bearings
from foam.debate.contradictions import find_contradictions_said
from foam.debate.floor import Floor, SpokenTurn
from foam.debate.language import list_telling, split_utterance
from foam.debate.memory.values import NOTHING
from foam.debate.speech.context import can_be_cited
from foam.debate.speech.material import leave_out_cards, recall_moves
from foam.debate.values import DebaterName, Point, PreparationNotes, RecalledMoves, SpeechTurn
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on_passages, retrieve
from foam.model.embedded.threads import one_thread
from foam.record.entry import ValueInput
from foam.text.english import unreadable
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import measure_length

BEARS, AGAINST, LEANS = 0.7, 0.6, 0.3
"""The judge's chances from which a sentence bears on a statement and speaks against it, and by how much likelier it
must support the side's own position than the other's."""
DEPTHS, NEAR, SLOT = (48, 96, 144), 24, 4
"""Sentences read for the position, near a point, and in the place of each recalled answer."""
WORDS_A_POINT, MOST_POINTS = 45, 24
_SHOWN = 200
"""Characters of a statement that is thrown back."""
LACKS_EVIDENCE = "no evidence of its own was brought"


class _Found(NamedTuple):
    """A point of the other side, what answers it, and how such points were met before."""

    target: Point
    answer: Passage | None
    recalled: RecalledMoves | None


async def speak_from_quotations(floor: Floor, name: DebaterName = "r-debater") -> SpokenTurn:
    """The next turn, from what the library and the memory hold."""
    memory = floor.without != "memory" and name == "r-debater"
    room = max(1, min(MOST_POINTS, floor.limit // WORDS_A_POINT))
    found: list[_Found] = []
    for target in (floor.open if floor.duty != "case" else ())[:room]:
        taken = {one.answer.pointer for one in found if one.answer}
        found.append(await _find_answer(floor, target, taken, memory=memory))
    taken = {one.answer.pointer for one in found if one.answer}
    own = [one for one in await _find_own(floor) if one.pointer not in taken]
    met = [one for one in found if one.answer]
    points = _make_points(floor, met, own[: max(0, room - len(met))], [one for one in found if not one.answer])
    heard = [sentence for one in floor.heard for sentence in split_utterance(one.text)]
    logic = floor.without != "logic" and floor.duty != "case"
    notes = PreparationNotes(
        priors=NOTHING,
        moves=tuple(one.recalled for one in found if one.recalled),
        loopholes=await find_contradictions_said(floor.session, heard if logic else ()),
        schemes=tuple(dict.fromkeys(point.scheme for point in points if point.scheme)),
    )
    return SpokenTurn(_make_turn(floor, name, points, notes))


def _make_points(
    floor: Floor, met: Sequence[_Found], own: Sequence[Passage], unmet: Sequence[_Found]
) -> tuple[Point, ...]:
    """Answers, then what speaks for the side, then what has no answer; whole points as far as the limit allows."""
    forms = _name_forms(floor, [*(one.answer.text for one in met if one.answer), *(one.text for one in own)])

    def answer(one: _Found, passage: Passage) -> Point:
        used = tuple(move.exemplar for move in one.recalled.moves[:1]) if one.recalled and one.recalled.found else ()
        return Point(
            id="",
            move="answer",
            words=f"To “{_throw_back(one.target)}”:",
            evidence=(passage,),
            scheme=forms.get(passage.text, ""),
            answers=(one.target.id,),
            remembered=used,
        )

    made = [answer(one, one.answer) for one in met if one.answer]
    made += [Point(id="", move="argue", words="", evidence=(one,), scheme=forms.get(one.text, "")) for one in own]
    made += [
        Point(id="", move="pass", words=f"To “{_throw_back(one.target)}” we have no answer.", answers=(one.target.id,))
        for one in unmet
    ]
    points: list[Point] = []
    for one in made:
        if not points or measure_length(" ".join(point.text for point in (*points, one))) <= floor.limit:
            points.append(one.model_copy(update={"id": f"{floor.number}.{len(points) + 1}"}))
    return tuple(points)


def _make_turn(floor: Floor, name: DebaterName, points: tuple[Point, ...], notes: PreparationNotes) -> SpeechTurn:
    said = " ".join(point.text for point in points)
    opening = f"{floor.position.rstrip('.。')}."
    fits = measure_length(f"{opening} {said}") <= floor.limit or not said
    text = f"{opening} {said}".strip() if fits else said
    lacks = () if any(point.move == "argue" for point in points) else (LACKS_EVIDENCE,)
    return SpeechTurn(
        number=floor.number,
        speech=floor.speech,
        side=floor.side,
        debater=name,
        text=text,
        points=points,
        words=measure_length(text),
        limit=floor.limit,
        worded_by="code",
        prepared=notes,
        notes=lacks,
    )


async def _find_own(floor: Floor) -> tuple[Passage, ...]:
    """Sentences for the side's position that nobody has quoted, best first; looked for deeper where there are none."""
    session = floor.session
    for most in DEPTHS:
        found = retrieve(session.clerk, session.corpus, floor.position, *floor.since, limit=most, fragments=False)
        own = await _rate(floor, "", found.exclude(floor.quoted))
        if own or len(found.passages) < most:
            break
    return own


async def _find_answer(floor: Floor, target: Point, taken: set[Pointer], *, memory: bool) -> _Found:
    """The sentence that answers a point best: near it in the library, or near what met such a point before."""
    session, claim = floor.session, target.statement
    moves = await recall_moves(floor, claim) if memory else ()
    queries = [(claim, NEAR), *((one.move.answer, SLOT) for one in moves)]
    found = [
        retrieve(session.clerk, session.corpus, words, *floor.since, limit=most, fragments=False)
        for words, most in queries
    ]
    offered = {p.pointer: p for one in found for p in one.exclude(floor.quoted | taken)}
    best = next(iter(await _rate(floor, claim, tuple(offered.values()))), None)
    near = {passage.pointer for passage in found[0].passages}
    changed = best.pointer if best and best.pointer not in near else None
    recalled = RecalledMoves(point=target.id, moves=moves, found=changed) if moves else None
    return _Found(target, best, recalled)


async def _rate(floor: Floor, point: str, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The sentences that serve, best first: for the position, and against the point where there is one."""
    fit = [one for one in passages if _stands_alone(one) and not unreadable(one.text, point or floor.position)]
    if point:
        fit = [one for one in fit if list_telling(one.text) & list_telling(point)]
    fit = list(leave_out_cards(floor, fit, turned=bool(point)))
    if not fit:
        return ()

    judge = floor.session.judge

    def read() -> list[float]:
        texts = [one.text for one in fit]
        own = read_bearings(judge, [(text, floor.position) for text in texts])
        other = read_bearings(judge, [(text, floor.opposing) for text in texts])
        leans = [
            ((a.supports - a.contradicts) + (b.contradicts - b.supports)) / 2 for a, b in zip(own, other, strict=True)
        ]
        if not point:
            rows = zip(leans, own, strict=True)
            return [round(1 + lean, 4) if lean >= LEANS and one.bears >= BEARS else 0.0 for lean, one in rows]
        against = read_bearings(judge, [(text, point) for text in texts])
        return [
            round(one.contradicts * one.bears * (1 + lean), 4)
            if one.contradicts >= AGAINST and one.bears >= BEARS and lean > 0
            else 0.0
            for one, lean in zip(against, leans, strict=True)
        ]

    entry = await floor.session.clerk.compute_elsewhere(
        "sentences rated",
        partial(read_aside, read),
        *depend_on_passages(fit),
        ValueInput(role="point", value=point),
        ValueInput(role="positions", value=[floor.position, floor.opposing]),
        rule=judge.name,
    )
    rated = [(rate, one) for rate, one in zip(entry.answer, fit, strict=True) if rate > 0]
    return tuple(one for _, one in sorted(rated, key=lambda row: -row[0]))


def _stands_alone(passage: Passage) -> bool:
    asks = passage.text.rstrip(" ”\"'").endswith(("?", "？"))
    return can_be_cited(passage) and not asks


def _name_forms(floor: Floor, texts: Sequence[str]) -> dict[str, SchemeId]:
    """The form of argument of each text, as a trained classifier names it; left out where it is not sure."""
    judge = floor.session.judge
    if not texts:
        return {}

    def classify() -> list[str]:
        with one_thread():
            return [form.verdict or "" for form in judge.scheme(texts)]

    entry = floor.session.clerk.compute(
        "forms of argument", classify, ValueInput(role="texts", value=list(texts)), rule=judge.name
    )
    return {text: form for text, form in zip(texts, entry.answer, strict=True) if form}


def _throw_back(target: Point) -> str:
    """A statement of the other side, in its first words."""
    said = re.sub(r"[“”\"]", "", target.headline).strip().rstrip(".。")
    return shorten(said, _SHOWN, placeholder=" …")
