"""The floor a debater speaks on: what was said so far, the position to defend, and what may be used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from foam.debate.language import makes_a_point, split_utterance
from foam.debate.memory.moves import RecalledMove
from foam.debate.memory.values import TOP, RecalledExemplar
from foam.debate.points import list_live_points, list_open_points
from foam.debate.transcript import Side, Transcript, find_other_side
from foam.debate.values import UNDROPPED, Point, SpeechTurn
from foam.errors import NotRecorded
from foam.job.orders.debate import Without, Wording
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.pack.formats import Duty
from foam.perspective.node import Perspective
from foam.record.entry import Input, ValueInput
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import measure_length

SPOKEN = "spoken"
"""Kind of the entry that holds a turn."""
_MOST_POINTS = 6
"""Points of one heard utterance that can be answered."""


class ExemplarMemory(Protocol):
    """Where exemplars come from: a version of the argumentative memory."""

    @property
    def version(self) -> str: ...

    @property
    def engine(self) -> str: ...

    def find(
        self, keywords: Iterable[str], history: list[str], *, limit: int = TOP
    ) -> tuple[RecalledExemplar, ...]: ...

    def find_moves(self, point: str, side: Side) -> tuple[RecalledMove, ...]:
        """How points like this one were met by this side."""
        ...

    def find_replies(self, point: str, side: Side, motion: str) -> tuple[RecalledMove, ...]:
        """What this side said of the same matter, be it of another point: it is for a judge whether it answers this."""
        ...


class RecordedMemory:
    """The memory of a replayed run: everything it was asked is in the record."""

    def __init__(self, version: str, engine: str) -> None:
        self.version = version
        self.engine = engine

    def find(self, keywords: Iterable[str], history: list[str], *, limit: int = TOP) -> tuple[RecalledExemplar, ...]:
        raise NotRecorded("the record holds no recollection for these keywords")

    def find_moves(self, point: str, side: Side) -> tuple[RecalledMove, ...]:
        raise NotRecorded("the record holds no recollection for this point")

    def find_replies(self, point: str, side: Side, motion: str) -> tuple[RecalledMove, ...]:
        raise NotRecorded("the record holds no replies to this point")


class HeardAnswer(NamedTuple):
    """What was answered in cross-examination, and to which question."""

    text: str
    asked: str = ""


class HeardArgument(NamedTuple):
    """An utterance of the other side, and the entry that recorded it."""

    text: str
    entry: str
    cited: Mapping[str, str] = {}
    """What is cited, under the sentence after which it is."""
    answered: tuple[HeardAnswer, ...] = ()
    """What the same side answered in cross-examination afterwards."""


@dataclass(frozen=True, slots=True)
class Floor:
    """The moment before a turn."""

    session: Session
    wording: Wording
    attempts: int
    """Drafts that are judged for one turn, at most."""
    without: Without
    motion: str
    positions: dict[Side, str]
    side: Side
    speech: str
    limit: int
    """Words that may be spoken."""
    left: int | None = None
    """Speeches that the side makes after this one; unknown where only one is asked for."""
    turns: tuple[SpeechTurn, ...] = ()
    entries: tuple[str, ...] = ()
    """The entry that recorded each turn."""
    title: str = ""
    """The name of the speech, spelled out."""
    duty: Duty = "answer"
    """What the speech does with the other side's points."""
    seats: dict[Side, Perspective] = field(default_factory=dict)
    """Who speaks as whom, where a side has a seat."""
    top_k: int = TOP
    """Utterances of the memory that are recalled."""

    @property
    def writes(self) -> bool:
        """Whether whoever speaks writes whole speeches in its own words."""
        return self.wording == "model" and self.session.speaks("proposer")

    @property
    def number(self) -> int:
        """The number of the turn to come."""
        return len(self.turns) + 1

    @property
    def position(self) -> str:
        return self.positions[self.side]

    @property
    def opposing(self) -> str:
        """What the other side defends."""
        return self.positions[find_other_side(self.side)]

    @property
    def memory(self) -> ExemplarMemory:
        return self.session.require_part(ExemplarMemory)

    @property
    def heard(self) -> tuple[HeardArgument, ...]:
        """What the other side said; a question claims nothing, and neither does who gives a point up."""
        theirs = zip(self.turns, self.entries, strict=True)
        return tuple(
            HeardArgument(turn.argument, entry)
            for turn, entry in theirs
            if turn.side != self.side and turn.kind != "question" and not turn.conceded and turn.argument
        )

    @property
    def last_heard(self) -> HeardArgument | None:
        """The last speech of the other side."""
        theirs = [
            (turn, entry)
            for turn, entry in zip(self.turns, self.entries, strict=True)
            if turn.side != self.side and turn.kind == "speech" and turn.argument
        ]
        if not theirs:
            return None
        turn, entry = theirs[-1]
        answered = tuple(
            HeardAnswer(one.argument, next((point.asked for point in one.points), ""))
            for one in self.turns[turn.number :]
            if one.side == turn.side and one.kind == "answer" and one.argument
        )
        return HeardArgument(turn.argument, entry, turn.cited, answered)

    @property
    def open(self) -> tuple[Point, ...]:
        """Points of the other side that nobody answered."""
        return list_open_points(self.turns, of=find_other_side(self.side))

    @property
    def owed(self) -> tuple[Point, ...]:
        """Those of them that are dropped if they are left: nobody has to answer a weighing or a frame."""
        return tuple(point for point in self.open if point.move not in UNDROPPED)

    @property
    def live(self) -> tuple[Point, ...]:
        """Points on which the other side stands, answered or not: those that nobody answered come first."""
        live = list_live_points(self.turns, of=find_other_side(self.side))
        return (*self.open, *(point for point in live if point not in self.open))

    @property
    def quoted(self) -> frozenset[Pointer]:
        """Sentences that either side quoted already."""
        points = (point for turn in self.turns for point in turn.points)
        return frozenset(passage.pointer for point in points for passage in point.evidence)

    @property
    def since(self) -> tuple[Input, ...]:
        """What any decision of this turn depends on: the last turn, which depends on the one before it."""
        last_turn = (depend_on("said", self.entries[-1]),) if self.entries else ()
        return (*last_turn, ValueInput(role="side", value=self.position))

    def move_to(
        self,
        *,
        side: Side,
        speech: str,
        limit: int,
        left: int | None = None,
        title: str = "",
        duty: Duty = "answer",
    ) -> Floor:
        return replace(self, side=side, speech=speech, limit=limit, left=left, title=title, duty=duty)


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """A turn, and the entries it rests on."""

    turn: SpeechTurn
    rests_on: tuple[str, ...] = ()
    undecided: frozenset[str] = frozenset()
    """Of what a person says: the points of which no mark says whether they give anything up."""
    insisted: frozenset[str] = frozenset()
    """Of a person's speech: the points that a mark says are points, whatever their words say."""


