"""What is done with a point of a debate, and one link of the chain of such things. Frozen values."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam.values import Value

Deed = Literal[
    "answered", "answered in part", "conceded", "granted in part", "rest disputed", "weighed", "passed",
    "narrowed", "granted when asked", "evaded", "given up", "given up in part", "let go", "taken up", "dropped",
]  # fmt: skip
"""What was done with a point, by the other side or by its own."""

ANSWERED: tuple[Deed, ...] = ("answered", "answered in part")
"""What the other side says against a point."""
MEETING: tuple[Deed, ...] = (*ANSWERED, "rest disputed", "weighed")
"""What meets an answer: after it the point that was answered is not left without a defence."""


class ChainLink(Value):
    """One thing that became of a point."""

    point: str
    """The point that did it; the speech, where it was let go; empty where it was dropped."""
    deed: Deed
    given_up: bool = Field(default=False, exclude_if=lambda given_up: not given_up)
    """Whether what did it was given up since."""
    words: str = Field(default="", exclude_if=lambda words: not words)
    """Of a part that was given up: the words that took it back or, where an answer was conceded, what that says."""
    conceded: str = Field(default="", exclude_if=lambda conceded: not conceded)
    """Of a part that was given up: the answer that was conceded, where it was given up by that."""
    left: bool = Field(default=False, exclude_if=lambda left: not left)
    """Of an answer: whether the point's own side made a speech after it and met it nowhere."""
    then: tuple[ChainLink, ...] = Field(default=(), exclude_if=lambda then: not then)
    """What became of the point that did it."""

    @property
    def is_met(self) -> bool:
        """Whether the other side said something to what did it, and stands on that."""
        return any(link.deed in MEETING and not link.given_up for link in self.then)
