"""What is done with a point of a debate, and one link of the chain of such things. Frozen values."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam.values import Value

Deed = Literal[
    "answered", "answered in part", "conceded", "granted in part", "rest disputed", "weighed", "passed",
    "narrowed", "granted when asked", "evaded", "given up", "given up in part", "let go", "taken up", "defended",
    "defended in part", "answered there", "answered there in part", "weighed there", "granted there in part",
    "conceded there", "dropped",
]  # fmt: skip
"""What was done with a point: by the other side, by its own, or by the other side to what carries it on ("there")."""

ANSWERED: tuple[Deed, ...] = ("answered", "answered in part", "answered there", "answered there in part")
"""What the other side says against a point, or against what carries it on."""

CARRYING: tuple[Deed, ...] = ("taken up", "defended", "defended in part")
"""What a point's own side does to carry it on."""
THERE: tuple[Deed, ...] = (
    "answered there", "answered there in part", "weighed there", "granted there in part", "conceded there",
)  # fmt: skip
"""What the other side does to what carries a point on."""


class ChainLink(Value):
    """One thing that became of a point."""

    point: str
    """The point that did it; the speech, where it was let go; empty where it was dropped."""
    deed: Deed
    given_up: bool = Field(default=False, exclude_if=lambda given_up: not given_up)
    """Whether what did it was given up since."""
    meets: tuple[str, ...] = Field(default=(), exclude_if=lambda meets: not meets)
    """Of a defence: the answers to the point that it meets; of what is done "there": what carries the point on."""
    words: str = Field(default="", exclude_if=lambda words: not words)
    """Of a part that was given up: the words that took it back or, where an answer was conceded, what that says."""
    conceded: str = Field(default="", exclude_if=lambda conceded: not conceded)
    """Of a part that was given up: the answer that was conceded, where it was given up by that."""
    left: bool = Field(default=False, exclude_if=lambda left: not left)
    """Of an answer: whether the point's own side made a speech after it and met it nowhere."""
