"""What a debater has in hand: evidence, remembered arguments and forms of argument, all under ids.

before *prepare*   what is near its position and against the other side's open points, how such points were met
after it           what it wanted looked up, and what the memory holds under its keywords
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

from foam.argument.flow import Side
from foam.debate.bearing import read_aside
from foam.debate.citing import describe_heading, put_in_words
from foam.debate.contradictions import find_contradictions, find_contradictions_said
from foam.debate.flaw import Loophole
from foam.debate.floor import Floor
from foam.debate.language import split_utterance
from foam.debate.memory.moves import RecalledMove, add_replies
from foam.debate.memory.recall import MOVES
from foam.debate.memory.values import NOTHING, TOP, Priors, RecalledExemplar, compute_priors
from foam.debate.speech.brief import list_own_points
from foam.debate.speech.context import can_be_cited, read_neighbours
from foam.debate.speech.prepare import Ground, Prepared
from foam.debate.values import RecalledMoves
from foam.evidence.casebook.sections import is_read_by
from foam.evidence.corpus import Passage, name_source
from foam.evidence.heads import count_head
from foam.job.retrieval import depend_on, depend_on_passages, describe_sources, retrieve
from foam.job.session import depend_on_seat
from foam.model.question import Option
from foam.perspective.manner import read_manner
from foam.perspective.policy import Source
from foam.record.entry import Input, ValueInput
from foam.text.listed import describe_lead
from foam_quotes.text.pointer import Pointer

ANSWERED = 5
"""Open points of the other side, the newest, against which evidence is looked for and moves are recalled."""
FOUND_NEAR, FOUND_AGAINST, FOUND_A_SEARCH, FOLLOWED = 12, 4, 8, 3
"""Sentences found near the position, against each point and by each search; hits whose next sentences are offered."""
_RECALLED_EVIDENCE = 32
"""Sentences of the side's own earlier points that it may cite again: the newest."""
SHOWN_MOVES, SHOWN_EXEMPLARS = 8, 3
SURVEYED, MOST_TITLES, MOST_HEADINGS = 48, 12, 12
"""Sentences near the motion by which documents are found, and how many of these and their headings are told."""


@dataclass(frozen=True, slots=True)
class Material:
    """Everything in hand, and what it rests on."""

    evidence: tuple[Passage, ...] = ()
    """Offered as s1, s2, …"""
    moves: tuple[RecalledMoves, ...] = ()
    """How the other side's points were met before."""
    suspected: tuple[Loophole, ...] = ()
    """Contradictions in what the other side said, as the judge reads them."""
    priors: Priors = NOTHING
    sources: Mapping[str, Source] = field(default_factory=dict)
    conflicts: Mapping[Pointer, tuple[Pointer, ...]] = field(default_factory=dict)
    since: tuple[Input, ...] = ()

    @property
    def recalled(self) -> tuple[RecalledMove, ...]:
        """Offered as r1, r2, …: each remembered answer once."""
        found = {one.move.answer: one for about in self.moves for one in about.moves}
        return tuple(found.values())[:SHOWN_MOVES]

    @property
    def exemplars(self) -> tuple[RecalledExemplar, ...]:
        """Offered as m1, m2, …"""
        return self.priors.exemplars[:SHOWN_EXEMPLARS]

    @property
    def remembered(self) -> dict[str, str]:
        """The remembered utterance behind each id."""
        moves = {f"r{n}": one.exemplar for n, one in enumerate(self.recalled, start=1)}
        return moves | {f"m{n}": one.remembered.id for n, one in enumerate(self.exemplars, start=1)}

    def get(self, evidence_id: str) -> Passage:
        return self.evidence[int(evidence_id[1:]) - 1]


async def look_around(floor: Floor, *, memory: bool, logic: bool) -> Material:
    """What lies ready before anybody is asked: near the position, against their points, and remembered."""
    points = () if floor.duty == "case" else floor.open[:ANSWERED]
    heard = [sentence for one in floor.heard for sentence in split_utterance(one.text)]
    recalled, suspected = await asyncio.gather(
        asyncio.gather(*(recall_moves(floor, point.statement) for point in points if memory)),
        find_contradictions_said(floor.session, heard if logic and floor.duty != "case" else ()),
    )
    moves = tuple(
        RecalledMoves(point=point.id, moves=found) for point, found in zip(points, recalled, strict=False) if found
    )
    near = _search(floor, floor.position, FOUND_NEAR)
    against = [one for point in points for one in _search(floor, point.statement, FOUND_AGAINST, against=True)]
    found = [*leave_out_cards(floor, against, turned=True), *leave_out_cards(floor, near), *recall_evidence(floor)]
    return Material(_leave_out_copies(floor, found), moves=moves, suspected=suspected, since=_depend(floor))


