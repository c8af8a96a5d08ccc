"""What became of what a model wrote about a file: found, only suggested, or dropped."""

from __future__ import annotations

from typing import NamedTuple

from foam.examination.finding import Finding
from foam.record.entry import Entry
from foam.values import CleanLine, CleanText, Value

SURE = 0.7
"""How sure a finding is that a model wrote and an evaluator confirmed; set by hand, below what code and judge find."""


class Suggestion(Value):
    """Something that a model wrote and code found nothing against, but that was not confirmed."""

    finding: Finding
    verdict: CleanLine
    """What the evaluator said: `no`, `cannot tell`."""
    because: CleanText = ""


class Dropped(Value):
    """Something that a model wrote and that does not count."""

    text: CleanText
    why: CleanText


class ModelReading(Value):
    """What a model that writes gave for a file."""

    model: CleanLine
    evaluator: CleanLine
    findings: tuple[Finding, ...] = ()
    suggested: tuple[Suggestion, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    unanswered: int = 0
    """Questions to which nothing came back that could be read."""
    unread: int = 0
    """Sentences that no question showed."""

    def join(self, other: ModelReading) -> ModelReading:
        """Both together."""
        return self.model_copy(
            update={
                "findings": (*self.findings, *other.findings),
                "suggested": (*self.suggested, *other.suggested),
                "dropped": (*self.dropped, *other.dropped),
                "unanswered": self.unanswered + other.unanswered,
                "unread": self.unread + other.unread,
            }
        )

    def __str__(self) -> str:
        """How it fared, in a line."""
        told = [
            f"model {self.model}: {len(self.findings)} found and confirmed by {self.evaluator}",
            f"{len(self.suggested)} suggested",
            f"{len(self.dropped)} dropped",
        ]
        told += [f"{self.unanswered} without an answer"] if self.unanswered else []
        told += [f"{self.unread} sentences not shown"] if self.unread else []
        return ", ".join(told)


class Read(NamedTuple):
    """What became of what was written, and the entry that keeps it; no entry where nothing was written."""

    reading: ModelReading
    entry: Entry | None = None
