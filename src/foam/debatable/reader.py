"""The port of this folder: a causal language model that reads, and says how likely each token was. And a shipped fake.

Knows no implementation. A model that can only write cannot measure Perspective Diversity.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Literal, Protocol

from foam.text.words import words
from foam.values import Value

Form = Literal["reply", "turn", "plain"]
"""What stands before the target: a chat whose reply begins, a chat after the user's turn, or the bare text."""


class Lead(Value):
    """What is read before a target. `head` and `text` are one text; the head is what many leads share."""

    text: str
    head: str = ""
    form: Form = "reply"

    @property
    def whole(self) -> str:
        return self.head + self.text


class Reading(Value):
    """A target as it was read: how many tokens stood before it, and the natural log-probability of each of its own."""

    context: int
    logs: tuple[float, ...]

    @property
    def total(self) -> float:
        return math.fsum(self.logs)


class Reader(Protocol):
    """Reads text; a port of its own, since few endpoints say how likely what they read was."""

    @property
    def name(self) -> str:
        """Model and version: part of every figure's identity."""
        ...

    @property
    def window(self) -> int | None:
        """Tokens it can read at once; None when it does not say."""
        ...

    def length(self, lead: Lead, target: str) -> int:
        """Tokens of lead and target together; 0 when it cannot be told beforehand."""
        ...

    def read(self, lead: Lead, targets: Sequence[str]) -> list[Reading]:
        """How likely every token of each target is after the same lead. Refuses what is longer than the window."""
        ...


class WordCountReader:
    """The shipped fake: a word is the likelier the oftener it was just read. No weights, no order, no grammar."""

    def __init__(self, *, vocabulary: int = 50_000, window: int | None = None) -> None:
        self.window = window
        self._vocabulary = vocabulary

    @property
    def name(self) -> str:
        return "word-counts@1"

    def length(self, lead: Lead, target: str) -> int:
        return len(_words(lead.whole)) + len(_words(target))

    def read(self, lead: Lead, targets: Sequence[str]) -> list[Reading]:
        seen = Counter(_words(lead.whole))
        return [Reading(context=seen.total(), logs=self._logs(seen, _words(target))) for target in targets]

    def _logs(self, seen: Counter[str], target: Sequence[str]) -> tuple[float, ...]:
        total = seen.total() + 1
        return tuple(math.log((seen[word] + 1 / self._vocabulary) / total) for word in target)


def _words(text: str) -> list[str]:
    return [word.lower() for word in words(text)]
