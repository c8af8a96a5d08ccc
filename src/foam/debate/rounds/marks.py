"""What a person marks in a speech: `[1.2]` answers a point of the other side, `[d:3f9a2c#s47]` reads a card.

A mark of a point opens a point of the speech that goes on to the next such mark. Without any, every statement is a
point. A card belongs to the point in which it is named, and is quoted there to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from foam.debate.floor import Floor
from foam.debate.language import split_utterance
from foam.debate.transcript import find_other_side
from foam.debate.values import Point
from foam.errors import NotFound
from foam.evidence.corpus import Passage, make_passage
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer, parse_pointer

_POINTS = re.compile(r"\[(\d+\.\d+(?:\s*(?:,|and)\s*\d+\.\d+)*)\]\s*")
_CARD = re.compile(r"\s*\[(d:[0-9a-f]{4,64}#s\d+)\]")


class MarkedSpeech(NamedTuple):
    """The points of a speech, and what of its marks leads nowhere."""

    points: tuple[Point, ...]
    notes: tuple[str, ...]


def read_marks(floor: Floor, text: str) -> MarkedSpeech:
    """The points that a person makes, with what each answers and reads."""
    cards = _read_cards(floor, [parse_pointer(found) for found in _CARD.findall(text)])
    theirs = {point.id for turn in floor.turns if turn.side == find_other_side(floor.side) for point in turn.points}
    points: list[Point] = []
    notes: list[str] = []
    for named, words in _split_points(text):
        found = {name: cards.get(name) for name in _CARD.findall(words)}
        notes += [f"{name} is not in the library, so that it was not read" for name, card in found.items() if not card]
        notes += [f"{name} is no point of the other side" for name in named if name not in theirs]
        answers = tuple(name for name in named if name in theirs)
        points.append(
            Point(
                id=f"{floor.number}.{len(points) + 1}",
                move="answer" if answers else "argue",
                words=_CARD.sub("", words).strip(),
                evidence=tuple(card for card in found.values() if card),
                answers=answers,
            )
        )
    return MarkedSpeech(tuple(points), tuple(dict.fromkeys(notes)))


def _split_points(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Stretches of the speech, each with the points it is said to answer."""
    before, *marked = _POINTS.split(text)
    statements = split_utterance(before) if before.strip() else ()
    yield from (((), one) for one in _join_cards(statements))
    for named, words in zip(marked[::2], marked[1::2], strict=True):
        if words.strip():
            yield tuple(re.findall(r"\d+\.\d+", named)), words.strip()


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
        try:
            document = corpus.document(pointer.document)
        except NotFound:
            return None
        if pointer.sentence >= len(document.ends):
            return None
        return make_passage(document, pointer.sentence).json_value()

    named = [str(pointer) for pointer in pointers]
    entry = floor.session.clerk.compute(
        "cards read",
        lambda: [read(pointer) for pointer in pointers],
        ValueInput(role="pointers", value=named),
        ValueInput(role="corpus", value=corpus.version),
        rule="library",
    )
    return {name: Passage.model_validate(row) for name, row in zip(named, entry.answer, strict=True) if row}
