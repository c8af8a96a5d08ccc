"""What is looked for, for each slot, and which part of the library may speak to it.

Searches widen: the words in which a writer thinks a source says it, what speaks against the argument that is answered,
the slot's point (with the step before it, and alone), all of its words, its title with the plan, and all that without
the seat's epistemic policy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import zip_longest

from foam.case.act_questions import searches_question
from foam.case.cut import read_source
from foam.case.fill import SlotSearch, Writing
from foam.case.offer import is_near
from foam.case.own.fit import is_debaters
from foam.case.task import Task
from foam.case.values import Slot
from foam.evidence.corpus import OPEN, Passage
from foam.evidence.document import Document
from foam.evidence.marked import is_whole_card
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import Candidates, depend_on, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.model.template import Options
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import EntryInput, Input

SOURCES = 8
"""Sources offered per slot to a model that chooses."""
WINDOWS = 12
"""Places of sources that a writer is offered for a slot."""
_OF_ONE = 4
"""Of these, how many one search may give: the point alone and with the plan find different ones."""
_OF_POINT = 3
"""Of these, how many the words of the part itself give in any case."""
_OF_ONE_DOCUMENT = 3
"""Of these, how many may stand in one document."""
_FOUND = 60
"""Sentences looked at per search."""
_COUNTER = 6
"""Sentences looked for against an argument: a judge reads ten times as many, which is what answering costs."""
_NEAR = 200
"""Sentences that tell which part of the library is about the plan."""
_NEAREST = 8
"""Of these, the ones whose documents name the topic."""
_MOST_PLAN = 4
"""Sentences that a search for a part of the plan gives."""
_OF_ONE_AHEAD, _MOST_AHEAD = 2, 5
"""Sentences that one search, and all searches for a slot, give a writer who words it."""
_FEW = 6
"""Places below which a slot with searches of its own is also looked for by the words of the plan."""
PLAN_PARTS = (
    ("agent", "Who has the power to do it, and what else this body does."),
    ("mandate", "Where it is done already, how it was done there, and what was exempted."),
    ("funding", "What it costs, who pays for such things, and out of what."),
    ("enforcement", "How it is seen to that such things are done, and what happens where they are not."),
    ("advocate", "Who recommends it, or something else than what is done today, and what they recommend."),
)
"""What a plan has to say and a library may speak of."""
INSTEAD_PARTS = (
    ("instead", "What else was done for the same end, where it was done, and what came of it."),
    ("advocate", "Who recommends something else than what is asked for, and what they recommend."),
    ("reaches", "What brings about what is promised without what is asked for, and how much of it."),
    ("agent", "Who has the power to do something else, and what it costs them."),
    ("limits", "Where less than what is asked for was done, and what was kept."),
)
"""The same of what is put forward in its place."""


@dataclass(frozen=True, slots=True)
class WrittenSearches:
    """What a writer wants looked up, by the id of the part, and the decision behind it."""

    by_part: dict[str, tuple[str, ...]]
    entries: tuple[EntryInput, ...] = ()


NONE_WRITTEN = WrittenSearches({})


@dataclass(frozen=True, slots=True)
class LookedUp:
    """Sentences that a writer's searches found, and the decisions behind them."""

    passages: tuple[Passage, ...] = ()
    entries: tuple[EntryInput, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """The part of the library that is about the plan."""

    documents: frozenset[str]
    topics: frozenset[str]
    entries: tuple[EntryInput, ...]
    side: str
    read: Callable[[str], Document]

    everywhere: bool = False
    """Whether all documents count that are not filed under another topic: a writer sees for itself what is about it."""

    def holds(self, document_id: str) -> bool:
        """Whether a document is about the plan, by the topic it is filed under or because it is near, and may speak for
        this side: one that is filed under the other may not."""
        document = self.read(document_id)
        if is_debaters(document) and not is_whole_card(document):
            return False  # words without a source are no evidence
        facets = document.facets
        near = self.everywhere or document_id in self.documents
        filed = facets.topic in self.topics if facets.topic and self.topics else near
        return filed and facets.side in ("", self.side)


def open_file(writing: Writing) -> EvidenceFile:
    """What is about the plan: everything near it, and the topic that the nearest documents are filed under."""
    read = cache(partial(read_source, writing.session))
    near = _find(writing, writing.position.text, OPEN, limit=_NEAR)
    nearest = [read(passage.pointer.document).facets.topic for passage in near.passages[:_NEAREST]]
    common = Counter(topic for topic in nearest if topic).most_common(1)
    rests_on = writing.pressed.grounds if writing.pressed else ()
    return EvidenceFile(
        documents=frozenset(passage.pointer.document for passage in (*near.passages, *rests_on)),
        topics=frozenset(topic for topic, _ in common),
        entries=(
            depend_on("file", near.entry),
            *((depend_on("plan", writing.pressed.entry),) if writing.pressed else ()),
        ),
        side="aff" if writing.position.direction == "affirmed" else "neg",
        read=read,
        everywhere=writing.author.speaks,
    )


async def choose_searches(session: Session, task: Task, *given: Input, parts: Options) -> WrittenSearches:
    """What a writer wants looked up for each part, in the words that a source would use."""
    if not parts or not session.speaks("proposer"):
        return NONE_WRITTEN
    asked = searches_question(session.prompts, task=task, parts=parts)
    entry = await ask_act(session, "searches", asked, *given, depend_on_seat(task.seat), check=lambda _: ())
    if entry is None:
        return NONE_WRITTEN
    rows = read_form(entry)["searches"]
    assert isinstance(rows, tuple)
    by_part: dict[str, tuple[str, ...]] = {}
    for row in rows:
        assert isinstance(row, dict)
        part = str(row["part"])
        by_part[part] = tuple(dict.fromkeys((*by_part.get(part, ()), str(row["words"]).strip())))
    return WrittenSearches(by_part, (depend_on("searches", entry),))


async def search_for_plan(session: Session, task: Task, *given: Input, instead: bool = False) -> LookedUp:
    """Sentences on who could do it, what it costs, where it is done and how it is enforced, as a writer looks for them;
    with `instead` on what could be done in place of what the other side asks for."""
    parts = tuple(Option(id=name, text=text) for name, text in (INSTEAD_PARTS if instead else PLAN_PARTS))
    return await look_up_parts(session, task, *given, parts=parts)


async def look_up_parts(session: Session, task: Task, *given: Input, parts: Options) -> LookedUp:
    """The nearest sentences of each search that a writer makes for parts, a few of each."""
    wanted = await choose_searches(session, task, *given, parts=parts)
    found = [
        retrieve(session.clerk, session.corpus, query, *wanted.entries, limit=_MOST_PLAN, policy=task.seat.policy)
        for queries in wanted.by_part.values()
        for query in queries
    ]
    passages = {passage.pointer: passage for one in found for passage in one.passages}
    entries = tuple(depend_on(f"searched {n}", one.entry) for n, one in enumerate(found))
    return LookedUp(tuple(passages.values()), entries)


def look_ahead(writing: Writing, file: EvidenceFile, slot: Slot, own: Sequence[str]) -> tuple[Passage, ...]:
    """The nearest sentences that a slot's own searches find: what a writer is shown before it words the slot."""
    rows = []
    for query in dict.fromkeys((*own, slot.point)):
        found = _find(writing, query, writing.seat.policy, limit=_FOUND)
        rows.append([one for one in found.passages if file.holds(one.pointer.document)][:_OF_ONE_AHEAD])
    turns = (one for turn in zip_longest(*rows) for one in turn if one)
    return tuple({one.pointer: one for one in turns}.values())[:_MOST_AHEAD]


def search_slot(
    writing: Writing, file: EvidenceFile, slot: Slot, before: Slot | None, own: Sequence[str], *given: EntryInput
) -> SlotSearch:
    """Search in widening levels until enough is found; `own` are the searches that a writer asked for.

    What has the plan's own words in it finds whatever speaks of the plan: where the other searches found something, it
    is left out. A writer is shown the first that each search without the plan's words finds, however many others did,
    and the first few that the words of the part itself find.
    """
    if not slot.seek or slot.filled:
        return SlotSearch(slot, (), ())
    writes = writing.author.speaks
    enough = WINDOWS if writes else SOURCES
    best: list[Passage] = []
    entries = [*file.entries, *given]
    searched: list[str] = []
    for query, most in list_sure(slot, before, own) if writes else ():
        found = _find(writing, query, writing.seat.policy, limit=_FOUND)
        held = (passage for passage in found.passages if file.holds(passage.pointer.document))
        best += pick_new(held, best, file.read, most, several=True)
        entries.append(depend_on("candidates", found.entry))
        searched.append(query)
    for query, policy, against in _list_searches(slot, writing, before, own):
        if len(best) >= enough:
            break
        if own and len(best) >= _FEW and writing.position.text.rstrip(".") in query:
            continue
        found = _find(writing, query, policy, limit=_COUNTER if against else _FOUND, against=against)
        held = (passage for passage in found.passages if file.holds(passage.pointer.document))
        best += pick_new(held, best, file.read, min(enough - len(best), _OF_ONE), several=writes)
        entries.append(depend_on("candidates", found.entry))
        searched.append(query)
    searched_slot = slot.model_copy(update={"searched": tuple(dict.fromkeys(searched))})
    return SlotSearch(searched_slot, tuple(best), tuple(dict.fromkeys(entries)))


def search_more(writing: Writing, file: EvidenceFile, search: SlotSearch) -> SlotSearch:
    """What the writer would look for where it left a slot empty: only what it was not shown."""
    wanted = search.slot.look_for
    if not wanted:
        return SlotSearch(search.slot, (), search.entries)
    found = _find(writing, wanted, OPEN, limit=_FOUND)
    held = (passage for passage in found.passages if file.holds(passage.pointer.document))
    fresh = pick_new(held, search.sources, file.read, _OF_ONE, several=True)
    searched = tuple(dict.fromkeys((*search.slot.searched, wanted)))
    slot = search.slot.model_copy(update={"searched": searched})
    return SlotSearch(slot, tuple(fresh), (*search.entries, depend_on("looked for", found.entry)))


def pick_new(
    found: Iterable[Passage],
    known: Sequence[Passage],
    read: Callable[[str], Document],
    most: int,
    *,
    several: bool,
    of_one: int = _OF_ONE_DOCUMENT,
) -> list[Passage]:
    """The first so many that stand in no document that is known or, with `several`, in no window that is."""
    fresh: list[Passage] = []
    for passage in found:
        at = passage.pointer
        same = [one.pointer.sentence for one in (*known, *fresh) if one.pointer.document == at.document]
        own = sum(one.pointer.document == at.document for one in fresh)
        taken = any(is_near(read(at.document), at.sentence, n) for n in same) if several else bool(same)
        if len(fresh) < most and not taken and own < of_one:
            fresh.append(passage)
    return fresh


def _find(writing: Writing, query: str, policy: EpistemicPolicy, *, limit: int, against: bool = False) -> Candidates:
    position = depend_on("position", writing.position.entry)
    session = writing.session
    return retrieve(session.clerk, session.corpus, query, position, limit=limit, policy=policy, against=against)


def _list_first(slot: Slot, before: Slot | None, own: Sequence[str]) -> list[str]:
    """What is looked for first: the writer's searches, and the slot's point after the step before it and alone."""
    followed = [f"{slot.point} {before.card.tag}"] if before and before.card else []
    return [*own, *followed, slot.point]


def list_sure(slot: Slot, before: Slot | None, own: Sequence[str]) -> list[tuple[str, int]]:
    """What is shown to a writer in any case: each query, and how many of the places that it finds. The part's own words
    come first: the writer's searches were made before it was worded. What it meets is looked for in their words."""
    theirs = [(said, 1) for said in slot.meets.splitlines()[:_OF_POINT]]
    others = [(query, 1) for query in _list_first(slot, before, own) if query != slot.point]
    return [(slot.point, _OF_POINT), *others, *theirs]


def _list_searches(
    slot: Slot, writing: Writing, before: Slot | None, own: Sequence[str]
) -> list[tuple[str, EpistemicPolicy, bool]]:
    """What is looked for, level by level."""
    wider = f"{slot.title}: {writing.position.text}"
    queries = [(query, False) for query in (*_list_first(slot, before, own), slot.seek, wider)]
    met = [(said, True) for said in slot.meets.splitlines()]
    wordings = [*([(slot.against, True)] if slot.against else []), *queries, *met]
    levels = [(query, policy, against) for policy in (writing.seat.policy, OPEN) for query, against in wordings]
    return list(dict.fromkeys(levels))
