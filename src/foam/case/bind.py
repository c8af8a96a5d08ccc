"""Phase four: bind every slot to sentences. A model orders sources and names sentence ids; code assembles the words.

    searches ── sources ── card (an order) ── dealt ── sentences (at most five ids) ── tag ── alignment, coherence

Searches widen in three levels: the slot's own words, its title with the plan, and both without the seat's epistemic
policy. Sources that are not about the plan or are filed under the other side are left out. All slots ask at once; then
code deals the sources, so that no syllogism spends one twice (unless the template lets it). A slot tries the sources it
was dealt one after another; when none serves it stays empty, and says what was looked for. Nothing is invented.
"""

from __future__ import annotations

import asyncio
import string
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from foam.argument.tree import IMPACT, Allotted
from foam.case.cut import cut_card, find_figures, read_source
from foam.case.questions import card_question
from foam.case.values import CutCard, Slot
from foam.deliberation.position import Position
from foam.deliberation.questions import CONTRADICTS
from foam.deliberation.refine import Proposal
from foam.evidence.corpus import OPEN, Passage
from foam.evidence.document import Document
from foam.job.answers import read_choice
from foam.job.clerk import read_answer
from foam.job.retrieval import Candidates, depend_on, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import Entry, EntryInput, PointerInput

SOURCES = 8
"""Sources offered per slot."""
TRIES = 3
"""Sources a slot may try."""
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
class Writing:
    """What every step of binding shares."""

    session: Session
    seat: Perspective
    position: Position
    heard: Mapping[str, str] = field(default_factory=dict)
    """What was said before, by the id of the argument."""
    read: frozenset[str] = frozenset()
    """Documents that this side has read already: others come first."""
    pressed: Proposal | None = None
    """The plan as refinement left it: what it rests on is on file, however far the search puts it."""


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


@dataclass(frozen=True, slots=True)
class _SlotSearch:
    """A slot, and the sources found for it: the best sentence of each."""

    slot: Slot
    sources: tuple[Passage, ...]
    entries: tuple[EntryInput, ...]
    stake: float = 0.0
    """What it loses when another slot takes its first source, as far as whoever ordered them says so."""


async def bind_slots(
    writing: Writing, leaves: Sequence[tuple[tuple[str, ...], Allotted]], *, reuse: bool = False
) -> tuple[Slot, ...]:
    """Fill the slots that need evidence; the others come back as they are."""
    file = _open_file(writing)
    slots = [make_slot(path, leaf, writing.position, writing.heard) for path, leaf in leaves]
    searches = await asyncio.gather(*(_order_sources(writing, _search_slot(writing, file, slot)) for slot in slots))
    wishes = [
        sorted((passage.pointer.document for passage in search.sources), key=lambda source: source in writing.read)
        for search in searches
    ]
    if reuse:
        hands = [sources[:TRIES] for sources in wishes]
    else:
        hands = deal_sources(wishes, [_find_circles(slot) for slot in slots], [search.stake for search in searches])
    filled = (_fill_slot(writing, search, hand) for search, hand in zip(searches, hands, strict=True))
    return tuple(await asyncio.gather(*filled))


def make_slot(path: tuple[str, ...], leaf: Allotted, position: Position, heard: Mapping[str, str]) -> Slot:
    """The slot of a leaf, with what it has to establish in the plan's own words, and what it answers in theirs."""
    node = leaf.node
    seek = string.Template(node.seek).safe_substitute(plan=position.text)
    return Slot(
        id=node.id,
        path=path,
        title=node.title,
        syllogism=node.syllogism,
        component=node.component,
        words=leaf.words,
        seek=seek,
        answers=node.answers,
        extends=node.extends,
        against=heard.get(node.answers, ""),
    )


def deal_sources(
    wishes: Sequence[Sequence[str]],
    circles: Sequence[Collection[str]],
    stakes: Sequence[float],
    *,
    tries: int = TRIES,
) -> list[list[str]]:
    """Sources for each slot, in rounds: who has most to lose chooses first, and so on in speaking order.

    Of what a slot wants most the least used is dealt, and none twice within a circle.
    """
    hands: list[list[str]] = [[] for _ in wishes]
    spent: Counter[str] = Counter()
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


