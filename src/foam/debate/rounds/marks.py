"""What a person marks in a speech: `[1.2]` answers a point of the other side, or takes up again one of its own;
`[d:3f9a2c#s47]` reads a card.

`[concede 1.2]` gives a point of theirs its due, `[grant 1.2]` a part of it; `[let go 2.1]` says that the side stands on
a point of its own no longer; `[point]` opens one of its own, `[weigh]` a weighing. How a speech is cut stands in
`foam.debate.rounds.paragraphs`. A card belongs to the point in which it is named, and is quoted there to the letter.
Who gives a point up in so many words does so without a mark, too, and is told how it was read
(`foam.debate.rounds.yielding`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from foam.debate.floor import Floor
from foam.debate.rounds.admissions import only_admits, only_takes_back
from foam.debate.rounds.cards import quote_cards, read_cards
from foam.debate.rounds.paragraphs import ANSWERED, CARD, LET_GO, Stretch, cut_speech
from foam.debate.rounds.parts import PartsTakenBack, read_parts, take_up_rest
from foam.debate.rounds.yielding import (
    YieldedPoint,
    list_ids,
    list_parts_taken_back,
    read_yielded,
    takes_back,
    takes_something_back,
)
from foam.debate.values import Move, Point
from foam.evidence.corpus import Passage

_MOVES: dict[str, Move] = {"": "answer", "concede": "concede", "grant": "grant", "qualify": "qualify"}


class MarkedSpeech(NamedTuple):
    """The points of a speech, what of its marks leads nowhere, and what it lets go."""

    points: tuple[Point, ...]
    notes: tuple[str, ...] = ()
    lets_go: tuple[str, ...] = ()
    given_up: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What the words of each point give up without a mark, as code reads them."""
    text: str = ""
    """All that is spoken: the points, and what asserts nothing between them."""
    insisted: frozenset[str] = frozenset()
    """The points that a mark says are points."""


def read_marks(
    floor: Floor, text: str, *, words_too: bool = True, cards: Mapping[str, Passage] | None = None
) -> MarkedSpeech:
    """The points that a person makes, with what each answers and reads; what words give up only with `words_too`.

    The cards that it reads go on record, unless they are given.
    """
    cards = read_cards(floor, text) if cards is None else cards
    lets_go, notes = _read_let_go(floor, text)
    points: list[Point] = []
    said: list[str] = []
    given_up: dict[str, tuple[str, ...]] = {}
    stretches = cut_speech(LET_GO.sub(" ", text))
    for place, stretch in enumerate(stretches):
        if not stretch.makes_point:
            said.append(stretch.words)
            continue
        point, led_nowhere = _make_point(floor, stretch, cards, f"{floor.number}.{len(points) + 1}")
        before = stretches[place - 1].words if place else ""
        yielded = read_yielded(floor, point, before) if words_too else YieldedPoint(point)
        parts = read_parts(floor, yielded.point, before) if words_too else PartsTakenBack(point)
        admitted = _read_admission(stretch, parts.point) if words_too else PartsTakenBack(point)
        points.append(admitted.point)
        said.append(point.text)
        given_up |= {point.id: yielded.given_up} if yielded.given_up else {}
        notes += [*led_nowhere, *yielded.notes, *parts.notes, *admitted.notes]
    insisted = [one.mark == "point" for one in stretches if one.makes_point]
    marked = frozenset(point.id for point, by_mark in zip(points, insisted, strict=True) if by_mark)
    return MarkedSpeech(tuple(points), tuple(dict.fromkeys(notes)), lets_go, given_up, " ".join(said), marked)


def _make_point(
    floor: Floor, stretch: Stretch, cards: Mapping[str, Passage], name: str
) -> tuple[Point, tuple[str, ...]]:
    """A stretch of a speech as the point that it makes, and what of its marks leads nowhere."""
    theirs = list_ids(floor, own=False)
    answers = tuple(one for one in stretch.named if one in theirs)
    taken_up = _list_taken_up(floor, stretch)[:1]
    evidence = tuple(card for name in dict.fromkeys(CARD.findall(stretch.words)) if (card := cards.get(name)))
    alone: Move = "weigh" if stretch.mark == "weigh" else "extend" if taken_up else "argue"
    point = Point(
        id=name,
        move=_MOVES[stretch.mark] if answers else alone,
        words=quote_cards(stretch.words, cards),
        evidence=evidence,
        answers=answers,
        extends="".join(taken_up),
        written=bool(evidence),
    )
    return point, _list_led_nowhere(floor, stretch, cards)


