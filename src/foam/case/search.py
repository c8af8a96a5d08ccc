"""What is looked for, for each part of a speech, and which part of the library may speak to it.

Searches widen: what speaks against the argument that is answered, the part's point, all of its words, its title with
the plan, and all that without the seat's epistemic policy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from foam.case.author import Writing
from foam.case.cut import read_source
from foam.case.own.cards import is_debaters
from foam.case.values import Slot
from foam.evidence.corpus import OPEN
from foam.evidence.document import Document
from foam.evidence.marked import is_whole_card
from foam.job.retrieval import Candidates, depend_on, retrieve
from foam.perspective.policy import EpistemicPolicy

_PLACES = 12
"""Sentences that are found for a part."""
_OF_ONE = 4
"""Of these, how many one search may give."""
_FOUND, _COUNTER = 60, 6
"""Sentences looked at per search; fewer where it looks for what speaks against something, since a judge reads them."""
_NEAR, _NEAREST = 200, 8
"""Sentences that tell which part of the library is about the plan, and those whose documents name the topic."""


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """The part of the library that is about the plan."""

    documents: frozenset[str]
    topics: frozenset[str]
    side: str
    read: Callable[[str], Document]

    def holds(self, document_id: str) -> bool:
        """Whether a document is about the plan, by the topic it is filed under or because it is near, and may speak for
        this side: one that is filed under the other may not."""
        document = self.read(document_id)
        if is_debaters(document) and not is_whole_card(document):
            return False  # words without a source are no evidence
        facets = document.facets
        filed = facets.topic in self.topics if facets.topic and self.topics else document_id in self.documents
        return filed and facets.side in ("", self.side)


def open_file(writing: Writing) -> EvidenceFile:
    """What is about the plan: everything near it, and the topic that the nearest documents are filed under."""
    read = cache(partial(read_source, writing.session))
    near = _find(writing, writing.position.text, OPEN, limit=_NEAR)
    nearest = [read(passage.pointer.document).facets.topic for passage in near.passages[:_NEAREST]]
    common = Counter(topic for topic in nearest if topic).most_common(1)
    return EvidenceFile(
        documents=frozenset(passage.pointer.document for passage in (*near.passages, *writing.grounds)),
        topics=frozenset(topic for topic, _ in common),
        side="aff" if writing.position.direction == "affirmed" else "neg",
        read=read,
    )


def search_slot(writing: Writing, file: EvidenceFile, slot: Slot) -> tuple[Slot, list[Candidates]]:
    """The part with what was looked for, and what was found, search by search, until there is enough."""
    if not slot.seek or slot.filled:
        return slot, []
    found: list[Candidates] = []
    known = set(writing.theirs)
    searched: list[str] = []
    for query, policy, against in dict.fromkeys(_list_searches(slot, writing)):
        if sum(len(one.passages) for one in found) >= _PLACES:
            break
        hits = _find(writing, query, policy, limit=_COUNTER if against else _FOUND, against=against)
        fresh = [one for one in hits.passages if one.pointer not in known and file.holds(one.pointer.document)]
        kept = tuple(fresh[:_OF_ONE])
        known |= {one.pointer for one in kept}
        searched.append(query)
        found.append(Candidates(entry=hits.entry, passages=kept))
    return slot.model_copy(update={"searched": tuple(dict.fromkeys((*slot.searched, *searched)))}), found


def _list_searches(slot: Slot, writing: Writing) -> Iterator[tuple[str, EpistemicPolicy, bool]]:
    """What is looked for, level by level."""
    wanted = (slot.look_for, slot.point, slot.seek, f"{slot.title}: {writing.position.text}")
    theirs: Sequence[str] = (slot.against, *slot.meets.splitlines())
    for policy in (writing.author.seat.policy, OPEN):
        yield from ((said, policy, True) for said in theirs if said)
        yield from ((query, policy, False) for query in wanted if query)


def _find(writing: Writing, query: str, policy: EpistemicPolicy, *, limit: int, against: bool = False) -> Candidates:
    position = depend_on("position", writing.position.entry)
    session = writing.session
    return retrieve(session.clerk, session.corpus, query, position, limit=limit, policy=policy, against=against)
