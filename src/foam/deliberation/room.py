"""What a deliberation happens in: the clerk, the corpus, and the words of the pack. Takes no decision."""

from __future__ import annotations

from dataclasses import dataclass

from foam.evidence.corpus import Corpus
from foam.job.clerk import Clerk
from foam.model.question import Option
from foam.model.template import Prompts
from foam.pack.loader import Criterion, Described, Pack
from foam.perspective.node import Perspective
from foam.record.entry import PerspectiveInput


@dataclass(frozen=True, slots=True)
class Room:
    """Everything the steps of the protocol share."""

    clerk: Clerk
    corpus: Corpus
    prompts: Prompts
    values: tuple[Described, ...]
    criteria: tuple[Criterion, ...]

    def values_of(self, seat: Perspective) -> tuple[Option, ...]:
        """The values the seat weighs, in the pack's order, with what each means."""
        return tuple(Option(id=v.id, text=v.text) for v in self.values if seat.weighting.get(v.id, 0) > 0)

    def concerns_of(self, seat: Perspective) -> str:
        """What the seat looks for, in words: its own, and what its highest values mean."""
        top = {value for tier in seat.ranking[:2] for value in tier}
        return " ".join([seat.description, *(value.text for value in self.values if value.id in top)])


def room(clerk: Clerk, corpus: Corpus, pack: Pack) -> Room:
    return Room(clerk=clerk, corpus=corpus, prompts=pack.prompts, values=pack.values, criteria=pack.criteria)


def seen_from(seat: Perspective) -> PerspectiveInput:
    """The seat as an input: a decision taken from it depends on every word of its declaration."""
    return PerspectiveInput(role=f"seat {seat.id}", perspective=seat.digest)
