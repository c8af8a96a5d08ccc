"""The port of a causal language model that reads text and says how likely each token was, with a shipped fake.

A model that can only write cannot measure Perspective Diversity.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Literal, Protocol

from foam.errors import NotRecorded
from foam.values import Value
from foam_quotes.text.words import split_words

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


class TargetReading(Value):
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

    def read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
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

    def read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
        seen = Counter(_words(lead.whole))
        return [TargetReading(context=seen.total(), logs=self._logs(seen, _words(target))) for target in targets]

    def _logs(self, seen: Counter[str], target: Sequence[str]) -> tuple[float, ...]:
        total = seen.total() + 1
        return tuple(math.log((seen[word] + 1 / self._vocabulary) / total) for word in target)


def _words(text: str) -> list[str]:
    return [word.lower() for word in split_words(text)]


class RecordedReader:
    """Stands in for the reader of a replayed run."""

    window = None

    def __init__(self, name: str) -> None:
        self.name = name

    def length(self, lead: Lead, target: str) -> int:
        return 0

    def read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
        raise NotRecorded(f"the record does not hold what {self.name} made of this answer")
