"""One debatable question from documents to partial answers: the paper's three stages, each decision recorded.

Points of view are a model's words about one sentence; explanations are assembled by code from sentences, so that each
can be traced to its source. Where the paper has people look (likeness of views, coverage of the documents), the figures
are computed and shown beside the question. Knows no file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from foam.argument.motion import motion
from foam.debatable.curation.questions import (
    expansion_question,
    leanings_question,
    sources_question,
    viewpoint_question,
    viewpoints_question,
)
from foam.debatable.duplicates import VIEWS_ALIKE, Alike, Deduplicated, deduplicate
from foam.debatable.item import DebatableQuestion, PartialAnswer
from foam.errors import InputError
from foam.evidence.assemble import OMISSION, assemble
from foam.evidence.corpus import OPEN, Corpus, Passage
from foam.job.clerk import Clerk, read_answer
from foam.job.retrieval import Offered, after, dependencies, fetch, options, retrieve
from foam.model.port import Embedder
from foam.model.question import Choose, Chosen, Option, Ranked, Written
from foam.model.template import Options
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import Entry, PointerInput, ValueInput
from foam.text.pointer import Pointer
from foam.text.words import word_count
from foam.values import Value

FEWEST_DOCUMENTS = 3
MOST_DOCUMENTS = 5
FEWEST_VIEWS = 3
MOST_WORDS = 300
"""Of an explanation; whole sentences are left out from its end."""
_LOOKED_AT = (60, 240)
"""Passages that are found for a question; the more only when the fewer come from too few documents."""
_SHOWN = 4
"""Passages by which a document is shown when documents are ranked."""
_READ = 12
"""Passages of a document among which views are looked for, and of all its documents for an explanation."""
_ON_TOPIC = 0.4
"""Cosine to the question that some passage of a document must reach: below it, it speaks of something else."""
_CHECKED = 5
"""Passages that the check of comprehensiveness holds the views against, as many as the paper takes."""
_SPEAKS_OF = 0.5
"""Cosine from which a view is said to speak of a passage."""


class Source(Value):
    """A document that was read for a question."""

    document: str
    cite: str


class Checks(Value):
    """What the paper has people look at."""

    alike: tuple[Alike, ...] = ()
    """Views that were so alike that they were taken for one, by their places before."""
    relevance: float
    """Mean cosine of the documents' passages to the question; the paper reports 0.56 for its own, on other vectors."""
    comprehensiveness: float
    """Share of the most relevant passages that some view speaks of."""
    uncovered: tuple[Pointer, ...] = ()
    """The others: read them, a view may be missing."""


class Curated(Value):
    """A question with its partial answers, its documents and its checks."""

    question: DebatableQuestion
    sources: tuple[Source, ...]
    checks: Checks


class Dropped(Value):
    """A question that did not become part of the set."""

    question: str
    reason: str


@dataclass(frozen=True)
class Desk:
    """What curation works with."""

    clerk: Clerk
    corpus: Corpus
    embedder: Embedder
    policy: EpistemicPolicy = OPEN
    alike: float = VIEWS_ALIKE


@dataclass(frozen=True)
class _View:
    """A point of view, the sentence it came from, and the entry that words it."""

    text: str
    passage: Passage
    documents: tuple[int, ...]
    entry: str


async def curate(id: str | int, question: str, desk: Desk) -> Curated | Dropped:
    """Find documents, views and explanations; Dropped says what there was too little of."""
    found, documents = await _found(question, desk)
    if len(documents) < FEWEST_DOCUMENTS:
        return Dropped(question=question, reason=f"{len(documents)} documents; {FEWEST_DOCUMENTS} are needed")
    views = await _views(question, documents, desk.clerk)
    distinct, likeness = _distinct(views, desk)
    if len(distinct) < FEWEST_VIEWS:
        return Dropped(question=question, reason=f"{len(distinct)} differing views; {FEWEST_VIEWS} are needed")
    partials = await asyncio.gather(*(_partial(question, view, documents, desk) for view in distinct))
    return Curated(
        question=DebatableQuestion(id=id, question=question, partial_answers=tuple(partials)),
        sources=tuple(Source(document=d.passages[0].pointer.document, cite=d.passages[0].cite) for d in documents),
        checks=_checks(question, found, documents, partials, likeness, desk),
    )


