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
was shown for other slots, and is narrowed to what was found where that shows a part of it (`narrow.py`). A step that
others go on from is narrowed at once and settled before they are written. Where no act of it counts, the chain above
takes its place.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from foam.argument.outline import Allotted
from foam.case.analytics import is_analytic
from foam.case.binding import Binding, Path
from foam.case.chain import Declarations, list_earlier
from foam.case.deal import TRIES, deal_sources, find_circles, group_by_circles, pick_first
from foam.case.denied import show_once, show_theirs
from foam.case.earlier import judge_stale
from foam.case.fill import SlotSearch, Writing, describe_before, fill_slot, write_out_slot
from foam.case.fit import shorten_slots
from foam.case.narrow import list_partial, narrow_slot
from foam.case.offer import MOST_OFFERED, MOST_WORDED, find_leaned_on
from foam.case.order import list_wishes, order_sources
from foam.case.own.fit import drop_copies
from foam.case.purpose import describe_place
from foam.case.replan import PlanDesk, is_plan, judge_for_plan
from foam.case.reword import Rewording, choose_reworded, describe_failure, reword_slot
from foam.case.reworded import describe_unchanged
from foam.case.search import (
    WrittenSearches,
    choose_searches,
    look_ahead,
    open_file,
    pick_new,
    search_more,
    search_slot,
)
from foam.case.slots import make_slot
from foam.case.task import THEIR_ARGUMENT
from foam.case.turned import mend_turned
from foam.case.values import Slot
from foam.case.wording import is_worded, word_slots
from foam.evidence.corpus import Passage
from foam.evidence.search.words import stem_words
from foam.job.retrieval import depend_on
from foam.model.question import Option
from foam.text.pointer import Pointer

_NEAR = 3
"""Sentences on either side of one that was withheld whose place is shown again with it."""
_BORROWED = 6
"""Places that were shown for other slots and that an empty one is offered in the end."""


async def bind_slots(
    writing: Writing,
    leaves: Sequence[tuple[Path, Allotted]],
    *,
    reuse: bool = False,
    declared: Declarations | None = None,
    reword: Sequence[Rewording] = (),
    whole: bool = False,
    most: int = 0,
    replan: PlanDesk | None = None,
) -> tuple[Slot, ...]:
    """Fill the slots that need evidence; the others come back as they are. Of a `whole` speech it is then asked which
    card the other side would read against it, and what makes it longer than `most` words is shortened. Each of `reword`
    has some worded anew after that, and filled again: what was written and mended before it stands, and only of what is
    read since is asked whether it is turned. Where it
    names the plan, `replan` puts that anew first, and all is judged for it."""
    binding = Binding(writing, open_file(writing), declared or {}, reuse, replan=replan)
    if writing.author.speaks:
        binding.analytic = frozenset(leaf.node.id for _, leaf in leaves if is_analytic(leaf.node))
    asked = [show_theirs(writing, make_slot(path, leaf, writing)) for path, leaf in leaves]
    binding.wanted = await _choose_searches(writing, asked, binding.declared)
    worded = await word_slots(
        writing,
        asked,
        {path for path, leaf in leaves if is_worded(leaf.node)},
        lambda slot: look_ahead(writing, binding.file, slot, binding.wanted.by_part.get(slot.id, ())),
        binding.declared,
    )
    slots = [show_theirs(writing, slot) for slot in worded.slots]
    binding.slots, binding.rests_on = slots, worded.rests_on
    earlier = {slot.path: list_earlier(slot, slots, binding.declared) for slot in slots}
    followed = {one.path for steps in earlier.values() for one in steps}
    while len(binding.bound) < len(slots):
        waiting = (one for one in binding.slots if one.path not in binding.bound)
        ready = [one for one in waiting if all(s.path in binding.bound for s in earlier[one.path])]
        if writing.author.speaks:
            ready = [ready[at] for at in pick_first([() if reuse else find_circles(one) for one in ready])]
        await _bind_wave(binding, ready)
        await _settle_steps(binding, [one.path for one in ready if one.path in followed])
    paths = [slot.path for slot in slots]
    await _try_again(binding, paths)
    if whole:
        await _mend_turned(binding, paths)
        await _shorten(binding, most)
    for one in reword:
        again = [*await _put_plan_anew(binding, one), *await _reword(binding, one)]
        if whole:
            await _mend_turned(binding, again)
            await _shorten(binding, most)
    settled = await judge_stale(
        writing.session, binding.writing.plan, [binding.bound[slot.path] for slot in slots], binding.declared
    )
    return drop_copies(settled)


