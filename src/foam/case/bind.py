"""Phase four: bind every slot to sentences. A model orders sources and names sentence ids; code assembles the words.

    searches ── sources ── card (an order) ── dealt ── sentences (at most five) ── slot ── tag ── alignment, coherence

Searches widen (`search.py`). Sources that are not about the plan or are filed under the other side are left out. Slots
ask at once, in waves: a step of a chain waits for the step before it, whose words it looks for, too. Code deals the
sources of a wave, so that no syllogism spends one twice (unless the template lets it) as long as there are others. A
slot tries the sources it was dealt one after another, until one establishes it and follows from the step before; when
none establishes it, it stays empty and says what was looked for. Nothing is invented.

A seat whose model writes says first what it wants looked up for each slot, sees what that finds before it words what
the steps of an argument have to establish (`wording.py`), and is dealt nothing: it is offered the places that were
found for a slot, several of one document where it is long, less the sentences that its syllogism has read, and fills
the slot in one act (`author.py`). What stays empty is offered once more, with what the writer would look for and what
was shown for other slots, and is narrowed to what was found where that shows a part of it (`narrow.py`). Where no act
of it counts, the chain above takes its place.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from foam.argument.tree import IMPACT, Allotted
from foam.case.chain import Declarations, list_earlier
from foam.case.fill import TRIES, SlotSearch, Writing, fill_slot, write_out_slot
from foam.case.narrow import find_partial, narrow_slot
from foam.case.own.fit import drop_copies
from foam.case.plan import COUNTERPLAN, COUNTERPLAN_TEXT
from foam.case.questions import card_question
from foam.case.search import (
    NONE_WRITTEN,
    EvidenceFile,
    WrittenSearches,
    choose_searches,
    look_ahead,
    open_file,
    pick_new,
    search_more,
    search_slot,
)
from foam.case.seek import describe_need, fill_words, find_point
from foam.case.values import Slot
from foam.case.wording import word_slots
from foam.evidence.search.words import stem_words
from foam.job.answers import read_choice
from foam.job.clerk import read_answer
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.model.question import Option
from foam.record.entry import Entry, PointerInput
from foam.text.pointer import Pointer

_CLOSE = 3
"""Of so many next-best sources the one is dealt that was used least."""
_BORROWED = 6
"""Places that were shown for other slots and that an empty one is offered in the end."""

Path = tuple[str, ...]


@dataclass(slots=True)
class _Binding:
    """What is known while slots are bound: the file, what a writer looks for, what was found, what is filled."""

    writing: Writing
    file: EvidenceFile
    declared: Declarations
    reuse: bool
    wanted: WrittenSearches = NONE_WRITTEN
    searches: dict[Path, SlotSearch] = field(default_factory=dict)
    bound: dict[Path, Slot] = field(default_factory=dict)
    total: int = 0
    """How many slots there are."""

    def tell_progress(self, slot: Slot) -> None:
        """Say which part is at work, and how many are done."""
        self.writing.session.report(slot.id, len(self.bound), self.total)

    def list_spent(self, slot: Slot) -> tuple[Pointer, ...]:
        """The sentences that the circles of a slot have read."""
        circles = set() if self.reuse else set(_find_circles(slot))
        others = [one for one in self.bound.values() if one.path != slot.path and circles & set(_find_circles(one))]
        return tuple(pointer for one in others if one.card for pointer in one.card.pointers)

    def find_before(self, slot: Slot) -> Slot | None:
        """The last step before a slot that has a card."""
        steps = list_earlier(
            slot, [*(one for one in self.bound.values() if one.path != slot.path), slot], self.declared
        )
        return next((one for one in reversed(steps) if one.card), None)


async def bind_slots(
    writing: Writing,
    leaves: Sequence[tuple[Path, Allotted]],
    *,
    reuse: bool = False,
    declared: Declarations | None = None,
) -> tuple[Slot, ...]:
    """Fill the slots that need evidence; the others come back as they are."""
    binding = _Binding(writing, open_file(writing), declared or {}, reuse)
    asked = [make_slot(path, leaf, writing) for path, leaf in leaves]
    binding.wanted = await _choose_searches(writing, asked)
    slots = await word_slots(
        writing,
        asked,
        lambda slot: look_ahead(writing, binding.file, slot, binding.wanted.by_part.get(slot.id, ())),
        binding.declared,
    )
    binding.total = len(slots)
    earlier = {slot.path: list_earlier(slot, slots, binding.declared) for slot in slots}
    while len(binding.bound) < len(slots):
        ready = (one for one in slots if one.path not in binding.bound)
        await _bind_wave(binding, [one for one in ready if all(s.path in binding.bound for s in earlier[one.path])])
    await _try_again(binding, [slot.path for slot in slots])
    return drop_copies([binding.bound[slot.path] for slot in slots])


async def _choose_searches(writing: Writing, slots: Sequence[Slot]) -> WrittenSearches:
    """What a writer wants looked up for the slots that need evidence."""
    needing = (slot for slot in slots if slot.seek and not slot.filled)
    parts = tuple(Option(id=slot.id, text=f"{slot.part}: {slot.point}") for slot in needing)
    return await choose_searches(
        writing.session,
        writing.seat,
        depend_on("position", writing.position.entry),
        question=writing.resolution,
        plan=writing.position.text,
        parts=parts,
    )


async def _bind_wave(binding: _Binding, wave: Sequence[Slot]) -> None:
    """Slots that wait for no other: all are searched and ordered, the sources are dealt, and each tries its own."""
    writing, wanted = binding.writing, binding.wanted
    befores = [binding.find_before(slot) for slot in wave]
    found = [
        search_slot(writing, binding.file, slot, before, wanted.by_part.get(slot.id, ()), *wanted.entries)
        for slot, before in zip(wave, befores, strict=True)
    ]
    if writing.author.speaks:
        binding.searches |= {one.slot.path: one for one in found}
        await _write_slots(binding, found)
        return
    ordered = (_order_sources(writing, one, before) for one, before in zip(found, befores, strict=True))
    searches = await asyncio.gather(*ordered)
    binding.searches |= {one.slot.path: one for one in searches}
    bound = list(binding.bound.values())
    spent = Counter(slot.card.document for slot in bound if slot.card)
    wishes = [_list_wishes(writing, search, bound, reuse=binding.reuse) for search in searches]
    if binding.reuse:
        hands = [sources[:TRIES] for sources in wishes]
    else:
        stakes = [search.stake for search in searches]
        hands = deal_sources(wishes, [_find_circles(slot) for slot in wave], stakes, spent=spent)
    filled = (
        fill_slot(writing, search, hand, before) for search, hand, before in zip(searches, hands, befores, strict=True)
    )
    binding.bound |= {slot.path: slot for slot in await asyncio.gather(*filled)}


async def _write_slots(binding: _Binding, searches: Sequence[SlotSearch]) -> None:
    """Slots in a writer's words. Each sees all that was found for it, less the sentences that its circles have read:
    those that share a circle are therefore written one after another, the others at once."""

    async def write_row(row: Sequence[int]) -> None:
        for search in (searches[at] for at in row):
            before, spent = binding.find_before(search.slot), binding.list_spent(search.slot)
            fresh_first = _put_new_first(binding.writing, search, spent)
            binding.tell_progress(search.slot)
            made = await write_out_slot(binding.writing, fresh_first, before, binding.declared, spent)
            binding.bound[made.path] = made

    circles = [() if binding.reuse else _find_circles(search.slot) for search in searches]
    await asyncio.gather(*map(write_row, group_by_circles(circles)))


def _put_new_first(writing: Writing, search: SlotSearch, spent: Collection[Pointer]) -> SlotSearch:
    """The search with sources in front that neither the slot's circles nor the speeches before have read."""
    read = {pointer.document for pointer in spent}
    ordered = sorted(
        search.sources, key=lambda one: (one.pointer.document in read, one.pointer.document in writing.read)
    )
    return SlotSearch(search.slot, tuple(ordered), search.entries, search.stake)