def record_turn(floor: Floor, spoken: SpokenTurn) -> Floor:
    """The floor after the turn, which is recorded under everything it rests on."""
    keys = (*floor.entries[-1:], *spoken.rests_on)
    entry = floor.session.clerk.compute(
        SPOKEN,
        spoken.turn.json_value,
        *(depend_on(f"from {n}", key) for n, key in enumerate(keys)),
        ValueInput(role="turn", value=[spoken.turn.number, spoken.turn.side, spoken.turn.text]),
        rule="assembly",
    )
    return replace(floor, turns=(*floor.turns, spoken.turn), entries=(*floor.entries, entry.key))


def read_turns(transcript: Transcript) -> tuple[SpeechTurn, ...]:
    """A transcript from elsewhere as turns: every paragraph is a point that can be answered; of a speech without
    paragraphs every statement, with what leans on it; of a long one, every stretch of these."""
    return tuple(
        SpeechTurn(
            number=number,
            speech=utterance.speech or f"{utterance.side} {number}",
            side=utterance.side,
            debater=utterance.speaker,
            kind=utterance.kind,
            text=utterance.text,
            points=_split_points(number, utterance.text),
            words=measure_length(utterance.text),
            limit=measure_length(utterance.text),
            worded_by="speaker",
            voice="own",
        )
        for number, utterance in enumerate(transcript.utterances, start=1)
    )


def _split_points(number: int, text: str) -> tuple[Point, ...]:
    kept: list[str] = []
    for one in split_utterance(text):
        if not makes_a_point(one) or one.rstrip().endswith(("?", "？")):
            continue
        kept.append(one)
    paragraphs = _list_paragraphs(text)
    kept = _join_stretches(paragraphs if len(paragraphs) > 1 else kept)
    return tuple(Point(id=f"{number}.{n}", move="argue", words=one) for n, one in enumerate(kept, start=1))


def _list_paragraphs(text: str) -> list[str]:
    """The paragraphs of a speech; one that is too short to claim something heads the next."""
    found: list[str] = []
    head = ""
    for one in re.split(r"\n\s*\n", text):
        said = " ".join(f"{head} {one}".split())
        head = "" if makes_a_point(one) else said
        found += [] if head else [said]
    return found


def _join_stretches(pieces: list[str]) -> list[str]:
    """So many points, at most, of pieces that follow each other, as even in length as can be."""
    if len(pieces) <= _MOST_POINTS:
        return pieces
    lengths = [measure_length(one) for one in pieces]
    ends = [sum(lengths[: at + 1]) for at in range(len(pieces))]
    points: dict[int, list[str]] = {}
    for piece, end, length in zip(pieces, ends, lengths, strict=True):
        middle = end - length / 2
        points.setdefault(int(_MOST_POINTS * middle / ends[-1]), []).append(piece)
    return [" ".join(one) for one in points.values()]