async def _found(question: str, desk: Desk) -> tuple[Offered, list[Offered]]:
    """What was found for the question, and the documents it comes from."""
    for limit in _LOOKED_AT:
        found = retrieve(desk.clerk, desk.corpus, question, limit=limit, policy=desk.policy)
        documents = await _documents(question, found, desk)
        if len(documents) >= FEWEST_DOCUMENTS or len(found.passages) < limit:
            break
    return found, documents


async def _documents(question: str, found: Offered, desk: Desk) -> list[Offered]:
    """The documents that have most to say, each with its passages; ranked by what was found of them."""
    near = _nearness(question, found, desk)
    by_document: dict[str, list[tuple[Passage, float]]] = {}
    for passage, cosine in zip(found.passages, near, strict=True):
        by_document.setdefault(passage.pointer.document, []).append((passage, cosine))
    groups = [
        Offered(entry=found.entry, passages=tuple(passage for passage, _ in group[:_READ]))
        for group in by_document.values()
        if max(cosine for _, cosine in group) >= _ON_TOPIC
    ]
    return await _ranked(question, groups, desk.clerk) if len(groups) >= FEWEST_DOCUMENTS else groups


async def _ranked(question: str, groups: Sequence[Offered], clerk: Clerk) -> list[Offered]:
    """The best few documents, the best first."""
    shown = tuple(
        Option(id=f"d{n}", text=" ".join(p.text for p in group.passages[:_SHOWN])) for n, group in enumerate(groups)
    )
    entry = await clerk.ask("sources", sources_question(question, shown), after("candidates", groups[0].entry))
    reply = read_answer(entry).reply
    assert isinstance(reply, Ranked)
    return [groups[int(id[1:])] for id in reply.ids[:MOST_DOCUMENTS]]


def _nearness(question: str, found: Offered, desk: Desk) -> list[float]:
    """How near each passage is to the question."""

    def work() -> list[float]:
        rows = desk.embedder.embed([question, *(passage.text for passage in found.passages)])
        return [round(float(cosine), 4) for cosine in rows[1:] @ rows[0]]

    entry = desk.clerk.compute(
        "nearness",
        work,
        after("candidates", found.entry),
        ValueInput(role="question", value=question),
        rule=f"cosine by {desk.embedder.name}",
    )
    return [float(cosine) for cosine in entry.answer]


async def _views(question: str, documents: Sequence[Offered], clerk: Clerk) -> list[_View]:
    found = await asyncio.gather(*(_views_of(question, n, document, clerk) for n, document in enumerate(documents)))
    return [view for views in found for view in views]


async def _views_of(question: str, number: int, document: Offered, clerk: Clerk) -> list[_View]:
    """The views of one document; a sentence that was chosen for both sides counts once."""
    asked = _side_questions(question, options(document.passages))
    chosen = await asyncio.gather(*(clerk.ask("viewpoints", one, *dependencies(document)) for one in asked))
    sentences = {document.named(id): entry for entry in reversed(chosen) for id in _ids(entry)}
    worded = await asyncio.gather(*(_worded(question, p, entry, clerk) for p, entry in sentences.items()))
    return [_View(text, passage, (number,), key) for passage, (text, key) in zip(sentences, worded, strict=True)]


def _side_questions(question: str, offered: Options) -> tuple[Choose, ...]:
    """What speaks for yes and what for no; where the question knows neither, what takes any view."""
    try:
        sides = motion(question)
    except InputError:
        return (viewpoints_question(question, offered),)
    return tuple(leanings_question(question, answer, offered) for answer in (sides.affirmed, sides.denied))


async def _worded(question: str, passage: Passage, chosen: Entry, clerk: Clerk) -> tuple[str, str]:
    entry = await clerk.ask("viewpoint", viewpoint_question(question, passage.text), after("viewpoints", chosen))
    reply = read_answer(entry).reply
    assert isinstance(reply, Written)
    return reply.fields["point_of_view"], entry.key


def _distinct(views: Sequence[_View], desk: Desk) -> tuple[list[_View], tuple[Alike, ...]]:
    """Views without those that repeat another; whoever stays takes over the documents of its like."""
    texts = [view.text for view in views]
    entry = desk.clerk.compute(
        "distinct_views",
        lambda: deduplicate(texts, desk.embedder, threshold=desk.alike).json_value(),
        *(after("view", view.entry) for view in views),
        ValueInput(role="threshold", value=desk.alike),
        rule=f"distinct views by {desk.embedder.name}",
    )
    found = Deduplicated.model_validate(entry.answer)
    return [_merged(place, views, found) for place in found.kept], found.pairs


