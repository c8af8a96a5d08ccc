"""The points of the other side that a part meets, as whoever words the part is told of them and names one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from foam.case.act_questions import ids_field
from foam.case.values import Slot
from foam.model.form import IdsField
from foam.model.question import Option
from foam.record.entry import Entry

MET = "met"
_MEETS, _MEETS_ONE = "It meets this, which they said:", "It meets one of these, which they said:"
_BREAKS = "It breaks one of their steps, each with its id:"


@dataclass(frozen=True, slots=True)
class Points:
    """The steps of the other side's arguments of which a part breaks one, under the short ids by which it names it."""

    ids: Mapping[str, str]
    """The id of the argument by the short id."""
    heard: Mapping[str, str]

    @property
    def field(self) -> tuple[IdsField, ...]:
        """Where the step is named; nothing where no part breaks one."""
        about = "of a part that breaks a step of theirs: the id of that step"
        options = tuple(Option(id=name, text=self.heard[argument]) for name, argument in self.ids.items())
        return (ids_field("breaks", about, options, at_most=1),) if options else ()

    def describe(self, slot: Slot) -> str:
        """What a part meets; nothing where nothing was heard."""
        if slot.steps:
            listed = (f"{name}: {self.heard[argument]}" for name, argument in self._list_own(slot).items())
            return "\n".join((_BREAKS, *listed))
        return f"{_MEETS_ONE if chr(10) in slot.meets else _MEETS}\n{slot.meets}" if slot.meets else ""

    def read(self, row: Mapping[str, object]) -> str:
        """The id of the argument that a filled row names; empty where it names none."""
        named = row.get("breaks", ())
        return self.ids[str(named[0])] if isinstance(named, Sequence) and named else ""

    def find_fault(self, slot: Slot, row: Mapping[str, object]) -> str:
        """What is wrong with the step that a row names for a part; empty where nothing is."""
        own = self._list_own(slot)
        if not slot.steps or self.read(row) in slot.steps:
            return ""
        return f"{slot.id}: name under breaks the one of {', '.join(own)} that it breaks"

    def set_against(self, slot: Slot, argument: str, entry: Entry) -> Slot:
        """The part, set against the step that was named with its words."""
        if argument not in slot.steps:
            return slot
        entries = {**slot.entries, MET: entry.key}
        return slot.model_copy(update={"answers": argument, "meets": self.heard[argument], "entries": entries})

    def _list_own(self, slot: Slot) -> dict[str, str]:
        return {name: argument for name, argument in self.ids.items() if argument in slot.steps}


def list_points(slots: Iterable[Slot], heard: Mapping[str, str]) -> Points:
    """The steps that these parts may break."""
    steps = dict.fromkeys(step for slot in slots for step in slot.steps)
    return Points({f"t{n}": step for n, step in enumerate(steps, start=1)}, heard)
