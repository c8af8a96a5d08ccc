"""Cross-examination by choosing: the critical question that a statement answers worst, and the answer to it."""

from __future__ import annotations

from foam.argument.scheme import require_scheme
from foam.debate.fates import list_marks
from foam.debate.floor import Floor, SpokenTurn
from foam.debate.questions import cross_question, crossing_question, reply_question
from foam.debate.speech.context import describe_cited
from foam.debate.values import Point, SpeechTurn, Voice
from foam.job.answers import read_choice
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.model.question import Option
from foam.record.entry import Entry
from foam_quotes.text.words import measure_length

CONCEDE = "none"
_CONCEDED = "We have no evidence for that."
OFFERED = 4
_MOST_TARGETS = 12


async def ask_question(floor: Floor, target: Point, chosen_in: str) -> SpokenTurn:
    """The critical question that the target answers worst."""
    found = require_scheme(target.scheme or "causal")
    options = tuple(Option(id=one.id, text=one.text) for one in found.questions)
    question = cross_question(floor.session.prompts, statement=target.statement, options=options)
    entry = await floor.session.clerk.ask("question", question, *floor.since, depend_on("target", chosen_in))
    choice = read_choice(entry)[0]
    text = next(one.text for one in found.questions if one.id == choice)
    return SpokenTurn(make_cross_turn(floor, "question", f"On “{_shorten(target)}”: {text}", target), (entry.key,))


async def answer_question(floor: Floor, asked: SpeechTurn, target: Point) -> SpokenTurn:
    """A sentence of the library that answers, or the admission that there is none."""
    session = floor.session
    found = retrieve(session.clerk, session.corpus, target.statement, *floor.since, limit=OFFERED)
    own = {passage.pointer for passage in target.evidence}
    kept = Candidates(entry=found.entry, passages=found.exclude(own))
    options = (*make_options(kept.passages), Option(id=CONCEDE, text=_CONCEDED))
    question = reply_question(floor.session.prompts, statement=target.statement, question=asked.text, options=options)
    entry = await session.clerk.ask("reply", question, *floor.since, *depend_on_candidates(kept))
    choice = read_choice(entry)[0]
    if choice == CONCEDE:
        given_up = Point(id=f"{floor.number}.1", move="concede", words=_CONCEDED, extends=target.id, asked=asked.text)
        turn = make_cross_turn(floor, "answer", _CONCEDED, target, points=(given_up,), conceded=True)
        return SpokenTurn(turn, (entry.key,))
    point = Point(
        id=f"{floor.number}.1",
        move="answer",
        words="We answer:",
        evidence=(kept.get(choice),),
        extends=target.id,
        asked=asked.text,
    )
    return SpokenTurn(make_cross_turn(floor, "answer", point.text, target, points=(point,)), (entry.key,))


async def choose_target(floor: Floor, *, without: frozenset[str]) -> tuple[Point, Entry] | None:
    """The point on which the other side stands that is most worth a question, answered or not; None where there is
    none."""
    points = [point for point in floor.live if point.id not in without][:_MOST_TARGETS]
    if not points:
        return None
    unanswered = {point.id for point in floor.owed}
    options = tuple(
        Option(id=f"t{n}", text=_tell_target(point, "(nobody has answered it)" if point.id in unanswered else ""))
        for n, point in enumerate(points, start=1)
    )
    question = crossing_question(floor.session.prompts, position=floor.position, options=options, at_most=1)
    entry = await floor.session.clerk.ask("target", question, *floor.since)
    return points[int(read_choice(entry)[0][1:]) - 1], entry


def _tell_target(point: Point, answered: str) -> str:
    found = "; ".join(list_marks(point))
    told = (point.statement, answered, f"({found})" if found else "", describe_cited(point.evidence))
    return "\n".join(filter(None, told))


def make_cross_turn(
    floor: Floor,
    kind: str,
    text: str,
    target: Point,
    *,
    points: tuple[Point, ...] = (),
    conceded: bool = False,
    voice: Voice = "bounded",
) -> SpeechTurn:
    """A question or an answer as the turn it becomes."""
    return SpeechTurn.model_validate(
        {
            "number": floor.number,
            "speech": floor.speech,
            "side": floor.side,
            "debater": "",
            "kind": kind,
            "text": text,
            "points": points,
            "words": measure_length(text),
            "limit": floor.limit,
            "about": target.id,
            "conceded": conceded,
            "voice": voice,
        }
    )


def _shorten(target: Point) -> str:
    found = target.statement.rstrip(".").split()
    return " ".join(found) if len(found) <= 20 else " ".join(found[:20]) + " …"
