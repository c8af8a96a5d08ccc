"""One debatable question from documents to partial answers: the paper's three stages, each decision recorded.

Points of view are a model's words about one sentence; explanations are assembled by code from sentences, so that each
can be traced to its source. A view that takes no side, or whose explanation is its own sentence alone, is left out, and
a question without views of both sides is refused. Where the paper has people look (likeness of views, coverage of the
documents), the figures are computed and shown beside the question.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from foam.argument.motion import parse_motion
from foam.debatable.curation.questions import (
    TAKEN,
    expansion_question,
    leanings_question,
    side_question,
    sources_question,
    viewpoint_question,
    viewpoints_question,
)
from foam.debatable.duplicates import VIEWS_ALIKE, Alike, Deduplicated, deduplicate
from foam.debatable.item import DebatableQuestion, PartialAnswer
from foam.errors import InputError
from foam.evidence.assemble import OMISSION, assemble
from foam.evidence.corpus import OPEN, Passage
from foam.job.answers import read_text
from foam.job.clerk import Clerk, read_answer
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, fetch_document, make_options, retrieve
from foam.job.session import Session
from foam.model.check import SIDES
from foam.model.question import Choose, Chosen, Labelled, Option, Ranked
from foam.model.template import Options
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import Entry, PointerInput, ValueInput
from foam.values import Value
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import count_words

_FEWEST_DOCUMENTS = 3
MOST_DOCUMENTS = 5
_FEWEST_VIEWS = 3
FOR, AGAINST, _NEITHER = TAKEN
_TAKES_NONE = (_NEITHER, SIDES[1])
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


class _CuratedSource(Value):
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
    sources: tuple[_CuratedSource, ...]
    checks: Checks


class Dropped(Value):
    """A question that did not become part of the set."""

    question: str
    reason: str


@dataclass(frozen=True)
class CurationLimits:
    """What curation is held to."""

    policy: EpistemicPolicy = OPEN
    alike: float = VIEWS_ALIKE


@dataclass(frozen=True)
class _View:
    """A point of view, the sentence it came from, and the entry that words it."""

    text: str
    passage: Passage
    documents: tuple[int, ...]
    entry: str
    side: str = ""


async def curate(session: Session, number: str | int, question: str, limits: CurationLimits) -> Curated | Dropped:
    """Find documents, views and explanations; Dropped says what there was too little of."""
    found, documents = await _search(question, session, limits.policy)
    if len(documents) < _FEWEST_DOCUMENTS:
        return Dropped(question=question, reason=f"{len(documents)} documents; {_FEWEST_DOCUMENTS} are needed")
    views = await _views(question, documents, session.clerk)
    taking = [view for view in await _take_sides(question, views, session.clerk) if view.side not in _TAKES_NONE]
    sides = sorted({view.side for view in taking})
    groups = [_distinct([view for view in taking if view.side == side], session, limits.alike) for side in sides]
    distinct = [view for group, _ in groups for view in group]
    likeness = tuple(pair for _, pairs in groups for pair in pairs)
    made = await asyncio.gather(*(_partial(question, view, documents, session) for view in distinct))
    partials = [partial for partial in made if partial is not None]
    if (why := _find_fault(len(views), len(taking), partials)) is not None:
        return Dropped(question=question, reason=why)
    return Curated(
        question=DebatableQuestion(id=number, question=question, partial_answers=tuple(partials)),
        sources=tuple(
            _CuratedSource(document=d.passages[0].pointer.document, cite=d.passages[0].cite) for d in documents
        ),
        checks=_checks(question, found, documents, partials, likeness, session),
    )


def _find_fault(found: int, taking: int, partials: Sequence[PartialAnswer]) -> str | None:
    """Why no set can be made of these views; None where one can."""
    if len(partials) < _FEWEST_VIEWS:
        of = f"of {found} views {taking} take a side"
        return f"{len(partials)} differing views with an explanation; {_FEWEST_VIEWS} are needed ({of})"
    sides = {partial.side for partial in partials}
    if sides < {FOR, AGAINST}:
        return f"every view {'supports' if FOR in sides else 'contradicts'} the answer yes; both sides are needed"
    return None


async def _search(question: str, session: Session, policy: EpistemicPolicy) -> tuple[Candidates, list[Candidates]]:
    """What was found for the question, and the documents it comes from."""
    for limit in _LOOKED_AT:
        found = retrieve(session.clerk, session.corpus, question, limit=limit, policy=policy)
        documents = await _documents(question, found, session)
        if len(documents) >= _FEWEST_DOCUMENTS or len(found.passages) < limit:
            break
    return found, documents


async def _documents(question: str, found: Candidates, session: Session) -> list[Candidates]:
    """The documents that have most to say, each with its passages; ranked by what was found of them."""
    near = _nearness(question, found, session)
    by_document: dict[str, list[tuple[Passage, float]]] = {}
    for passage, cosine in zip(found.passages, near, strict=True):
        by_document.setdefault(passage.pointer.document, []).append((passage, cosine))
    groups = [
        Candidates(entry=found.entry, passages=tuple(passage for passage, _ in group[:_READ]))
        for group in by_document.values()
        if max(cosine for _, cosine in group) >= _ON_TOPIC
    ]
    return await _rank(question, groups, session.clerk) if len(groups) >= _FEWEST_DOCUMENTS else groups


async def _rank(question: str, groups: Sequence[Candidates], clerk: Clerk) -> list[Candidates]:
    """The best few documents, the best first."""
    shown = tuple(
        Option(id=f"d{n}", text=" ".join(p.text for p in group.passages[:_SHOWN])) for n, group in enumerate(groups)
    )
    entry = await clerk.ask("sources", sources_question(question, shown), depend_on("candidates", groups[0].entry))
    reply = read_answer(entry).reply
    assert isinstance(reply, Ranked)
    return [groups[int(option_id[1:])] for option_id in reply.ids[:MOST_DOCUMENTS]]


def _nearness(question: str, found: Candidates, session: Session) -> list[float]:
    """How near each passage is to the question."""

    def work() -> list[float]:
        rows = session.embedder.embed([question, *(passage.text for passage in found.passages)])
        return [round(float(cosine), 4) for cosine in rows[1:] @ rows[0]]

    entry = session.clerk.compute(
        "nearness",
        work,
        depend_on("candidates", found.entry),
        ValueInput(role="question", value=question),
        rule=f"cosine by {session.embedder.name}",
    )
    return [float(cosine) for cosine in entry.answer]


async def _views(question: str, documents: Sequence[Candidates], clerk: Clerk) -> list[_View]:
    found = await asyncio.gather(*(_views_of(question, n, document, clerk) for n, document in enumerate(documents)))
    return [view for views in found for view in views]


async def _views_of(question: str, number: int, document: Candidates, clerk: Clerk) -> list[_View]:
    """The views of one document; a sentence that was chosen for both sides counts once."""
    asked = _side_questions(question, make_options(document.passages))
    chosen = await asyncio.gather(*(clerk.ask("viewpoints", one, *depend_on_candidates(document)) for one in asked))
    sentences = {document.get(option_id): entry for entry in reversed(chosen) for option_id in _ids(entry)}
    worded = await asyncio.gather(*(_word_view(question, p, entry, clerk) for p, entry in sentences.items()))
    return [_View(text, passage, (number,), key) for passage, (text, key) in zip(sentences, worded, strict=True)]


def _side_questions(question: str, offered: Options) -> tuple[Choose, ...]:
    """What speaks for yes and what for no; where the question knows neither, what takes any view."""
    try:
        sides = parse_motion(question)
    except InputError:
        return (viewpoints_question(question, offered),)
    return tuple(leanings_question(question, answer, offered) for answer in (sides.affirmed, sides.denied))


async def _word_view(question: str, passage: Passage, chosen: Entry, clerk: Clerk) -> tuple[str, str]:
    entry = await clerk.ask("viewpoint", viewpoint_question(question, passage.text), depend_on("viewpoints", chosen))
    return read_text(entry, "point_of_view"), entry.key


async def _take_sides(question: str, views: Sequence[_View], clerk: Clerk) -> list[_View]:
    """The views with the side that each takes, as an evaluator reads it."""

    async def read(view: _View) -> _View:
        entry = await clerk.ask("side", side_question(question, view.text), depend_on("viewpoint", view.entry))
        reply = read_answer(entry).reply
        assert isinstance(reply, Labelled)
        return replace(view, side=reply.label)

    return list(await asyncio.gather(*map(read, views)))


def _distinct(views: Sequence[_View], session: Session, alike: float) -> tuple[list[_View], tuple[Alike, ...]]:
    """Views without those that repeat another; whoever stays takes over the documents of its like."""
    texts = [view.text for view in views]
    entry = session.clerk.compute(
        "distinct_views",
        lambda: deduplicate(texts, session.embedder, threshold=alike).json_value(),
        *(depend_on("view", view.entry) for view in views),
        ValueInput(role="threshold", value=alike),
        rule=f"distinct views by {session.embedder.name}",
    )
    found = Deduplicated.model_validate(entry.answer)
    return [_merge(place, views, found) for place in found.kept], found.pairs


def _merge(place: int, views: Sequence[_View], found: Deduplicated) -> _View:
    like = [pair.second if pair.first == place else pair.first for pair in found.pairs if place in _ends(pair)]
    documents = {n for other in (place, *like) for n in views[other].documents}
    view = views[place]
    return replace(view, documents=tuple(sorted(documents)))


def _ends(pair: Alike) -> tuple[int, int]:
    return pair.first, pair.second


async def _partial(
    question: str, view: _View, documents: Sequence[Candidates], session: Session
) -> PartialAnswer | None:
    """The view, and the sentences of its documents that explain it, as they stand there. None: it has only its own."""
    offered = _material(view, documents)
    asked = expansion_question(question, view.text, make_options(offered.passages))
    entry = await session.clerk.ask(
        "expansion", asked, depend_on("viewpoint", view.entry), *depend_on_candidates(offered)
    )
    chosen = _within_words([offered.get(option_id) for option_id in _ids(entry)])
    if all(passage.pointer == view.passage.pointer for passage in chosen):
        return None
    return PartialAnswer(
        point_of_view=view.text,
        side=view.side if view.side in (FOR, AGAINST) else "",
        explanation=_assemble([passage.pointer for passage in chosen], session),
        documents=view.documents,
        pointers=tuple(sorted((p.pointer for p in chosen), key=lambda p: (p.document, p.sentence))),
    )


def _material(view: _View, documents: Sequence[Candidates]) -> Candidates:
    """The passages of the view's documents, its own sentence first."""
    others = [p for n in view.documents for p in documents[n].passages if p.pointer != view.passage.pointer]
    return Candidates(entry=documents[view.documents[0]].entry, passages=(view.passage, *others[: _READ - 1]))


