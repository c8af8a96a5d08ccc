"""What becomes of a challenge: a finding while it is settled, an outcome when it is done. Values alone.

Every reason cites at least one item of the record: an entry, a sentence or a node. A challenge that is right can win,
one that brings nothing cannot.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import Field

from foam.contest.challenge import Challenge
from foam.evidence.corpus import Passage
from foam.job.orders.contest import GivenMove
from foam.paper import Readable
from foam.values import Value

_TOLD = ("disposition", "move", "reasons", "counter_evidence", "look_at", "repeats")
Disposition = Literal["sustained", "partly sustained", "rejected", "already so", "open", "for a person"]
"""`already so`: what was challenged says it already. `for a person`: neither code nor the judge can see whether it is
right, and neither shows that it is wrong."""
Move = Literal[GivenMove, "none"]
"""How it was answered: conceded, rebutted with evidence, narrowed, the evidence swapped or the words mended, the part
taken back. `none` while it is open."""


class Reason(Value):
    """Why, in one sentence, and the items of the record that it rests on."""

    text: str = Field(min_length=1)
    cites: tuple[str, ...] = Field(min_length=1)


class Struck(Value):
    """One slot that the finding goes against, and what could stand in for its evidence."""

    slot: str
    fallen: tuple[Passage, ...] = ()
    """The sentences it rested on that do not serve."""
    instead: tuple[Passage, ...] = ()
    against: tuple[Passage, ...] = ()
    """What was found to speak against it."""


class Finding(Value):
    """How a challenge was settled, before anything is changed."""

    disposition: Disposition
    move: Move
    reasons: tuple[Reason, ...] = Field(min_length=1)
    struck: tuple[Struck, ...] = ()
    against: tuple[Passage, ...] = ()
    """Evidence that speaks for the challenge."""
    offered: tuple[Passage, ...] = ()
    """Counter-evidence that the corpus holds, whether or not it was found to strike."""
    note: str = ""
    """What is added to the words of a slot that is narrowed."""
    look_at: tuple[str, ...] = ()
    """For a person: what to look at, a sentence each."""


class Locality(Value):
    """How far a revision reached."""

    asked: int
    """Questions a model answered for it."""
    reused: int
    """Questions of the earlier version that stand as they were answered."""
    changed: tuple[str, ...]
    """Parts that are new, gone or otherwise."""
    superseded: int = 0
    """Entries of the earlier version that were taken about a part that was replaced."""
    entries: int = 0
    """Entries of the earlier version."""
    untouched: float = 1.0
    """Share of the earlier version's parts that are as they were."""

    @property
    def reuse(self) -> float:
        """Share of the earlier version's entries that stand."""
        return 1 - self.superseded / self.entries if self.entries else 1.0


AnyVersion = TypeVar("AnyVersion")


@dataclass(frozen=True)
class Settled(Generic[AnyVersion]):
    """How a challenge ended, and what was challenged as it then stands."""

    found: Finding
    after: AnyVersion
    locality: Locality
    came_to: tuple[str, ...] = ()


class Outcome(Readable, Value):
    """A challenge and what became of it."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.contest.views.document",)
    of: str
    """The version that was challenged."""
    challenge: Challenge
    entry: str
    """Key of the entry that records the challenge."""
    disposition: Disposition
    move: Move
    reasons: tuple[Reason, ...]
    counter_evidence: tuple[Passage, ...] = ()
    """What was offered as evidence the other way, what was named first."""
    named: tuple[Passage, ...] = Field(default=(), exclude_if=lambda named: not named)
    """Of what was offered, what whoever judged named."""
    look_at: tuple[str, ...] = ()
    """For a person who decides it: what to look at, a sentence each."""
    locality: Locality
    repeats: str = ""
    """Key of the outcome that this challenge only repeats."""
    revised: bool = False
    """Whether there is a new version."""
    came_to: tuple[str, ...] = Field(default=(), exclude_if=lambda came_to: not came_to)
    """What it changed in the new version, a sentence each."""
    about: str = Field(default="", exclude_if=lambda about: not about)
    """The words of the part that was challenged."""


def describe_heard(run: str, outcome: Outcome, version: str, redline: Iterable[Value]) -> dict[str, Any]:
    """The challenge, what became of it and what changed in the next version, as plain JSON types."""
    challenge, said, reached = outcome.challenge, outcome.json_value(), outcome.locality
    return {
        "run": run,
        "of": outcome.of,
        "version": version,
        "challenge": {
            **challenge.json_value(),
            "id": challenge.id,
            "kind": challenge.ground.kind,
            "entry": outcome.entry,
        },
        "outcome": {
            **{name: said[name] for name in _TOLD},
            "named": [one.json_value() for one in outcome.named],
            "came_to": list(outcome.came_to),
        },
        "locality": {
            **reached.json_value(),
            "changed": len(reached.changed),
            "changed_parts": list(reached.changed),
            "reuse": reached.reuse,
        },
        "redline": [row.json_value() for row in redline],
    }
