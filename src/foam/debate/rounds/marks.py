"""What a person marks in a speech: `[1.2]` answers a point of the other side, `[d:3f9a2c#s47]` reads a card.

`[concede 1.2]` gives a point of theirs its due, `[grant 1.2]` a part of it; `[let go 2.1]` says that the side stands on
a point of its own no longer. A mark of their points opens a point of the speech that goes on to the next such mark.
Without any, every statement is a point. A card belongs to the point in which it is named, and is quoted there to the
letter. Who gives a point up in so many words does so without a mark, too, and is told how it was read
(`foam.debate.rounds.yielding`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from foam.debate.citing import name_aloud
from foam.debate.floor import Floor
from foam.debate.language import split_utterance
from foam.debate.rounds.yielding import YieldedPoint, list_ids, read_yielded, takes_back, takes_something_back
from foam.debate.values import Move, Point
from foam.errors import NotFound
from foam.evidence.corpus import Passage, make_passage
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer, parse_pointer
from foam.text.words import measure_length

_IDS = r"\d+\.\d+(?:\s*(?:,|and)\s*\d+\.\d+)*"
_POINTS = re.compile(rf"\[(?:(concede|grant)\s+)?({_IDS})\]\s*", re.IGNORECASE)
_LET_GO = re.compile(rf"\s*\[let go\s+({_IDS})\]\s*", re.IGNORECASE)
_CARD = re.compile(r"\[(d:[0-9a-f]{4,64}#s\d+)\]")
_ANSWERED = re.compile(r"^\s*\[(concede|grant|qualify)\]\s*", re.IGNORECASE)
_MOVES: dict[str, Move] = {"": "answer", "concede": "concede", "grant": "grant", "qualify": "qualify"}


class MarkedSpeech(NamedTuple):
    """The points of a speech, what of its marks leads nowhere, and what it lets go."""

    points: tuple[Point, ...]
    notes: tuple[str, ...] = ()
    lets_go: tuple[str, ...] = ()
    given_up: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What the words of each point give up without a mark, as code reads them."""


def read_marks(floor: Floor, text: str, *, words_too: bool = True) -> MarkedSpeech:
    """The points that a person makes, with what each answers and reads; what words give up only with `words_too`."""
    cards = _read_cards(floor, [parse_pointer(found) for found in _CARD.findall(text)])
    theirs = list_ids(floor, own=False)
    lets_go, notes = _read_let_go(floor, text)
    points: list[Point] = []
    given_up: dict[str, tuple[str, ...]] = {}
    spoken = tuple(_split_points(_LET_GO.sub(" ", text)))
    for place, (mark, named, words) in enumerate(spoken):
        found = {name: cards.get(name) for name in _CARD.findall(words)}
        notes += [f"{name} is not in the library, so that it was not read" for name, card in found.items() if not card]
        notes += [f"{name} is no point of the other side" for name in named if name not in theirs]
        answers = tuple(name for name in named if name in theirs)
        evidence = tuple(card for card in found.values() if card)
        point = Point(
            id=f"{floor.number}.{len(points) + 1}",
            move=_MOVES[mark] if answers else "argue",
            words=_quote_cards(words, cards),
            evidence=evidence,
            answers=answers,
            written=bool(evidence),
        )
        before = spoken[place - 1][2] if place else ""
        yielded = read_yielded(floor, point, before) if words_too else YieldedPoint(point)
        points.append(yielded.point)
        given_up |= {point.id: yielded.given_up} if yielded.given_up else {}
        lets_go += yielded.lets_go
        notes += yielded.notes
    return MarkedSpeech(tuple(points), tuple(dict.fromkeys(notes)), tuple(dict.fromkeys(lets_go)), given_up)


def read_answer(floor: Floor, text: str, about: str) -> tuple[Point, tuple[str, ...]]:
    """What a person answers in cross-examination, and how it was read.

    It stands by its point, unless a mark or its own words say that it does less.
    """
    mark = _ANSWERED.match(text)
    asked = floor.turns[-1].text if floor.turns else ""
    words = text[mark.end() :].strip() if mark else text
    read = not mark and takes_back(words, before=asked)
    move: Move = _MOVES[mark[1].lower()] if mark else "concede" if read else "answer"
    notes: tuple[str, ...] = ()
    if read:
        notes = (f"read as giving up {about}; [qualify] before an answer narrows the point alone",)
    elif not mark and takes_something_back(words):
        notes = (f"takes back a part of what was said and is not read as giving up {about}; [concede] gives it up",)
    return Point(id=f"{floor.number}.1", move=move, words=words or text, extends=about, asked=asked), notes


class SpeechLength(NamedTuple):
    """How long a turn is as it will count."""

    words: int
    """Words with the cards that it reads, and who they are from."""
    reads_cards: bool
    cut: bool
    """Whether sentences beyond the limit will not be spoken: cards are not counted for that."""


def measure_turn(floor: Floor, text: str) -> SpeechLength:
    """The length of what a person would say, before it counts; nothing is recorded."""
    cards = {name: card for name in _CARD.findall(text) if (card := _find_card(floor, parse_pointer(name)))}
    spoken = [_quote_cards(words, cards) for _, _, words in _split_points(_LET_GO.sub(" ", _ANSWERED.sub("", text)))]
    cites = [f"({name_aloud(card)})" for card in cards.values()]
    words = measure_length(" ".join([*spoken, *cites]))
    return SpeechLength(words, bool(cards), measure_length(text) > floor.limit)


def _read_let_go(floor: Floor, text: str) -> tuple[tuple[str, ...], list[str]]:
    """Points of one's own that are let go, and what is none."""
    own = list_ids(floor, own=True)
    named = [name for ids in _LET_GO.findall(text) for name in re.findall(r"\d+\.\d+", ids)]
    kept = tuple(dict.fromkeys(name for name in named if name in own))
    return kept, [f"{name} is no point of your own, so that it was not let go" for name in named if name not in own]


def _quote_cards(words: str, cards: dict[str, Passage]) -> str:
    """The words with every card read out where it is named; one that leads nowhere is not there."""

    def quote(match: re.Match[str]) -> str:
        card = cards.get(match[1])
        return f"“{card.text}”" if card else ""

    return re.sub(r"\s{2,}", " ", _CARD.sub(quote, words)).strip()


def _split_points(text: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Stretches of the speech, each with its mark and the points it is said to answer."""
    before, *marked = _POINTS.split(text)
    statements = split_utterance(before) if before.strip() else ()
    yield from (("", (), one) for one in _join_cards(statements))
    for mark, named, words in zip(marked[::3], marked[1::3], marked[2::3], strict=True):
        if words.strip():
            yield (mark or "").lower(), tuple(re.findall(r"\d+\.\d+", named)), words.strip()


def _join_cards(statements: Sequence[str]) -> list[str]:
    """Statements, each with the card that follows it."""
    joined: list[str] = []
    for one in statements:
        opening = _CARD.match(one)
        if opening and joined:
            joined[-1] += f" {opening[0].strip()}"
            one = one[opening.end() :].strip()
        joined += [one] if one else []
    return joined


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
