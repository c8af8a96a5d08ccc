"""The floor a debater speaks on: what was said, for what it speaks, and what it may use. Takes no decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from foam.debate.flowing import open_points
from foam.debate.language import sentences
from foam.debate.logic.agent import Heard
from foam.debate.memory.values import Recalled
from foam.debate.stance import speaks_against
from foam.debate.transcript import Side, Transcript, other
from foam.debate.values import Point, Turn, Without
from foam.evidence.corpus import Corpus, Passage
from foam.job.clerk import Clerk
from foam.job.retrieval import after
from foam.model.template import Prompts
from foam.record.entry import Input, ValueInput
from foam.text.pointer import Pointer
from foam.text.words import length

Wording = Literal["code", "model"]
_LEAST_WORDS = 5
_MOST_POINTS = 30
"""Statements of one heard utterance that can be answered."""


class Remembering(Protocol):
    """Where exemplars come from: a version of the memory."""

    @property
    def version(self) -> str: ...

    @property
    def engine(self) -> str: ...

    def candidates(self, history: str) -> tuple[str, ...]: ...

    def find(self, keywords: Iterable[str], history: list[str]) -> tuple[Recalled, ...]: ...


@dataclass(frozen=True, slots=True)
class Table:
    """What both sides share for the whole debate."""

    clerk: Clerk
    corpus: Corpus
    memory: Remembering
    prompts: Prompts
    house: Prompts
    """The prompts of the deliberation floor, which a debate asks with, too."""
    wording: Wording
    attempts: int
    """Drafts that are judged for one turn, at most."""
    without: Without = ""


@dataclass(frozen=True, slots=True)
class Floor:
    """The moment before a turn."""

    table: Table
    motion: str
    positions: dict[Side, str]
    side: Side
    speech: str
    limit: int
    """Words that may be spoken."""
    turns: tuple[Turn, ...] = ()
    entries: tuple[str, ...] = ()
    """The entry that recorded each turn."""

    @property
    def number(self) -> int:
        """The number of the turn to come."""
        return len(self.turns) + 1

    @property
    def position(self) -> str:
        return self.positions[self.side]

    @property
    def heard(self) -> tuple[Heard, ...]:
        """What the other side said."""
        theirs = zip(self.turns, self.entries, strict=True)
        return tuple(
            Heard(turn.argument, entry, turn.sourced)
            for turn, entry in theirs
            if turn.side != self.side and turn.argument
        )

    @property
    def open(self) -> tuple[Point, ...]:
        """Points of the other side that nobody answered."""
        return open_points(self.turns, of=other(self.side))

    @property
    def used(self) -> frozenset[Pointer]:
        """Sentences that this side quoted already."""
        own = (point for turn in self.turns if turn.side == self.side for point in turn.points)
        return frozenset(passage.pointer for point in own for passage in point.evidence)

    @property
    def quoted(self) -> frozenset[Pointer]:
        """Sentences that either side quoted already."""
        points = (point for turn in self.turns for point in turn.points)
        return frozenset(passage.pointer for point in points for passage in point.evidence)

    def for_us(self, passages: Iterable[Passage]) -> tuple[Passage, ...]:
        """Those that do not state the other side's position outright."""
        return tuple(p for p in passages if not speaks_against(p.text, self.positions, self.side))

    @property
    def since(self) -> tuple[Input, ...]:
        """What any decision of this turn depends on: the last turn, which depends on the one before it."""
        said = (after("said", self.entries[-1]),) if self.entries else ()
        return (*said, ValueInput(role="side", value=self.position))

    def at(self, *, side: Side, speech: str, limit: int) -> Floor:
        return replace(self, side=side, speech=speech, limit=limit)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A turn, and the entries it rests on."""

    turn: Turn
    rests_on: tuple[str, ...] = ()


def recorded(floor: Floor, spoken: Spoken) -> Floor:
    """The floor after the turn, which is recorded under everything it rests on."""
    keys = (*floor.entries[-1:], *spoken.rests_on)
    entry = floor.table.clerk.compute(
        "spoken",
        spoken.turn.json_value,
        *(after(f"from {n}", key) for n, key in enumerate(keys)),
        ValueInput(role="turn", value=[spoken.turn.number, spoken.turn.side, spoken.turn.text]),
        rule="assembly",
    )
    return replace(floor, turns=(*floor.turns, spoken.turn), entries=(*floor.entries, entry.key))


def heard_turns(transcript: Transcript) -> tuple[Turn, ...]:
    """A transcript from elsewhere as turns: every statement is a point that can be answered."""
    return tuple(
        Turn(
            number=number,
            speech=said.speech or f"{said.side} {number}",
            side=said.side,
            debater=said.speaker,
            kind=said.kind,
            text=said.text,
            points=_statements(number, said.text),
            words=length(said.text),
            limit=length(said.text),
            worded_by="speaker",
        )
        for number, said in enumerate(transcript.utterances, start=1)
    )


def _statements(number: int, text: str) -> tuple[Point, ...]:
    kept = [one for one in sentences(text) if length(one) >= _LEAST_WORDS and not one.rstrip().endswith(("?", "？"))]
    return tuple(
        Point(id=f"{number}.{n}", move="argue", words=one) for n, one in enumerate(kept[:_MOST_POINTS], start=1)
    )
