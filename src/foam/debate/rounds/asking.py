"""Which point a person's question in cross-examination is about: the one it marks.

Nobody else chooses for a person. `[1.3]` before a question names the point, and so does an answer that was given on it
before: who asks on goes on with the point. Without a mark it is open which of several statements is meant, and whoever
listens to the person asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from foam.debate.fates import list_marks
from foam.debate.floor import Floor
from foam.debate.relations import list_testimony
from foam.debate.values import UNDROPPED, Point
from foam.values import Value

_MARK = re.compile(r"^\s*\[(\d+\.\d+)\]\s*")


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
    open: bool
    """Whether no mark says which of several it is; then it is the newest that nobody has answered."""
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
        return AskedPoint(words, named, open=False)
    notes: tuple[str, ...] = (f"{mark[1]} is no point on which the other side stands",) if mark else ()
    point, is_open = _choose_newest(floor, live), len(live) > 1
    if is_open:
        notes += (f"the question counts for {point.id}; [{point.id}] before a question names the point",)
    return AskedPoint(words, point, open=is_open, notes=notes)


def find_named(floor: Floor, name: str) -> Point | None:
    """The statement that an id names: its own, or that of an answer which was given on it; None where it names none."""
    on = list_testimony(floor.turns).get(name, name)
    return next((point for point in floor.live if point.id == on), None)


def _choose_newest(floor: Floor, live: Sequence[Point]) -> Point:
    """The first that nobody has asked about; those that nobody has answered come first."""
    asked = {turn.about for turn in floor.turns if turn.kind == "question"}
    return next((point for point in live if point.id not in asked), live[0])
