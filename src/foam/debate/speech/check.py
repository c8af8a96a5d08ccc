"""What code holds written words to: ids that name what is answered, figures, names and quotations that stand in what is
cited, words of one's own, and the limit. Each fault is a line that a writer can act on, under the part that it is of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from foam.debate.floor import Floor
from foam.debate.speech.brief import find_point
from foam.debate.speech.material import Material
from foam.debate.speech.overlap import BOUND, find_recited, measure_overlap
from foam.debate.speech.speak import SpeechDraft, allow_words
from foam.debate.values import GRANTING, Point, SpeechTurn
from foam.evidence.corpus import Passage
from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.words import HAN, measure_length, split_letters

_POINT_ID = re.compile(r"(?<![\w$£€¥.])\d+\.\d+(?![\d%])")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_SHOWN = 60
"""Characters of a passage that a fault shows."""
LENGTH = "length"
"""The part under which a speech that is too long is told."""
Faults = dict[str, tuple[str, ...]]
"""What is wrong with each part of a speech: a point by its id, the opening, the closing, its length."""


def find_speech_faults(floor: Floor, material: Material, draft: SpeechDraft) -> Faults:
    """Hold a written speech to everything that code can hold it to.

    Opening and closing may speak of what the sound points cite, so that nothing false outlives the point it stood in.
    """
    found = {point.id: tuple(_find_point_faults(floor, material, draft, point)) for point in draft.points}
    cited = [passage for point in draft.points if not found[point.id] for passage in point.evidence]
    known = [*_list_known(floor), *(turn.text for turn in floor.turns)]
    ids = list_point_ids(floor, draft)
    for name, words in (("opening", draft.opening), ("closing", draft.closing)):
        unborne = find_unborne(words, cited, known=known, offered=material.evidence, ids=ids)
        found[name] = (*unborne, *_recite(floor, words))
    return {name: faults for name, faults in found.items() if faults}


def find_length_fault(floor: Floor, draft: SpeechDraft) -> Faults:
    """What is told of a draft that has to be cut."""
    length = measure_length(draft.text)
    if length <= allow_words(floor.limit):
        return {}
    told = f"it has {length} words, citations included; the limit is {floor.limit}"
    return {LENGTH: (f"{told}: say less, or its closing and its last points are not spoken",)}


def find_answer_faults(
    floor: Floor,
    words: str,
    *,
    cited: Sequence[Passage],
    offered: Sequence[Passage],
    about: Point,
    asked: str = "",
    bound: bool = False,
) -> tuple[str, ...]:
    """Hold a question or an answer of cross-examination to it; what a side is bound to may be in words it used."""
    known = [*_list_known(floor), *_list_said(about), asked, *(turn.text for turn in floor.turns)]
    free = [*floor.positions.values(), *(passage.text for passage in cited)]
    recited = "" if bound else find_recited(words, [about.words, asked], free=free)
    return (
        *find_unborne(words, cited, known=known, offered=offered, ids=list_point_ids(floor)),
        *([f"repeats “{recited[:_SHOWN]}” instead of saying something of its own"] if recited else []),
    )


def find_unborne(
    words: str,
    cited: Sequence[Passage],
    *,
    known: Sequence[str],
    offered: Sequence[Passage],
    ids: Set[str] = frozenset(),
) -> tuple[str, ...]:
    """Figures, names and quotations that nothing cited or known holds.

    `ids` are those of points, which are no figures, unless a cited sentence has such a figure.
    """
    held = {number for one in cited for number in _POINT_ID.findall(one.text)}
    words = leave_out_ids(words, ids - held)
    pointers = {passage.pointer for passage in cited}
    sources = [*(passage.text for passage in cited), *known]
    found = find_unfaithful(
        words,
        cited=[passage.text for passage in cited],
        known=[*filter(None, (*known, *(said for one in cited for said in (one.cite, one.heading, one.under))))],
        uncited=[passage.text for passage in offered if passage.pointer not in pointers],
    )
    lower = _list_lower([*sources, *(passage.text for passage in offered)])
    faults = [one for one in found if one.kind != "name" or not lower >= {*split_letters(one.found.lower())}]
    return (*dict.fromkeys(f"“{one.told}”: {one.why}" for one in faults), *_find_unborne_digits(words, sources))


def leave_out_ids(words: str, ids: Set[str]) -> str:
    """The words without the ids of points that they name, which are no figures."""
    return _POINT_ID.sub(lambda match: "it" if match[0] in ids else match[0], words)


def list_point_ids(floor: Floor, draft: SpeechDraft | None = None) -> frozenset[str]:
    """Ids under which points of the debate are named."""
    points = (*(point for turn in floor.turns for point in turn.points), *(draft.points if draft else ()))
    return frozenset(point.id for point in points)


def _list_lower(texts: Iterable[str]) -> set[str]:
    """Words that stand in lower case: a capital before one of them makes no name of it."""
    return {word for text in texts for word in split_letters(text) if word[0].islower()}


def _find_unborne_digits(words: str, sources: Sequence[str]) -> Iterator[str]:
    """Figures of Chinese text, in which no space tells where a figure begins."""
    if HAN.search(words):
        held = {figure for source in sources for figure in _DIGITS.findall(source)}
        yield from (
            f"“{one}”: no cited sentence gives this figure" for one in _DIGITS.findall(words) if one not in held
        )


def _find_point_faults(floor: Floor, material: Material, draft: SpeechDraft, point: Point) -> Iterator[str]:
    if point.move in ("rebut", *GRANTING) and not point.answers:
        yield f"a point that is to {point.move} must name the point of the other side that it is about"
    if point.move == "rebut" and not point.strikes:
        yield "a rebuttal must say what it strikes: the fact, the inference or the weight"
    if point.move == "extend" and not point.extends:
        yield "an extension must name, under extends, the point of your own that it takes up"
    if point.rests_on_facts and not point.evidence and material.evidence:
        yield "it rests on no evidence: name the ids of the sentences that show it"
    if point.extends and point.extends in draft.lets_go:
        yield f"it takes up again {point.extends}, which you let go: do one or the other"
    answered = [found for name in point.answers if (found := find_point(floor, name))]
    known = [*_list_known(floor), *(said for one in answered for said in _list_said(one))]
    ids = list_point_ids(floor, draft)
    yield from find_unborne(point.words, point.evidence, known=known, offered=material.evidence, ids=ids)
    told = find_unborne(point.claim, point.evidence, known=[*known, point.words], offered=(), ids=ids)
    yield from (f"claim: {fault}" for fault in told)
    yield from _recite(floor, point.words, *(passage.text for passage in point.evidence))
    before = [one.words for one in draft.points[: draft.points.index(point)]]
    if find_recited(point.words, before, free=floor.positions.values()):
        yield "says again what an earlier point of this speech says"
    remembered = [*(one.remembered.text for one in material.exemplars), *(one.move.answer for one in material.recalled)]
    if measure_overlap(point.words, remembered, free=floor.positions.values()) > BOUND:
        yield "repeats the words of a remembered argument: take its way of arguing, not its words"


def _recite(floor: Floor, words: str, *free: str) -> Iterator[str]:
    """Whether the words are somebody else's of this debate, or the side's own once more."""
    allowed = [floor.motion, *floor.positions.values(), *free]
    for turn in floor.turns:
        if find_recited(words, [turn.text], free=allowed):
            whose = "your own earlier speech" if turn.side == floor.side else "the other side"
            yield f"recites {whose} ({turn.speech}): say it in other words, or leave it"
            return


def _list_known(floor: Floor) -> list[str]:
    """What anybody on this side may mention: the motion, both positions, and what the side itself has said."""
    own: list[SpeechTurn] = [turn for turn in floor.turns if turn.side == floor.side]
    return [
        floor.motion,
        *floor.positions.values(),
        *(turn.text for turn in own),
        *(sentence for turn in own for sentence in turn.sourced),
        *(turn.commitment for turn in floor.turns),
    ]


def _list_said(point: Point) -> list[str]:
    """All that a point says and shows."""
    return [point.text, *(passage.text for passage in point.evidence)]
