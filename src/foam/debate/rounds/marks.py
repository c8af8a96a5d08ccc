"""How a person's speech is cut into points, and what its marks say.

A paragraph is a point; of a speech of one paragraph without marks, every statement. A mark opens a point that goes on
to the next mark or to the end of the paragraph: `[1.2]` answers a point of the other side, or takes up one of one's
own; `[concede 1.2]` gives it its due, `[grant 1.2]` a part of it; `[point]` opens one of one's own, `[weigh]` a
weighing. `[let go 2.1]` says that the side stands on a point of its own no longer; `[d:3f9a2c#s47]` reads a card, which
belongs to the point in which it is named and is quoted there to the letter. What words say without a mark an evaluator
reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from foam.debate.floor import Floor
from foam.debate.language import makes_a_point, split_as_written
from foam.debate.rounds.cards import CARD, quote_cards, read_cards
from foam.debate.transcript import find_other_side
from foam.debate.values import Move, Point
from foam.evidence.corpus import Passage

_IDS = r"\d+\.\d+(?:\s*(?:,|and)\s*\d+\.\d+)*"
_ID = re.compile(r"\d+\.\d+")
_LET_GO = re.compile(rf"[^\S\n]*\[let go\s+({_IDS})\][^\S\n]*", re.IGNORECASE)
_ANSWERED = re.compile(r"^\s*\[(concede|grant|qualify)\]\s*", re.IGNORECASE)
_MARK = re.compile(rf"\[(?:(point|weigh)|(?:(concede|grant)\s+)?({_IDS}))\]\s*", re.IGNORECASE)
_BREAK = re.compile(r"\n[^\S\n]*(?:\n\s*)+")
_ENDED = re.compile(r"[.!?…。！？][\"”’')\]]*$")
_MOVES: dict[str, Move] = {"": "answer", "concede": "concede", "grant": "grant", "qualify": "qualify"}
UNDECIDED: tuple[Move, ...] = ("answer", "argue", "extend")
"""Moves of a person that do not say whether anything is given up."""


class Stretch(NamedTuple):
    """Words of a speech that belong together."""

    words: str
    mark: str = ""
    """What it does, by its mark; empty where it answers the points that it names, or has no mark."""
    named: tuple[str, ...] = ()
    makes_point: bool = True
    """Whether it is long enough to assert something."""


class MarkedSpeech(NamedTuple):
    """The points of a speech, what of its marks leads nowhere, and what it lets go."""

    points: tuple[Point, ...]
    notes: tuple[str, ...] = ()
    lets_go: tuple[str, ...] = ()
    text: str = ""
    """All that is spoken."""
    insisted: frozenset[str] = frozenset()
    """The points that a mark says are points."""


def leave_out_marks(text: str) -> str:
    """A speech without what only marks it; its points are marked still."""
    return _LET_GO.sub(" ", _ANSWERED.sub("", text))


def list_paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs in order, each in a line; cards that stand alone belong to the one before them.

    They end at an empty line; in a speech without any and without marks, at each line, if all of them end a sentence.
    """
    found = [one for one in _BREAK.split(text.replace("\r\n", "\n")) if one.strip()]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    ended = all(_ENDED.search(CARD.sub("", line).strip() or ".") for line in lines)
    if len(found) == 1 and ended and not _MARK.search(text):
        found = lines
    return tuple(_join_cards(" ".join(part.split()) for part in found))


def cut_speech(text: str) -> tuple[Stretch, ...]:
    """The speech from its first word to its last."""
    paragraphs = list_paragraphs(_LET_GO.sub(" ", text))
    return tuple(stretch for one in paragraphs for stretch in _cut_paragraph(one, whole=len(paragraphs) > 1))


def _cut_paragraph(paragraph: str, *, whole: bool) -> Iterator[Stretch]:
    before, *marked = _MARK.split(paragraph)
    if before.strip():
        statements = [before.strip()] if whole else _join_small(_join_cards(split_as_written(before)))
        yield from (Stretch(one, makes_point=_says_something(one)) for one in statements)
    for own, mark, named, words in zip(marked[::4], marked[1::4], marked[2::4], marked[3::4], strict=True):
        if words.strip():
            yield Stretch(words.strip(), (own or mark or "").lower(), () if own else tuple(_ID.findall(named)))


def _says_something(words: str) -> bool:
    return bool(CARD.search(words)) or makes_a_point(words)


def _join_small(statements: Sequence[str]) -> list[str]:
    """Statements, each with what is too short to be one before it; at the end of the speech, behind it."""
    joined: list[str] = []
    small: list[str] = []
    for one in statements:
        small.append(one)
        if _says_something(one):
            joined.append(" ".join(small))
            small = []
    return [*joined[:-1], " ".join([*joined[-1:], *small])] if small else joined