async def _try_again(binding: _Binding, paths: Sequence[Path]) -> None:
    """Slots that stayed empty, once more.

    A writer is offered what it would look for and what was shown for other slots; a slot of which every source was
    spent by others is asked over what these have left of it.
    """
    empty = [binding.bound[path] for path in paths if binding.bound[path].seek and not binding.bound[path].filled]
    if binding.writing.author.speaks:
        more = [_search_again(binding, slot) for slot in empty if "act" in slot.entries or find_partial(slot)]
        await _write_slots(binding, [search for search in more if search.sources])
        await _narrow(binding, [slot.path for slot in empty])
        return
    for slot in (one for one in empty if not one.refused):
        search, spent = binding.searches[slot.path], binding.list_spent(slot)
        hand = list(dict.fromkeys(passage.pointer.document for passage in search.sources))[:TRIES]
        made = await fill_slot(binding.writing, search, hand, binding.find_before(slot), spent=spent)
        binding.bound[made.path] = made


async def _narrow(binding: _Binding, paths: Sequence[Path]) -> None:
    """Slots that are still empty, for less: one after another, since each is worded beside the others."""
    for path in paths:
        slot = binding.bound[path]
        if slot.filled:
            continue
        siblings = [one for one in binding.bound.values() if one.path[:-1] == path[:-1] and one.seek]
        search = SlotSearch(slot, binding.searches[path].sources, binding.searches[path].entries)
        narrowed = await narrow_slot(binding.writing, search, siblings, binding.declared)
        if narrowed is not None:
            before, spent = binding.find_before(slot), binding.list_spent(slot)
            made = await write_out_slot(binding.writing, narrowed, before, binding.declared, spent)
            if made.filled:
                binding.bound[path] = made


