"""Cross-examination: the question a statement answers worst, and an answer that binds. Knows no terminal."""

from __future__ import annotations

from foam.argument.scheme import Scheme, scheme, schemes
from foam.debate.floor import Floor, Spoken
from foam.debate.memory.annotate import cued
from foam.debate.questions import cross_question, reply_question
from foam.debate.values import Point, Turn
from foam.job.answers import chosen
from foam.job.retrieval import Offered, after, dependencies, options, retrieve
from foam.model.question import Option
from foam.text.words import length

CONCEDE = "none"
_CONCEDED = "We have no evidence for that."
_OFFERED = 4


async def ask(floor: Floor, target: Point, chosen_in: str) -> Spoken:
    """The critical question that the target answers worst."""
    found = _scheme_of(target)
    offered = tuple(Option(id=one.id, text=one.text) for one in found.questions)
    question = cross_question(floor.table.prompts, statement=target.statement, offered=offered)
    entry = await floor.table.clerk.ask("question", question, *floor.since, after("target", chosen_in))
    picked = chosen(entry)[0]
    text = next(one.text for one in found.questions if one.id == picked)
    return Spoken(_turn(floor, "question", f"On “{_brief(target)}”: {text}", target), (entry.key,))


async def reply(floor: Floor, asked: Turn, target: Point) -> Spoken:
    """A sentence of the library that answers, or the admission that there is none."""
    table = floor.table
    found = retrieve(table.clerk, table.corpus, target.statement, *floor.since, limit=_OFFERED)
    own = {passage.pointer for passage in target.evidence}
    kept = Offered(entry=found.entry, passages=floor.for_us(found.without(own)))
    offered = (*options(kept.passages), Option(id=CONCEDE, text=_CONCEDED))
    question = reply_question(table.prompts, statement=target.statement, question=asked.text, offered=offered)
    entry = await table.clerk.ask("reply", question, *floor.since, *dependencies(kept))
    picked = chosen(entry)[0]
    if picked == CONCEDE:
        return Spoken(_turn(floor, "answer", _CONCEDED, target, conceded=True), (entry.key,))
    passage = kept.named(picked)
    point = Point(id=f"{floor.number}.1", move="argue", words="We answer:", evidence=(passage,))
    return Spoken(_turn(floor, "answer", point.text, target, points=(point,)), (entry.key,))


def _scheme_of(target: Point) -> Scheme:
    """The form the target has, or else the one its words look like, or else a causal one."""
    if target.scheme:
        return scheme(target.scheme)
    named = next(iter(cued(target.text)), "causal")
    return next(one for one in schemes() if one.id == named)


def _turn(
    floor: Floor, kind: str, text: str, target: Point, *, points: tuple[Point, ...] = (), conceded: bool = False
) -> Turn:
    return Turn.model_validate(
        {
            "number": floor.number,
            "speech": floor.speech,
            "side": floor.side,
            "debater": "",
            "kind": kind,
            "text": text,
            "points": points,
            "words": length(text),
            "limit": floor.limit,
            "about": target.id,
            "conceded": conceded,
        }
    )


def _brief(target: Point) -> str:
    found = target.statement.rstrip(".").split()
    return " ".join(found) if len(found) <= 20 else " ".join(found[:20]) + " …"