def list_wrong_marks(floor: Floor, text: str, cards: Mapping[str, Passage]) -> tuple[str, ...]:
    """What of a speech's marks leads nowhere, before the speech counts; nothing is recorded."""
    found = [note for one in cut_speech(LET_GO.sub(" ", text)) for note in _list_led_nowhere(floor, one, cards)]
    let_go = _read_let_go(floor, text)[1] if LET_GO.search(text) else []
    return tuple(dict.fromkeys([*let_go, *found]))


def _list_taken_up(floor: Floor, stretch: Stretch) -> tuple[str, ...]:
    """The points of one's own that a mark names: what follows takes the first of them up again."""
    own = list_ids(floor, own=True) if stretch.named and not stretch.mark else set()
    return tuple(dict.fromkeys(name for name in stretch.named if name in own))


def _list_led_nowhere(floor: Floor, stretch: Stretch, cards: Mapping[str, Passage]) -> tuple[str, ...]:
    """What of the marks of a stretch leads nowhere."""
    unread = [name for name in dict.fromkeys(CARD.findall(stretch.words)) if name not in cards]
    notes = [f"{name} is not in the library, so that it was not read" for name in unread]
    theirs = list_ids(floor, own=False) if stretch.named else set()
    taken_up = _list_taken_up(floor, stretch)
    notes += [f"{name} is no point of the other side" for name in stretch.named if name not in {*theirs, *taken_up}]
    notes += [f"{name} is not taken up: a mark takes up one point of its own side" for name in taken_up[1:]]
    return tuple(notes)


def _read_admission(stretch: Stretch, point: Point) -> PartsTakenBack:
    """A point that admits or takes back something and argues nothing: nobody has to answer it.

    One that takes a part of another back and holds the rest takes that up again. What `[point]` marks is one, whatever
    it says.
    """
    if stretch.mark or point.move != "argue" or point.gives_up:
        return PartsTakenBack(point)
    if point.evidence:
        return take_up_rest(point)
    granted = point.model_copy(update={"move": "grant"})
    if only_takes_back(point.words):
        return PartsTakenBack(granted)
    if not only_admits(point.words):
        return take_up_rest(point)
    told = f"{point.id} is read as an admission, which nobody has to answer; [point] before it makes a point of it"
    return PartsTakenBack(granted, (told,))


class ReadAnswer(NamedTuple):
    """An answer in cross-examination, whether a mark says what it does, and how it was read."""

    point: Point
    marked: bool
    notes: tuple[str, ...] = ()


def read_answer(floor: Floor, text: str, about: str) -> ReadAnswer:
    """What a person answers in cross-examination, and how it was read.

    It stands by its point, unless a mark or its own words say that it does less.
    """
    mark = ANSWERED.match(text)
    asked = floor.turns[-1].text if floor.turns else ""
    words = (text[mark.end() :].strip() if mark else "") or text
    read = not mark and takes_back(words, before=asked)
    move: Move = _MOVES[mark[1].lower()] if mark else "concede" if read else "answer"
    parts = list_parts_taken_back(words, before=asked) if move != "concede" else []
    notes: tuple[str, ...] = ()
    if read:
        notes = (f"read as giving up {about}; [qualify] before an answer narrows the point alone",)
    elif not mark and (parts or takes_something_back(words)):
        notes = (f"takes back a part of what was said and is not read as giving up {about}; [concede] gives it up",)
    taken = {about: parts[0]} if parts else {}
    point = Point(id=f"{floor.number}.1", move=move, words=words, extends=about, asked=asked, takes_back=taken)
    return ReadAnswer(point, mark is not None, notes)


def _read_let_go(floor: Floor, text: str) -> tuple[tuple[str, ...], list[str]]:
    """Points of one's own that are let go, and what is none."""
    own = list_ids(floor, own=True)
    named = [name for ids in LET_GO.findall(text) for name in re.findall(r"\d+\.\d+", ids)]
    kept = tuple(dict.fromkeys(name for name in named if name in own))
    return kept, [f"{name} is no point of its own side, so that it was not let go" for name in named if name not in own]