def _search_again(binding: _Binding, slot: Slot) -> SlotSearch:
    """What an empty slot is shown once more: the places that establish it in part, and what it was not shown, which is
    what the writer would look for and what was found for others, the likest first."""
    first = binding.searches[slot.path]
    more = search_more(binding.writing, binding.file, SlotSearch(slot, first.sources, first.entries))
    shown = (*first.sources, *more.sources)
    others = [one for path, search in binding.searches.items() if path != slot.path for one in search.sources]
    sought = set(stem_words(f"{slot.point} {slot.look_for}"))
    likest = sorted(others, key=lambda one: -len(sought & set(stem_words(one.text))))
    borrowed = pick_new(likest, shown, binding.file.read, _BORROWED, several=True, of_one=_BORROWED)
    partial = {one.document for one in slot.refused if one.may_serve}
    again = (one for one in first.sources if one.pointer.document in partial)
    return SlotSearch(more.slot, (*again, *more.sources, *borrowed), more.entries)


def group_by_circles(circles: Sequence[Collection[str]]) -> list[list[int]]:
    """Places in rows, so that two which share a circle stand in the same row, in their order."""
    rows: list[tuple[set[str], list[int]]] = []
    for at, own in enumerate(circles):
        met = [row for row in rows if row[0] & set(own)]
        rows = [row for row in rows if row not in met]
        joined = {circle for known, _ in met for circle in known}
        rows.append((joined | set(own), sorted([*(place for _, places in met for place in places), at])))
    return [places for _, places in rows]


def _list_wishes(writing: Writing, search: SlotSearch, bound: Sequence[Slot], *, reuse: bool) -> list[str]:
    """The sources in the order in which a slot wants them: new ones first, and none that its circles have spent."""
    circles = set(_find_circles(search.slot))
    read = [(slot, slot.card) for slot in bound if slot.card]
    spent = {card.document for slot, card in read if card.work or circles & set(_find_circles(slot))}
    found = [passage.pointer.document for passage in search.sources]
    free = [source for source in found if reuse or source not in spent]
    return sorted(free, key=lambda source: source in writing.read)


