"""Objections as they are raised and replied to."""

from __future__ import annotations

from foam.argument.objection import ObjectionType
from foam.deliberation.position import Voice
from foam.evidence.corpus import Passage
from foam.perspective.manner import Reply as Move
from foam.values import Value


class Commitment(Value):
    """What a seat answered when it was asked about its own claim."""

    id: str
    seat: str
    claim: str
    question: str
    answer: str
    entry: str


class Reply(Value):
    """What a defender wrote in answer to an objection."""

    commits: str
    """What it says when it is asked point-blank."""
    move: Move
    text: str
    evidence: tuple[Passage, ...] = ()
    claim: str = ""
    """The claim in other words, where it revises."""
    entry: str


class Objection(Value):
    """An objection to a claim, as it was raised, and by whom."""

    id: str
    raised_by: tuple[str, ...]
    """The seats that raise it, sorted."""
    appointed: bool = False
    """Whether they were appointed to object because nobody defends the other side."""
    claim: str
    type: ObjectionType
    question: str
    """Id of the critical question it presses."""
    text: str
    evidence: tuple[Passage, ...]
    value: str
    """The value it speaks for; empty for a point of fact or logic."""
    commitment: Commitment
    reply: Reply | None = None
    """What the defender wrote in answer; None where it answers in the bounded voice."""
    voice: Voice = "bounded"
    entry: str

    @property
    def argument(self) -> str:
        return "\n".join([self.text, *(f"“{passage.text}”" for passage in self.evidence)])
