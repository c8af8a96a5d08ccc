"""What a person gives up in so many words: a point under a mark, one that is named, or the one just spoken of.

What is taken back must be the point itself: who takes back a figure, a quotation or a word of it keeps the point.
Speeches and answers in cross-examination are read alike, and whoever speaks is told how they were read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from foam.debate.floor import Floor
from foam.debate.language import split_utterance
from foam.debate.points import list_live_points
from foam.debate.rounds.asking import find_met, list_telling
from foam.debate.transcript import find_other_side
from foam.debate.values import Point

_WHO = (
    r"\b(?:we|i) "
    r"(?:(?:also|do|freely|fully|gladly|happily|have to|hereby|must|now|readily|then|therefore|will|willingly) )*"
)
_ID = r"\d+\.\d+"
_LIST = rf"{_ID}(?:(?:,| and| or|, and) {_ID})*"
_WHICH = r"(?:(?:entire|first|last|main|other|own|second|third|very|whole) )?"
_NOUN = r"(?:answer|argument|case|claim|contention|objection|point|position|rebuttal|statement)s?"
_POINT = (
    rf"(?:(?:all (?:of )?)?(?:(?:the|that|this|those|these|our|my|your|their) )?{_WHICH}{_NOUN}(?: {_LIST})?"
    r"|(?:what|all(?: that)?|everything(?: that)?) (?:i|we) said)"
)
"""The point itself: not a figure, a quotation or a word of it, and not what is claimed in it."""
_PRONOUN = r"(?:it|this|that|them|these|those)(?: all)?"
_OBJECT = rf"(?:{_PRONOUN}|{_LIST}|{_POINT})"
_ABOUT = r"(?:(?<=point)|(?<=argument)|(?<=points)|(?<=arguments)) (?:about|concerning|from|of|on|regarding) [\w’' -]+"
_WHOLE = rf"(?:{_ABOUT})?(?: (?:altogether|as a whole|as well|completely|entirely|here|in full|now|then|too|with)\b.*)?"
_END = r"(?=,| and\b|\W*$)"
_YIELDS = r"(?:concede|withdraw|take back|give up|retract|no longer stand (?:on|by))"
GIVES_UP = re.compile(
    rf"{_WHO}{_YIELDS}\b|{_WHO}(?:take|give) (?:\S+ ){{1,6}}?(?:back|up)\b"
    rf"|{_NOUN} is (?:withdrawn|taken back|given up)\b",
    re.IGNORECASE,
)
"""A clause in which something is taken back, be it a part of what was said."""
_TAKES_BACK = re.compile(
    rf"{_WHO}{_YIELDS} (?P<one>{_OBJECT}){_WHOLE}{_END}"
    rf"|{_WHO}(?:take|give) (?P<two>{_OBJECT})(?:{_ABOUT})? (?:back|up){_WHOLE}{_END}"
    rf"|\b(?:our|my) {_WHICH}{_NOUN}(?: {_ID})? falls{_END}"
    rf"|\b(?:that|this|the|our|my) {_WHICH}{_NOUN}(?: {_ID})? is (?:hereby )?(?:withdrawn|taken back|given up){_END}",
    re.IGNORECASE,
)
"""A clause that takes a point back as a whole; who says of the other side's argument that it falls gives nothing up."""
_KEEPS = re.compile(
    r"n['’]t\b|\b(?:not|never|but|however|yet|only|if|would|unless|still|alone|except|apart from|although|though|"
    r"nothing|partly|in part|part of|half of|some of|the rest|for the sake of|for now|for the moment|stand by|stands?|"
    r"holds?)\b"
    r"|\b(?:ask|asks|assume|believe|believes|claim|claims|hope|hopes|pretend|say|says|suggest|suggests|suppose|think|"
    r"thinks|want|wants)(?: \w+)?(?: that)? (?:we|i)\b",
    re.IGNORECASE,
)
"""What makes less than a concession of a clause that seems one."""
_SHARED = 2
"""Telling words of a point that a sentence has which says of it that it is taken back."""
_UNSAID = re.compile(
    r"\b(?:if|unless|would|could|might|never|for the sake of|for now|for the moment|suppose)\b"
    r"|\b(?:ask|asks|believe|believes|claim|claims|hope|hopes|say|says|suggest|suggests|think|thinks|want|wants)"
    r"(?: \w+)?(?: that)? (?:we|i)\b"
    r"|\b(?:back|give|retract|take|up|withdraw) (?:neither|no|none|nothing)\b"
    r"|\b(?:we|i) (?:\w+ )?concede\b",
    re.IGNORECASE,
)
"""What makes nothing of a clause that seems to take something back; who concedes a fact takes none of theirs back."""
_STANDS_ON = re.compile(r"no longer stand (?:on|by)\b", re.IGNORECASE)
_PART = re.compile(
    r"%|\b(?:figure|number|percentage|per ?cent|share|statistic|quotation|quote|word|phrase|date)s?\b",
    re.IGNORECASE,
)
"""A part of what was said, for which "it" may stand."""
STAYS = re.compile(
    r"\b(?:argument|case|claim|point|rest) (?:still )?(?:stands|holds|remains|goes on|does not need|needs no)\b",
    re.IGNORECASE,
)
"""What says after "I take it back" that "it" was not the point."""
NAMED = re.compile(rf"(?<![\d.]){_ID}(?![\d%])(?!\s+(?!(?:and|or|back|up|as|too|entirely|altogether)\b)[a-z])")
"""The id of a point; what counts something is none."""