async def _choose_searches(writing: Writing, slots: Sequence[Slot], declared: Declarations) -> WrittenSearches:
    """What a writer wants looked up for the slots that need evidence: the steps of a chain, which the template words
    nearly alike, are told apart by what each is for."""
    needing = [slot for slot in slots if slot.seek and not slot.filled]
    argued = show_once(needing)
    parts = tuple(
        Option(
            id=slot.id,
            text="\n".join(
                (
                    f"{slot.part}: {slot.point} {describe_place(slot, slots, declared)}",
                    *((THEIR_ARGUMENT, *argued[slot.id]) if slot.id in argued else ()),
                )
            ),
        )
        for slot in needing
    )
    return await choose_searches(
        writing.session, writing.author.task, depend_on("position", writing.position.entry), parts=parts
    )


async def _bind_wave(binding: Binding, wave: Sequence[Slot]) -> None:
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
    ordered = (order_sources(writing, one, before) for one, before in zip(found, befores, strict=True))
    searches = await asyncio.gather(*ordered)
    binding.searches |= {one.slot.path: one for one in searches}
    bound = list(binding.bound.values())
    spent = Counter(slot.card.document for slot in bound if slot.card)
    wishes = [list_wishes(writing, search, bound, reuse=binding.reuse) for search in searches]
    if binding.reuse:
        hands = [sources[:TRIES] for sources in wishes]
    else:
        stakes = [search.stake for search in searches]
        hands = deal_sources(wishes, [find_circles(slot) for slot in wave], stakes, spent=spent)
    filled = (
        fill_slot(writing, search, hand, before) for search, hand, before in zip(searches, hands, befores, strict=True)
    )
    binding.bound |= {slot.path: slot for slot in await asyncio.gather(*filled)}


async def _write_slots(binding: Binding, searches: Sequence[SlotSearch]) -> None:
    """Slots in a writer's words. Each sees all that was found for it, less the sentences that its circles have read:
    those that share a circle are therefore written one after another, the others at once, turn by turn."""

    async def write_one(search: SlotSearch, read: Mapping[Pointer, str], spare: int) -> None:
        fresh_first = _put_new_first(binding, search)
        binding.tell_progress(search.slot)
        made = await _write_out(binding, fresh_first, read, spare)
        binding.bound[made.path] = made

    rows = group_by_circles([() if binding.reuse else find_circles(search.slot) for search in searches])
    for turn in range(max(map(len, rows), default=0)):
        read, now = binding.list_read(), [searches[row[turn]] for row in rows if turn < len(row)]
        spare = binding.find_spare([one.slot for one in now])
        await asyncio.gather(*(write_one(one, read, words) for one, words in zip(now, spare, strict=True)))


async def _write_out(binding: Binding, search: SlotSearch, read: Mapping[Pointer, str], spare: int) -> Slot:
    """One slot in a writer's words. `read` is what was read when the slots beside it were begun, too, and `spare` what
    was left for it then: these are written at once, and what a writer is told must not depend on who is quicker."""
    before, spent = binding.find_step_before(search.slot), binding.list_spent(search.slot)
    heard = binding.list_heard(search.slot)
    binding.withheld.setdefault(search.slot.path, spent)
    said = frozenset(pointer for card in heard for pointer in card.pointers)
    ready = replace(
        search,
        spare=spare,
        slot=search.slot.model_copy(update={"after": tuple(card.shown for card in heard)}),
        read=read,
        heard=said,
        again=find_leaned_on(binding.writing.session, {*spent} - said, spent),
    )
    return await write_out_slot(binding.writing, ready, before, binding.declared, spent)


def _put_new_first(binding: Binding, search: SlotSearch) -> SlotSearch:
    """The search with the sentences in front from which the slot was worded, then sources that neither its circles nor
    the speeches before have read. Where it was worded from some, less is offered beside them the first time."""
    read = {pointer.document for pointer in binding.list_spent(search.slot)}
    heard = binding.writing.read
    own = binding.rests_on.get(search.slot.path, ())
    ordered = sorted(search.sources, key=lambda one: (one.pointer.document in read, one.pointer.document in heard))
    sources = {one.pointer: one for one in (*own, *ordered)}
    most = MOST_WORDED if own and search.slot.path not in binding.tried_again else MOST_OFFERED
    return replace(search, sources=tuple(sources.values()), most=most)