async def complete_material(
    floor: Floor, material: Material, prepared: Prepared, entry: str, *, schemes: bool
) -> Material:
    """The same with what was looked up behind what was there, so that all keep their ids, and with scheme priors."""
    session = floor.session
    since = (*material.since, *([depend_on("prepared", entry)] if entry else []))
    found = [_search(floor, words, FOUND_A_SEARCH) for words in prepared.searches]
    hits = [one for some in found for one in some[:FOLLOWED]]
    after = read_neighbours(session.clerk, session.corpus, hits, before=0)
    looked_up = leave_out_cards(floor, (*(one for some in found for one in some), *after))
    evidence = _leave_out_copies(floor, (*material.evidence, *looked_up))
    priors = _recall_exemplars(floor, prepared.keywords, *since) if schemes and prepared.keywords else NOTHING
    places = await find_contradictions(session, [one.text for one in evidence])
    conflicts: dict[Pointer, tuple[Pointer, ...]] = {}
    for one, other in (pair for both in places for pair in (both, both[::-1])):
        pointer = evidence[one].pointer
        conflicts[pointer] = (*conflicts.get(pointer, ()), evidence[other].pointer)
    return replace(
        material,
        evidence=evidence,
        priors=priors,
        sources=describe_sources(session.clerk, session.corpus, [one.pointer for one in evidence]),
        conflicts=conflicts,
        since=(*since, *depend_on_passages(evidence)),
    )


def leave_out_cards(floor: Floor, passages: Sequence[Passage], *, turned: bool = False) -> tuple[Passage, ...]:
    """What a side may read as evidence: no debater's own words, as a plan is, and no card that the other side read,
    unless it is `turned` against it."""
    session = floor.session
    other: Side = "neg" if floor.side == "pro" else "aff"
    documents = list(dict.fromkeys(one.pointer.document for one in passages if not one.pointer.computed))

    def is_left_out(name: str) -> bool:
        document = session.corpus.document(name)
        theirs = not turned and is_read_by(document, other)
        return document.card is not None and (document.card.analytic or theirs)

    entry = session.clerk.compute(
        "cards of the other side",
        lambda: list(filter(is_left_out, documents)),
        ValueInput(role="documents", value=documents),
        ValueInput(role="side", value=floor.side),
        ValueInput(role="turned", value=turned),
        ValueInput(role="corpus", value=session.corpus.version),
        rule="the side of a card, by its file and headings",
    )
    return tuple(one for one in passages if one.pointer.document not in entry.answer)


def make_ground(floor: Floor, material: Material) -> Ground:
    """What lies before whoever prepares, in words."""
    library, documents = _list_holdings(floor)
    return Ground(
        against=tuple(Option(id=f"s{n}", text=one.text) for n, one in enumerate(material.evidence, start=1)),
        remembered=_describe_moves(material),
        library=library,
        documents=documents,
        flaws=material.suspected,
    )


def recall_evidence(floor: Floor) -> tuple[Passage, ...]:
    """Sentences that the side has cited itself, the newest."""
    cited = {p.pointer: p for one in list_own_points(floor) for p in one.point.evidence}
    return tuple(cited.values())[-_RECALLED_EVIDENCE:]


async def recall_moves(floor: Floor, point: str, *inputs: Input) -> tuple[RecalledMove, ...]:
    """How points like this one were met by this side, then what else it said that meets this one; recorded."""

    judge = floor.session.judge

    async def recall() -> list[Any]:
        moves = floor.memory.find_moves(point, floor.side)
        replies = floor.memory.find_replies(point, floor.side, floor.motion)
        added = await read_aside(partial(add_replies, judge, moves, replies, point, most=MOVES))
        return [one.json_value() for one in added]

    entry = await floor.session.clerk.compute_elsewhere(
        "moves recalled",
        recall,
        *inputs,
        ValueInput(role="point", value=[point, floor.side]),
        ValueInput(role="motion", value=floor.motion),
        ValueInput(role="memory", value=floor.memory.version),
        rule=f"{floor.memory.engine}, replies by {judge.name}",
    )
    return tuple(RecalledMove.model_validate(row) for row in entry.answer)


def _recall_exemplars(floor: Floor, keywords: Sequence[str], *inputs: Input) -> Priors:
    """The utterances that hold a keyword, nearest to the debate so far first, as scheme priors; recorded."""
    texts = [floor.motion, *(turn.argument or turn.text for turn in floor.turns)]
    found = floor.session.clerk.compute(
        "recalled",
        lambda: [one.json_value() for one in floor.memory.find(keywords, texts, limit=floor.top_k)],
        *inputs,
        *floor.since,
        ValueInput(role="keywords", value=list(keywords)),
        *([] if floor.top_k == TOP else [ValueInput(role="top k", value=floor.top_k)]),
        ValueInput(role="motion", value=floor.motion),
        ValueInput(role="memory", value=floor.memory.version),
        rule=floor.memory.engine,
    )
    return compute_priors(tuple(RecalledExemplar.model_validate(row) for row in found.answer))