def _join_cards(statements: Iterator[str] | Sequence[str]) -> list[str]:
    """Statements, each with the cards that follow it."""
    joined: list[str] = []
    for one in statements:
        rest = one.strip()
        while joined and (card := CARD.match(rest)):
            joined[-1] += f" {card[0]}"
            rest = rest[card.end() :].strip()
        joined += [rest] if rest else []
    return joined


def read_marks(floor: Floor, text: str, *, cards: Mapping[str, Passage] | None = None) -> MarkedSpeech:
    """The points that a person makes, with what each answers and reads. Cards go on record, unless they are given."""
    cards = read_cards(floor, text) if cards is None else cards
    lets_go, notes = _read_let_go(floor, text)
    points: list[Point] = []
    said: list[str] = []
    insisted: set[str] = set()
    for stretch in cut_speech(text):
        if not stretch.makes_point:
            said.append(stretch.words)
            continue
        point = _make_point(floor, stretch, cards, f"{floor.number}.{len(points) + 1}")
        points.append(point)
        said.append(point.text)
        notes += _list_led_nowhere(floor, stretch, cards)
        insisted |= {point.id} if stretch.mark == "point" else set()
    return MarkedSpeech(tuple(points), tuple(dict.fromkeys(notes)), lets_go, " ".join(said), frozenset(insisted))


def _make_point(floor: Floor, stretch: Stretch, cards: Mapping[str, Passage], name: str) -> Point:
    theirs = list_ids(floor, own=False) if stretch.named else set()
    answers = tuple(one for one in stretch.named if one in theirs)
    taken_up = _list_taken_up(floor, stretch)[:1]
    evidence = tuple(card for name in dict.fromkeys(CARD.findall(stretch.words)) if (card := cards.get(name)))
    alone: Move = "weigh" if stretch.mark == "weigh" else "extend" if taken_up else "argue"
    return Point(
        id=name,
        move=_MOVES[stretch.mark] if answers else alone,
        words=quote_cards(stretch.words, cards),
        evidence=evidence,
        answers=answers,
        extends="".join(taken_up),
        written=bool(evidence),
    )


def list_wrong_marks(floor: Floor, text: str, cards: Mapping[str, Passage]) -> tuple[str, ...]:
    """What of a speech's marks leads nowhere, before the speech counts; nothing is recorded."""
    found = [note for one in cut_speech(text) for note in _list_led_nowhere(floor, one, cards)]
    return tuple(dict.fromkeys([*_read_let_go(floor, text)[1], *found]))


def _list_taken_up(floor: Floor, stretch: Stretch) -> tuple[str, ...]:
    """The points of one's own that a mark names: what follows takes the first of them up again."""
    own = list_ids(floor, own=True) if stretch.named and not stretch.mark else set()
    return tuple(dict.fromkeys(name for name in stretch.named if name in own))


def _list_led_nowhere(floor: Floor, stretch: Stretch, cards: Mapping[str, Passage]) -> tuple[str, ...]:
    unread = [name for name in dict.fromkeys(CARD.findall(stretch.words)) if name not in cards]
    notes = [f"{name} is not in the library, so that it was not read" for name in unread]
    known, taken_up = list_ids(floor, own=False) if stretch.named else set(), _list_taken_up(floor, stretch)
    notes += [f"{name} is no point of the other side" for name in stretch.named if name not in {*known, *taken_up}]
    notes += [f"{name} is not taken up: a mark takes up one point of its own side" for name in taken_up[1:]]
    return tuple(notes)


class ReadAnswer(NamedTuple):
    """An answer in cross-examination, and whether a mark says what it does."""

    point: Point
    marked: bool


def read_answer(floor: Floor, text: str, about: str) -> ReadAnswer:
    """What a person answers in cross-examination. It stands by its point, unless a mark says that it does less."""
    mark = _ANSWERED.match(text)
    asked = floor.turns[-1].text if floor.turns else ""
    words = (text[mark.end() :].strip() if mark else "") or text
    move = _MOVES[mark[1].lower()] if mark else "answer"
    return ReadAnswer(Point(id=f"{floor.number}.1", move=move, words=words, extends=about, asked=asked), bool(mark))


def list_ids(floor: Floor, *, own: bool) -> set[str]:
    """The ids of what one side has said so far."""
    side = floor.side if own else find_other_side(floor.side)
    return {point.id for turn in floor.turns if turn.side == side for point in turn.points}


def _read_let_go(floor: Floor, text: str) -> tuple[tuple[str, ...], list[str]]:
    """Points of one's own that are let go, and what is none."""
    own = list_ids(floor, own=True) if _LET_GO.search(text) else set()
    named = [name for ids in _LET_GO.findall(text) for name in _ID.findall(ids)]
    kept = tuple(dict.fromkeys(name for name in named if name in own))
    return kept, [f"{name} is no point of its own side, so that it was not let go" for name in named if name not in own]