def make_slot(path: tuple[str, ...], leaf: Allotted, writing: Writing) -> Slot:
    """The slot of a leaf, with what it has to establish in the plan's own words, and what it answers in theirs."""
    node = leaf.node
    said = {"plan": writing.position.text, "resolution": writing.resolution}
    instead = writing.counterplan if node.syllogism == COUNTERPLAN else None
    slot = Slot(
        id=node.id,
        path=path,
        title=node.title,
        syllogism=node.syllogism,
        component=node.component,
        words=leaf.words,
        seek=describe_need(node.seek, **said, instead=instead.text if instead else ""),
        point=fill_words(find_point(node.seek), **said),
        answers=node.answers,
        extends=node.extends,
        against=writing.heard.get(node.answers, ""),
    )
    if instead is None or node.component != COUNTERPLAN_TEXT:
        return slot
    update = {"analytic": instead.text, "voice": instead.voice, "entries": {"counterplan": instead.entry}}
    return slot.model_copy(update=update)


def deal_sources(
    wishes: Sequence[Sequence[str]],
    circles: Sequence[Collection[str]],
    stakes: Sequence[float],
    *,
    tries: int = TRIES,
    spent: Counter[str] | None = None,
) -> list[list[str]]:
    """Sources for each slot, in rounds: who has most to lose chooses first, and so on in speaking order.

    Of what a slot wants most the least used is dealt (`spent` says how often before), and none twice within a circle.
    """
    hands: list[list[str]] = [[] for _ in wishes]
    spent = Counter(spent)
    taken: defaultdict[str, set[str]] = defaultdict(set)
    for _ in range(tries):
        for at in sorted(range(len(wishes)), key=lambda at: -stakes[at]):
            gone = {source for circle in circles[at] for source in taken[circle]}
            free = [source for source in wishes[at] if source not in gone]
            if free:
                best = min(free[:_CLOSE], key=lambda source: spent[source])
                hands[at].append(best)
                spent[best] += 1
                for circle in circles[at]:
                    taken[circle].add(best)
    return hands


def _find_circles(slot: Slot) -> tuple[str, ...]:
    """Slots that must not spend one source twice: those of a syllogism, and the impacts of a speech."""
    return (slot.group, f"every {IMPACT}") if slot.component == IMPACT else (slot.group,)


def _describe_need(slot: Slot, before: Slot | None) -> str:
    """What a slot has to establish, and what it has to follow from."""
    return f"{slot.seek} It has to follow from this: {before.card.tag}" if before and before.card else slot.seek


async def _order_sources(writing: Writing, search: SlotSearch, before: Slot | None) -> SlotSearch:
    """The sources in the order in which the seat would use them."""
    if len(search.sources) < 2:
        return search
    named = {f"c{n}": passage for n, passage in enumerate(search.sources, start=1)}
    options = tuple(Option(id=document_id, text=passage.text) for document_id, passage in named.items())
    pointers = [PointerInput(role=document_id, pointer=passage.pointer) for document_id, passage in named.items()]
    slot = search.slot
    question = card_question(
        writing.session.prompts,
        part=slot.part,
        plan=writing.position.text,
        seek=_describe_need(slot, before),
        statement=slot.against or slot.point,
        answers=bool(slot.against),
        options=options,
    )
    entry = await writing.session.clerk.ask("card", question, *search.entries, *pointers, depend_on_seat(writing.seat))
    return SlotSearch(
        slot.model_copy(update={"entries": {"card": entry.key}}),
        tuple(named[document_id] for document_id in read_choice(entry)),
        (depend_on("card", entry),),
        _measure_stake(entry),
    )


def _measure_stake(entry: Entry) -> float:
    """How far the first source stands before the second; 0 where no figures are given."""
    first, second, *_ = sorted(read_answer(entry).detail.values(), reverse=True) or (0.0, 0.0)
    return first - second
