"""Striking what an evaluator found not borne out to the last: the sentence that holds the words is not spoken.

A point of which nothing would be left that speaks of what it cites is left out, an opening or closing gives way to the
code's. Words that stand nowhere in the part as the evaluator names them cannot be struck: the part is marked with what
was found of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import Match, SequenceMatcher
from typing import NamedTuple

from foam.debate.acts import REFUTING, SENT_BACK, UNBORNE_AS
from foam.debate.floor import Floor
from foam.debate.judged import DraftJudgement
from foam.debate.language import SAYING_LITTLE, list_terms, split_utterance
from foam.debate.speech.draft import SpeechDraft
from foam.debate.speech.wording import write_closing, write_opening
from foam.debate.values import Point
from foam.text.words import split_letters

_LEAST_SHARED = 0.75
"""The share of the named words that a sentence must hold, in their order, to be the one that is meant."""
_LEAST_OF_CITED = 2
"""Telling words of a cited sentence that are in what speaks of it."""
_CLOSE = 3
"""Words that may stand between two runs of the named words."""
_LETTERS = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"[;…“”\"/]|\.\.\.|[.!?]\s")
"""What stands between fragments where an evaluator names several, or words that run on into the next sentence."""


class StruckSpeech(NamedTuple):
    """A draft less what was struck, and what that was, a line each."""

    draft: SpeechDraft
    told: tuple[str, ...] = ()


def strike_unborne(floor: Floor, draft: SpeechDraft, verdict: DraftJudgement) -> StruckSpeech:
    """The draft without the sentences that its evaluator named; where no point were left, all stay and are marked."""
    faulty = {
        name: verdict.unborne.get(name, "")
        for name, label in verdict.borne_out.items()
        if label in SENT_BACK and label not in REFUTING
    }
    if not faulty:
        return StruckSpeech(draft)
    points: list[Point] = []
    told: list[str] = []
    for point in draft.points:
        if point.id not in faulty:
            points.append(point)
            continue
        kept, struck = _split(point.words, faulty[point.id])
        reason = verdict.reasons.get(point.id, "")
        if not struck:
            points.append(_mark(point, faulty[point.id], verdict))
        elif kept and not _is_stub(point, kept, struck):
            points.append(_shorten(point, kept, struck))
            told.append(_tell(f"struck from {point.id}", struck, reason))
        else:
            told.append(_tell(f"{point.id} left out", point.words if kept else struck, reason))
    if not points:
        points = [_mark(one, faulty[one.id], verdict) for one in draft.points]
        told = []
    frame, told_of_frame = _strike_frame(floor, draft, verdict, faulty)
    return StruckSpeech(replace(frame, points=tuple(points)), (*told, *told_of_frame))


def _is_stub(point: Point, kept: str, struck: str) -> bool:
    """Whether what was struck spoke of what the point cites, and nothing that is left does."""
    cited = [{*list_terms(one.text)} - SAYING_LITTLE for one in point.evidence]

    def speaks_of(text: str) -> bool:
        terms = {*list_terms(text)}
        return any(len(terms & one) >= _LEAST_OF_CITED for one in cited)

    return speaks_of(struck) and not speaks_of(kept)


def _strike_frame(
    floor: Floor, draft: SpeechDraft, verdict: DraftJudgement, faulty: dict[str, str]
) -> tuple[SpeechDraft, list[str]]:
    """Opening and closing less what is struck; the code's where nothing is left of them."""
    instead = {
        "opening": (draft.opening, write_opening(floor.position, answering=bool(floor.turns))),
        "closing": (draft.closing, write_closing(floor.position)),
    }
    words: dict[str, str] = {}
    told: list[str] = []
    for name, (said, by_code) in instead.items():
        words[name] = said
        if said and name in faulty:
            kept, struck = _split(said, faulty[name])
            words[name] = kept if kept and struck else by_code
            told.append(_tell(f"struck from the {name}", struck or said, verdict.reasons.get(name, "")))
    return replace(draft, opening=words["opening"], closing=words["closing"]), told


def _mark(point: Point, unborne: str, verdict: DraftJudgement) -> Point:
    """The point with what of it is not borne out and could not be struck, and how."""
    label = verdict.borne_out[point.id]
    return point.model_copy(update={"unborne": unborne or label, "unborne_as": UNBORNE_AS.get(label, "")})


def _split(text: str, unborne: str) -> tuple[str, str]:
    """What is left of a text, and the sentences in which the named words stand: none where nothing holds them."""
    sentences = split_utterance(text)
    struck = {one for fragment in _read_fragments(unborne) for one in _find_holding(sentences, fragment)}
    return " ".join(one for one in sentences if one not in struck), " ".join(one for one in sentences if one in struck)


def find_named_words(text: str, named: str) -> str:
    """The words of a text that an evaluator names, as they stand there; empty where nothing holds them.

    Where it names several fragments each is quoted, and what lies between them is left out.
    """
    sentences = split_utterance(text)
    found = (
        _find_stretch(sentence, fragment)
        for fragment in _read_fragments(named)
        for sentence in _find_holding(sentences, fragment)
    )
    return " … ".join(dict.fromkeys(found))


def _read_fragments(named: str) -> list[list[str]]:
    """What an evaluator names, fragment by fragment, in small letters."""
    fragments = ([word.lower() for word in split_letters(one)] for one in _BETWEEN.split(named))
    return [one for one in fragments if one]


def _find_stretch(sentence: str, named: list[str]) -> str:
    """The longest run of the named words in a sentence, with the runs that stand close by it."""
    places = [match.span() for match in _LETTERS.finditer(sentence)]
    matches = _match(sentence, named)
    longest = max(matches, key=lambda one: one.size)
    first, end = longest.a, longest.a + longest.size
    for one in sorted(matches, key=lambda one: abs(one.a - longest.a)):
        if first - _CLOSE <= one.a + one.size and one.a <= end + _CLOSE:
            first, end = min(first, one.a), max(end, one.a + one.size)
    return sentence[places[first][0] : places[end - 1][1]]


def _find_holding(sentences: Sequence[str], named: list[str]) -> list[str]:
    """The sentences in which the named words stand together; else the one that has most of them in their order."""
    whole = [one for one in sentences if _holds(one, named)]
    shared = {one: _count_shared(one, named) for one in sentences}
    nearest = max(sentences, key=lambda one: shared[one], default="")
    return whole or ([nearest] if nearest and shared[nearest] >= max(2, _LEAST_SHARED * len(named)) else [])


def _holds(sentence: str, named: list[str]) -> bool:
    words = [word.lower() for word in split_letters(sentence)]
    return any(words[n : n + len(named)] == named for n in range(len(words) - len(named) + 1))


def _count_shared(sentence: str, named: list[str]) -> int:
    """How many of the named words stand in a sentence in their order."""
    return sum(match.size for match in _match(sentence, named))


def _match(sentence: str, named: list[str]) -> list[Match]:
    """Where runs of the named words stand in a sentence, in their order."""
    words = [word.lower() for word in split_letters(sentence)]
    return [one for one in SequenceMatcher(None, words, named, autojunk=False).get_matching_blocks() if one.size]


def _shorten(point: Point, kept: str, struck: str) -> Point:
    """The point in what is left of it; its claim goes, too, where it tells what was struck."""
    gone = {*list_terms(struck)} - {*list_terms(kept)} - SAYING_LITTLE
    claim = "" if gone & {*list_terms(point.claim)} else point.claim
    return point.model_copy(update={"words": kept, "claim": claim, "struck": True})


def _tell(what: str, struck: str, reason: str) -> str:
    return f"{what}, as not borne out: “{struck}” {reason}".strip()
