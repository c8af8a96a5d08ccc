"""Which points of a transcript from elsewhere answer which: by what they quote, and by the judge.

Nobody marked them. A point answers an earlier one of the other side if it quotes that, or if the judge finds
that a sentence of the one speaks against a sentence of the other. What shares some of its words may answer it: then
nobody can say that the point was dropped. A point that its own side had made before is no answer to what was said in
between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import NamedTuple

from pydantic import Field

from foam.debate.bearing import Bearing
from foam.debate.language import SAYING_LITTLE, list_terms, split_utterance
from foam.debate.values import Point, SpeechTurn
from foam.text.english import unreadable
from foam.values import Value
from foam_quotes.text.words import split_words

Read = Callable[[Sequence[tuple[str, str]]], Sequence[Bearing]]
"""How each sentence stands to another, as the judge reads them."""
AGAINST, BEARS = 0.6, 0.7
"""The judge's chances from which a sentence speaks against another and bears on it."""
_SOME = 0.1
"""The share of the rarer words of a point that another has in common with it where it may answer it."""
_RUN, _TELLING = 5, 2
"""Words in a row that are a quotation, and how many of them must tell something."""
_READ_POINTS, _READ_PAIRS = 3, 2
"""How many points that may answer one the judge reads, and how many pairs of their sentences."""
_MOST_READ = 400
"""Pairs of sentences that the judge reads of one transcript, at most, for either question: those that share most."""
_SAME = 0.8
"""The share of their words that two points have in common of which the later repeats the earlier."""


class Pairing(Value):
    """What the points of a transcript do with each other, by the later one's id."""

    answers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The points that it answers."""
    may_answer: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Those that it may answer: it cannot be told."""
    repeats: dict[str, str] = Field(default_factory=dict)
    """The point of its own side that it says again."""


class _Words(NamedTuple):
    """A point as it is compared."""

    id: str
    place: int
    side: str
    sentences: tuple[str, ...]
    terms: frozenset[str]
    words: tuple[str, ...]
    runs: frozenset[tuple[str, ...]]
    """So many words in a row as make a quotation."""


class _Matched(NamedTuple):
    """An earlier point and a later one of the other side that may answer it."""

    earlier: _Words
    later: _Words
    shared: float
    quotes: bool


def pair_points(turns: Sequence[SpeechTurn], read: Read) -> Pairing:
    """Which points answer which, and which may."""
    points = [*_read_points(turns)]
    rarity = _measure_rarity(points)
    repeats = dict(_list_repeats(points))
    matched = [
        _match(earlier, later, rarity)
        for later in points
        for earlier in points
        if earlier.side != later.side and earlier.place < later.place and not _said_before(later, earlier, repeats)
    ]
    against = _find_against(matched, read)
    answers: dict[str, list[str]] = {}
    may_answer: dict[str, list[str]] = {}
    for one in sorted(matched, key=lambda each: -each.shared):
        if one.quotes or against.get((one.earlier.id, one.later.id)):
            answers.setdefault(one.later.id, []).append(one.earlier.id)
        elif one.shared >= _SOME:
            may_answer.setdefault(one.later.id, []).append(one.earlier.id)
    met = {name for found in (*answers.values(), *may_answer.values()) for name in found}
    for later, earlier in _find_bearing([one for one in matched if one.earlier.id not in met], read):
        may_answer.setdefault(later, []).append(earlier)
    return Pairing(
        answers={name: tuple(found) for name, found in answers.items()},
        may_answer={name: tuple(dict.fromkeys(found)) for name, found in may_answer.items()},
        repeats={name: one.id for name, one in repeats.items()},
    )


def add_pairs(turns: Sequence[SpeechTurn], pairing: Pairing) -> tuple[SpeechTurn, ...]:
    """The turns with what their points answer."""
    return tuple(
        turn.model_copy(update={"points": tuple(_add_pair(point, pairing) for point in turn.points)}) for turn in turns
    )


def _add_pair(point: Point, pairing: Pairing) -> Point:
    answers = pairing.answers.get(point.id, ())
    return point.model_copy(
        update={
            "move": "answer" if answers else point.move,
            "answers": answers,
            "may_answer": pairing.may_answer.get(point.id, ()),
            "extends": pairing.repeats.get(point.id, ""),
        }
    )


