"""What a writer has before it: the state of the debate, flaws, remembered arguments and evidence, all under ids.

keywords ── recall ──┐
logic    ── flaws    ├── evidence: for the position, by its searches, against the other side's open points ── one act
searches             ┘
A writer says what it wants to look up, and chooses what to answer and what to cite in the act itself, so that nothing
is chosen for it beforehand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

from foam.debate.acts import DebateBrief, searches_question
from foam.debate.citing import put_in_words
from foam.debate.fates import describe_both
from foam.debate.floor import Floor
from foam.debate.logic.agent import Analysis, analyse_reasoning, criticise_reasoning
from foam.debate.memory.values import NOTHING, Priors, RecalledExemplar
from foam.debate.points import track_points
from foam.debate.speech.conflicts import find_conflicts
from foam.debate.speech.context import (
    Surroundings,
    can_be_cited,
    find_places_beside,
    list_beside,
    read_beside,
    read_heading,
    read_neighbours,
    read_surroundings,
)
from foam.debate.speech.copies import leave_out_copies
from foam.debate.speech.earlier import find_earlier
from foam.debate.speech.prepare import COUNTERS, POOL, list_new_keywords, recall_exemplars
from foam.debate.speech.wording import clip_sentences, clip_statement
from foam.debate.transcript import Side, find_other_side
from foam.debate.values import GRANTING, FlowedPoint, Point
from foam.errors import OutOfBounds
from foam.evidence.corpus import Passage, name_source
from foam.evidence.heads import count_head
from foam.job.answers import read_form
from foam.job.retrieval import Candidates, depend_on, depend_on_passages, describe_sources, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.form import ListField, TextField
from foam.model.question import Option
from foam.perspective.manner import read_manner
from foam.perspective.policy import Source
from foam.record.entry import Input, ValueInput
from foam.text.pointer import Pointer

COUNTERED = 5
"""Open points of the other side, the newest, against which evidence is looked for."""
MOST_SEARCHES, SEARCH_WORDS, FOUND_A_SEARCH = 8, 20, 8
"""What a writer may look up before a speech, and how many sentences it is shown of each."""
MOST_EARLIER = 12
"""Sentences that earlier searches of the side found and that are offered again: those nearest to what it needs now."""
MOST_POINTS = 40
"""Points of a side that a writer has before it: the newest."""
RECALLED_EVIDENCE = 32
"""Sentences of the side's own earlier points that it may cite again: the newest."""
FOLLOWED = 3
"""Hits of each search whose next sentences are offered, too: what decides often stands right after what was found."""
SURVEYED, MOST_TITLES, MOST_HEADINGS = 48, 12, 12
"""Sentences near the motion by which documents are found, and how many of these and their headings are told."""
_EXEMPLARS = 3


