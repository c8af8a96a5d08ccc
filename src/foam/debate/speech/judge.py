"""The judgement agent: stance, relevance, schemes; and what code can hold a draft to: overlap and stray quotations.

A draft is accepted when nothing is complained of. The feedback says what to mend, in words a writer can follow.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foam.argument.scheme import SchemeId, scheme
from foam.debate.floor import Floor
from foam.debate.language import language, sentences
from foam.debate.memory.annotate import cued
from foam.debate.memory.values import Priors
from foam.debate.questions import CONTRADICTS, relevance_question, schemes_question, stance_question
from foam.debate.speech.draft import Draft, worded_by
from foam.debate.speech.overlap import BOUND, overlap
from foam.debate.stance import speaks_against
from foam.debate.transcript import Side
from foam.debate.values import CRITERIA, Criterion, Judged, Point, Turn
from foam.job.answers import chosen, label, score
from foam.record.entry import Entry, Input
from foam.text.normalise import normalise
from foam.text.words import length

RELEVANT = 3.0
"""Relevance, of ten, from which a speech counts as to the point."""
_QUOTE = re.compile(r"[“\"«]([^“”\"«»]{12,})[”\"»]")
_HEADLINE = 24


@dataclass(frozen=True, slots=True)
class Tried:
    """A draft, what was said of it, and the entries in which it was said."""

    draft: Draft
    verdict: Judged
    entries: tuple[str, ...]


async def judged(floor: Floor, draft: Draft, priors: Priors, *inputs: Input) -> Tried:
    """Hold a draft to every criterion, all at once."""
    since = (*inputs, *worded_by(draft))
    stood, relevant, named = await asyncio.gather(
        _stances(floor, draft.points, since), _relevance(floor, draft, since), _schemes(floor, draft, since)
    )
    entries = (*(entry.key for entry in stood.values()), relevant.key, named.key)
    return Tried(draft, _verdict(floor, draft, priors, stood, score(relevant), named), entries)


def _verdict(
    floor: Floor, draft: Draft, priors: Priors, stood: Mapping[str, Entry], relevance: float, named: Entry
) -> Judged:
    stances = {id: label(entry) for id, entry in stood.items()} | _outright(floor, draft.points)
    found = tuple(dict.fromkeys([*(scheme(id).id for id in chosen(named)), *cued(draft.own_words)]))
    repeated = overlap(draft.own_words, (one.remembered.text for one in priors.exemplars))
    complaints: dict[Criterion, str] = {
        "stance": _stance_complaint(stances, floor.position) if draft.points else "Make at least one point.",
        "relevance": "" if relevance >= RELEVANT else "Answer what the other side said, or argue the motion itself.",
        "schemes": _scheme_complaint(found, priors),
        "overlap": "" if repeated <= BOUND else "Say it in words of your own: too much repeats the examples.",
        "quotations": _quotation_complaint(floor, draft),
    }
    return Judged(
        met=tuple(name for name in CRITERIA if not complaints[name]),
        stances=stances,
        relevance=round(relevance, 3),
        schemes=found,
        overlap=round(repeated, 4),
        feedback=tuple(complaint for complaint in complaints.values() if complaint),
    )


def summary(turns: Sequence[Turn], positions: Mapping[Side, str]) -> str:
    """The debate in brief: both sides' points, and where they clash. Extracted, not rewritten."""
    lines = [f"{side}: {position}" for side, position in positions.items()]
    points = {point.id: point for turn in turns for point in turn.points}
    for turn in turns:
        lines += [f"{turn.side} {turn.speech}: {_headline(point)}" for point in turn.points]
    clashes = [p for p in points.values() if p.answers in points]
    lines += [f"clash: {_headline(points[p.answers])} / {_headline(p)}" for p in clashes]
    return "\n".join(lines)


async def _stances(floor: Floor, points: Sequence[Point], since: Sequence[Input]) -> dict[str, Entry]:
    """Which way each point speaks, where code cannot say. What only takes the other side apart has no stance."""
    plain = _outright(floor, points)
    judged_on = [point for point in _with_a_stance(floor, points) if point.id not in plain]
    passages = [_passage(floor, point) for point in judged_on]
    entries = await asyncio.gather(
        *(
            floor.table.clerk.ask(
                "stance", stance_question(floor.table.prompts, position=floor.position, passage=passage), *since
            )
            for passage in passages
        )
    )
    return {point.id: entry for point, entry in zip(judged_on, entries, strict=True)}


def _outright(floor: Floor, points: Sequence[Point]) -> dict[str, str]:
    """Points that state the other side's position word for word: nobody needs to be asked."""
    return {
        point.id: CONTRADICTS
        for point in _with_a_stance(floor, points)
        if speaks_against(_passage(floor, point), floor.positions, floor.side)
    }


def _with_a_stance(floor: Floor, points: Sequence[Point]) -> list[Point]:
    return [point for point in points if point.move != "rebut" or floor.table.wording == "model"]


async def _relevance(floor: Floor, draft: Draft, since: Sequence[Input]) -> Entry:
    theirs = [turn for turn in floor.turns if turn.side != floor.side]
    concern = " ".join([floor.motion, *(_headline(point) for turn in theirs[-1:] for point in turn.points[:3])])
    question = relevance_question(
        floor.table.prompts,
        position=floor.position,
        concern=concern,
        summary=summary(floor.turns, floor.positions),
        utterance=draft.text,
    )
    return await floor.table.clerk.ask("relevance", question, *since)


async def _schemes(floor: Floor, draft: Draft, since: Sequence[Input]) -> Entry:
    """The schemes a model finds; those that the draft's own words name outright are added by the code."""
    return await floor.table.clerk.ask("schemes", schemes_question(floor.table.prompts, utterance=draft.text), *since)


def _passage(floor: Floor, point: Point) -> str:
    """What a point says for itself: the code's connectives say nothing, a model's words do."""
    if floor.table.wording == "code" and point.evidence:
        return " ".join(passage.text for passage in point.evidence)
    return point.text


def _stance_complaint(stances: dict[str, str], position: str) -> str:
    astray = [id for id, stance in stances.items() if stance == CONTRADICTS]
    return f"Point {', '.join(astray)} speaks against your own position, {position!r}: replace it." if astray else ""


def _scheme_complaint(found: Sequence[SchemeId], priors: Priors) -> str:
    if not priors.schemes or set(found) & priors.schemes.keys():
        return ""
    return f"Use one of these forms of argument: {', '.join(scheme(id).name for id in priors.schemes)}."


def _quotation_complaint(floor: Floor, draft: Draft) -> str:
    """Own words may quote what was said in this debate, and nothing else: evidence enters by pointer."""
    said = normalise(" ".join(turn.text for turn in floor.turns))
    loose = [quote for quote in _QUOTE.findall(draft.own_words) if normalise(quote).rstrip(" .…") not in said]
    return f"Do not quote from memory: “{loose[0][:60]}” has no source." if loose else ""


def _headline(point: Point) -> str:
    first = next(iter(sentences(point.statement)), point.statement)
    if language(first) != "en" or length(first) <= _HEADLINE:
        return first
    return " ".join(first.split()[:_HEADLINE]) + " …"
