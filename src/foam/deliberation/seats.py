"""Generates seats for a new question from those whom it concerns.

    a model that writes names them, and fills in one form what each says, values and declares
    one that does not orders the drafts that bear on the question, and the values for each; there may be none
       │     (the pack's stakeholders, the authors of what the library says on it, perspectives kept before)
       │
    limits of the pack ── different from those seated already

A seat that breaks a limit or says what another says already is not seated, and the reason is given.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence

from pydantic import Field

from foam.argument.motion import Motion, parse_motion
from foam.deliberation.seat_questions import (
    PEOPLE,
    UNTOLD,
    concerned_question,
    priorities_question,
    stakeholders_question,
)
from foam.errors import InputError
from foam.examination.wording import list_topics
from foam.job.acts import ask_act
from foam.job.answers import read_choice, read_records
from foam.job.job import job
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, fetch_document, make_options, retrieve
from foam.job.session import Session
from foam.job.spec import Spec
from foam.model.question import Option
from foam.pack.pack import Pack
from foam.perspective.catalogue import load_catalogue
from foam.perspective.diversity import measure_disagreement
from foam.perspective.governance import find_breaches
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput
from foam.values import CleanLine, Value, digest
from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.words import split_words

MOST = 4
"""Seats that are generated unless another number is asked for."""
VOICES = 8
"""Authors of the library that are offered at most."""
LEAST_SHARED = 2
"""Words of the question that a draft must share."""
LEAST_DISAGREEMENT = 0.15
"""A seat that differs less than this from one seated already says nothing new."""
_LEAST_RANKS = 4
"""Ranks that the weights of a seat are spread over at least, so that few values do not take it all."""
DECLARED = ("impact_framework", "risk_calculus", "evidence_hierarchy")
"""The dimensions on which a model that writes may declare something."""


class SeatsSpec(Spec):
    """Seats for a question."""

    question: CleanLine
    most: int = MOST
    offered: tuple[Perspective, ...] = ()
    """Perspectives kept before that may fit."""


class Draft(Value):
    """Someone who could take a seat."""

    role: CleanLine
    description: str
    origin: str
    """Where it comes from, in words."""
    speaks_for: tuple[str, ...] = ()
    kept: Perspective | None = None
    """The perspective it is taken from."""
    values: tuple[str, ...] = ()
    """The values in the order in which they count."""
    dimensions: dict[str, str] = Field(default_factory=dict)
    told_of: str = ""
    """What the library says of them on the question. It may be said against them, so it is never put in their mouth."""

    @property
    def text(self) -> str:
        return f"{self.role}: {self.description}"

    @property
    def context(self) -> str:
        """The draft with what is said of it."""
        return f"{self.text} {self.told_of}".strip()


class GeneratedSeat(Value):
    """A seat and where it comes from."""

    perspective: Perspective
    origin: str


class RefusedSeat(Value):
    """Someone who was considered and not seated, and why."""

    who: str
    reason: str


class GeneratedSeats(Value):
    """What was generated for a question."""

    question: str
    pack: str
    """The pack whose limits the seats keep and whose values they weigh; another may refuse them."""
    seats: tuple[GeneratedSeat, ...]
    refused: tuple[RefusedSeat, ...]
    needed: int
    """The least number of seats that the pack asks for."""

    @property
    def ok(self) -> bool:
        """Whether there are enough seats for a table."""
        return len(self.seats) >= self.needed


@job("perspectives", spec=SeatsSpec)
async def generate_seats(spec: SeatsSpec, session: Session) -> GeneratedSeats:
    """Seats that the question concerns, that keep the pack's limits and that differ."""
    if not session.pack.values:
        raise InputError(
            f"pack {session.pack.name} names no values to weigh", hint="add [[value]] tables to its pack.toml"
        )
    motion = parse_motion(spec.question)
    asked = ValueInput(role="question", value=spec.question)
    entry = session.clerk.compute("motion", motion.json_value, asked, rule="motion")
    found = retrieve(session.clerk, session.corpus, motion.question, depend_on("motion", entry))
    propose = _write_drafts if session.can_write("proposer") else _choose_drafts
    drafts, refused = await propose(session, spec, motion, found)
    seats, dropped = _select([_make_seat(session, motion, one) for one in drafts], session.pack, spec.most)
    return GeneratedSeats(
        question=motion.question,
        pack=session.pack.reference,
        seats=seats,
        refused=(*refused, *dropped),
        needed=session.pack.limits.min_seats,
    )


