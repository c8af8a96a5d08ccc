"""A sitting: one admitted challenge, the case it is aimed at, and the session in which it is settled."""

from __future__ import annotations

from dataclasses import dataclass

from foam.contest.challenge import Challenge
from foam.contest.part import Part
from foam.contest.subject import CaseFile, Use
from foam.job.session import Session
from foam.record.entry import EntryInput


@dataclass(frozen=True, slots=True)
class Sitting:
    """Everything the checks share."""

    file: CaseFile
    challenge: Challenge
    part: Part
    session: Session
    entry: str
    """Key of the entry that records the challenge."""

    @property
    def use(self) -> Use:
        """The use of evidence that the challenge is about; admission refuses a slot that has none."""
        return self.file.uses[self.part.id]

    @property
    def asks(self) -> str:
        """The question that the challenge puts."""
        return self.part.fits[self.challenge.ground.kind].asks

    def name(self, particular: str) -> str:
        """What the challenge names by this particular; empty where it names nothing."""
        return str(getattr(self.challenge.ground, particular, ""))

    def admitted(self) -> EntryInput:
        """The challenge as an input of what is decided about it."""
        return EntryInput(role="challenge", key=self.entry)
