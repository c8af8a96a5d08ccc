"""A hearing: a challenge that was admitted to a version of something, and all that may be looked at to settle it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from foam.contest.challenge import Challenge
from foam.contest.given import Given
from foam.contest.kinds.kind import Fit
from foam.contest.outcome import Settled
from foam.contest.part import Part
from foam.contest.preview import Preview
from foam.evidence.corpus import Corpus
from foam.job.session import Session
from foam.record.graph import entries_of


@dataclass(frozen=True)
class Hearing(ABC):
    """What an answer, a case and an examined file have in common where they are challenged."""

    challenge: Challenge
    part: Part

    @property
    def fit(self) -> Fit:
        """What the challenge asks there; admission refuses what does not fit."""
        return self.part.fits[self.challenge.ground.kind]

    @abstractmethod
    def refuse(self) -> None:
        """Raise where it cannot be heard, with what is wrong."""

    @abstractmethod
    def preview(self, corpus: Corpus | None = None) -> Preview:
        """What the challenge would ask and could change. Nobody is asked."""

    @abstractmethod
    async def settle(self, session: Session, entry: str, given: Given | None) -> Settled[Any]:
        """How it ends, by a person's answer or by whoever can tell. `entry` records the challenge."""


def count_asked(session: Session) -> int:
    """Requests that a model answered in this run; the record knows, so that a replay counts the same."""
    drafts = (one.draft for one in entries_of(session.store, session.run))
    return sum(one.decider.type == "model" and not one.kind.endswith(".failed") for one in drafts)