def list_drafts(session: Session, motion: Motion, found: Candidates, offered: Sequence[Perspective]) -> list[Draft]:
    """Everybody who could take a seat and has something to say on the question, in words of the library or their own.

    A draft that shares hardly a word with the question is left out: a model that measures likeness finds one of several
    nearest, however far all of them are.
    """
    drafts = (*_read_stakeholders(session, motion), *map(_read_kept, offered), *_read_voices(session, found))
    once = {draft.text: draft for draft in drafts if bears_on(draft.context, motion.question)}
    return list(once.values())


def bears_on(text: str, question: str) -> bool:
    """Whether a text has at least two of the words that carry the question, or the only one."""
    asked = list_topics(question)
    return len(asked & list_topics(text)) >= min(LEAST_SHARED, len(asked)) > 0


def _read_stakeholders(session: Session, motion: Motion) -> Iterator[Draft]:
    """The pack's stakeholders, each with the sentence of the library that speaks of them and of the question."""
    for one in session.pack.stakeholders:
        label = one.label or one.id.replace("_", " ")
        asked = ValueInput(role="stakeholder", value=one.id)
        found = retrieve(session.clerk, session.corpus, f"{label}. {motion.question}", asked)
        told = [p.text for p in found.passages if bears_on(p.text, motion.question) and bears_on(p.text, label)]
        yield Draft(
            role=(*one.roles, one.id)[0],
            description=f"I speak for {label}.",
            origin=f"stakeholder {one.id}",
            speaks_for=(one.id,),
            told_of=(told or [""])[0],
        )


def _read_kept(seat: Perspective) -> Draft:
    return Draft(
        role=seat.role,
        description=seat.description or f"I speak as {seat.role}.",
        origin=f"perspective {seat.id}",
        speaks_for=seat.speaks_for,
        kept=seat,
    )


async def _choose_drafts(
    session: Session, spec: SeatsSpec, motion: Motion, found: Candidates
) -> tuple[list[Draft], list[RefusedSeat]]:
    """The drafts, those whom the question concerns most first, each with its order of the values."""
    drafts = list_drafts(session, motion, found, spec.offered)
    options = tuple(Option(id=f"w{n}", text=draft.context) for n, draft in enumerate(drafts, start=1))
    if not options:
        return [], []
    question = concerned_question(session.prompts, question=motion.question, options=options)
    entry = await session.clerk.ask("concerned", question, *depend_on_candidates(found))
    chosen = [drafts[int(option_id[1:]) - 1] for option_id in read_choice(entry)]
    values = tuple(Option(id=value.id, text=value.text) for value in session.pack.values)
    asked = [
        priorities_question(session.prompts, question=motion.question, seat=draft.text, options=values)
        for draft in chosen
    ]
    ranked = await asyncio.gather(*(session.clerk.ask("priorities", one, depend_on("draft", entry)) for one in asked))
    return [
        draft.model_copy(update={"values": tuple(read_choice(one))}) for draft, one in zip(chosen, ranked, strict=True)
    ], []


