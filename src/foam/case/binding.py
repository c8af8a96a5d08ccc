"""What is known while the slots of a speech are bound: what was found, what is filled, and what stands to what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from foam.case.chain import Declarations, list_earlier
from foam.case.deal import find_circles
from foam.case.earlier import list_read_before
from foam.case.fill import SlotSearch, Writing
from foam.case.replan import PlanDesk, is_plan
from foam.case.room import find_spare
from foam.case.search import NONE_WRITTEN, EvidenceFile, WrittenSearches
from foam.case.values import CutCard, Slot
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer

Path = tuple[str, ...]


@dataclass(slots=True)
class Binding:
    """What is known while slots are bound: the file, what a writer looks for, what was found, what is filled."""

    writing: Writing
    file: EvidenceFile
    declared: Declarations
    reuse: bool
    wanted: WrittenSearches = NONE_WRITTEN
    searches: dict[Path, SlotSearch] = field(default_factory=dict)
    bound: dict[Path, Slot] = field(default_factory=dict)
    slots: Sequence[Slot] = ()
    """All of them, as they were worded."""
    rests_on: Mapping[Path, tuple[Passage, ...]] = field(default_factory=dict)
    """The sentences from which a writer worded a slot."""
    tried_again: set[Path] = field(default_factory=set)
    analytic: frozenset[str] = frozenset()
    """Ids of the slots that are said without evidence, once all others are bound."""
    replan: PlanDesk | None = None
    """Where the plan is put anew, if its seat wrote it."""
    withheld: dict[Path, tuple[Pointer, ...]] = field(default_factory=dict)
    """Sentences that a slot was not offered at first, because its circles had read them."""

    def list_plan(self) -> frozenset[str]:
        """Ids of the slots that say the plan, where its seat wrote it."""
        return frozenset(slot.id for slot in self.slots if self.replan and is_plan(slot))

    @property
    def unproven(self) -> frozenset[str]:
        """Ids of the slots that may be worded anew although they need no evidence."""
        return self.analytic | self.list_plan()

    def tell_progress(self, slot: Slot) -> None:
        """Say which part is at work, and how many are done."""
        self.writing.session.report(slot.id, len(self.bound), len(self.slots))

    def list_spent(self, slot: Slot) -> tuple[Pointer, ...]:
        """The sentences that the circles of a slot have read. One that stayed empty may read again what a part beside
        it reads that it does not go on from."""
        circles = set() if self.reuse else set(find_circles(slot))
        others = [one for one in self.bound.values() if one.path != slot.path and circles & set(find_circles(one))]
        if slot.path in self.tried_again:
            free = {one.path for one in self.list_beside(slot)}
            others = [one for one in others if one.path not in free]
        return tuple(pointer for one in others if one.card for pointer in one.card.pointers)

    def list_beside(self, slot: Slot) -> list[Slot]:
        """The filled parts of its argument that a slot does not go on from."""
        chain = {slot.path, *(one.path for one in self._list_earlier(slot))}
        return [one for one in self.bound.values() if one.path[:-1] == slot.path[:-1] and one.path not in chain]

    def find_spare(self, slots: Sequence[Slot]) -> list[int]:
        """Words beyond their own that these slots, written at once, may take; below zero what they have to leave."""
        return find_spare(slots, self.slots, self.bound.values(), self.writing.position.text)

    def list_read(self) -> dict[Pointer, str]:
        """The sentences that are read so far, and the part that reads each."""
        return {
            pointer: f"{slot.group}, {slot.title}"
            for slot in self.bound.values()
            if slot.card
            for pointer in slot.card.pointers
        }

    def list_read_elsewhere(self, slot: Slot) -> dict[Pointer, str]:
        """The same without what this slot reads itself."""
        card = self.bound[slot.path].card
        own = card.pointers if card else ()
        return {pointer: part for pointer, part in self.list_read().items() if pointer not in own}

    def list_heard(self, slot: Slot) -> list[CutCard]:
        """The cards that are read before a slot in its argument."""
        known = [slot if one.path == slot.path else self.bound.get(one.path, one) for one in self.slots]
        return list_read_before(slot, known, self.declared)

    def find_before(self, slot: Slot) -> Slot | None:
        """The last step before a slot that has a card."""
        return next((one for one in reversed(self._list_earlier(slot)) if one.card), None)

    def find_step_before(self, slot: Slot) -> Slot | None:
        """The step directly before a slot, whatever it holds."""
        return next(reversed(self._list_earlier(slot)), None)

    def _list_earlier(self, slot: Slot) -> tuple[Slot, ...]:
        known = [slot if one.path == slot.path else self.bound.get(one.path, one) for one in self.slots]
        return list_earlier(slot, known, self.declared)

    def list_siblings(self, slot: Slot) -> list[Slot]:
        """The slots of its syllogism that need evidence, in their order and as they stand."""
        beside = (self.bound.get(one.path, one) for one in self.slots if one.path[:-1] == slot.path[:-1])
        return [one for one in beside if one.seek]

    def word_anew(self, slots: Iterable[Slot]) -> None:
        """Take over what slots have to establish now, whether they were tried or not."""
        worded = {slot.path: slot for slot in slots}
        self.slots = [worded.get(slot.path, slot) for slot in self.slots]
        self.bound |= {path: slot for path, slot in worded.items() if path in self.bound}

    def list_empty(self, paths: Iterable[Path]) -> list[Slot]:
        """Those of these slots that need evidence and have none."""
        return [slot for slot in map(self.bound.__getitem__, paths) if slot.seek and not slot.filled]