def _search_slot(writing: Writing, file: _File, slot: Slot) -> _SlotSearch:
    """Search in widening levels until enough sources are found."""
    if not slot.seek:
        return _SlotSearch(slot, (), ())
    best: dict[str, Passage] = {}
    entries = [*file.entries]
    searched: list[str] = []
    for query, policy, against in _list_searches(slot, writing):
        if len(best) >= SOURCES:
            break
        found = _find(writing, query, policy, limit=_COUNTER if against else _FOUND, against=against)
        for passage in found.passages:
            if len(best) < SOURCES and passage.pointer.document not in best and file.holds(passage.pointer.document):
                best[passage.pointer.document] = passage
        entries.append(depend_on("candidates", found.entry))
        searched.append(query)
    searched_slot = slot.model_copy(update={"searched": tuple(dict.fromkeys(searched))})
    return _SlotSearch(searched_slot, tuple(best.values()), tuple(entries))


def _find(writing: Writing, query: str, policy: EpistemicPolicy, *, limit: int, against: bool = False) -> Candidates:
    position = depend_on("position", writing.position.entry)
    session = writing.session
    return retrieve(session.clerk, session.corpus, query, position, limit=limit, policy=policy, against=against)


def _list_searches(slot: Slot, writing: Writing) -> list[tuple[str, EpistemicPolicy, bool]]:
    """What is looked for, level by level: what speaks against the argument that is answered, the slot's own words, its
    title with the plan, and all of it without the seat's policy."""
    wider = f"{slot.title}: {writing.position.text}"
    wordings = [*([(slot.against, True)] if slot.against else []), (slot.seek, False), (wider, False)]
    levels = [(query, policy, against) for policy in (writing.seat.policy, OPEN) for query, against in wordings]
    return list(dict.fromkeys(levels))


async def _order_sources(writing: Writing, search: _SlotSearch) -> _SlotSearch:
    """The sources in the order in which the seat would use them."""
    if len(search.sources) < 2:
        return search
    named = {f"c{n}": passage for n, passage in enumerate(search.sources, start=1)}
    options = tuple(Option(id=document_id, text=passage.text) for document_id, passage in named.items())
    pointers = [PointerInput(role=document_id, pointer=passage.pointer) for document_id, passage in named.items()]
    slot = search.slot
    question = card_question(
        writing.session.prompts,
        part=describe_part(slot),
        plan=writing.position.text,
        seek=slot.seek,
        against=slot.against,
        options=options,
    )
    entry = await writing.session.clerk.ask("card", question, *search.entries, *pointers, depend_on_seat(writing.seat))
    return _SlotSearch(
        slot.model_copy(update={"entries": {"card": entry.key}}),
        tuple(named[document_id] for document_id in read_choice(entry)),
        (depend_on("card", entry),),
        _measure_stake(entry),
    )


def _measure_stake(entry: Entry) -> float:
    """How far the first source stands before the second; 0 where no figures are given."""
    first, second, *_ = sorted(read_answer(entry).detail.values(), reverse=True) or (0.0, 0.0)
    return first - second


async def _fill_slot(writing: Writing, search: _SlotSearch, hand: Sequence[str]) -> Slot:
    """The first source of the hand that serves well; else the best of what was cut; else an empty slot."""
    cards: list[CutCard] = []
    for document in hand:
        card = await cut_card(
            writing.session, writing.seat, writing.position.text, search.slot, document, search.entries
        )
        cards += [card] if card else []
        if card and _rate_card(search.slot, card) == _FULL:
            break
    return search.slot.model_copy(
        update={"card": max(cards, key=lambda one: _rate_card(search.slot, one), default=None)}
    )


_FULL = (True, True)


def _rate_card(slot: Slot, card: CutCard) -> tuple[bool, bool]:
    """Whether a card agrees with its seat, and whether it gives a figure where one is wanted."""
    return card.coherence != CONTRADICTS, slot.component != IMPACT or bool(find_figures(card.text))


def describe_part(slot: Slot) -> str:
    """A slot as a model reads of it."""
    return f"{slot.syllogism.replace('_', ' ')}, {slot.title}"
