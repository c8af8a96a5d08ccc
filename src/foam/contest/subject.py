"""A written case as it can be challenged, read as parts with ids.

A *use* is evidence put to work: which slot rests on which sentences to establish what. Most challenges turn on uses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from foam.acts.shown import ShownFile, show_documents
from foam.argument.motion import Motion, parse_resolution
from foam.argument.outline import IMPACT
from foam.case.leave import COMPARISON
from foam.case.values import CHALLENGED, BranchChoice, Case, CutCard, Slot
from foam.case.write import CaseSpec
from foam.contest.challenge import list_fits
from foam.contest.given import DISPOSED
from foam.contest.kinds.kind import Fit
from foam.contest.part import FRAME, Part, Version
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.job.answers import read_reasons
from foam.job.orders.contest import GivenMove
from foam.pack.outlines import SpeechOutline
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
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
    moves: ClassVar[tuple[GivenMove, ...]] = tuple(DISPOSED)
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
    def seats(self) -> tuple[Perspective, ...]:
        return (self.spec.seat,)

    @property
    def view(self) -> Case:
        return self.case

    @cached_property
    def parts(self) -> dict[str, Part]:
        return {part.id: part.open_to(self._list_fits(part)) for part in self._list_parts()}

    def _list_parts(self) -> Iterator[Part]:
        yield Part(id=FRAME, kind="frame", text=self.case.resolution)
        for choice in self.case.choices:
            yield Part(id=f"choice-{choice.branch}", kind="choice", text=_read_choice(choice), entry=choice.entry)
        yield from (Part(id=group.id, kind="group", text=group.title) for group in self.case.groups)
        for slot in self.case.slots:
            entry = next(iter(slot.entries.values()), "")
            yield Part(id=slot.id, kind="slot", text=slot.spoken, entry=entry)

    def _list_fits(self, part: Part) -> dict[str, Fit]:
        """What a part is open to, by its kind and by what it is besides: a slot that cites something, one with an
        impact that is weighed, and a choice of which somebody said why."""
        besides = {
            "cited": part.id in self.uses,
            "weighed": self.find_weighing(part.id) is not None,
            "reasoned": part.kind == "choice" and bool(self.find_reason(part.id)),
        }
        return list_fits("case", part.kind, *(name for name, is_so in besides.items() if is_so))

    def describe(self, part: Part) -> str:
        return f"a {part.kind}{'' if part.id in self.uses else ' that cites nothing'}"

    def find_choice(self, part: str) -> BranchChoice | None:
        """The recorded choice that a part stands for, or that led to it."""
        own = (one for one in self.case.choices if f"choice-{one.branch}" == part)
        led = (one for one in self.case.choices if part in one.taken)
        return next(own, None) or next(led, None)

    def find_reason(self, part: str) -> str:
        """What whoever chose said for the way that was taken; empty where nothing was chosen, or nobody said why."""
        choice = self.find_choice(part)
        held = next((one for one in self.entries if choice and choice.taken and one.key == choice.entry), None)
        is_asked = held is not None and held.draft.kind == "branch" and held.draft.decider.type == "model"
        return read_reasons(held) if held and is_asked else ""

    def find_weighing(self, part: str) -> tuple[Slot, str] | None:
        """Where the impact in this slot is weighed: the comparison, and the name of the decision there."""
        slot = self.slots.get(part)
        if slot is None or slot.component != IMPACT or slot.card is None:
            return None
        titles = {group.id: group.title for group in self.case.groups}
        name = f"metric {titles.get(slot.group, slot.title)}"
        weighed = (one for one in self.case.slots if one.component == COMPARISON and name in one.entries)
        return next(((one, name) for one in weighed), None)

    @cached_property
    def reading(self) -> dict[str, str]:
        standing = "Issued." if self.case.issued else "Not issued: " + "; ".join(f.what for f in self.case.failures)
        choices = {f"choice-{one.branch}": _read_choice(one) for one in self.case.choices}
        return {STANDING: standing, **choices, **{slot.id: _read_slot(slot) for slot in self.case.slots}}

    @property
    def motion(self) -> Motion:
        return parse_resolution(self.spec.resolution)

    @property
    def motion_input(self) -> ValueInput:
        return ValueInput(role="question", value=self.spec.resolution)

    @cached_property
    def shown(self) -> ShownFile:
        """Its sources, as a reader is shown them."""
        cited = [(card.document, card.sentences) for card in self.case.cards]
        numbered = {f"{number:02}": one for number, one in enumerate(self.documents.values(), start=1)}
        wanted = {name: {n for id, held in cited if id == one.id for n in held} for name, one in numbered.items()}
        return show_documents(numbered, wanted)

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


def _read_choice(choice: BranchChoice) -> str:
    return f"{choice.ask} {', '.join(choice.taken)}"


def _read_slot(slot: Slot) -> str:
    """What a slot says; of one whose card fell by a challenge, that and why."""
    if slot.filled or not slot.refused or slot.refused[-1].why != CHALLENGED:
        return slot.spoken
    fell = slot.refused[-1]
    return f"Left empty: the card of {fell.cite} fell, since {CHALLENGED}. {fell.because}"
