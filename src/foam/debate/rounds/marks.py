"""What a person marks in a speech: `[1.2]` answers a point of the other side, `[d:3f9a2c#s47]` reads a card.

`[concede 1.2]` gives a point of theirs its due, `[grant 1.2]` a part of it; `[let go 2.1]` says that the side stands on
a point of its own no longer; `[point]` opens one of its own. How a speech is cut stands in
`foam.debate.rounds.paragraphs`. A card belongs to the point in which it is named, and is quoted there to the letter.
Who gives a point up in so many words does so without a mark, too, and is told how it was read
(`foam.debate.rounds.yielding`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from foam.debate.citing import name_aloud
from foam.debate.floor import Floor
from foam.debate.rounds.paragraphs import CARD, IDS, Stretch, cut_speech
from foam.debate.rounds.parts import PartsTakenBack, read_parts
from foam.debate.rounds.yielding import (
    YieldedPoint,
    list_ids,
    list_parts_taken_back,
    read_yielded,
    takes_back,
    takes_something_back,
)
from foam.debate.values import Move, Point
from foam.errors import NotFound
from foam.evidence.corpus import Passage, make_passage
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer, parse_pointer
from foam.text.words import measure_length

_LET_GO = re.compile(rf"[^\S\n]*\[let go\s+({IDS})\][^\S\n]*", re.IGNORECASE)
_ANSWERED = re.compile(r"^\s*\[(concede|grant|qualify)\]\s*", re.IGNORECASE)
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


def read_marks(floor: Floor, text: str, *, words_too: bool = True) -> MarkedSpeech:
    """The points that a person makes, with what each answers and reads; what words give up only with `words_too`."""
    cards = _read_cards(floor, [parse_pointer(found) for found in CARD.findall(text)])
    lets_go, notes = _read_let_go(floor, text)
    points: list[Point] = []
    said: list[str] = []
    given_up: dict[str, tuple[str, ...]] = {}
    stretches = cut_speech(_LET_GO.sub(" ", text))
    for place, stretch in enumerate(stretches):
        if not stretch.makes_point:
            said.append(stretch.words)
            continue
        point, led_nowhere = _make_point(floor, stretch, cards, f"{floor.number}.{len(points) + 1}")
        before = stretches[place - 1].words if place else ""
        yielded = read_yielded(floor, point, before) if words_too else YieldedPoint(point)
        parts = read_parts(floor, yielded.point, before) if words_too else PartsTakenBack(point)
        points.append(parts.point)
        said.append(point.text)
        given_up |= {point.id: yielded.given_up} if yielded.given_up else {}
        notes += [*led_nowhere, *yielded.notes, *parts.notes]
    return MarkedSpeech(tuple(points), tuple(dict.fromkeys(notes)), lets_go, given_up, " ".join(said))


def _make_point(
    floor: Floor, stretch: Stretch, cards: Mapping[str, Passage], name: str
) -> tuple[Point, tuple[str, ...]]:
    """A stretch of a speech as the point that it makes, and what of its marks leads nowhere."""
    theirs = list_ids(floor, own=False)
    found = {name: cards.get(name) for name in CARD.findall(stretch.words)}
    notes = [f"{name} is not in the library, so that it was not read" for name, card in found.items() if not card]
    notes += [f"{name} is no point of the other side" for name in stretch.named if name not in theirs]
    answers = tuple(name for name in stretch.named if name in theirs)
    evidence = tuple(card for card in found.values() if card)
    point = Point(
        id=name,
        move=_MOVES[stretch.mark] if answers else "argue",
        words=_quote_cards(stretch.words, cards),
        evidence=evidence,
        answers=answers,
        written=bool(evidence),
    )
    return point, tuple(notes)


class ReadAnswer(NamedTuple):
    """An answer in cross-examination, whether a mark says what it does, and how it was read."""

    point: Point
    marked: bool
    notes: tuple[str, ...] = ()


def read_answer(floor: Floor, text: str, about: str) -> ReadAnswer:
    """What a person answers in cross-examination, and how it was read.

    It stands by its point, unless a mark or its own words say that it does less.
    """
    mark = _ANSWERED.match(text)
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


class SpeechLength(NamedTuple):
    """How long a turn is as it will count."""

    words: int
    """Words with the cards that it reads, and who they are from."""
    reads_cards: bool
    cut: bool
    """Whether sentences beyond the limit will not be spoken: cards are not counted for that."""


def measure_turn(floor: Floor, text: str) -> SpeechLength:
    """The length of what a person would say, before it counts; nothing is recorded."""
    cards = {name: card for name in CARD.findall(text) if (card := _find_card(floor, parse_pointer(name)))}
    stretches = cut_speech(_LET_GO.sub(" ", _ANSWERED.sub("", text)))
    spoken = [_quote_cards(one.words, cards) for one in stretches]
    cites = [f"({name_aloud(card)})" for card in cards.values()]
    words = measure_length(" ".join([*spoken, *cites]))
    return SpeechLength(words, bool(cards), measure_length(text) > floor.limit)


def _read_let_go(floor: Floor, text: str) -> tuple[tuple[str, ...], list[str]]:
    """Points of one's own that are let go, and what is none."""
    own = list_ids(floor, own=True)
    named = [name for ids in _LET_GO.findall(text) for name in re.findall(r"\d+\.\d+", ids)]
    kept = tuple(dict.fromkeys(name for name in named if name in own))
    return kept, [f"{name} is no point of your own, so that it was not let go" for name in named if name not in own]


def _quote_cards(words: str, cards: Mapping[str, Passage]) -> str:
    """The words with every card read out where it is named; one that leads nowhere is not there."""

    def quote(match: re.Match[str]) -> str:
        card = cards.get(match[1])
        return f"“{card.text}”" if card else ""

    return re.sub(r"\s{2,}", " ", CARD.sub(quote, words)).strip()


def _read_cards(floor: Floor, pointers: Sequence[Pointer]) -> dict[str, Passage]:
    """The sentences that are read, by how they were named, on record as they were found."""
    if not pointers:
        return {}
    corpus = floor.session.corpus

    def read(pointer: Pointer) -> Any:
        card = _find_card(floor, pointer)
        return card.json_value() if card else None

    named = [str(pointer) for pointer in pointers]
    entry = floor.session.clerk.compute(
        "cards read",
        lambda: [read(pointer) for pointer in pointers],
        ValueInput(role="pointers", value=named),
        ValueInput(role="corpus", value=corpus.version),
        rule="library",
    )
    return {name: Passage.model_validate(row) for name, row in zip(named, entry.answer, strict=True) if row}


def _find_card(floor: Floor, pointer: Pointer) -> Passage | None:
    """The sentence of the library that a pointer names."""
    try:
        document = floor.session.corpus.document(pointer.document)
    except NotFound:
        return None
    return make_passage(document, pointer.sentence) if pointer.sentence < len(document.ends) else None
