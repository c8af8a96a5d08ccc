"""Which point a person's question in cross-examination is about: the one it marks, else the one its words meet best.

Nobody else chooses for a person. `[1.3]` before a question names the point, and so does an answer that was given on it
before: who asks on goes on with the point. Without a mark code compares the telling
words of the question with those of each statement on which the other side stands; where several are met alike, or none,
it is open which is meant, and whoever listens to the person asks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from foam.debate.fates import list_marks
from foam.debate.floor import Floor
from foam.debate.language import list_telling
from foam.debate.relations import list_testimony
from foam.debate.values import UNDROPPED, Point
from foam.values import Value

_MARK = re.compile(r"^\s*\[(\d+\.\d+)\]\s*")
_CLEARLY = 1.5
"""How many times as much of a question one statement must meet as any other, to be the one that is meant."""
_ALIKE = 5
"""Letters with which two words of one root begin: offence, offended."""


class AskableStatement(Value):
    """A statement that a person may ask about, as they are shown it."""

    point: str
    says: str
    answered: bool
    """Whether somebody has answered it in a speech, or nobody has to."""
    asked: bool
    """Whether it was asked about before."""
    marks: tuple[str, ...]
    """What code and an evaluator found of it."""


class AskedPoint(NamedTuple):
    """What a question says without its mark, and the statement that it counts for."""

    words: str
    point: Point
    marked: bool
    """Whether the person named it."""
    open: bool
    """Whether neither a mark nor its words say which it is; then it is the newest that nobody has answered."""
    notes: tuple[str, ...] = ()


def list_askable(floor: Floor) -> tuple[AskableStatement, ...]:
    """The statements on which the other side stands; those that nobody has answered come first."""
    unanswered = {point.id for point in floor.open if point.move not in UNDROPPED}
    asked = {turn.about for turn in floor.turns if turn.kind == "question"}
    return tuple(
        AskableStatement(
            point=one.id,
            says=one.headline,
            answered=one.id not in unanswered,
            asked=one.id in asked,
            marks=tuple(list_marks(one)),
        )
        for one in floor.live
    )


def read_question(floor: Floor, text: str) -> AskedPoint | None:
    """What a person's question counts for; None where the other side stands on nothing."""
    live = floor.live
    if not live:
        return None
    mark = _MARK.match(text)
    words = text[mark.end() :].strip() if mark else text.strip()
    named = find_named(floor, mark[1]) if mark else None
    if named:
        return AskedPoint(words, named, marked=True, open=False)
    notes: tuple[str, ...] = (f"{mark[1]} is no point on which the other side stands",) if mark else ()
    met = find_met(words, live)
    point = met or _choose_newest(floor, live)
    why = "which its words meet best" if met else "which neither a mark nor its words name"
    if len(live) > 1:
        notes += (f"the question counts for {point.id}, {why}; [{point.id}] before a question names the point",)
    return AskedPoint(words, point, marked=False, open=met is None, notes=notes)


def find_named(floor: Floor, name: str) -> Point | None:
    """The statement that an id names: its own, or that of an answer which was given on it; None where it names none."""
    on = list_testimony(floor.turns).get(name, name)
    return next((point for point in floor.live if point.id == on), None)


def find_met(words: str, points: Sequence[Point]) -> Point | None:
    """The one point whose words a text meets clearly better than those of any other; a word that few have counts more.

    A single point is met whatever is said.
    """
    if len(points) == 1:
        return points[0]
    said = list_telling(words)
    terms = {one.id: list_telling(one.claim, one.words, *(p.text for p in one.evidence)) for one in points}
    spread = Counter(term for some in terms.values() for term in {_cut(one) for one in some})
    asked = {_cut(one) for one in said}
    met = {
        name: fsum(1 / spread[term] for term in sorted({_cut(one) for one in some} & asked))
        for name, some in terms.items()
    }
    best, second = sorted(met.values(), reverse=True)[:2]
    if best <= 0 or best < _CLEARLY * second:
        return None
    return next(point for point in points if met[point.id] == best)


def _cut(term: str) -> str:
    """A word by how it begins: stems of one root often part at their ends."""
    return term[:_ALIKE]


def _choose_newest(floor: Floor, live: Sequence[Point]) -> Point:
    """The first that nobody has asked about; those that nobody has answered come first."""
    asked = {turn.about for turn in floor.turns if turn.kind == "question"}
    return next((point for point in live if point.id not in asked), live[0])
