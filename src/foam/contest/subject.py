"""A written case as it can be challenged, read as parts with ids.

A *use* is evidence put to work: which slot rests on which sentences to establish what. Most challenges turn on uses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from foam.argument.motion import Motion, parse_resolution
from foam.case.values import Case, CutCard, Slot
from foam.case.verdict import CHALLENGED
from foam.case.write import CaseSpec
from foam.contest.part import FRAME, Part, Version
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.pack.outlines import SpeechOutline
from foam.pack.pack import Pack
from foam.record.entry import Entry, ValueInput
from foam.values import Value

STANDING = "summary"
"""The id under which a redline shows whether the case is issued."""


class Use(Value):
    """Evidence put to work."""

    slot: str
    statement: str
    """What is said on the strength of it."""
    sought: str = ""
    """What it has to establish, where that was laid down before the words were."""
    passages: tuple[Passage, ...]


@dataclass(frozen=True, repr=False)
class CaseFile(Version):
    """A version of a written case, with what it is held to."""

    name: ClassVar[str] = "case"
    run: str
    root: str
    spec: CaseSpec
    pack: Pack = field()
    template: SpeechOutline
    case: Case
    documents: dict[str, Document]
    """The documents it cites or reads figures in."""
    entries: tuple[Entry, ...]
    """What it was computed from."""
    brought: tuple[Document, ...] = ()
    """Documents that challenges have brought so far."""

    @property
    def view(self) -> Case:
        return self.case

    @cached_property
    def parts(self) -> dict[str, Part]:
        frame = Part(id=FRAME, kind="frame", text=self.case.resolution)
        groups = {g.id: Part(id=g.id, kind="group", text=g.title) for g in self.case.groups}
        choices = {f"choice-{c.branch}": _choice_part(self.case, c.branch) for c in self.case.choices}
        slots = {slot.id: _slot_part(slot) for slot in self.case.slots}
        return {FRAME: frame, **choices, **groups, **slots}

    @cached_property
    def reading(self) -> dict[str, str]:
        standing = "Issued." if self.case.issued else "Not issued: " + "; ".join(f.what for f in self.case.failures)
        choices = {f"choice-{one.branch}": f"{one.ask} {', '.join(one.taken)}" for one in self.case.choices}
        return {STANDING: standing, **choices, **{slot.id: _read_slot(slot) for slot in self.case.slots}}

    @property
    def motion(self) -> Motion:
        return parse_resolution(self.spec.resolution)

    @property
    def motion_input(self) -> ValueInput:
        return ValueInput(role="question", value=self.spec.resolution)

    @cached_property
    def slots(self) -> dict[str, Slot]:
        return {slot.id: slot for slot in self.case.slots}

    @cached_property
    def uses(self) -> dict[str, Use]:
        """The uses of evidence, by the slot that makes them."""
        return {slot.id: _card_use(slot, slot.card, self.documents) for slot in self.case.slots if slot.card}


def _card_use(slot: Slot, card: CutCard, documents: dict[str, Document]) -> Use:
    """A card's sentences as they stand in the source; the whole of its words where they do not stand there."""
    document = documents.get(card.document)
    inside = document is not None and max(card.sentences, default=0) < len(document.ends)
    said = [document.sentence(n) if document and inside else card.text for n in card.sentences]
    passages = [Passage(pointer=p, text=text, cite=card.cite) for p, text in zip(card.pointers, said, strict=True)]
    return Use(slot=slot.id, statement=card.tag, passages=tuple(passages), sought=slot.seek)


def _choice_part(case: Case, branch: str) -> Part:
    choice = next(one for one in case.choices if one.branch == branch)
    text = f"{choice.ask} {', '.join(choice.taken)}"
    return Part(id=f"choice-{branch}", kind="choice", text=text, entry=choice.entry)


def _slot_part(slot: Slot) -> Part:
    return Part(id=slot.id, kind="slot", text=slot.spoken, entry=next(iter(slot.entries.values()), ""))


def _read_slot(slot: Slot) -> str:
    """What a slot says; of one whose card fell by a challenge, that and why."""
    if slot.filled or not slot.refused or slot.refused[-1].why != CHALLENGED:
        return slot.spoken
    fell = slot.refused[-1]
    return f"Left empty: the card of {fell.cite} fell, since {CHALLENGED}. {fell.because}"