def _read_points(turns: Sequence[SpeechTurn]) -> Iterator[_Words]:
    for place, turn in enumerate(turns):
        for point in turn.points:
            words = tuple(word.casefold() for word in split_words(point.words))
            yield _Words(
                id=point.id,
                place=place,
                side=turn.side,
                sentences=split_utterance(point.words),
                terms=frozenset(list_terms(point.words)) - SAYING_LITTLE,
                words=words,
                runs=frozenset(_list_runs(words)),
            )


def _measure_rarity(points: Sequence[_Words]) -> Mapping[str, float]:
    """How much a term tells: one that stands in many points of a debate tells little."""
    counts = Counter(term for point in points for term in point.terms)
    return {term: log((1 + len(points)) / count) for term, count in counts.items()}


def _match(earlier: _Words, later: _Words, rarity: Mapping[str, float]) -> _Matched:
    whole = min(_weigh(earlier.terms, rarity), _weigh(later.terms, rarity))
    shared = _weigh(earlier.terms & later.terms, rarity) / whole if whole else 0.0
    return _Matched(earlier, later, shared, _quotes(earlier, later))


def _weigh(terms: Iterable[str], rarity: Mapping[str, float]) -> float:
    return sum(rarity[term] for term in terms)


def _quotes(earlier: _Words, later: _Words) -> bool:
    """Whether both have so many words in a row that one quotes the other, or both the same."""
    runs = earlier.runs & later.runs
    known = earlier.terms & later.terms
    return any(len({*list_terms(" ".join(run))} & known) >= _TELLING for run in runs)


def _list_runs(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (words[at : at + _RUN] for at in range(len(words) - _RUN + 1))


def _list_repeats(points: Sequence[_Words]) -> Iterator[tuple[str, _Words]]:
    """The points that say again what their own side said in an earlier turn, each with the first that said it."""
    for later in points:
        words = {*later.words}
        for earlier in points:
            said = {*earlier.words}
            before = earlier.place < later.place and earlier.side == later.side
            if before and len(words & said) >= _SAME * len(words | said):
                yield later.id, earlier
                break


def _said_before(later: _Words, earlier: _Words, repeats: Mapping[str, _Words]) -> bool:
    """Whether a point says what its side had said before the other was made."""
    return later.id in repeats and repeats[later.id].place < earlier.place


def _find_against(matched: Sequence[_Matched], read: Read) -> dict[tuple[str, str], bool]:
    """Of those pairs of points that share most: whether a sentence of the later speaks against one of the earlier."""
    nearest: dict[str, list[_Matched]] = {}
    for one in matched:
        if one.shared and not one.quotes:
            nearest.setdefault(one.earlier.id, []).append(one)
    kept = [one for found in nearest.values() for one in nlargest(_READ_POINTS, found, key=lambda each: each.shared)]
    kept = nlargest(_MOST_READ // _READ_PAIRS, kept, key=lambda each: each.shared)
    pairs = {(one.earlier.id, one.later.id): _list_pairs(one) for one in kept}
    asked = [pair for found in pairs.values() for pair in found]
    bearings = dict(zip(asked, read(asked), strict=True))
    return {
        ids: any(bearings[pair].contradicts >= AGAINST and bearings[pair].bears >= BEARS for pair in found)
        for ids, found in pairs.items()
    }


def _list_pairs(one: _Matched) -> list[tuple[str, str]]:
    """The pairs of sentences, the later before the earlier, that share most terms."""
    known = one.earlier.terms & one.later.terms
    counted = {
        (said, heard): len(known & {*list_terms(said)} & {*list_terms(heard)})
        for said in one.later.sentences
        for heard in one.earlier.sentences
        if not unreadable(said, heard)
    }
    return [pair for pair in nlargest(_READ_PAIRS, counted, key=lambda each: counted[each]) if counted[pair]]


def _find_bearing(matched: Sequence[_Matched], read: Read) -> Iterator[tuple[str, str]]:
    """Of points that nothing was found to answer: those of the speech after them that bear on them, in other words.

    What there is no time to read may bear on them, too.
    """
    first = {one.earlier.id: one.later.place for one in reversed(matched)}
    pairs = {
        (said, " ".join(one.earlier.sentences)): one
        for one in matched
        if one.later.place == first[one.earlier.id]
        for said in one.later.sentences
        if not unreadable(said, " ".join(one.earlier.sentences))
    }
    bearings = read([*pairs][:_MOST_READ])
    for at, one in enumerate(pairs.values()):
        if at >= len(bearings) or bearings[at].bears >= BEARS:
            yield one.later.id, one.earlier.id