async def _settle_steps(binding: Binding, paths: Sequence[Path]) -> None:
    """Steps that a writer left empty and that others go on from, before those are written and judged.

    Where sentences show a part, the step is narrowed to that at once; what is still empty is tried again.
    """
    if binding.writing.author.speaks:
        await _narrow(binding, paths)
        await _write_again(binding, [slot.path for slot in binding.list_empty(paths)])


async def _write_again(binding: Binding, paths: Sequence[Path]) -> None:
    """Slots that a writer left empty, once: it is offered what it would look for and what was shown for other slots.
    What is empty even so is narrowed to what the sentences that were found bear out."""
    empty = [slot for slot in binding.list_empty(paths) if slot.path not in binding.tried_again]
    binding.tried_again |= {slot.path for slot in empty}
    more = [_search_again(binding, slot) for slot in empty if _may_find_more(binding, slot)]
    await _write_slots(binding, [search for search in more if search.sources])
    await _narrow(binding, [slot.path for slot in empty])


def _may_find_more(binding: Binding, slot: Slot) -> bool:
    """Whether a slot is offered to its writer once more. One that was left empty although sentences show a part of it
    is narrowed at once, unless what the writer would look for finds something it was not shown."""
    if not (slot.declined and list_partial(slot)):
        return "act" in slot.entries or bool(list_partial(slot))
    first = binding.searches[slot.path]
    return bool(search_more(binding.writing, binding.file, SlotSearch(slot, first.sources, first.entries)).sources)


async def _try_again(binding: Binding, paths: Sequence[Path]) -> None:
    """Slots that stayed empty, once more: a writer over what it would look for, else one of which every source was
    spent by others over what these have left of it."""
    if binding.writing.author.speaks:
        await _write_again(binding, paths)
        return
    for slot in (one for one in binding.list_empty(paths) if not one.refused):
        search, spent = binding.searches[slot.path], binding.list_spent(slot)
        hand = list(dict.fromkeys(passage.pointer.document for passage in search.sources))[:TRIES]
        made = await fill_slot(binding.writing, search, hand, binding.find_before(slot), spent=spent)
        binding.bound[made.path] = made


async def _narrow(binding: Binding, paths: Sequence[Path]) -> None:
    """Slots that are still empty, for less: those of one syllogism one after another, since each is worded beside the
    others."""

    async def narrow_row(row: Sequence[Path]) -> None:
        for slot in map(binding.bound.__getitem__, row):
            search = SlotSearch(slot, binding.searches[slot.path].sources, binding.searches[slot.path].entries)
            narrowed = await narrow_slot(binding.writing, search, binding.list_siblings(slot), binding.declared)
            if narrowed is not None:
                made = await _write_out(binding, narrowed.search, read, spare[slot.path])
                if made.filled:
                    binding.bound[slot.path] = made
                    binding.word_anew(narrowed.hanging)

    empty, read = binding.list_empty(paths), binding.list_read()
    rows = group_by_circles([find_circles(slot) for slot in empty])
    spare = dict(zip((slot.path for slot in empty), binding.find_spare(empty), strict=True))
    await asyncio.gather(*(narrow_row([empty[at].path for at in row]) for row in rows))


async def _put_plan_anew(binding: Binding, wanted: Rewording) -> list[Path]:
    """The plan in other words, where they are wanted, and all that is read judged for it; the paths of the cards."""
    desk, old, changed = binding.replan, binding.writing.position.text, False
    for slot in [one for one in binding.bound.values() if desk and one.id in wanted.slots and is_plan(one)]:
        assert desk is not None
        binding.bound[slot.path], changed = await desk.put_anew(slot, wanted.because)
        binding.writing = desk.writing
    if not changed:
        return []
    author, slots = binding.writing.author, list(binding.bound.values())
    befores = [describe_before(binding.find_step_before(slot)) for slot in slots]
    judged = await asyncio.gather(
        *(judge_for_plan(author, slot, old, before) for slot, before in zip(slots, befores, strict=True))
    )
    binding.word_anew(judged)
    return [slot.path for slot in judged if slot.card]