class YieldedPoint(NamedTuple):
    """A point as it is read, and what the speaker is told of that."""

    point: Point
    notes: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()
    """All that its words give up: points of the other side that they concede, or of their own."""


def takes_back(words: str, before: str = "") -> bool:
    """Whether a clause says in so many words that a point is taken back, and nothing that it keeps some of it.

    `before` is what it answers: "it" may be a figure that was asked about.
    """
    return bool(_list_taking_back(words, before))


def takes_something_back(words: str) -> bool:
    """Whether a clause takes anything back, the point or a part of what was said of it."""
    return any(GIVES_UP.search(one) and not _keeps(one) for one in _list_clauses(words))


def list_parts_taken_back(words: str, before: str = "") -> list[str]:
    """The clauses that take back less than a point: a figure, a quotation, a word of what was said."""
    whole = _list_taking_back(words, before)
    found = [(one, GIVES_UP.search(one)) for one in _list_clauses(words) if one not in whole]
    return [
        clause
        for clause, taking in found
        if taking and not _UNSAID.search(clause) and ("give" not in taking[0].lower() or _PART.search(clause))
    ]


def _list_taking_back(words: str, before: str = "") -> list[str]:
    """The clauses that take a point back as a whole."""
    found: list[str] = []
    clauses = [(clause, at) for at, one in enumerate(split_utterance(words)) for clause in cut_clauses(one)]
    for place, (clause, at) in enumerate(clauses):
        taken = _TAKES_BACK.search(clause)
        if taken is None or _keeps(clause):
            continue
        named = next((one for one in (taken["one"], taken["two"]) if one), "")
        near = [one for one, sentence in clauses[:place] if sentence >= at - 1] or [before]
        spoken_of = " ".join([*near, clause[: taken.start()]])
        after = " ".join(one for one, _ in clauses[place + 1 :])
        is_part = bool(_PART.search(spoken_of) or STAYS.search(after))
        if not (re.fullmatch(_PRONOUN, named, re.IGNORECASE) and is_part):
            found.append(clause)
    return found


def _keeps(clause: str) -> bool:
    return bool(_KEEPS.search(_STANDS_ON.sub("", clause)))


