"""How a person's speech is cut into points: by its marks, its paragraphs and, where it is a single one, its statements.

A paragraph ends at an empty line; in a speech without any and without marks, at the end of a line, if every line ends a
sentence. Each paragraph is a point, and no point goes beyond its paragraph. A mark opens a point that goes on to the
next mark or to the end of the paragraph: `[1.2]` what answers a point of the other side, `[point]` one of one's own,
`[weigh]` what weighs the one side against the other, which nobody has to answer. A speech of one paragraph without
marks has a point for every statement. A card goes with the words before it. What asserts nothing (“I affirm.”,
thanks, a call to the ballot, a roadmap) is spoken, and no point of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from foam.debate.language import asserts_nothing, split_as_written
from foam.debate.rounds.courtesies import is_courtesy
from foam.debate.rounds.yielding import takes_back
from foam.debate.transcripts.cleaning import is_talk
from foam.text.normalise import normalise

IDS = r"\d+\.\d+(?:\s*(?:,|and)\s*\d+\.\d+)*"
CARD = re.compile(r"\[(d:[0-9a-f]{4,64}#s\d+)\]")
LET_GO = re.compile(rf"[^\S\n]*\[let go\s+({IDS})\][^\S\n]*", re.IGNORECASE)
ANSWERED = re.compile(r"^\s*\[(concede|grant|qualify)\]\s*", re.IGNORECASE)
"""What a mark before an answer in cross-examination does with the statement."""
_MARK = re.compile(rf"\[(?:(point|weigh)|(?:(concede|grant)\s+)?({IDS}))\]\s*", re.IGNORECASE)
_BREAK = re.compile(r"\n[^\S\n]*(?:\n\s*)+")
_ENDED = re.compile(r"[.!?…。！？][\"”’')\]]*$")


class Stretch(NamedTuple):
    """Words of a speech that belong together."""

    words: str
    mark: str = ""
    """What it does, by its mark; empty where it answers the points that it names, or has no mark."""
    named: tuple[str, ...] = ()
    makes_point: bool = True
    """Whether it asserts anything, so that it can be answered."""


def list_paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs in order, each in a line; cards that stand alone belong to the one before them."""
    found = [one for one in _BREAK.split(text.replace("\r\n", "\n")) if one.strip()]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if (
        len(found) == 1
        and not _MARK.search(text)
        and all(_ENDED.search(CARD.sub("", line).strip() or ".") for line in lines)
    ):
        found = lines
    joined: list[str] = []
    for one in (" ".join(part.split()) for part in found):
        if joined and not CARD.sub("", one).strip():
            joined[-1] += f" {one}"
        else:
            joined.append(one)
    return tuple(joined)


def cut_speech(text: str) -> tuple[Stretch, ...]:
    """The speech from its first word to its last."""
    paragraphs = list_paragraphs(text)
    return tuple(stretch for one in paragraphs for stretch in _cut_paragraph(one, whole=len(paragraphs) > 1))


def _cut_paragraph(paragraph: str, *, whole: bool) -> Iterator[Stretch]:
    """Stretches of a paragraph; what stands before its marks as one of them, or statement by statement."""
    before, *marked = _MARK.split(paragraph)
    if before.strip():
        statements = _join_cards(split_as_written(before))
        yield from _part_yielding(statements) if whole else _join_small(statements)
    for own, mark, named, words in zip(marked[::4], marked[1::4], marked[2::4], marked[3::4], strict=True):
        if words.strip():
            ids = () if own else tuple(re.findall(r"\d+\.\d+", named))
            yield Stretch(words.strip(), (own or mark or "").lower(), ids)


def _part_yielding(statements: Sequence[str]) -> Iterator[Stretch]:
    """A paragraph as one stretch, but for statements that give a point up: what is argued beside them is kept."""
    held: list[str] = []
    for place, one in enumerate(statements):
        if takes_back(one, before=statements[place - 1] if place else ""):
            yield from _make_stretch(held)
            yield Stretch(one)
            held = []
        else:
            held.append(one)
    yield from _make_stretch(held)


def _make_stretch(statements: Sequence[str]) -> Iterator[Stretch]:
    if statements:
        yield Stretch(" ".join(statements), makes_point=not all(map(_asserts_nothing, statements)))


def _join_small(statements: Sequence[str]) -> Iterator[Stretch]:
    """Statements, each with what asserts nothing before it; at the end of the speech, behind it."""
    joined: list[str] = []
    small: list[str] = []
    for one in statements:
        small.append(one)
        if not _asserts_nothing(one):
            joined.append(" ".join(small))
            small = []
    if joined and small:
        joined[-1] = " ".join([joined[-1], *small])
    yield from (Stretch(one) for one in joined)
    if small and not joined:
        yield Stretch(" ".join(small), makes_point=False)


def _asserts_nothing(statement: str) -> bool:
    if CARD.search(statement) or takes_back(statement):
        return False
    said = normalise(statement)
    return asserts_nothing(said) or is_talk(said) or is_courtesy(said)


def _join_cards(statements: Sequence[str]) -> list[str]:
    """Statements, each with the cards that follow it."""
    joined: list[str] = []
    for one in statements:
        rest = one
        while joined and (card := CARD.match(rest)):
            joined[-1] += f" {card[0]}"
            rest = rest[card.end() :].strip()
        joined += [rest] if rest else []
    return joined
