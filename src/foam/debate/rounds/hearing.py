"""What is found of a person's speech once it was spoken: nothing of it is changed; flow, other side and judge see it.

Code holds figures and quotations against what the speech reads, what was said and the library. An evaluator that writes
says of each point whether it meets what it answers, and what of it is not borne out, as of any written speech, and what
it gives up without a mark. What code will find is told before a speech counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from foam.debate.fates import list_marks
from foam.debate.floor import Floor, SpokenTurn
from foam.debate.judged import Attempt, DraftJudgement
from foam.debate.points import list_live_points
from foam.debate.rounds.length import find_cards, keep_within
from foam.debate.rounds.marks import list_ids, read_marks
from foam.debate.speech.check import leave_out_ids, list_point_ids
from foam.debate.speech.judge import AskedConcessions, judge_speech, mark_points
from foam.debate.speech.speak import SpeechDraft
from foam.debate.values import AlteredQuotation, Point, SpeechTurn
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on, retrieve
from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.mentions.quotations import find_false_quotations
from foam_quotes.text.normalise import normalise
from foam_quotes.text.span import Span
from foam_quotes.verdicts.align import find_best_fit
from foam_quotes.verdicts.verdict import ALTERED

_CURLY = re.compile(r"“([^“”]*)”")
_INSIST = "; [point] before it makes a point of it"
LOOKED_AT = 8
"""Sentences of the library that are looked through for a quotation: one that stands there comes first."""


async def hear_person(floor: Floor, spoken: SpokenTurn) -> SpokenTurn:
    """The turn with what was found of it; a question or an answer as it is."""
    turn = spoken.turn
    if turn.kind != "speech" or not turn.points:
        return spoken
    cards = [passage.text for point in turn.points for passage in point.evidence]

    def search(quote: str) -> Sequence[Passage]:
        found = retrieve(floor.session.clerk, floor.session.corpus, quote, *floor.since, limit=LOOKED_AT)
        return found.passages

    points = tuple(point.model_copy(update=_find_unsourced(floor, point, cards, search)) for point in turn.points)
    draft = SpeechDraft(opening="", points=points, closing="", voice="own", lets_go=turn.lets_go)
    said = (depend_on("spoken by a person", key) for key in spoken.rests_on)
    judged = await judge_speech(floor, draft, *said, conceding=_ask_concessions(floor, points, spoken.undecided))
    if judged is None:
        return SpokenTurn(turn.model_copy(update={"points": points}), spoken.rests_on)
    marked = mark_points(points, judged.verdict)
    attempts = (Attempt(text=turn.text, judged=judged.verdict),)
    told = turn.model_copy(update={"points": marked, "attempts": attempts})
    settled = _settle_concessions(floor, told, judged.verdict)
    found = _leave_out_idle(settled, judged.verdict, spoken.insisted)
    return SpokenTurn(found, (*spoken.rests_on, *judged.entries))


def _ask_concessions(floor: Floor, points: Sequence[Point], undecided: Collection[str]) -> AskedConcessions:
    """What an evaluator is asked of the points whose marks do not say whether they give something up."""
    theirs = dict.fromkeys(name for point in points if point.id in undecided for name in point.answers)
    return AskedConcessions(frozenset(undecided), tuple(theirs), list_live_points(floor.turns, of=floor.side))


def _settle_concessions(floor: Floor, turn: SpeechTurn, verdict: DraftJudgement) -> SpeechTurn:
    """The turn with what an evaluator finds that it gives up.

    Where a point concedes one of two that it answers it answers the other, and the concession stands beside it.
    """
    own = list_ids(floor, own=True)
    points: list[Point] = []
    beside: list[Point] = []
    notes: list[str] = []
    for point in turn.points:
        given = verdict.concedes.get(point.id, ())
        mine, theirs = (tuple(name for name in given if (name in own) == is_own) for is_own in (True, False))
        kept = tuple(name for name in point.answers if name not in theirs)
        giving = point.model_copy(update={"gives_up": mine})
        if theirs and kept:
            points.append(giving.model_copy(update={"answers": kept}))
            name = f"{turn.number}.{len(turn.points) + len(beside) + 1}"
            beside.append(_concede(point, theirs).model_copy(update={"id": name}))
        else:
            points.append(_concede(giving, theirs) if theirs else giving)
        deeds = [("gives up its own", mine), ("concedes", theirs)]
        told = ", ".join(f"{deed} {' and '.join(names)}" for deed, names in deeds if names)
        notes += [f"{point.id} {told}, as the evaluator found"] if told else []
    return turn.model_copy(update={"points": (*points, *beside), "notes": (*turn.notes, *notes)})


def _concede(point: Point, theirs: tuple[str, ...]) -> Point:
    return point.model_copy(update={"move": "concede", "answers": theirs, "missed": (), "met_in_part": ()})


def _leave_out_idle(turn: SpeechTurn, verdict: DraftJudgement, insisted: Collection[str]) -> SpeechTurn:
    """The turn less the points of which an evaluator finds that they state nothing; their words stay spoken.

    What reads a card, answers or takes up anything, or is marked as a point is one, whatever was found.
    """
    idle = [
        one
        for one in turn.points
        if one.id in verdict.idle and one.id not in insisted and one.move == "argue" and not _does_anything(one)
    ]
    told = [f"{one.id} is no point, as the evaluator found{_INSIST}" for one in idle]
    points = tuple(one for one in turn.points if one not in idle)
    return turn.model_copy(update={"points": points, "notes": (*turn.notes, *told)}) if idle else turn


def _does_anything(point: Point) -> bool:
    return bool(point.evidence or point.answers or point.extends or point.gives_up)


def foresee_marks(floor: Floor, text: str) -> tuple[str, ...]:
    """What code will find of the figures and quotations of a speech, a line each, before it counts.

    Nothing is recorded: what is said in the end may be another speech.
    """
    cards = find_cards(floor, text)
    points = read_marks(floor, keep_within(text, cards, floor.limit).text, cards=cards).points
    read = [passage.text for point in points for passage in point.evidence]

    def search(quote: str) -> Sequence[Passage]:
        near = floor.session.corpus.find(quote, limit=2 * LOOKED_AT)  # as `retrieve` does: copies count once
        return tuple({one.text: one for one in reversed(near)}.values())[::-1][:LOOKED_AT]

    found = [point.model_copy(update=_find_unsourced(floor, point, read, search)) for point in points]
    return tuple(f"{point.id}: {mark}" for point in found for mark in list_marks(point))


def _find_unsourced(
    floor: Floor, point: Point, cards: Sequence[str], search: Callable[[str], Sequence[Passage]]
) -> dict[str, tuple[Any, ...]]:
    """Figures and quotations of a point that stand neither in a card of its speech nor in what was said before.

    `search` gives the sentences of the library nearest to a quotation. A quotation that stands there has a source,
    though nobody named it; one that stands there in other words is told with what its source has.
    """
    said = [floor.motion, *floor.positions.values(), *(turn.text for turn in floor.turns)]
    said += [sentence for turn in floor.turns for sentence in turn.sourced]
    own = leave_out_ids(point.own_words, list_point_ids(floor))
    unsourced: list[str] = []
    altered: list[AlteredQuotation] = []
    for quote in _list_false_quotations(own, [*cards, *said]):
        near = search(quote)
        if _stands_in(quote, [one.text for one in near]):
            continue
        if source := find_altered(quote, near):
            altered.append(AlteredQuotation(quote=quote, source=source))
        else:
            unsourced.append(f"“{quote}”")
    quoted = [one.source.text for one in altered]
    here = [passage.text for passage in point.evidence]
    found = _list_figures(own, [*cards, *quoted], said)
    if found and here:  # what is reckoned from two counts is seen where few are cited
        alone = _list_figures(own, [*here, *quoted], [*said, *cards])
        found = [one for one in found if one in alone]
    unsourced += [f"“{one}”" for one in found]
    return {"unsourced": tuple(unsourced), "altered": tuple(altered)}


def _list_figures(words: str, cited: Sequence[str], said: Sequence[str]) -> list[str]:
    """Figures that neither the cited sentences nor what was said bears out."""
    return [one.found for one in find_unfaithful(normalise(words), cited=cited, known=said) if one.kind == "number"]


def _list_false_quotations(words: str, sources: Sequence[str]) -> Iterator[str]:
    """Quotations that stand in no source; curly marks belong to each other, whatever else is quoted around them."""
    curly = [normalise(found) for found in _CURLY.findall(words)]
    yield from (quote for quote in curly if not _stands_in(quote, sources))
    rest = normalise(_CURLY.sub(" ", words))
    yield from (span.of(rest) for span in find_false_quotations(rest, sources))


def _stands_in(quote: str, sources: Sequence[str]) -> bool:
    """Whether a quotation stands in a source, or is too short to be one; marks within it count as single ones."""
    held = [normalise(source).replace('"', "'") for source in sources]
    inner = quote.replace('"', "'")
    return next(find_false_quotations(f'"{inner}"', held), None) is None


def find_altered(quote: str, passages: Sequence[Passage]) -> Passage | None:
    """The sentence of which a quotation is an altered copy, by the measure of docs/quotations.md; else None."""
    fits = [
        (find_best_fit(quote, text, Span(0, len(text))).overlap, passage)
        for passage in passages
        if (text := normalise(passage.text))
    ]
    best = max(fits, key=lambda fit: fit[0], default=None)
    return best[1] if best and best[0] >= ALTERED else None