def _merged(place: int, views: Sequence[_View], found: Deduplicated) -> _View:
    like = [pair.second if pair.first == place else pair.first for pair in found.pairs if place in _ends(pair)]
    documents = {n for other in (place, *like) for n in views[other].documents}
    view = views[place]
    return _View(view.text, view.passage, tuple(sorted(documents)), view.entry)


def _ends(pair: Alike) -> tuple[int, int]:
    return pair.first, pair.second


async def _partial(question: str, view: _View, documents: Sequence[Offered], desk: Desk) -> PartialAnswer:
    """The view, and the sentences of its documents that explain it, as they stand there."""
    offered = _material(view, documents)
    asked = expansion_question(question, view.text, options(offered.passages))
    entry = await desk.clerk.ask("expansion", asked, after("viewpoint", view.entry), *dependencies(offered))
    chosen = _within_words([offered.named(id) for id in _ids(entry)])
    return PartialAnswer(
        point_of_view=view.text,
        explanation=_assembled([passage.pointer for passage in chosen], desk),
        documents=view.documents,
        pointers=tuple(sorted((p.pointer for p in chosen), key=lambda p: (p.document, p.sentence))),
    )


def _material(view: _View, documents: Sequence[Offered]) -> Offered:
    """The passages of the view's documents, its own sentence first."""
    others = [p for n in view.documents for p in documents[n].passages if p.pointer != view.passage.pointer]
    return Offered(entry=documents[view.documents[0]].entry, passages=(view.passage, *others[: _READ - 1]))


def _within_words(chosen: Sequence[Passage]) -> list[Passage]:
    """As many whole sentences as fit; the first always."""
    kept: list[Passage] = []
    for passage in chosen:
        if kept and sum(word_count(p.text) for p in (*kept, passage)) > MOST_WORDS:
            break
        kept.append(passage)
    return kept


def _assembled(pointers: Sequence[Pointer], desk: Desk) -> str:
    by_document: dict[str, list[Pointer]] = {}
    for pointer in sorted(pointers, key=lambda p: (p.document, p.sentence)):
        by_document.setdefault(pointer.document, []).append(pointer)
    parts = [
        assemble(fetch(desk.clerk, desk.corpus, group[0]), [pointer.sentence for pointer in group])
        for group in by_document.values()
    ]
    return OMISSION.join(parts)


def _checks(
    question: str,
    found: Offered,
    documents: Sequence[Offered],
    partials: Sequence[PartialAnswer],
    likeness: tuple[Alike, ...],
    desk: Desk,
) -> Checks:
    """How near the documents are, and whether some view speaks of each of their most relevant passages."""
    read = {passage.pointer for document in documents for passage in document.passages}
    near = {p.pointer: cosine for p, cosine in zip(found.passages, _nearness(question, found, desk), strict=True)}
    looked = [passage for passage in found.passages if passage.pointer in read][:_CHECKED]
    covered = _spoken_of(looked, found.entry, partials, desk)
    return Checks(
        alike=likeness,
        relevance=round(fmean(near[pointer] for pointer in read), 4),
        comprehensiveness=sum(covered) / max(1, len(covered)),
        uncovered=tuple(p.pointer for p, spoken in zip(looked, covered, strict=True) if not spoken),
    )


def _spoken_of(looked: Sequence[Passage], found: str, partials: Sequence[PartialAnswer], desk: Desk) -> list[bool]:

    def work() -> list[bool]:
        rows = desk.embedder.embed([*(p.text for p in partials), *(p.text for p in looked)])
        cosines = rows[len(partials) :] @ rows[: len(partials)].T
        return [bool(row.max() >= _SPEAKS_OF) for row in cosines]

    entry = desk.clerk.compute(
        "comprehensiveness",
        work,
        after("candidates", found),
        *(PointerInput(role="passage", pointer=passage.pointer) for passage in looked),
        ValueInput(role="views", value=[partial.text for partial in partials]),
        rule=f"views speak of passages by {desk.embedder.name}",
    )
    return [bool(one) for one in entry.answer]


def _ids(entry: Entry) -> tuple[str, ...]:
    reply = read_answer(entry).reply
    assert isinstance(reply, Chosen)
    return reply.ids