async def _reword(binding: Binding, wanted: Rewording) -> list[Path]:
    """Slots that are worded anew, one after another; one for which nothing better is found stays as it was. The paths
    of those that were written again."""
    written: list[Path] = []
    for named in choose_reworded(list(binding.bound.values()), wanted.slots, binding.unproven):
        slot = binding.bound[named.path]

        def search(worded: Slot) -> SlotSearch:
            return search_slot(binding.writing, binding.file, worded, binding.find_before(worded), ())

        siblings, offered = binding.list_siblings(slot), _list_for_wording(binding, slot, wanted.because)
        again = await reword_slot(binding.writing, slot, siblings, binding.declared, search, wanted.because, offered)
        if isinstance(again, str):
            unchanged = describe_unchanged(again, wanted.because)
            binding.bound[slot.path] = slot.model_copy(update={"unchanged": unchanged})
            continue
        made = await _write_out(binding, again, binding.list_read_elsewhere(slot), *binding.find_spare([slot]))
        if not made.filled:
            unchanged = describe_unchanged(describe_failure(made), wanted.because)
            binding.bound[slot.path] = slot.model_copy(update={"unchanged": unchanged})
            continue
        binding.searches[slot.path] = again
        binding.bound[slot.path] = made
        written.append(slot.path)
    return written


def _list_for_wording(binding: Binding, slot: Slot, because: str) -> list[Passage]:
    """Sentences on which other words of a slot may rest: what the library has for the reason that they are wanted for,
    for the words that it had and for what its writer would look for, then what it was offered before. None is read in
    its own argument."""
    queries = [one for one in (because, slot.seek, slot.look_for) if one]
    found = look_ahead(binding.writing, binding.file, slot, queries)
    before = (*binding.rests_on.get(slot.path, ()), *binding.searches[slot.path].sources)
    spent = set(binding.list_spent(slot))
    return [one for one in dict.fromkeys((*found, *before)) if one.pointer not in spent]


async def _mend_turned(binding: Binding, paths: Sequence[Path]) -> None:
    """Those of these cards that the other side would read against the speech, once more."""

    async def write_again(slot: Slot) -> Slot:
        search = replace(binding.searches[slot.path], slot=slot)
        return await _write_out(binding, search, binding.list_read_elsewhere(slot), *binding.find_spare([slot]))

    def keep(slot: Slot) -> None:
        binding.bound[slot.path] = slot

    slots = [binding.bound[slot.path] for slot in binding.slots if slot.path in paths]
    beside = [binding.bound[slot.path] for slot in binding.slots if slot.path not in paths]
    await mend_turned(binding.writing, slots, write_again, keep, beside)


async def _shorten(binding: Binding, most: int) -> None:
    """Parts that make the speech too long, once more with fewer words."""

    async def write_again(slot: Slot, spare: int) -> Slot:
        search = replace(binding.searches[slot.path], slot=slot)
        return await _write_out(binding, search, binding.list_read_elsewhere(slot), spare)

    def keep(slot: Slot) -> None:
        binding.bound[slot.path] = slot

    words = most or sum(slot.words for slot in binding.slots)
    await shorten_slots(binding.writing, binding.bound, words, write_again, keep)


def _search_again(binding: Binding, slot: Slot) -> SlotSearch:
    """What an empty slot is shown once more: the places that establish it in part, what was withheld since a part
    beside it reads it, and what it was not shown: what the writer would look for and what was found for others, the
    likest first."""
    first = binding.searches[slot.path]
    more = search_more(binding.writing, binding.file, SlotSearch(slot, first.sources, first.entries))
    shown = (*first.sources, *more.sources)
    others = [one for path, search in binding.searches.items() if path != slot.path for one in search.sources]
    sought = set(stem_words(f"{slot.point} {slot.look_for}"))
    likest = sorted(others, key=lambda one: -len(sought & set(stem_words(one.text))))
    borrowed = pick_new(likest, shown, binding.file.read, _BORROWED, several=True, of_one=_BORROWED)
    partial = {one.document for one in slot.refused if one.may_serve}
    read = {pointer for one in binding.list_beside(slot) if one.card for pointer in one.card.pointers}
    beside = read & set(binding.withheld.get(slot.path, ()))
    found = (*binding.rests_on.get(slot.path, ()), *first.sources)
    near = {(one.document, one.sentence + step) for one in beside for step in range(-_NEAR, _NEAR + 1)}
    again = [
        one for one in found if one.pointer.document in partial or (one.pointer.document, one.pointer.sentence) in near
    ]
    return SlotSearch(more.slot, (*again, *more.sources, *borrowed), more.entries)