@dataclass(frozen=True, slots=True)
class Material:
    """Everything in hand, and the entries it rests on."""

    evidence: tuple[Passage, ...]
    """Offered as s1, s2, …"""
    sources: dict[str, Source]
    keywords: tuple[str, ...]
    priors: Priors
    analysis: Analysis
    since: tuple[Input, ...]
    searches: tuple[str, ...] = ()
    """What was looked up."""
    surroundings: Mapping[Pointer, Surroundings] = field(default_factory=dict)
    """What stands around the evidence in its sources."""
    conflicts: Mapping[Pointer, tuple[Pointer, ...]] = field(default_factory=dict)
    """Sentences of the evidence that contradict each other, as the judge reads them."""

    @property
    def exemplars(self) -> tuple[RecalledExemplar, ...]:
        """Offered as m1, m2, …"""
        return self.priors.exemplars[:_EXEMPLARS]

    def add_evidence(self, session: Session, passages: tuple[Passage, ...]) -> Material:
        """The same with more sentences behind those that were offered, so that all keep their ids."""
        evidence = (*self.evidence, *passages)
        return replace(
            self,
            evidence=evidence,
            sources=describe_sources(session.clerk, session.corpus, [one.pointer for one in evidence]),
            surroundings=read_surroundings(session.clerk, session.corpus, evidence),
            since=(*self.since, *depend_on_passages(passages)),
        )

    def list_beside(self, passages: Iterable[Passage]) -> tuple[str, ...]:
        """What was shown beside these sentences, so that they could be read."""
        return list_beside(passages, self.surroundings)

    def find_ids_beside(self) -> dict[str, tuple[str, ...]]:
        """Of each sentence that is offered, those without which it means little, where they are offered, too."""
        ids = {(p.pointer.document, p.pointer.sentence): f"s{n}" for n, p in enumerate(self.evidence, start=1)}
        return {
            f"s{n}": tuple(
                ids[(p.pointer.document, place)]
                for place in find_places_beside(p.text, self.surroundings.get(p.pointer, Surroundings()))
                if (p.pointer.document, place) in ids
            )
            for n, p in enumerate(self.evidence, start=1)
        }

    def get(self, evidence_id: str) -> Passage:
        return self.evidence[int(evidence_id[1:]) - 1]

    def get_exemplar(self, exemplar_id: str) -> RecalledExemplar:
        return self.exemplars[int(exemplar_id[1:]) - 1]


