"""Phase four: bind every slot to sentences. A model orders sources and names sentence ids; code assembles the words.

    searches ── sources ── card (an order) ── dealt ── sentences (at most five) ── slot ── tag ── alignment, coherence

Searches widen in three levels: the slot's own words, its title with the plan, and both without the seat's epistemic
policy. Sources that are not about the plan or are filed under the other side are left out. Slots ask at once, in waves:
a step of a chain waits for the step before it, whose words it looks for, too. Code deals the sources of a wave, so that
no syllogism spends one twice (unless the template lets it). A slot tries the sources it was dealt one after another,
until one establishes it and follows from the step before; when none establishes it, it stays empty and says what was
looked for. Nothing is invented.

A seat whose model writes is dealt nothing: it is offered all that was found for a slot, less what its syllogism has
spent, and fills the slot in one act (`author.py`). Where no act of it counts, the chain above takes its place.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, partial

from foam.argument.tree import IMPACT, Allotted
from foam.case.chain import Declarations, list_earlier
from foam.case.cut import read_source
from foam.case.fill import TRIES, SlotSearch, Writing, fill_slot, write_out_slot
from foam.case.plan import COUNTERPLAN, COUNTERPLAN_TEXT
from foam.case.questions import card_question
from foam.case.seek import describe_need, fill_words, find_point
from foam.case.values import Slot
from foam.evidence.corpus import OPEN, Passage
from foam.evidence.document import Document
from foam.job.answers import read_choice
from foam.job.clerk import read_answer
from foam.job.retrieval import Candidates, depend_on, retrieve
from foam.job.session import depend_on_seat
from foam.model.question import Option
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import Entry, EntryInput, PointerInput

SOURCES = 8
"""Sources offered per slot."""
_OF_ONE = 4
"""Of these, how many one search may give: the point alone and with the plan find different ones."""
_OFFERED = 8
"""Sources that a writer is offered for a slot at once."""
_CLOSE = 3
"""Of so many next-best sources the one is dealt that was used least."""
_FOUND = 60
"""Sentences looked at per search."""
_COUNTER = 6
"""Sentences looked for against an argument: a judge reads ten times as many, which is what answering costs."""


_NEAR = 200
"""Sentences that tell which part of the library is about the plan."""
_NEAREST = 8
"""Of these, the ones whose documents name the topic."""


@dataclass(frozen=True, slots=True)
class _File:
    """The part of the library that is about the plan."""

    documents: frozenset[str]
    topics: frozenset[str]
    entries: tuple[EntryInput, ...]
    side: str
    read: Callable[[str], Document]

    def holds(self, document_id: str) -> bool:
        """Whether a document is about the plan, by the topic it is filed under or because it is near, and may speak for
        this side: one that is filed under the other may not."""
        facets = self.read(document_id).facets
        near = facets.topic in self.topics if facets.topic and self.topics else document_id in self.documents
        return near and facets.side in ("", self.side)


async def bind_slots(
    writing: Writing,
    leaves: Sequence[tuple[tuple[str, ...], Allotted]],
    *,
    reuse: bool = False,
    declared: Declarations | None = None,
) -> tuple[Slot, ...]:
    """Fill the slots that need evidence; the others come back as they are."""
    file = _open_file(writing)
    slots = [make_slot(path, leaf, writing) for path, leaf in leaves]
    earlier = {slot.path: list_earlier(slot, slots, declared or {}) for slot in slots}
    bound: dict[tuple[str, ...], Slot] = {}
    while len(bound) < len(slots):
        ready = (one for one in slots if one.path not in bound)
        wave = [one for one in ready if all(step.path in bound for step in earlier[one.path])]
        filled = await _bind_wave(writing, file, wave, list(bound.values()), reuse=reuse, declared=declared or {})
        bound |= {slot.path: slot for slot in filled}
    return tuple(bound[slot.path] for slot in slots)


async def _bind_wave(
    writing: Writing, file: _File, wave: Sequence[Slot], bound: Sequence[Slot], *, reuse: bool, declared: Declarations
) -> list[Slot]:
    """Slots that wait for no other: all are searched and ordered, the sources are dealt, and each tries its own."""
    befores = [_find_before(slot, bound, declared) for slot in wave]
    found = [_search_slot(writing, file, slot, before) for slot, before in zip(wave, befores, strict=True)]
    if writing.author.speaks:
        return await _write_wave(writing, found, befores, bound, reuse=reuse, declared=declared)
    ordered = (_order_sources(writing, one, before) for one, before in zip(found, befores, strict=True))
    searches = await asyncio.gather(*ordered)
    spent = Counter(slot.card.document for slot in bound if slot.card)
    wishes = [_list_wishes(writing, search, bound, reuse=reuse) for search in searches]
    if reuse:
        hands = [sources[:TRIES] for sources in wishes]
    else:
        stakes = [search.stake for search in searches]
        hands = deal_sources(wishes, [_find_circles(slot) for slot in wave], stakes, spent=spent)
    filled = (
        fill_slot(writing, search, hand, before) for search, hand, before in zip(searches, hands, befores, strict=True)
    )
    return list(await asyncio.gather(*filled))


async def _write_wave(
    writing: Writing,
    searches: Sequence[SlotSearch],
    befores: Sequence[Slot | None],
    bound: Sequence[Slot],
    *,
    reuse: bool,
    declared: Declarations,
) -> list[Slot]:
    """Slots in a writer's words. Each sees all that was found for it, less what its circles have spent: those that
    share a circle are therefore written one after another, the others at once."""
    written: dict[int, Slot] = {}

    async def write_row(row: Sequence[int]) -> None:
        for at in row:
            wishes = _list_wishes(writing, searches[at], [*bound, *written.values()], reuse=reuse)
            written[at] = await write_out_slot(writing, searches[at], wishes[:_OFFERED], befores[at], declared)

    circles = [() if reuse else _find_circles(search.slot) for search in searches]
    await asyncio.gather(*map(write_row, group_by_circles(circles)))
    return [written[at] for at in range(len(searches))]


def group_by_circles(circles: Sequence[Collection[str]]) -> list[list[int]]:
    """Places in rows, so that two which share a circle stand in the same row, in their order."""
    rows: list[tuple[set[str], list[int]]] = []
    for at, own in enumerate(circles):
        met = [row for row in rows if row[0] & set(own)]
        rows = [row for row in rows if row not in met]
        joined = {circle for known, _ in met for circle in known}
        rows.append((joined | set(own), sorted([*(place for _, places in met for place in places), at])))
    return [places for _, places in rows]


def _find_before(slot: Slot, bound: Sequence[Slot], declared: Declarations) -> Slot | None:
    """The last step before a slot that has a card."""
    steps = list_earlier(slot, [*bound, slot], declared)
    return next((one for one in reversed(steps) if one.card), None)


def _list_wishes(writing: Writing, search: SlotSearch, bound: Sequence[Slot], *, reuse: bool) -> list[str]:
    """The sources in the order in which a slot wants them: new ones first, and none that its circles have spent."""
    circles = set(_find_circles(search.slot))
    spent = {slot.card.document for slot in bound if slot.card and circles & set(_find_circles(slot))}
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


def _open_file(writing: Writing) -> _File:
    """What is about the plan: everything near it, and the topic that the nearest documents are filed under."""
    read = cache(partial(read_source, writing.session))
    near = _find(writing, writing.position.text, OPEN, limit=_NEAR)
    nearest = [read(passage.pointer.document).facets.topic for passage in near.passages[:_NEAREST]]
    common = Counter(topic for topic in nearest if topic).most_common(1)
    rests_on = writing.pressed.grounds if writing.pressed else ()
    return _File(
        documents=frozenset(passage.pointer.document for passage in (*near.passages, *rests_on)),
        topics=frozenset(topic for topic, _ in common),
        entries=(
            depend_on("file", near.entry),
            *((depend_on("plan", writing.pressed.entry),) if writing.pressed else ()),
        ),
        side="aff" if writing.position.direction == "affirmed" else "neg",
        read=read,
    )


def _search_slot(writing: Writing, file: _File, slot: Slot, before: Slot | None) -> SlotSearch:
    """Search in widening levels until enough sources are found."""
    if not slot.seek or slot.filled:
        return SlotSearch(slot, (), ())
    best: dict[str, Passage] = {}
    entries = [*file.entries]
    searched: list[str] = []
    for query, policy, against in _list_searches(slot, writing, before):
        if len(best) >= SOURCES:
            break
        found = _find(writing, query, policy, limit=_COUNTER if against else _FOUND, against=against)
        most = min(SOURCES, len(best) + _OF_ONE)
        for passage in found.passages:
            if len(best) < most and passage.pointer.document not in best and file.holds(passage.pointer.document):
                best[passage.pointer.document] = passage
        entries.append(depend_on("candidates", found.entry))
        searched.append(query)
    searched_slot = slot.model_copy(update={"searched": tuple(dict.fromkeys(searched))})
    return SlotSearch(searched_slot, tuple(best.values()), tuple(entries))


def _find(writing: Writing, query: str, policy: EpistemicPolicy, *, limit: int, against: bool = False) -> Candidates:
    position = depend_on("position", writing.position.entry)
    session = writing.session
    return retrieve(session.clerk, session.corpus, query, position, limit=limit, policy=policy, against=against)


def _list_searches(slot: Slot, writing: Writing, before: Slot | None) -> list[tuple[str, EpistemicPolicy, bool]]:
    """What is looked for, level by level: what speaks against the argument that is answered, the slot's point (with the
    step before it, and alone), all of its words, its title with the plan, and that without the seat's policy."""
    wider = f"{slot.title}: {writing.position.text}"
    followed = [f"{slot.point} {before.card.tag}"] if before and before.card else []
    queries = [(query, False) for query in (*followed, slot.point, slot.seek, wider)]
    wordings = [*([(slot.against, True)] if slot.against else []), *queries]
    levels = [(query, policy, against) for policy in (writing.seat.policy, OPEN) for query, against in wordings]
    return list(dict.fromkeys(levels))


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
