"""Phase four: the parts of a speech, argument by argument, bound to sentences of the library.

One argument is written after another, each in one act over what was found for its parts, less what is read already.
What fell, or stayed empty, is looked for and written once more with the reasons; what is empty then stays empty and
says what was looked for. Nothing is invented.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import Field

from foam.case.author import Writing, find_same_words
from foam.case.chain import Declarations
from foam.case.draft import Assignment, describe_fall, gather_found, list_findings, write_argument
from foam.case.own.cards import drop_copies
from foam.case.search import EvidenceFile, open_file, search_slot
from foam.case.structure import TYPES
from foam.case.values import Reworded, Slot, describe_unchanged
from foam.errors import InputError
from foam.job.retrieval import Candidates, depend_on
from foam.record.entry import Input
from foam.values import Value
from foam_quotes.text.pointer import Pointer

_Path = tuple[str, ...]
_OTHERWISE = "somebody who has read the speech wants it otherwise"


class Rewording(Value):
    """Parts that somebody who has read the case wants otherwise, all for one reason."""

    slots: tuple[str, ...]
    because: str = Field(default="", exclude_if=lambda because: not because)
    """Why, in the words of whoever wants it."""


@dataclass
class _Binding:
    """What is known while the parts of a speech are bound."""

    writing: Writing
    file: EvidenceFile
    declared: Declarations
    reuse: bool
    """Whether two arguments may read the same sentences."""
    among: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By the id of a part: the arguments of the other side of which it may meet one."""
    free: frozenset[str] = frozenset()
    """Parts that the template words itself."""
    found: dict[_Path, list[Candidates]] = field(default_factory=dict)
    slots: dict[_Path, Slot] = field(default_factory=dict)

    def list_groups(self) -> list[list[Slot]]:
        """The parts that are written, argument by argument."""
        own = [one for one in self.slots.values() if (one.seek and not one.filled) or one.id in self.free]
        return [[one for one in own if one.path[:-1] == path] for path in dict.fromkeys(o.path[:-1] for o in own)]

    def find(self, group: Sequence[Slot]) -> list[Slot]:
        """The parts of a group as they stand now."""
        return [self.slots[one.path] for one in group]

    def list_spent(self, group: _Path) -> frozenset[Pointer]:
        """The sentences that are read in the speech already, or by the other side."""
        others = (one.card for one in self.slots.values() if one.card and not (self.reuse and one.path[:-1] != group))
        return frozenset(pointer for card in others for pointer in card.pointers) | self.writing.theirs

    async def write(self, wanted: Sequence[Slot], told: Mapping[str, Sequence[str]], *, is_final: bool = False) -> None:
        """Write these parts of one argument."""
        group, author = wanted[0].path[:-1], self.writing.author
        looked = []
        for slot in wanted:
            searched, found = search_slot(self.writing, self.file, slot)
            self.found.setdefault(slot.path, []).extend(found)
            looked.append(searched)
        candidates = [one for slot in looked for one in self.found[slot.path]]
        passages = [passage for one in candidates for passage in one.passages]
        refused = {pointer for slot in looked for one in slot.refused for pointer in one.pointers}
        spent = self.list_spent(group) | find_same_words(passages, self.writing.their_words) | refused
        beside = [one for one in self.slots.values() if one.path[:-1] == group and one not in wanted]
        names = dict.fromkeys(name for slot in looked for name in self.among.get(slot.id, ()))
        given: tuple[Input, ...] = (depend_on("position", self.writing.position.entry),)
        analytic = {one.id for one in looked if one.id in self.free or _allows_analytic(one, self.declared)}
        self.writing.session.report(group[-1] if group else "", len(self.found), len(self.slots))
        assigned = Assignment(
            looked,
            gather_found(author, candidates, self.file.holds, spent),
            beside=beside,
            told=told,
            analytic=analytic,
            heard={name: self.writing.heard[name] for name in names if name in self.writing.heard},
            among=self.among,
            they_said=tuple(dict.fromkeys(said for one in looked for said in self.writing.whole.get(one.answers, ()))),
        )
        made = await write_argument(author, assigned, *given, is_final=is_final)
        self.slots |= {slot.path: slot for slot in made}

    def settle_met(self, slot: Slot) -> Slot:
        """A part that may meet several arguments, with the words of the one that it meets."""
        among = self.among.get(slot.id, ())
        if not among:
            return slot
        named = slot.answers if slot.answers in among and slot.card else ""
        met = named or (among[0] if slot.steps and slot.card else "")
        entries = {**slot.entries, "met": slot.entries["act"]} if "act" in slot.entries else slot.entries
        return slot.model_copy(update={"answers": met, "meets": self.writing.heard.get(met, ""), "entries": entries})


def _allows_analytic(slot: Slot, declared: Declarations) -> bool:
    """Whether a slot may stand without evidence."""
    if slot.syllogism in declared:
        return slot.component in declared[slot.syllogism].analytic
    return slot.syllogism in TYPES and slot.component in TYPES[slot.syllogism].ANALYTIC


async def bind_slots(
    writing: Writing,
    slots: Sequence[Slot],
    *,
    reuse: bool = False,
    declared: Declarations | None = None,
    among: Mapping[str, Sequence[str]] | None = None,
    free: Collection[str] = (),
    reword: Sequence[Rewording] = (),
) -> tuple[Slot, ...]:
    """The parts with what is read in them; others come back as they are. Of `reword` each has some written again once
    all is written, for the reason that was given."""
    known = {slot.path: slot for slot in slots}
    binding = _Binding(writing, open_file(writing), declared or {}, reuse, among or {}, frozenset(free), {}, known)
    groups = binding.list_groups()
    for group in groups:
        await binding.write(group, {})
    if groups and not any("act" in one.entries or one.refused for group in groups for one in binding.find(group)):
        await binding.write(groups[0], {}, is_final=True)
    for group in binding.list_groups():
        again = [one for one in group if one.seek and not one.filled and (list_findings(one) or one.look_for)]
        if again:
            await binding.write(again, {one.id: list_findings(one) for one in again})
    for one in reword:
        await _reword(binding, one)
    return drop_copies([binding.settle_met(slot) for slot in binding.slots.values()])


async def _reword(binding: _Binding, wanted: Rewording) -> None:
    """Parts that are written again, for a reason; one for which nothing better is found stays as it was."""
    named = [one for one in binding.slots.values() if (one.seek and not one.extends) or one.id in binding.free]
    if unknown := set(wanted.slots) - {one.id for one in named}:
        hint = f"there are {', '.join(one.id for one in named)}"
        raise InputError(f"no part {sorted(unknown)[0]!r} can be worded anew", hint=hint)
    for before in [one for one in named if one.id in wanted.slots]:
        said = before.card.tag if before.card else before.analytic
        bare = before.model_copy(update={"card": None, "step": None, "analytic": "" if before.seek else said})
        because = f"“{said}”: {wanted.because or _OTHERWISE}"
        binding.slots[before.path] = bare  # what it reads may be read again
        await binding.write([bare], {before.id: [because]})
        after = binding.slots[before.path]
        now = after.card.tag if after.card else after.analytic
        if not after.filled or now == said:
            why = describe_unchanged(describe_fall(after), wanted.because)
            binding.slots[before.path] = before.model_copy(update={"unchanged": why})
            continue
        told = (*before.reworded, Reworded(before=said or before.seek, because=wanted.because))
        binding.slots[before.path] = after.model_copy(update={"reworded": told, "unchanged": ""})