async def gather_material(floor: Floor, *, schemes: bool = True, logic: bool = True) -> Material:
    """Gather for a written speech; each ablation leaves one agent out. A case answers nothing, and needs no flaws."""
    session = floor.session
    (keywords, priors, recalled), analysis, (searches, looked_up) = await asyncio.gather(
        recall_exemplars(floor) if schemes else _recall_nothing(),
        _find_flaws(floor) if logic and floor.duty != "case" else _find_none(),
        choose_searches(floor),
    )
    last = tuple(depend_on("recalled", key) for key in recalled[-1:])
    query = " ".join([floor.position, *list_new_keywords(floor, keywords)])
    seat = floor.seats.get(floor.side)
    accepts: dict[str, Any] = {"policy": seat.policy, "manner": read_manner(seat)} if seat else {}
    against = [point.statement for point in floor.open[:COUNTERED]]
    total = 1 + len(searches) + len(against)

    def look_up(place: int, words: str, *inputs: Input, **how: Any) -> Candidates:
        """One search of the library, told before it is made: it may take long, and nobody is asked meanwhile."""
        session.report("searches of the library", place, total)
        return retrieve(session.clerk, session.corpus, words, *floor.since, *inputs, **how, **accepts)

    spoke = any(turn.side == floor.side and turn.kind == "speech" for turn in floor.turns)
    found = [look_up(0, query, *last, limit=2 * POOL // 3 if spoke and searches else POOL)]
    asked_for = [look_up(place, one, *looked_up, limit=FOUND_A_SEARCH) for place, one in enumerate(searches, start=1)]
    found += [
        look_up(place, words, limit=COUNTERS // 2, against=True)
        for place, words in enumerate(against, start=1 + len(searches))
    ]
    fresh = {p.pointer: p for one in found for p in floor.keep_own_side(one.exclude(floor.used))}
    hits = [p for one in asked_for for p in one.passages[:FOLLOWED]]
    after = read_neighbours(session.clerk, session.corpus, hits, before=0)
    wanted = {p.pointer: p for one in asked_for for p in floor.keep_own_side(one.passages)}
    wanted |= {p.pointer: p for p in floor.keep_own_side(after)}
    recalled_evidence = {p.pointer: p for p in recall_evidence(floor)}
    sound = [one for one in {**wanted, **fresh}.values() if can_be_cited(one)]
    offered = {**{one.pointer: one for one in _add_beside(floor, sound, wanted.keys())}, **recalled_evidence}
    earlier = find_earlier(
        floor, (*searches, *against), found_a_search=FOUND_A_SEARCH, most=MOST_EARLIER, taken=offered.keys()
    )
    evidence = leave_out_copies((*offered.values(), *earlier.passages), floor.quoted)
    keys = (*recalled, *analysis.entries, *(one.entry for one in (*found, *asked_for)), *earlier.entries)
    return Material(
        evidence=evidence,
        sources=describe_sources(session.clerk, session.corpus, [one.pointer for one in evidence]),
        surroundings=read_surroundings(session.clerk, session.corpus, evidence),
        conflicts=find_conflicts(session.clerk, evidence),
        keywords=keywords,
        priors=priors,
        analysis=analysis,
        searches=searches,
        since=(
            *floor.since,
            *([depend_on_seat(seat)] if seat else []),
            *(depend_on(f"gathered {n}", key) for n, key in enumerate(keys)),
            *depend_on_passages(evidence),
        ),
    )


def _add_beside(floor: Floor, passages: Sequence[Passage], sought: Collection[Pointer]) -> Iterator[Passage]:
    """The sentences, and beside those of them that were `sought` and mean little alone the ones that they lean on."""
    session = floor.session
    hits = [one for one in passages if one.pointer in sought]
    around = read_surroundings(session.clerk, session.corpus, hits)
    beside = read_beside(session.clerk, session.corpus, hits, around)
    for one in passages:
        near = floor.keep_own_side(beside.get(one.pointer, ()))
        yield from sorted((one, *near), key=lambda passage: passage.pointer.sentence)


async def choose_searches(floor: Floor) -> tuple[tuple[str, ...], tuple[Input, ...]]:
    """What the writer wants to look up, and the decision behind it; nothing where it writes none within bounds."""
    words = TextField(name="words", about="what a sentence would say", max_words=SEARCH_WORDS, explains=True)
    field = ListField(name="searches", fields=(words,), at_least=1, at_most=MOST_SEARCHES)
    holdings = list_holdings(floor)
    question = searches_question(
        floor.session.prompts,
        describe_floor(floor),
        field=field,
        words=SEARCH_WORDS,
        library=holdings.shown,
        documents=holdings.documents,
    )
    seat = floor.seats.get(floor.side)
    since = (*floor.since, *([depend_on_seat(seat)] if seat else []))
    try:
        entry = await floor.session.clerk.ask("searches", question, *since)
    except OutOfBounds:
        return (), ()
    rows: Any = read_form(entry)["searches"]
    return tuple(dict.fromkeys(row["words"].strip() for row in rows)), (depend_on("searches", entry),)


class Holdings(NamedTuple):
    """What the library holds, as a searcher is told it."""

    shown: tuple[Option, ...]
    """Documents by their titles, with the headings that stand in them."""
    documents: int
    """How many there are."""


def list_holdings(floor: Floor) -> Holdings:
    """What was cited, what is near the motion, and all the rest while the library is small."""
    session = floor.session
    near = retrieve(session.clerk, session.corpus, floor.motion, limit=SURVEYED)
    cited = [passage for turn in floor.turns for point in turn.points for passage in point.evidence]
    found = (one.pointer for one in (*cited, *near.passages))
    ids = list(dict.fromkeys(one.document for one in found if not one.computed))[:MOST_TITLES]

    def read(document_id: str) -> list[str]:
        document = session.corpus.document(document_id)
        title = document.citation.title or name_source(document)
        lines = (read_heading(document.sentence(n)) for n in range(count_head(document), len(document.ends)))
        headings = (line for line in dict.fromkeys(filter(None, lines)) if line != title)
        return [title, *islice(headings, MOST_HEADINGS)]

    def survey() -> dict[str, Any]:
        held = session.corpus.list_documents()
        named = dict.fromkeys((*ids, *(held if len(held) <= MOST_TITLES else ())))
        return {"shown": [read(one) for one in named], "documents": len({*held, *named})}

    entry = session.clerk.compute(
        "holdings",
        survey,
        depend_on("near", near.entry),
        ValueInput(role="documents", value=ids),
        ValueInput(role="corpus", value=session.corpus.version),
        rule="library",
    )
    rows = [row for row in entry.answer["shown"] if any(row)]
    shown = tuple(Option(id=f"d{n}", text="; ".join(filter(None, row))) for n, row in enumerate(rows, start=1))
    return Holdings(shown, entry.answer["documents"])


async def _find_flaws(floor: Floor) -> Analysis:
    """What is wrong with the other side's reasoning, as a critic that writes says, or as code and a chooser find."""
    session = floor.session
    if session.speaks("critic"):
        return await criticise_reasoning(session.clerk, session.prompts, floor.last_heard, floor.heard)
    return await analyse_reasoning(session.clerk, session.prompts, floor.heard)


async def _find_none() -> Analysis:
    return Analysis()


async def _recall_nothing() -> tuple[tuple[str, ...], Priors, tuple[str, ...]]:
    return (), NOTHING, ()


def describe_floor(floor: Floor) -> DebateBrief:
    """Where the debate stands, as whoever is on the floor sees it."""
    return DebateBrief(
        motion=floor.motion,
        history=tuple(
            Option(id=str(turn.number), text=f"[{turn.speech}, {turn.side}, {turn.kind}] {turn.text}")
            for turn in floor.turns
        ),
        position=floor.position,
        opposing=floor.opposing,
        seat=floor.seats.get(floor.side),
        theirs=tuple(Option(id=one.point.id, text=_describe_flowed(one)) for one in list_their_points(floor)),
        own=tuple(Option(id=one.point.id, text=_describe_flowed(one)) for one in list_own_points(floor)),
        commitments=tuple(
            Option(id=str(turn.number), text=f"[{turn.side}, on {turn.about}] {turn.commitment}")
            for turn in floor.turns
            if turn.commitment
        ),
    )


def recall_evidence(floor: Floor) -> tuple[Passage, ...]:
    """Sentences that the side has cited itself, the newest."""
    cited = {p.pointer: p for one in list_own_points(floor) for p in one.point.evidence}
    return tuple(cited.values())[-RECALLED_EVIDENCE:]


def list_their_points(floor: Floor) -> tuple[FlowedPoint, ...]:
    """The other side's points that can be answered."""
    return _list_points(floor, find_other_side(floor.side))


def list_own_points(floor: Floor) -> tuple[FlowedPoint, ...]:
    """The side's own points that can be taken up again."""
    return _list_points(floor, floor.side)


def list_held_points(floor: Floor) -> tuple[FlowedPoint, ...]:
    """Those of the side's own points on which it still stands: not what it gave up or let go, nor where it did so."""
    return tuple(
        one for one in list_own_points(floor) if not (one.conceded or one.let_go_in or one.point.move in GRANTING)
    )


def find_point(floor: Floor, point_id: str) -> Point | None:
    """The point of that id; none where nobody made it."""
    return next((point for turn in floor.turns for point in turn.points if point.id == point_id), None)


def _list_points(floor: Floor, side: Side) -> tuple[FlowedPoint, ...]:
    return tuple(one for one in track_points(floor.turns) if one.side == side)[-MOST_POINTS:]


def _describe_flowed(one: FlowedPoint) -> str:
    """A point by its claim, or how it begins: the whole of it stands in its turn."""
    cites = "; ".join(dict.fromkeys(put_in_words(passage.cite) for passage in one.point.evidence if passage.cite))
    told = [f"{one.speech}, {describe_both(one)}", f"cites {cites}" if cites else ""]
    fate = "; ".join(filter(None, told))
    asked = f"asked: “{one.point.asked}” " if one.point.asked else ""
    if one.point.claim:
        return f"[{fate}] {asked}{clip_statement(one.point.claim)}"
    return f"[{fate}] {asked}as it was said, without a note: {clip_sentences(one.point.headline)}"