def read_yielded(floor: Floor, point: Point, before: str) -> YieldedPoint:
    """A point of a person's speech, read as giving something up where its words say so.

    `before` is what was said just before it: `that point` may be there.
    """
    if point.move not in ("answer", "argue", "extend"):
        return YieldedPoint(point)
    own, theirs = list_ids(floor, own=True), list_ids(floor, own=False)
    clauses = _list_taking_back(point.words)
    named = [name for clause in clauses for name in NAMED.findall(clause)]
    mine = tuple(dict.fromkeys(name for name in named if name in own))
    if mine:
        return _take_back(point, mine)
    if point.answers and clauses:
        meant = _find_own(floor, point, clauses)
        return _take_back(point, (meant.id,)) if meant else _concede(point, point.answers)
    if point.extends and clauses:
        return _take_back(point, (point.extends,))
    if answered := tuple(dict.fromkeys(name for name in named if name in theirs)):
        return _concede(point, answered)
    return _take_back_unnamed(floor, point, before) if clauses else _keep(point)


def _find_own(floor: Floor, point: Point, clauses: Sequence[str]) -> Point | None:
    """The point of one's own that is taken back under a mark: the sentence itself says which.

    Nobody takes back what the other side said; who says no more than "we withdraw it" concedes what is marked.
    """
    held = list_live_points(floor.turns, of=floor.side)
    if not held or any(re.search(r"\bconcede\b", one, re.IGNORECASE) for one in clauses):
        return None
    said = " ".join(one for one in split_utterance(point.words) if any(clause in one for clause in clauses))
    shared = [one for one in held if len(list_telling(said) & list_telling(one.headline)) >= _SHARED]
    return find_met(said, held) if shared else None


def _keep(point: Point) -> YieldedPoint:
    """A point that takes back less than what it answers, if anything: who speaks is told that it concedes nothing."""
    if not (point.answers and takes_something_back(point.words)):
        return YieldedPoint(point)
    named = " and ".join(point.answers)
    told = f"{point.id} takes back a part of what was said and is not read as conceding {named}"
    return YieldedPoint(point, notes=(f"{told}; [concede {point.answers[0]}] concedes it",))


def _concede(point: Point, answered: Sequence[str]) -> YieldedPoint:
    told = f"{point.id} is read as conceding {' and '.join(answered)}; [grant {answered[0]}] grants a part alone"
    given = point.model_copy(update={"move": "concede", "answers": tuple(answered)})
    return YieldedPoint(given, notes=(told,), given_up=tuple(answered))


def _take_back(point: Point, mine: Sequence[str]) -> YieldedPoint:
    """Points of one's own that are named; what answers nothing does nothing else than give them up."""
    told = (f"{point.id} is read as giving up its own {' and '.join(mine)}",)
    own: dict[str, object] = {"gives_up": tuple(mine)}
    if not point.answers:
        own = {"move": "concede", "extends": mine[0], "gives_up": tuple(mine[1:])}
    return YieldedPoint(point.model_copy(update=own), told, tuple(mine))


def _take_back_unnamed(floor: Floor, point: Point, before: str) -> YieldedPoint:
    """A point of one's own that is taken back without its number: the one that the words just said meet best."""
    held = list_live_points(floor.turns, of=floor.side)
    spoken_of = [one for one in _list_clauses(point.words) if not _TAKES_BACK.search(one)]
    met = find_met(" ".join([before, *spoken_of]), held) if held else None
    if met is None:
        example = held[0].id if held else "1.1"
        told = f"{point.id} takes a point back and does not say which, so that nothing was given up"
        return YieldedPoint(point, notes=(f"{told}; [let go {example}] names one",))
    return _take_back(point, (met.id,))


def list_ids(floor: Floor, *, own: bool) -> set[str]:
    """The ids of what one side has said so far."""
    side = floor.side if own else find_other_side(floor.side)
    return {point.id for turn in floor.turns if turn.side == side for point in turn.points}


def _list_clauses(words: str) -> list[str]:
    """Sentences, cut where another thought begins: what is kept in one clause is not kept in the next."""
    return [clause for one in split_utterance(words) for clause in cut_clauses(one)]


def cut_clauses(sentence: str) -> list[str]:
    """A sentence, cut where another thought begins."""
    return [clause.strip() for clause in re.split(r"[;:—–]", sentence) if clause.strip()]
