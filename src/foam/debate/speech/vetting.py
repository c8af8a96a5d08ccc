"""Which sentences the bounded form may use: they state something by themselves and speak for the side that uses them.

An answer must also bear on the point that it answers and speak against it. The shipped judge says so, pair by pair, and
what it said is recorded, so that a replay needs no judge. What it cannot read (another language) is left to the model
that chooses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pydantic import Field

from foam.debate.bearing import name_judge, read_aside, read_bearings
from foam.debate.floor import Floor
from foam.debate.language import SAYING_LITTLE, list_terms
from foam.debate.memory.moves import find_meeting
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on_passages
from foam.record.entry import Entry, Input, ValueInput
from foam.text.english import unreadable
from foam.text.segment import ends_open
from foam.text.statement import find_no_statement
from foam.values import Value

BEARS = 0.7
"""The judge's chance from which a sentence bears on a point or a position."""
AGAINST = 0.6
"""The judge's chance from which a sentence speaks against a point."""
LIKELY = 0.5, 0.35
"""Both chances, from which a sentence will do that says what met such a point before, if it speaks against the point
rather than for it."""
SHARED = 0.5
"""The share of a remembered answer's telling words that stand in a sentence of which the judge is asked whether it
bears that answer out."""
LEANS, LEANS_ANSWERING = 0.3, 0.0
"""How much likelier a sentence must support the side's own position than the other side's; of an answer less is asked,
because it speaks of its point and not of the motion."""

_GOES_ON = re.compile(r"[\s“\"'(]*(?:the reasons? (?:is|are|was|were)\b|since then\b|e\.g\.|i\.e\.)", re.IGNORECASE)
"""How sentences begin that go on with the one before them, beside those that begin with a word that points back."""
_FEWEST_SMALL = 2
"""Words in small letters, from which a line without a full stop says something."""


class VettedPassage(Value):
    """A sentence, and what the judge made of it."""

    passage: Passage
    fit: float = Field(ge=0)
    """How well it serves, from 0 to 1: the product of what was asked of it."""
    read: bool = True
    """Whether the judge could read it; what it cannot read is for the model."""
    through: str = ""
    """The remembered answer that it bears out and by which alone it meets the point; mostly empty."""


async def vet_own(
    floor: Floor, passages: Sequence[Passage], *inputs: Input
) -> tuple[tuple[VettedPassage, ...], Entry | None]:
    """Those that speak for the side's own position, best first, and the entry that says so.

    The further a sentence leans, the surer its side is: of those that were taken for a side on public motions, 4 % of
    what leans by 0.6 or more, 13 % of what leans by 0.45 and 26 % of the rest were the other side's (822 sentences).
    """
    return await _vet(floor, "", passages, *inputs)


async def vet_answers(
    floor: Floor, point: str, passages: Sequence[Passage], met_with: Sequence[str], *inputs: Input
) -> tuple[VettedPassage, ...]:
    """Those that bear on a point of the other side, speak against it and for one's own position, best first.

    Of a sentence that says what met such a point before, the judge need be less sure that it speaks against it. One
    that bears out a remembered answer which meets the point answers it through that, and counts less than one of which
    the judge is sure.
    """
    vetted, _ = await _vet(floor, point, passages, *inputs, met_with=met_with)
    return vetted


def find_unfit(text: str) -> str:
    """Why a sentence serves nobody, by its shape: it states nothing, asks, or means nothing alone."""
    if reason := find_no_statement(text):
        return reason
    if text.rstrip(" ”\"'").endswith(("?", "？")):
        return "it asks"
    if _is_figure_with_its_name(text):
        return "it is a figure with its name"
    return "it leans on its neighbours" if ends_open(text) or _GOES_ON.match(text) else ""


def _is_figure_with_its_name(text: str) -> bool:
    """Whether a line without a full stop gives a figure and says nothing of it: “1. Northern Region $5.5 billion”."""
    words = [word for word in text.split() if word.isalpha()]
    is_open = not text.rstrip(" ”\"')").endswith((".", "!", "。", "！"))
    return is_open and any(map(str.isdigit, text)) and sum(word.islower() for word in words) < _FEWEST_SMALL


async def _vet(
    floor: Floor, point: str, passages: Sequence[Passage], *inputs: Input, met_with: Sequence[str] = ()
) -> tuple[tuple[VettedPassage, ...], Entry | None]:
    if not passages:
        return (), None
    rate = partial(_rate, point, floor.position, floor.opposing, [passage.text for passage in passages], met_with)
    entry = await floor.session.clerk.compute_elsewhere(
        "sentences vetted",
        partial(read_aside, rate),
        *inputs,
        *depend_on_passages(passages),
        ValueInput(role="point", value=[point, *met_with]),
        ValueInput(role="positions", value=[floor.position, floor.opposing]),
        rule=f"shape of the sentence and {await name_judge()}",
    )
    rows: list[dict[str, Any]] = entry.answer
    kept = [
        VettedPassage(passage=passage, fit=row["fit"], read=row["read"], through=row.get("through", ""))
        for passage, row in zip(passages, rows, strict=True)
        if row["fit"] > 0
    ]
    return tuple(sorted(kept, key=lambda one: -one.fit)), entry


