"""What code holds written words to: moves that name what they answer, figures, names and quotations that stand in what
is cited, words of one's own, and the limit.

Each fault is a clause that a writer can act on. What a fault strikes is kept apart, so that a sound point survives the
one beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from foam.debate.floor import Floor
from foam.debate.speech.draft import SpeechDraft
from foam.debate.speech.material import Material, find_point
from foam.debate.speech.overlap import BOUND, find_recited, measure_overlap
from foam.debate.values import GRANTING, Point, SpeechTurn
from foam.evidence.corpus import Passage
from foam.text.faithful import find_unfaithful
from foam.text.words import HAN, measure_length, split_letters

_UNSAID = re.compile(
    r"\b(?:nobody|no one|neither side)(?: here)?(?: has| had)? (?:said|says|claimed|argued|named|told|shown)\b"
    r"|\b(?:they|you|we) (?:never|did not|have not|had not|do not) (?:say|said|claim|claimed|argue|argued|name|named)\b"
    r"|\b(?:was|were) (?:never|not) said\b",
    re.IGNORECASE,
)
"""That something was not said in the debate: no sentence of a library can show that."""
_POINT_ID = re.compile(r"(?<![\w$£€¥.])\d+\.\d+(?![\d%])")
_NEXT_WORD = re.compile(r" ?(%|[^\W\d_]+)")
_GOING_ON = """
and or nor but is was are were has had have does did can could may might must shall should will would cannot not that
which who whose itself alone too also still then as because since so if when while where only already never again here
there stands stood falls fell says said holds held rests rested fails failed claims claimed shows showed speaks spoke
answers answered meets met misses missed leaves left grants granted concedes conceded narrows narrowed asks asked
assumes assumed argues argued relies relied turns turned goes went comes came gives gave takes took needs needed proves
proved tells told covers covered applies applied survives survived remains remained reads cites cited depends means
makes made concerns
"""
_AFTER_AN_ID = frozenset(_GOING_ON.split())
"""Words that go on after the id of a point; after a figure stands what it counts."""
_COUNTED = re.compile(
    r"(?:%|percent(?:age)?|per|million|billion|trillion|thousand|hundred|times|fold|years?|months?|weeks?|days?|hours?|"
    r"minutes?|euros?|dollars?|pounds?|crowns?|bn|m|km|kg|tonnes?|tons?|met(?:er|re)s?|miles?|degrees?|people|points?)",
    re.IGNORECASE,
)
"""Words that say that what stands before them is a figure, whatever it looks like."""
_EXAMPLES = (
    r"{}(?: \w+){{0,4}} or ",
    r"\bor (?:\w+ ){{0,4}}{}",
    r"(?:[Ss]uppose|[Ii]magine|[Ss]ay,|for (?:instance|example),?)[^.!?]*{}",
)
"""How a number stands in an example: beside another, or after words that suppose something."""
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_OVER = 0.03
"""What a speech may have above its limit."""
CLAIM = "claim"
"""The field of a point that is asked for again alone, where it alone is at fault."""
TOO_LONG = "This passage has"
"""By which a fault of length alone is known."""
_SHOWN = 60
"""Characters of a passage that a fault shows."""


class SpeechFaults(NamedTuple):
    """What is wrong with a speech, by what it strikes."""

    points: Mapping[int, tuple[str, ...]]
    """By the place of the point, from 1."""
    frame: Mapping[str, tuple[str, ...]]
    """Of the opening and the closing."""
    length: Mapping[str, str] = {}
    """Of the longest passages, by their place, where the whole is too long; none of them falls for that."""

    claims: Mapping[int, tuple[str, ...]] = {}
    """Of the claims of points, by the place of the point: a point need not fall for its line on the flow."""

    def tell(self) -> list[str]:
        """Every fault in a clause."""
        return [
            *(f"{name}: {fault}" for name, faults in self.frame.items() for fault in faults),
            *(f"points, entry {place}: {fault}" for place, faults in self.points.items() for fault in faults),
            *(f"points, entry {place}, {CLAIM}: {fault}" for place, faults in self.claims.items() for fault in faults),
            *(f"{place}: {fault}" for place, fault in self.length.items()),
        ]


def find_speech_faults(floor: Floor, material: Material, draft: SpeechDraft) -> SpeechFaults:
    """Hold a written speech to everything that code can hold it to.

    Opening and closing may speak of what the sound points cite, so that nothing false outlives the point it stood in.
    """
    points = {
        place: found
        for place, point in enumerate(draft.points, start=1)
        if (found := tuple(_find_point_faults(floor, material, draft, point)))
    }
    sound = [point for place, point in enumerate(draft.points, start=1) if place not in points]
    cited = [passage for point in sound for passage in point.evidence]
    known = [*_list_known(floor), *(turn.text for turn in floor.turns)]
    frame = {
        name: found
        for name, words in (("opening", draft.opening), ("closing", draft.closing))
        if (
            found := (
                *find_unborne(
                    words,
                    cited,
                    known=known,
                    offered=material.evidence,
                    ids=list_point_ids(floor, draft),
                    beside=material.list_beside(cited),
                ),
                *_recite(floor, words),
            )
        )
    }
    claims = {
        place: found
        for place, point in enumerate(draft.points, start=1)
        if (found := _find_claim_faults(floor, material, point))
    }
    return SpeechFaults(points, frame, _find_length_faults(draft, floor.limit), claims)


def allow_words(limit: int) -> int:
    """How many words are let pass: a speech that is hardly over its limit is not written again for that."""
    return limit + int(limit * _OVER)


def _find_length_faults(draft: SpeechDraft, limit: int) -> dict[str, str]:
    """How many words are to be cut, told at the longest passages with how long each may be; empty where it fits."""
    length = measure_length(draft.text)
    if length <= allow_words(limit):
        return {}
    cited = length - measure_length(draft.own_words)
    told = f"the speech has {length} words, {cited} of them in citations; the limit is {limit}: cut {length - limit}"
    named = {"opening": draft.opening, "closing": draft.closing}
    named |= {f"points, entry {place}": point.words for place, point in enumerate(draft.points, start=1)}
    lengths = {place: measure_length(words) for place, words in named.items()}
    level = _find_level(list(lengths.values()), length - limit)
    return {
        place: f"{told}. {TOO_LONG} {words}, among the longest: say it in at most {level}"
        for place, words in lengths.items()
        if words > level
    }


def _find_level(lengths: Sequence[int], cut: int) -> int:
    """The length to which the longest passages have to come down, so that so many words go."""
    return max(level for level in range(max(lengths)) if sum(max(0, one - level) for one in lengths) >= cut)


def find_answer_faults(
    floor: Floor,
    words: str,
    *,
    cited: Sequence[Passage],
    offered: Sequence[Passage],
    about: Point,
    asked: str = "",
    beside: Sequence[str] = (),
    bound: bool = False,
) -> tuple[str, ...]:
    """Hold a question or an answer of cross-examination to it; what a side is bound to may be in words it used.

    `beside` are sentences that were shown with the cited ones.
    """
    known = [*_list_known(floor), *_list_said(about), asked, *(turn.text for turn in floor.turns)]
    free = [*floor.positions.values(), *(passage.text for passage in cited)]
    recited = "" if bound else find_recited(words, [about.words, asked], free=free)
    return (
        *find_unborne(
            words,
            cited,
            known=known,
            offered=offered,
            ids=list_point_ids(floor),
            named=frozenset({about.id}),
            beside=beside,
        ),
        *([f"repeats “{recited[:_SHOWN]}” instead of saying something of its own"] if recited else []),
    )


def find_unborne(
    words: str,
    cited: Sequence[Passage],
    *,
    known: Sequence[str],
    offered: Sequence[Passage],
    ids: Set[str] = frozenset(),
    named: Set[str] = frozenset(),
    common: Sequence[str] = (),
    beside: Sequence[str] = (),
) -> tuple[str, ...]:
    """Figures, names and quotations that nothing cited or known holds.

    `ids` are those of points, which are no figures, and `named` those which the point itself answers or takes up;
    `common` are further texts, whose words in small letters are no
    names; `beside` are sentences that were shown with the cited ones, whose names count and whose figures do not.
    """
    words = leave_out_ids(words, ids, named)
    pointers = {passage.pointer for passage in cited}
    sources = [*(passage.text for passage in cited), *known]
    found = find_unfaithful(
        words,
        cited=[passage.text for passage in cited],
        known=[*filter(None, (*known, *(said for one in cited for said in (one.cite, one.heading, one.under))))],
        uncited=[passage.text for passage in offered if passage.pointer not in pointers],
        beside=beside,
    )
    lower = _list_lower([*sources, *common, *(passage.text for passage in offered)])
    faults = [one for one in found if one.kind != "name" or not lower >= {*split_letters(one.found.lower())}]
    told = dict.fromkeys(f"“{one.told}”: {one.why}" for one in faults)
    return (*told, *_find_unborne_digits(words, sources))


def _list_lower(texts: Iterable[str]) -> set[str]:
    """Words that stand in lower case: a capital before one of them makes no name of it."""
    return {word for text in texts for word in split_letters(text) if word[0].islower()}


def _find_unborne_digits(words: str, sources: Sequence[str]) -> Iterable[str]:
    """Figures of Chinese text, in which no space tells where a figure begins."""
    if HAN.search(words):
        held = {figure for source in sources for figure in _DIGITS.findall(source)}
        yield from (
            f"“{one}”: no cited sentence gives this figure" for one in _DIGITS.findall(words) if one not in held
        )


def _find_point_faults(floor: Floor, material: Material, draft: SpeechDraft, point: Point) -> Iterable[str]:
    yield from _find_move_faults(material, point)
    if point.extends in draft.lets_go:
        yield f"it takes up again {point.extends}, which you let go: do one or the other"
    known = _list_known_to(floor, point)
    found = find_unborne(
        point.words,
        point.evidence,
        known=known,
        offered=material.evidence,
        ids=list_point_ids(floor, draft),
        named=_list_named(point),
        beside=material.list_beside(point.evidence),
    )
    yield from (fault for fault in found if not (point.move == "frame" and _illustrates(point.words, fault)))
    yield from _recite(floor, point.words, *(passage.text for passage in point.evidence))
    before = [one.words for one in draft.points[: draft.points.index(point)]]
    if find_recited(point.words, before, free=floor.positions.values()):
        yield "says again what an earlier point of this speech says"
    exemplars = [one.remembered.text for one in material.exemplars]
    if measure_overlap(point.words, exemplars, free=floor.positions.values()) > BOUND:
        yield "repeats the words of a remembered argument: take its way of arguing, not its words"


def _find_claim_faults(floor: Floor, material: Material, point: Point) -> tuple[str, ...]:
    known = [*_list_known_to(floor, point), point.words]
    common = [passage.text for passage in material.evidence]
    return find_unborne(
        point.claim,
        point.evidence,
        known=known,
        offered=(),
        ids=list_point_ids(floor),
        named=_list_named(point),
        common=common,
        beside=material.list_beside(point.evidence),
    )


def _list_known_to(floor: Floor, point: Point) -> list[str]:
    """What a point may mention: what its side may, and all that the points say which it answers."""
    answered = [found for name in point.answers if (found := find_point(floor, name))]
    return [*_list_known(floor), *(said for one in answered for said in _list_said(one))]


def list_point_ids(floor: Floor, draft: SpeechDraft | None = None) -> frozenset[str]:
    """Ids under which points of the debate are named."""
    points = (*(point for turn in floor.turns for point in turn.points), *(draft.points if draft else ()))
    return frozenset(point.id for point in points)


def _list_named(point: Point) -> frozenset[str]:
    """Ids of the points which a point says that it answers or takes up."""
    return frozenset(filter(None, (*point.answers, point.extends)))


def leave_out_ids(words: str, ids: Set[str], named: Set[str] = frozenset()) -> str:
    """The words without the ids of points that they name: `they left 2.5: …` gives no figure, `2.5 million` does.

    Of a point that is `named` as answered or taken up, more is let pass: only what is counted makes its id a figure.
    """

    def leave_out(match: re.Match[str]) -> str:
        following = _NEXT_WORD.match(words, match.end())
        word = following[1].lower() if following else ""
        counts = _COUNTED.fullmatch(word) if match[0] in named else word and word not in _AFTER_AN_ID
        return match[0] if match[0] not in {*ids, *named} or counts else "it"

    return _POINT_ID.sub(leave_out, words)


def _illustrates(words: str, fault: str) -> bool:
    """Whether a fault is about a number in words that stands in an example: `six years or twelve`."""
    number = re.match("“([^”]+)”: no cited sentence gives this figure", fault)
    if number is None or any(char.isdigit() for char in number[1]):
        return False
    spelt = re.escape(number[1])
    return any(re.search(form.format(spelt), words) for form in _EXAMPLES)


def _find_move_faults(material: Material, point: Point) -> Iterable[str]:
    if point.move in ("rebut", *GRANTING) and not point.answers:
        yield f"a point that is to {point.move} must name, under answers, the point of the other side it is about"
    if point.move == "rebut" and not point.strikes:
        yield "a rebuttal must say what it strikes: the fact, the inference or the weight"
    if point.move == "extend" and not point.extends:
        yield "an extension must name, under extends, the point of your own that it takes up"
    unsaid = point.move == "rebut" and bool(_UNSAID.search(point.words))
    if point.rests_on_facts and not point.evidence and material.evidence and not unsaid:
        yield "it rests on no evidence: name the ids of the sentences that show it"


def _recite(floor: Floor, words: str, *free: str) -> Iterable[str]:
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
