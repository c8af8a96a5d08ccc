"""Phase four: bind every slot to sentences. A model orders sources and names sentence ids; code assembles the words.

    searches ── sources ── card (an order) ── dealt ── sentences (at most five ids) ── tag ── alignment, coherence

Searches widen in three levels: the slot's own words, its title with the plan, and both without the seat's epistemic
policy. Sources that are not about the plan or are filed under the other side are left out. All slots ask at once; then
code deals the sources in speaking order, so that no syllogism spends one twice (unless the template lets it). A slot
tries the sources it was dealt one after another; when none serves it stays empty, and says what was looked for.
Nothing is invented.
"""

from __future__ import annotations

import asyncio
import string
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from foam.argument.tree import Allotted
from foam.case.cut import cut, source_of
from foam.case.questions import card_question
from foam.case.values import Card, Slot
from foam.deliberation.passage import OPEN, Offered, Passage, after, retrieve
from foam.deliberation.position import Position
from foam.deliberation.questions import CONTRADICTS
from foam.deliberation.reading import chosen
from foam.deliberation.room import Room, seen_from
from foam.evidence.document import Document
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import EntryInput, PointerInput

SOURCES = 8
"""Sources offered per slot."""
TRIES = 3
"""Sources a slot may try."""
_USES = 2
"""Syllogisms that may use a source before another is tried first."""
_FOUND = 60
"""Sentences looked at per search."""


_NEAR = 200
"""Sentences that tell which part of the library is about the plan."""
_NEAREST = 8
"""Of these, the ones whose documents name the topic."""


@dataclass(frozen=True, slots=True)
class Writing:
    """What every step of binding shares."""

    room: Room
    seat: Perspective
    position: Position


@dataclass(frozen=True, slots=True)
class _File:
    """The part of the library that is about the plan."""

    documents: frozenset[str]
    topics: frozenset[str]
    entry: EntryInput
    side: str
    read: Callable[[str], Document]

    def holds(self, id: str) -> bool:
        """Whether a document is about the plan, by the topic it is filed under or because it is near, and may speak for
        this side: one that is filed under the other may not."""
        facets = self.read(id).facets
        near = facets.topic in self.topics if facets.topic and self.topics else id in self.documents
        return near and facets.side in ("", self.side)


@dataclass(frozen=True, slots=True)
class _Sought:
    """A slot, and the sources found for it: the best sentence of each."""

    slot: Slot
    sources: tuple[Passage, ...]
    entries: tuple[EntryInput, ...]


async def bind(
    writing: Writing, leaves: Sequence[tuple[tuple[str, ...], Allotted]], *, reuse: bool = False
) -> tuple[Slot, ...]:
    """Fill the slots that need evidence; the others come back as they are."""
    file = _file(writing)
    sought = [_sought(writing, file, empty_slot(path, leaf, writing.position)) for path, leaf in leaves]
    ordered = await asyncio.gather(*(_ordered(writing, one) for one in sought))
    wanted = [[passage.pointer.document for passage in one.sources] for one in ordered]
    hands = [each[:TRIES] for each in wanted] if reuse else deal(wanted, [one.slot.group for one in sought])
    return tuple(await asyncio.gather(*(_filled(writing, one, hand) for one, hand in zip(ordered, hands, strict=True))))


def empty_slot(path: tuple[str, ...], leaf: Allotted, position: Position) -> Slot:
    """The slot of a leaf, with what it has to establish in the plan's own words."""
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
    )


def deal(ordered: Sequence[Sequence[str]], groups: Sequence[str], *, tries: int = TRIES) -> list[list[str]]:
    """Sources for each slot, in rounds by speaking order: little used ones first, and none twice in one syllogism."""
    hands: list[list[str]] = [[] for _ in ordered]
    spent: Counter[str] = Counter()
    in_group: dict[str, set[str]] = {group: set() for group in groups}
    for _ in range(tries):
        for wanted, group, hand in zip(ordered, groups, hands, strict=True):
            free = [source for source in wanted if source not in in_group[group]]
            best = next((source for source in free if spent[source] < _USES), next(iter(free), None))
            if best is not None:
                hand.append(best)
                spent[best] += 1
                in_group[group].add(best)
    return hands