def _rate(
    point: str, position: str, opposing: str, texts: Sequence[str], met_with: Sequence[str]
) -> list[dict[str, Any]]:
    """For each sentence how well it serves, 0 where it does not, and whether the judge could read it."""
    fits: dict[str, dict[str, Any]] = {text: {"fit": 0.0, "read": True} for text in texts}
    known = " ".join((point, *met_with))
    shaped = [text for text in fits if not find_unfit(text) and (not point or _shares_a_word(text, known))]
    foreign = [text for text in shaped if unreadable(text, point or position)]
    fits.update({text: {"fit": 1.0, "read": False} for text in foreign})
    left = [text for text in shaped if text not in foreign]
    answering, through = _list_answering(point, left, met_with)
    for text, (lean, bears) in zip(answering, _list_leanings(position, opposing, list(answering)), strict=True):
        if lean > LEANS_ANSWERING if point else (lean >= LEANS and bears >= BEARS):
            fits[text] = {"fit": round(answering[text] * (1.0 + lean) / 2, 4), "read": True}
            fits[text] |= {"through": through[text]} if text in through else {}
    return [fits[text] for text in texts]


def _list_answering(
    point: str, texts: Sequence[str], met_with: Sequence[str]
) -> tuple[dict[str, float], dict[str, str]]:
    """How far each sentence that bears on the point speaks against it; all of them where there is no point.

    And of those that do so only through a remembered answer, which one.
    """
    if not point:
        return dict.fromkeys(texts, 1.0), {}
    read = read_bearings([(text, point) for text in texts])
    rates = dict(zip(texts, read, strict=True))
    likely = [text for text, rate in rates.items() if _may_answer(*rate)]
    said_before = _find_said_before(likely, met_with)
    found = {
        text: rates[text].contradicts * rates[text].bears
        for text in likely
        if text in said_before or (rates[text].contradicts >= AGAINST and rates[text].bears >= BEARS)
    }
    silent = [text for text, rate in rates.items() if text not in found and rate.contradicts > rate.supports]
    through = _find_bearing_out(silent, find_meeting(met_with, point))
    rated = {text: rate for text, (_, rate) in through.items()}
    return found | rated, {text: answer for text, (answer, _) in through.items()}


def _may_answer(supports: float, against: float, bears: float) -> bool:
    """Whether a sentence may answer a point, be the judge sure of it or not."""
    return bears >= LIKELY[0] and against >= max(LIKELY[1], supports)


def _find_said_before(texts: Sequence[str], met_with: Sequence[str]) -> frozenset[str]:
    """The sentences that bear out an answer which met such a point before. It admits them; which answers best, the
    point alone says."""
    pairs = [(text, answer) for text in texts for answer in met_with]
    read = zip(pairs, read_bearings(pairs), strict=True)
    return frozenset(text for (text, _), one in read if one.supports >= AGAINST and one.bears >= BEARS)


def _find_bearing_out(texts: Sequence[str], meeting: Mapping[str, float]) -> dict[str, tuple[str, float]]:
    """The sentences that bear out an answer which meets the point, each with the surest such answer and how far it
    serves: less than a sentence of which the judge is just sure that it answers the point itself."""
    pairs = [(text, answer) for text in texts for answer in meeting if _shares_half(text, answer)]
    found: dict[str, tuple[str, float]] = {}
    for (text, answer), one in zip(pairs, read_bearings(pairs), strict=True):
        rate = AGAINST * BEARS * meeting[answer] * one.supports * one.bears
        if one.supports >= AGAINST and one.bears >= BEARS and rate > found.get(text, ("", 0.0))[1]:
            found[text] = (answer, rate)
    return found


def _list_leanings(position: str, opposing: str, texts: Sequence[str]) -> list[tuple[float, float]]:
    """How much likelier each sentence supports the one position than the other, and the chance that it bears on it."""
    own = read_bearings([(text, position) for text in texts])
    other = read_bearings([(text, opposing) for text in texts])
    found = []
    for (for_own, against_own, bears), (for_other, against_other, _) in zip(own, other, strict=True):
        found.append((((for_own - against_own) + (against_other - for_other)) / 2, bears))
    return found


def _shares_half(text: str, answer: str) -> bool:
    """Whether half of the answer's telling words stand in the sentence."""
    telling = set(list_terms(answer)) - SAYING_LITTLE
    return len(telling & set(list_terms(text))) >= SHARED * len(telling)


def _shares_a_word(text: str, point: str) -> bool:
    """Whether a telling word of the point stands in the sentence: the judge was not trained on unrelated texts."""
    return bool((set(list_terms(point)) - SAYING_LITTLE) & set(list_terms(text)))
