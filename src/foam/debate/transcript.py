"""A debate as it was spoken: a motion, two positions, and utterances in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from foam.argument.motion import parse_motion, parse_resolution
from foam.errors import InputError
from foam.pack.formats import DebateSide
from foam.values import Value

Side = DebateSide
SIDES: tuple[Side, Side] = ("pro", "con")
Kind = Literal["speech", "question", "answer"]


class Utterance(Value):
    """What one debater said in one turn."""

    speaker: str
    side: Side
    text: str
    speech: str = ""
    """The name of the speech, where the format names them: `1AC`, `NR`, …"""
    kind: Kind = "speech"
    cited: tuple[str, ...] = Field(default=(), exclude_if=lambda cited: not cited)
    """The sentences that it cites, each after its source, where they are known."""


class Transcript(Value):
    """A debate. A side without a position of its own defends the motion or its denial."""

    motion: str
    pro: str = ""
    con: str = ""
    utterances: tuple[Utterance, ...]
    source: str = ""
    """Where it was read from, as the user named it."""

    def of(self, side: Side) -> tuple[Utterance, ...]:
        """What one side said, in order."""
        return tuple(utterance for utterance in self.utterances if utterance.side == side)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that spoke."""
        return tuple(side for side in SIDES if self.of(side))

    @property
    def from_elsewhere(self) -> bool:
        """Whether it is no debate of this project's, whose speeches all have names."""
        return not any(one.speech for one in self.utterances)

    def position(self, side: Side) -> str:
        """The statement that the side defends."""
        return (self.pro if side == "pro" else self.con) or _state_position(self.motion, side)


@dataclass(frozen=True, slots=True)
class TranscriptReading:
    """A transcript as it will be answered or judged, and what was left out of it."""

    transcript: Transcript
    dropped: dict[str, int]

    @property
    def one_sided(self) -> bool:
        """Whether only one side speaks."""
        return len(self.transcript.sides) < 2


def check_motion(motion: str) -> str:
    """The motion, refused with a way forward when it is English and neither a statement nor a yes-or-no question."""
    if motion.isascii():
        parse_motion(motion)
    return motion


def find_other_side(side: Side) -> Side:
    return "con" if side == "pro" else "pro"


def _state_position(motion: str, side: Side) -> str:
    """The motion or its denial by English grammar; what is no English motion is framed, not translated.

    Of what a house would do it is said that we should: nothing in a library speaks of the house.
    """
    try:
        found = parse_resolution(motion)
    except InputError:
        return motion if side == "pro" else f"It is not the case that: {motion}"
    return found.affirmed if side == "pro" else found.denied
