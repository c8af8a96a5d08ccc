"""What a person gives up in so many words: a point under a mark, one that is named, or the one just spoken of.

Only whole sentences that take something back are read so, and whoever speaks is told how they were read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from foam.debate.floor import Floor
from foam.debate.language import split_utterance
from foam.debate.points import list_live_points
from foam.debate.rounds.asking import find_met
from foam.debate.transcript import find_other_side
from foam.debate.values import Point

_WHO = r"\b(?:we|i) (?:(?:hereby|fully|freely|now|must|do|have to) )*"
_ID = r"\d+\.\d+"
_WHAT = (
    r"(?:(?:the|that|this|our|my|your|their) )?"
    rf"(?:point|claim|argument|statement|figure|number|quotation|quote)s?(?: {_ID})?"
)
_FALLS = rf"\b(?:that|this|our|my) (?:point|claim|argument)(?: {_ID})? (?:falls|is (?:withdrawn|taken back|given up))"
_GIVES_UP = re.compile(
    rf"{_WHO}(?:concede|withdraw|take back|give up|retract|no longer stand (?:on|by))\b"
    rf"|{_WHO}(?:take|give) (?:it|this|that|them|these|those|{_ID}|(?:the|that|this) \w+|{_WHAT}) (?:back|up)\b"
    rf"|{_FALLS}\b",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    rf"(?:{_WHO}(?:concede|withdraw|take back|give up|retract|no longer stand (?:on|by)) (?:it|this|that|{_ID}|{_WHAT})"
    rf"|{_WHO}(?:take|give) (?:it|this|that|{_ID}|{_WHAT}) (?:back|up)|{_FALLS})(?:,|\W*$)",
    re.IGNORECASE,
)
"""A clause that takes a point back as a whole: where no mark says what is meant, nothing less is read so."""
_KEEPS = re.compile(r"\b(?:not|never|but|however|yet|only|if|would|unless|still)\b|n['’]t\b", re.IGNORECASE)
"""What makes less than a concession of a clause that seems one."""
_NAMED = re.compile(rf"(?<![\d.]){_ID}(?![\d%])(?!\s+(?!(?:and|or|back|up|as|too|entirely|altogether)\b)[a-z])")
"""The id of a point; what counts something is none."""


class YieldedPoint(NamedTuple):
    """A point as it is read, what else of its own side it lets go, and what the speaker is told of that."""

    point: Point
    lets_go: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def takes_back(words: str) -> bool:
    """Whether a clause says in so many words that a point is taken back, and nothing that it keeps some of it."""
    return any(_TAKES_BACK.search(one) and not _KEEPS.search(one) for one in _list_clauses(words))


def read_yielded(floor: Floor, point: Point, before: str) -> YieldedPoint:
    """A point of a person's speech, read as giving something up where its words say so.

    `before` is what was said just before it: `that point` may be there.
    """
    if point.move not in ("answer", "argue"):
        return YieldedPoint(point)
    own, theirs = list_ids(floor, own=True), list_ids(floor, own=False)
    clauses = [one for one in _list_clauses(point.words) if _GIVES_UP.search(one) and not _KEEPS.search(one)]
    named = [name for clause in clauses for name in _NAMED.findall(clause)]
    mine = tuple(dict.fromkeys(name for name in named if name in own))
    if mine:
        return _take_back(point, mine)
    if point.answers and clauses:
        return _concede(point, point.answers)
    if answered := tuple(dict.fromkeys(name for name in named if name in theirs)):
        return _concede(point, answered)
    if not any(_TAKES_BACK.search(one) for one in clauses):
        return YieldedPoint(point)
    return _take_back_unnamed(floor, point, before)


def _concede(point: Point, answered: Sequence[str]) -> YieldedPoint:
    told = f"{point.id} is read as conceding {' and '.join(answered)}; [grant {answered[0]}] grants a part alone"
    return YieldedPoint(point.model_copy(update={"move": "concede", "answers": tuple(answered)}), notes=(told,))


def _take_back(point: Point, mine: Sequence[str]) -> YieldedPoint:
    """Points of one's own that are named: what answers nothing else gives the first up, and lets the others go."""
    told = (f"{point.id} is read as giving up your own {' and '.join(mine)}",)
    if point.answers:
        return YieldedPoint(point, tuple(mine), told)
    given = point.model_copy(update={"move": "concede", "extends": mine[0]})
    return YieldedPoint(given, tuple(mine[1:]), told)


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
    return [clause.strip() for one in split_utterance(words) for clause in re.split(r"[;:—–]", one) if clause.strip()]