def _within_words(chosen: Sequence[Passage]) -> list[Passage]:
    """As many whole sentences as fit; the first always."""
    kept: list[Passage] = []
    for passage in chosen:
        if kept and sum(count_words(p.text) for p in (*kept, passage)) > MOST_WORDS:
            break
        kept.append(passage)
    return kept


def _assemble(pointers: Sequence[Pointer], session: Session) -> str:
    by_document: dict[str, list[Pointer]] = {}
    for pointer in sorted(pointers, key=lambda p: (p.document, p.sentence)):
        by_document.setdefault(pointer.document, []).append(pointer)
    parts = [
        assemble(fetch_document(session.clerk, session.corpus, group[0]), [pointer.sentence for pointer in group])
        for group in by_document.values()
    ]
    return OMISSION.join(parts)


def _checks(
    question: str,
    found: Candidates,
    documents: Sequence[Candidates],
    partials: Sequence[PartialAnswer],
    likeness: tuple[Alike, ...],
    session: Session,
) -> Checks:
    """How near the documents are, and whether some view speaks of each of their most relevant passages."""
    read = {passage.pointer for document in documents for passage in document.passages}
    near = {p.pointer: cosine for p, cosine in zip(found.passages, _nearness(question, found, session), strict=True)}
    looked = [passage for passage in found.passages if passage.pointer in read][:_CHECKED]
    covered = _spoken_of(looked, found.entry, partials, session)
    return Checks(
        alike=likeness,
        relevance=round(fmean(near[pointer] for pointer in read), 4),
        comprehensiveness=sum(covered) / max(1, len(covered)),
        uncovered=tuple(p.pointer for p, spoken in zip(looked, covered, strict=True) if not spoken),
    )


def _spoken_of(
    looked: Sequence[Passage], found: str, partials: Sequence[PartialAnswer], session: Session
) -> list[bool]:

    def work() -> list[bool]:
        rows = session.embedder.embed([*(p.text for p in partials), *(p.text for p in looked)])
        cosines = rows[len(partials) :] @ rows[: len(partials)].T
        return [bool(row.max() >= _SPEAKS_OF) for row in cosines]

    entry = session.clerk.compute(
        "comprehensiveness",
        work,
        depend_on("candidates", found),
        *(PointerInput(role="passage", pointer=passage.pointer) for passage in looked),
        ValueInput(role="views", value=[partial.text for partial in partials]),
        rule=f"views speak of passages by {session.embedder.name}",
    )
    return [bool(one) for one in entry.answer]


def _ids(entry: Entry) -> tuple[str, ...]:
    reply = read_answer(entry).reply
    assert isinstance(reply, Chosen)
    return reply.ids