def _list_holdings(floor: Floor) -> tuple[tuple[Option, ...], int]:
    """Documents near the motion by title and headings, and all the rest while the library is small; how many it has."""
    session = floor.session
    near = retrieve(session.clerk, session.corpus, floor.motion, limit=SURVEYED)
    ids = list(dict.fromkeys(one.pointer.document for one in near.passages if not one.pointer.computed))[:MOST_TITLES]

    def read(document_id: str) -> str:
        document = session.corpus.document(document_id)
        title = document.citation.title or name_source(document)
        lines = (document.sentence(n).strip("=# \n") for n in range(count_head(document), len(document.ends)))
        headings = (line for line in dict.fromkeys(lines) if line and line != title and line[-1] not in ".!?…:;。！？")
        return "; ".join([title, *islice(headings, MOST_HEADINGS)])

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
    shown = tuple(Option(id=f"d{n}", text=text) for n, text in enumerate(filter(None, entry.answer["shown"]), start=1))
    return shown, entry.answer["documents"]


def describe_evidence(floor: Floor, material: Material) -> tuple[Option, ...]:
    """Sentences as a writer is offered them: who said it, in what kind of source, who cites it, and what denies it."""
    ids = {passage.pointer: f"s{n}" for n, passage in enumerate(material.evidence, start=1)}
    uses: dict[Pointer, list[str]] = {}
    for turn in floor.turns:
        for point in turn.points:
            for passage in point.evidence:
                uses.setdefault(passage.pointer, []).append(
                    f"{'yours' if turn.side == floor.side else 'theirs'}, {point.id}"
                )

    def describe(passage: Passage) -> str:
        source = material.sources.get(passage.pointer.document, Source())
        denying = ", ".join(ids[one] for one in material.conflicts.get(passage.pointer, ()))
        told = [
            put_in_words(passage.cite) or "author unknown",
            source.kind or "kind of source unknown",
            source.publisher,
            "peer reviewed" if source.peer_reviewed else "",
            "official" if source.official else "",
            describe_heading(passage),
            describe_lead(passage.under),
            f"cited: {'; '.join(dict.fromkeys(uses[passage.pointer]))}" if passage.pointer in uses else "",
            f"said otherwise, as a judge reads both: {denying}" if denying else "",
        ]
        return "; ".join(filter(None, told))

    return tuple(Option(id=ids[one.pointer], text=f"{one.text}\n[{describe(one)}]") for one in material.evidence)


def describe_remembered(material: Material) -> tuple[Option, ...]:
    """Remembered answers with what they met and what became of them, then whole arguments with what they did well."""
    exemplars = (
        Option(
            id=f"m{n}",
            text=f"{one.remembered.text}\n[{one.remembered.speaker}, in a debate on: {one.remembered.motion}; "
            f"{', '.join(f'{name}: {quality}' for name, quality in sorted(one.remembered.schemes.items()))}]",
        )
        for n, one in enumerate(material.exemplars, start=1)
    )
    return (*_describe_moves(material), *exemplars)


def _describe_moves(material: Material) -> tuple[Option, ...]:
    about = {one.move.answer: found.point for found in material.moves for one in found.moves}
    return tuple(
        Option(
            id=f"r{n}",
            text=f"{one.move.describe()}\n[recalled for {about[one.move.answer]}, from a debate on: {one.motion}; "
            f"{one.move.scheme or 'form not named'}; it {one.move.outcome}]",
        )
        for n, one in enumerate(material.recalled, start=1)
    )


def _search(floor: Floor, words: str, limit: int, *, against: bool = False) -> tuple[Passage, ...]:
    seat = floor.seats.get(floor.side)
    accepts: dict[str, Any] = {"policy": seat.policy, "manner": read_manner(seat)} if seat else {}
    session = floor.session
    found = retrieve(session.clerk, session.corpus, words, *floor.since, limit=limit, against=against, **accepts)
    return tuple(one for one in found.passages if can_be_cited(one))


def _depend(floor: Floor) -> tuple[Input, ...]:
    seat = floor.seats.get(floor.side)
    return (*floor.since, *([depend_on_seat(seat)] if seat else []))


def _leave_out_copies(floor: Floor, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Each sentence once, though several documents hold it: the one that is cited already, else the first."""
    kept: dict[tuple[str, str], Passage] = {}
    for one in passages:
        words = one.under, " ".join("".join(c if c.isalnum() else " " for c in one.text.lower()).split())
        if words not in kept or (one.pointer in floor.quoted and kept[words].pointer not in floor.quoted):
            kept[words] = one
    return tuple(kept.values())
