"""Debate formats: who speaks when, for how long, and who is asked questions after."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field

from foam.pack.files import read_toml, validate
from foam.values import Value

FILE = "formats.toml"
DebateSide = Literal["pro", "con"]
Duty = Literal["answer", "case", "choose"]
"""What a speech does with the other side's points: it owes an answer to each, and what it leaves is dropped; it is a
case that is read as it was prepared and answers nothing; or it chooses the issues that decide and lets others go."""
CROSS = "CX"
"""How cross-examination is written after the name of the speech that it is about."""
PACE = 150
"""Words a minute at which minutes are turned into words: speech that a listener can follow."""


class SpeechSlot(Value):
    """One speech of a format."""

    name: str
    title: str = ""
    """Its name spelled out: `first affirmative constructive`."""
    side: DebateSide
    minutes: float = Field(gt=0)
    cross: bool = False
    """Whether the other side asks questions after it."""
    crossfire: bool = False
    """Whether both sides ask after it, in turn: the other side first, about what this one said, and then this side."""
    duty: Duty = "answer"
    """What it does with the other side's points."""

    def list_askers(self, questions: int) -> tuple[DebateSide, ...]:
        """Who asks after it, question by question: the other side; in a crossfire both in turn, equally often."""
        other: DebateSide = "con" if self.side == "pro" else "pro"
        if self.crossfire:
            return (other, self.side) * ((questions + 1) // 2)
        return (other,) * (questions if self.cross else 0)

    @property
    def examination(self) -> str:
        """The name of the questions after it: cross-examination, or a crossfire."""
        return f"{self.name} {'crossfire' if self.crossfire else CROSS}"

    def words(self, pace: float) -> int:
        """The speech's time in words."""
        return max(1, round(self.minutes * pace))


class DebateFormat(Value):
    """The order of a debate."""

    name: str
    title: str
    speeches: tuple[SpeechSlot, ...] = Field(validation_alias=AliasChoices("speeches", "speech"), min_length=1)
    prep: float = Field(default=0, ge=0, exclude_if=lambda minutes: not minutes)
    """Minutes that each side has to prepare in, over the whole debate; 0 where the format gives none."""

    def find_pace(self, pace: float, *, longest: int | None) -> float:
        """The pace, or a slower one at which the longest speech has at most so many words."""
        return min(pace, longest / max(slot.minutes for slot in self.speeches)) if longest else pace


class StatedFormats(Value):
    """What `formats.toml` holds."""

    formats: tuple[DebateFormat, ...] = Field(alias="format")


def load_formats(folder: Path) -> tuple[DebateFormat, ...]:
    """The formats that a folder brings: none where it has no `formats.toml`."""
    path = folder / FILE
    return validate(path, StatedFormats, read_toml(path)).formats if path.is_file() else ()