def _file(writing: Writing) -> _File:
    """What is about the plan: everything near it, and the topic that the nearest documents are filed under."""
    read = cache(partial(source_of, writing.room))
    near = _find(writing, writing.position.text, OPEN, limit=_NEAR)
    nearest = [read(passage.pointer.document).facets.topic for passage in near.passages[:_NEAREST]]
    common = Counter(topic for topic in nearest if topic).most_common(1)
    return _File(
        documents=frozenset(passage.pointer.document for passage in near.passages),
        topics=frozenset(topic for topic, _ in common),
        entry=after("file", near.entry),
        side="aff" if writing.position.direction == "affirmed" else "neg",
        read=read,
    )


def _sought(writing: Writing, file: _File, slot: Slot) -> _Sought:
    """Search in widening levels until enough sources are found."""
    if not slot.seek:
        return _Sought(slot, (), ())
    best: dict[str, Passage] = {}
    entries = [file.entry]
    searched: list[str] = []
    for query, policy in _searches(slot, writing):
        if len(best) >= SOURCES:
            break
        found = _find(writing, query, policy, limit=_FOUND)
        for passage in found.passages:
            if len(best) < SOURCES and passage.pointer.document not in best and file.holds(passage.pointer.document):
                best[passage.pointer.document] = passage
        entries.append(after("candidates", found.entry))
        searched.append(query)
    looked = slot.model_copy(update={"searched": tuple(dict.fromkeys(searched))})
    return _Sought(looked, tuple(best.values()), tuple(entries))


def _find(writing: Writing, query: str, policy: EpistemicPolicy, *, limit: int) -> Offered:
    position = after("position", writing.position.entry)
    return retrieve(writing.room.clerk, writing.room.corpus, query, position, limit=limit, policy=policy)


def _searches(slot: Slot, writing: Writing) -> list[tuple[str, EpistemicPolicy]]:
    wider = f"{slot.title}: {writing.position.text}"
    policy = writing.seat.policy
    levels = [(slot.seek, policy), (wider, policy), (slot.seek, OPEN), (wider, OPEN)]
    return list(dict.fromkeys(levels)) if policy != OPEN else levels[:2]


async def _ordered(writing: Writing, sought: _Sought) -> _Sought:
    """The sources in the order in which the seat would use them."""
    if len(sought.sources) < 2:
        return sought
    named = {f"c{n}": passage for n, passage in enumerate(sought.sources, start=1)}
    offered = tuple(Option(id=id, text=passage.text) for id, passage in named.items())
    pointers = [PointerInput(role=id, pointer=passage.pointer) for id, passage in named.items()]
    slot = sought.slot
    question = card_question(
        writing.room.prompts, part=part_of(slot), plan=writing.position.text, seek=slot.seek, offered=offered
    )
    entry = await writing.room.clerk.ask("card", question, *sought.entries, *pointers, seen_from(writing.seat))
    return _Sought(
        slot.model_copy(update={"entries": {"card": entry.key}}),
        tuple(named[id] for id in chosen(entry)),
        (after("card", entry),),
    )


async def _filled(writing: Writing, sought: _Sought, hand: Sequence[str]) -> Slot:
    """The first source of the hand that serves; else the last that merely contradicts the seat; else an empty slot."""
    kept: Card | None = None
    for document in hand:
        card = await cut(writing.room, writing.seat, writing.position.text, sought.slot, document, sought.entries)
        kept = card or kept
        if card and card.coherence != CONTRADICTS:
            break
    return sought.slot.model_copy(update={"card": kept})


def part_of(slot: Slot) -> str:
    """A slot as a model reads of it."""
    return f"{slot.syllogism.replace('_', ' ')}, {slot.title}"
