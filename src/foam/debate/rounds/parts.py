"""What a person takes back of a point and keeps the point: a figure, a quotation, a word.

The flow says so of the point, for both sides and the judge. Which point it is: the one that is named, else the one
whose figure or quoted words are named, else the one that the words meet best. Under a mark it is looked for first among
what the marked points answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from foam.debate.floor import Floor
from foam.debate.language import split_utterance
from foam.debate.points import list_live_points
from foam.debate.rounds.asking import find_met
from foam.debate.rounds.yielding import NAMED, list_parts_taken_back
from foam.debate.values import Point
from foam.text.normalise import normalise

_FIGURE = re.compile(r"\d[\d.,]*\d|\d")
_HOLDS = re.compile(
    r"\b(?:i|we) (?:(?:do|also|nevertheless) )*still (?:believe|defend|hold|insist|keep|maintain|say|stand)\b"
    r"|\b(?:i|we) (?:do )?(?:hold (?:on )?to|maintain|stand (?:by|on)|keep) (?:all |everything )?"
    r"(?:it|that|the (?:argument|claim|point|rest)|what is left)\b",
    re.IGNORECASE,
)
"""What says of a point, of which a part was taken back, that it is held."""
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")


class PartsTakenBack(NamedTuple):
    """A point with what it takes back of others of its side, and what the speaker is told of that."""

    point: Point
    notes: tuple[str, ...] = ()


def read_parts(floor: Floor, point: Point, before: str) -> PartsTakenBack:
    """A point of a person's speech with the parts that its words take back; `before` is what was said just before."""
    held = [one for one in list_live_points(floor.turns, of=floor.side) if one.id not in point.gives_up]
    clauses = list_parts_taken_back(point.words, before) if held and point.move != "concede" else []
    found: dict[str, str] = {}
    notes: list[str] = []
    for clause in clauses:
        meant = _find_meant(floor, point, clause, held)
        if meant is None:
            told = f"{point.id} takes something back, and of which point of its own side was not found"
            notes.append(f"{told}: “{clause}”; its number in the sentence names it")
        else:
            found[meant.id] = clause
            notes.append(f"{point.id} takes back a part of its own {meant.id} and keeps the point: “{clause}”")
    return PartsTakenBack(point.model_copy(update={"takes_back": found}) if found else point, tuple(notes))


def take_up_rest(point: Point) -> PartsTakenBack:
    """A point that takes a part of one of its own side back and says that it holds the rest: it takes that up again."""
    if len(point.takes_back) != 1 or point.move != "argue" or not _HOLDS.search(normalise(point.words)):
        return PartsTakenBack(point)
    (name,) = point.takes_back
    told = f"{point.id} is read as taking up its own {name} again; [point] before it makes a fresh point of it"
    return PartsTakenBack(point.model_copy(update={"move": "extend", "extends": name}), (told,))


def _find_meant(floor: Floor, point: Point, clause: str, held: Sequence[Point]) -> Point | None:
    """The point of one's own of which a clause takes something back."""
    named = [one for one in held if one.id in NAMED.findall(clause)]
    if named:
        return named[0]
    points = {one.id: one for turn in floor.turns for one in turn.points}
    attacked = {name for answered in point.answers if answered in points for name in points[answered].answers}
    near = [one for one in held if one.id in {*attacked, point.extends}]
    said = _find_sentence(point.words, clause)
    for some in (near, held):
        told = _find_holder(clause, some) or (find_met(said, some) if some else None)
        if told is not None:
            return told
    return None


def _find_sentence(words: str, clause: str) -> str:
    """The sentence in which a clause stands."""
    return next((one for one in split_utterance(words) if clause in one), clause)


def _find_holder(clause: str, points: Sequence[Point]) -> Point | None:
    """The one point that has a figure or the quoted words of a clause in its own words."""
    tokens = [*_FIGURE.findall(clause), *_QUOTED.findall(clause)]
    holders = [one for one in points if any(token in normalise(one.words) for token in tokens)]
    return holders[0] if len(holders) == 1 else None