async def _write_drafts(
    session: Session, spec: SeatsSpec, motion: Motion, found: Candidates
) -> tuple[list[Draft], list[RefusedSeat]]:
    """Stakeholders as the model names them, each with what it says, values and declares."""
    offered = make_options(found.passages)
    values = session.list_all_values()
    asked = [load_catalogue()[name] for name in DECLARED]
    act = stakeholders_question(
        session.prompts, question=motion.question, material=offered, count=spec.most, values=values, dimensions=asked
    )
    entry = await ask_act(session, "stakeholders", act, *depend_on_candidates(found), check=lambda _: ())
    drafts: list[Draft] = []
    refused: list[RefusedSeat] = []
    for row in read_records(entry, PEOPLE) if entry else ():
        who, said = str(row["who"]), str(row["description"])
        unborne = find_unfaithful(said, cited=[one.text for one in found.passages], known=[motion.question])
        if figures := [one.found for one in unborne if one.kind == "number"]:
            refused.append(RefusedSeat(who=who, reason=f"states a figure that nobody gave: {', '.join(figures)}"))
            continue
        told = {one.id: str(row[one.id]) for one in asked if row[one.id] != UNTOLD}
        origin = f"written for {who}"
        drafts.append(
            Draft(role=row["role"], description=said, origin=origin, values=tuple(row["values"]), dimensions=told)
        )
    return drafts, refused


def _read_voices(session: Session, found: Candidates) -> Iterator[Draft]:
    """The authors of what was found, each once, with the first sentence found of theirs."""
    seen: set[str] = set()
    for passage in found.passages:
        citation = fetch_document(session.clerk, session.corpus, passage.pointer).citation
        role = re.sub(r"\s*\([^)]*\)", "", citation.author_qualifications).strip(" .,;").lower() or citation.author
        if role and role not in seen and len(seen) < VOICES:
            seen.add(role)
            yield Draft(
                role=role,
                description=passage.text,
                origin=f"{passage.cite or role} in d:{passage.pointer.document[:8]}",
            )


def _make_seat(session: Session, motion: Motion, draft: Draft) -> GeneratedSeat:
    """The draft as a seat: what it weighs, and what it commits itself to."""
    kept = draft.kept.model_dump(include={"policy", "dimensions"}) if draft.kept else {}
    perspective = Perspective(
        id=_make_id(draft, motion.question),
        role=_fit_role(draft.role, session.pack.roles),
        description=draft.description,
        weighting=weigh_ranked(draft.values),
        speaks_for=draft.speaks_for,
        **{"dimensions": draft.dimensions, **kept},
    )
    return GeneratedSeat(perspective=perspective, origin=draft.origin)


def weigh_ranked(values: Sequence[str]) -> dict[str, float]:
    """A weight for each value, falling by equal steps from the first to the last; none is left without one."""
    ranks = max(len(values), _LEAST_RANKS)
    whole = ranks * (ranks + 1) / 2
    return {value: round((ranks - place) / whole, 4) for place, value in enumerate(values)}


def _select(
    made: Sequence[GeneratedSeat], pack: Pack, most: int
) -> tuple[tuple[GeneratedSeat, ...], tuple[RefusedSeat, ...]]:
    """The seats that keep the limits and differ from those before them."""
    seated: list[GeneratedSeat] = []
    refused: list[RefusedSeat] = []
    for one in made:
        reason = _find_refusal(one.perspective, [other.perspective for other in seated], pack, most)
        if reason:
            refused.append(RefusedSeat(who=one.origin, reason=reason))
        else:
            seated.append(one)
    return tuple(seated), tuple(refused)


def _find_refusal(seat: Perspective, seated: Sequence[Perspective], pack: Pack, most: int) -> str:
    if len(seated) == most:
        return f"{most} are seated already"
    for breach in find_breaches(seat, pack.limits):
        return f"{breach.what}; {breach.remedy}"
    for other in seated:
        found = measure_disagreement(seat, other)
        if found.overall < LEAST_DISAGREEMENT:
            return f"differs from {other.id} by {found.overall:.2f} only"
    return ""


def _fit_role(role: str, permitted: Sequence[str]) -> str:
    """The permitted role that the words name, if the pack permits only some: a "legal advocate" is an advocate."""
    words = set(split_words(role.lower().replace("_", " ")))
    return next((one for one in permitted if words >= set(split_words(one.lower().replace("_", " ")))), role)


def _make_id(draft: Draft, question: str) -> str:
    """A name that says who it is and differs from seats of the same role for other questions."""
    name = "_".join(split_words(draft.role.lower().replace("_", " ")))[:40] or "seat"
    return f"{name}-{digest([question, draft.text])[3:7]}"
