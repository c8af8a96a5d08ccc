"""The whole deliberation, step by step:

    make_motion         the question as a statement and its denial
    find_facts          what the pack can work out, and what the examined file shows  findings.py, examined.py
    hear_seats          all seats draft, and what the file shows is judged            hearing.py
    draft_seat          each seat takes a position and rests it on sentences          draft.py, position.py, refine.py
    make_claim          what each sentence gives to the question, and which way       claim.py, support.py
    merge_points        one point made twice is one reason                            points.py
    object_to           every reason meets an objection                               examine.py
    evaluate_objection  the objection is scored, and answered if it is material       evaluate.py
    find_conflicts      sentences that cannot both be true                            points.py
    spare_carried       claims that stand without what is contested                   settling.py
    verify_passages     every cited sentence is looked up in its source
    synthesise          which reasons survive, and what follows                       synthesis.py, weighing.py

Seats draft at the same time and do not see each other's drafts, only which sentences these cite; what the pack works
out is judged meanwhile. The order of seats and their names change nothing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pydantic import Field

from foam.argument.motion import Motion, make_motion
from foam.deliberation.alike import SameConditions, keep_alike
from foam.deliberation.cited import GoesOn, list_cited
from foam.deliberation.claim import Claim
from foam.deliberation.condition import list_set
from foam.deliberation.corrected import Corrected, derive_figures
from foam.deliberation.disputed import find_disputed
from foam.deliberation.draft import SeatDraft
from foam.deliberation.estimate import estimate_rest
from foam.deliberation.evaluate import evaluate_objection
from foam.deliberation.examine import Critics, assign_critics, choose_defender, object_to
from foam.deliberation.examined import ExaminedFile, describe_authors, read_case_file, take_up
from foam.deliberation.findings import Finding, Lacking, find_facts
from foam.deliberation.hearing import Spoken, hear_seats
from foam.deliberation.needs import list_needs, need_decider
from foam.deliberation.objection import EvaluatedObjection, list_corrected
from foam.deliberation.pluralism import Pluralism, measure_pluralism
from foam.deliberation.points import Conflict, merge_points
from foam.deliberation.position import Direction, Proposed
from foam.deliberation.protocol import Protocol, choose_speakers
from foam.deliberation.put_forward import make_claim
from foam.deliberation.settling import settle
from foam.deliberation.synthesis import Synthesis, synthesise
from foam.deliberation.written.exchange import Before
from foam.deliberation.written.exchange_words import tell_exchange
from foam.deliberation.written.tell import Telling
from foam.errors import SettingError
from foam.evidence.computed import WithComputed
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.job.retrieval import describe_sources
from foam.job.session import Session
from foam.perspective.diversity import Seating, describe_seating
from foam.perspective.governance import Limits, find_seat_breaches
from foam.perspective.node import Perspective
from foam.perspective.policy import Source
from foam.record.entry import Entry, ValueInput
from foam.text.pointer import Pointer
from foam.values import Value

_PAUSE = 0.02
"""Seconds between two searches, in which what was asked goes out to its endpoint."""


class Mediation(Value):
    """Everything that was said, and what survives."""

    motion: Motion
    motion_entry: str
    seats: tuple[Perspective, ...]
    seating: Seating
    speaking: str = "every seat"
    """Why those who speak do."""
    drafts: tuple[SeatDraft, ...]
    claims: tuple[Claim, ...]
    """Every claim: reasons, those that repeat one, those not shown to bear on the question, and earlier wordings."""
    findings: tuple[Finding, ...] = ()
    computed: tuple[Document, ...] = ()
    """The documents in which computed facts stand, with their working."""
    lacking: tuple[Lacking, ...] = ()
    """Calculations that would bear on the question and cannot be worked out."""
    conflicts: tuple[Conflict, ...] = ()
    struck_conflicts: tuple[Conflict, ...] = Field(default=(), exclude_if=lambda struck: not struck)
    """What was taken for a conflict until a challenge showed that it is none."""
    evaluated: tuple[EvaluatedObjection, ...]
    same_conditions: tuple[SameConditions, ...] = Field(default=(), exclude_if=lambda same: not same)
    """Conditions that come to the same, as they were put."""
    unverified: frozenset[Pointer]
    """Cited sentences whose words were not found where their pointers say."""
    disputed: frozenset[Pointer] = Field(default=frozenset(), exclude_if=lambda disputed: not disputed)
    """Sentences that claims rest on and that their own sources call disputed nearby."""
    sources: dict[str, Source] = Field(default_factory=dict)
    """What is known of each document that claims rest on."""
    pluralism: Pluralism
    synthesis: Synthesis
    goes_on: tuple[GoesOn, ...] = ()
    """What the sources of cited sentences go on to say, where a challenge found that it speaks against them."""
    corrected: tuple[Corrected, ...] = Field(default=(), exclude_if=lambda corrected: not corrected)
    """Sentences of which a challenge corrected a figure."""
    challenged: tuple[str, ...] = Field(default=(), exclude_if=lambda challenged: not challenged)
    """Keys of the challenges that changed it since."""
    told: tuple[Telling, ...] = ()
    """The outcome in prose, where a model that writes told it."""
    reviews: bool = Field(default=False, exclude_if=lambda reviews: not reviews)
    """Whether the file that was examined holds a decision, which the question is about."""

    @property
    def figures_corrected(self) -> tuple[Corrected, ...]:
        """What was corrected, with the figures of claims that followed from it and were put anew with others."""
        reads = {claim.id: claim.text for claim in self.claims}
        put = [(one.objection.claim, one.granted.corrected_to) for one in self.evaluated if one.granted]
        return derive_figures(self.corrected, ((reads[was], reads[now]) for was, now in put if now in reads))

    @property
    def held(self) -> tuple[Claim, ...]:
        """The claims as they were put last, without those that others stand in for since a figure was corrected."""
        gone = list_corrected(self.evaluated)
        return tuple(claim for claim in self.claims if claim.id not in gone)

    @property
    def reasons(self) -> tuple[Claim, ...]:
        """The claims that count, one for each distinct point."""
        return tuple(claim for claim in self.claims if claim.is_reason)

    @property
    def read_on(self) -> dict[Pointer, tuple[Passage, ...]]:
        """By cited sentence: what its source goes on to say, each sentence once."""
        found: dict[Pointer, dict[Pointer, Passage]] = {}
        for one in self.goes_on:
            found.setdefault(one.cited, {}).update({said.pointer: said for said in one.says})
        return {cited: tuple(says.values()) for cited, says in found.items()}

    def list_read_on(self) -> Iterator[Passage]:
        """Every sentence that a source goes on to say against what it is cited for."""
        yield from (said for one in self.goes_on for said in one.says)

    @property
    def alike_conditions(self) -> tuple[SameConditions, ...]:
        """Conditions that come to the same: of answers, and of claims that set one which stands in these words."""
        standing = {*self.synthesis.recommendation.conditions}
        claims = [claim for claim in self.claims if claim.id in standing]
        return keep_alike(self.same_conditions, list_set(claims, self.drafts))

    @property
    def not_shown(self) -> tuple[Claim, ...]:
        """Claims that bear on nothing; what the file itself shows is told by itself, and not among these."""
        shown = {one.passage.pointer for one in self.findings if one.found is not None}
        idle = (claim for claim in self.claims if not claim.bears)
        return tuple(claim for claim in idle if not (claim.computed and claim.ground.pointer in shown))

    @property
    def needs(self) -> tuple[str, ...]:
        """What must be known first where a calculation would settle the question."""
        return (*list_needs(self.lacking), *need_decider(self.reviews, self.drafts, self.findings))


async def mediate(
    session: Session,
    question: str,
    seats: tuple[Perspective, ...],
    *,
    options: tuple[str, ...] = (),
    protocol: Protocol = "deliberation",
    speaker: str = "",
    examined: ExaminedFile | None = None,
    proposed: Proposed | None = None,
) -> Mediation:
    """Deliberate the question, or one or two options of an open one, which seats may have `proposed`.

    The protocol says which seats draft and object; every seat weighs the outcome.
    """
    check_seats(seats, session.pack.limits)
    seats = tuple(sorted(seats, key=lambda seat: seat.id))
    speakers = choose_speakers(protocol, seats, speaker=speaker, stakeholders=session.pack.list_concerned(question))
    motion, entry = _put_motion(session, question, options, rivals=proposed.rivals if proposed else ())
    reckoned = find_facts(session, about=await take_up(session, examined, motion) if examined else None)
    session = session.with_corpus(WithComputed(session.corpus, reckoned.documents))
    spoken, computed, lacking = await hear_seats(session, speakers.seats, motion, entry, reckoned, proposed)
    drafts = tuple(one.draft for one in spoken)
    put = await _put_forward(session, motion, spoken, computed)
    merged, alike = await merge_points(session, motion.question, put, drafts)
    session.plan_rest(estimate_rest(merged, len(session.pack.criteria), written=session.speaks("proposer")))
    claims, evaluated = await _examine(session, motion, seats, drafts, merged)
    claims, conflicts, unverified, narrowed = await settle(session, motion, seats, put, claims, evaluated, drafts)
    sources = _describe_cited(session, claims, examined)
    reviews = examined is not None and read_case_file(session, examined).decision is not None
    return Mediation(
        motion=motion,
        motion_entry=entry.key,
        seats=seats,
        seating=_describe_table(session, question, seats),
        speaking=speakers.reason,
        drafts=drafts,
        claims=claims,
        findings=reckoned.findings,
        computed=reckoned.documents,
        lacking=lacking,
        conflicts=conflicts,
        evaluated=evaluated,
        same_conditions=(*narrowed, *alike),
        unverified=unverified,
        pluralism=measure_pluralism(drafts),
        synthesis=synthesise(
            seats,
            claims,
            evaluated,
            conflicts=conflicts,
            unverified=unverified,
            sources=sources,
            lacking=(*list_needs(lacking), *need_decider(reviews, drafts, reckoned.findings)),
        ),
        disputed=find_disputed(session.clerk, session.corpus, list_cited(claims, ())),
        sources=sources,
        reviews=reviews,
    )


def _put_motion(
    session: Session, question: str, options: tuple[str, ...], *, rivals: tuple[str, ...]
) -> tuple[Motion, Entry]:
    """What is decided beside its rivals, and the entry that says what is decided."""
    motion = make_motion(question, options)
    named = [ValueInput(role="options", value=list(options))] if options else []
    asked = ValueInput(role="question", value=question)
    entry = session.clerk.compute("motion", motion.json_value, asked, *named, rule="motion")
    return motion.model_copy(update={"rivals": rivals}), entry


def _describe_table(session: Session, question: str, seats: tuple[Perspective, ...]) -> Seating:
    values = [value.id for value in session.pack.values]
    return describe_seating(seats, stakeholders=session.pack.list_concerned(question), values=values)


def _describe_cited(session: Session, claims: tuple[Claim, ...], examined: ExaminedFile | None) -> dict[str, Source]:
    """Where what the claims rest on comes from, with the authors' roles where the file was examined."""
    sources = describe_sources(session.clerk, session.corpus, list_cited(claims, ()))
    return describe_authors(sources, read_case_file(session, examined)) if examined else sources


def check_seats(seats: tuple[Perspective, ...], limits: Limits) -> None:
    """Refuse seats that the pack does not permit. The error names the rule and the remedy."""
    breaches = find_seat_breaches(seats, limits)
    if breaches:
        who = "seat " if breaches[0].perspective else ""
        raise SettingError(f"{who}{breaches[0].what}", hint=breaches[0].remedy)


async def _put_forward(
    session: Session, motion: Motion, spoken: Sequence[Spoken], computed: Sequence[Claim]
) -> tuple[Claim, ...]:
    """A claim for each that a seat wrote, sentence that one rests on, and computed fact, with who brought it."""
    drafts = [one.draft for one in spoken]
    grounds = {ground.pointer: ground for draft in drafts if not draft.claims for ground in draft.grounds}
    facts = {claim.ground.pointer for claim in computed}
    plain = [grounds[pointer] for pointer in sorted(grounds, key=str) if pointer not in facts]
    chosen = await asyncio.gather(*(make_claim(session, motion, ground) for ground in plain))
    written = {one.draft.claims[0].entry: one.claims for one in spoken if one.draft.claims}
    made = (*computed, *chosen, *(claim for entry in sorted(written) for claim in written[entry]))
    return tuple(name_seats(claim, drafts) for claim in made)


def name_seats(claim: Claim, drafts: Iterable[SeatDraft]) -> Claim:
    """The claim with the seats that rest on it. What the file itself gives is backed by all whom it serves."""
    resting = [draft for draft in drafts if claim.computed or brings(draft, claim)]
    serving = [d for d in resting if serves(d.position.direction, claim)]
    names = {
        "brought_by": () if claim.computed else tuple(sorted(draft.seat for draft in resting)),
        "backers": tuple(sorted(draft.seat for draft in serving)),
    }
    return claim.model_copy(update=names)


def serves(direction: Direction, claim: Claim) -> bool:
    """Whether the claim speaks for a seat that holds this side; a condition is its author's, whichever side that is."""
    return claim.sets_condition or claim.direction == direction


def brings(draft: SeatDraft, claim: Claim) -> bool:
    """Whether the seat wrote the claim, or, where it does not write, rests on its ground."""
    if draft.claims:
        return not {claim.id, claim.puts_again}.isdisjoint(one.id for one in draft.claims)
    return claim.ground.pointer in {ground.pointer for ground in draft.grounds}


async def _examine(
    session: Session,
    motion: Motion,
    seats: Sequence[Perspective],
    drafts: Sequence[SeatDraft],
    claims: tuple[Claim, ...],
) -> tuple[tuple[Claim, ...], tuple[EvaluatedObjection, ...]]:
    """Every reason meets its critics; a claim that was revised is examined once more."""
    done: list[EvaluatedObjection] = []
    waiting = [claim for claim in claims if claim.counts]
    while waiting:
        critics = assign_critics(waiting, seats, drafts, one_each=session.speaks("critic"))
        before = {claim.id: recall(claim, claims, done) for claim in waiting}
        progress = _Progress(session, len(waiting))
        exchanges = await asyncio.gather(
            *(
                _contest(session, motion, seats, drafts, claim, critics[claim.id], before[claim.id], progress)
                for claim in waiting
            )
        )
        made = [one for some, _ in exchanges for one in some]
        done += made
        passed = {claim.id: keys for claim, (_, keys) in zip(waiting, exchanges, strict=True) if keys}
        claims = tuple(
            claim.model_copy(update={"unopposed": passed.get(claim.id, claim.unopposed)}) for claim in claims
        )
        waiting = [one.response.revised for one in made if one.response and one.response.revised]
        claims = (*claims, *(claim for claim in waiting if claim.id not in {known.id for known in claims}))
        waiting = [claim for claim in waiting if claim.counts]
    return claims, tuple(sorted(done, key=lambda one: one.objection.id))


def recall(claim: Claim, claims: Iterable[Claim], done: Sequence[EvaluatedObjection]) -> Before:
    """What was said of the claim, or of its earlier wording, and what was cited against reasons of the same side."""
    same = {one.id for one in claims if one.direction == claim.direction}
    raised = {one.pointer: one for e in done if e.objection.claim in same for one in e.objection.evidence}
    told = [tell_exchange(e) for e in done if e.objection.claim in {claim.id, claim.revises}]
    return Before(told="\n".join(told), raised=tuple(raised[pointer] for pointer in sorted(raised, key=str)))


async def _contest(
    session: Session,
    motion: Motion,
    seats: Sequence[Perspective],
    drafts: Sequence[SeatDraft],
    claim: Claim,
    critics: Critics,
    before: Before,
    progress: _Progress,
) -> tuple[tuple[EvaluatedObjection, ...], tuple[str, ...]]:
    """The objections to one claim, scored and answered, and who had none; nothing where only one seat speaks."""
    defender = choose_defender(claim, seats, drafts, critics)
    if not critics.seats:
        return (), ()
    defender = defender or min(critics.seats, key=lambda seat: seat.declaration)
    await progress.take_turn()
    progress.report("searching")
    raised = await object_to(session, motion, claim, critics, defender, before)
    progress.report("objections")
    judged = await asyncio.gather(
        *(evaluate_objection(session, motion, defender, claim, objection) for objection in raised.objections)
    )
    progress.report("exchanges")
    return tuple(judged), raised.unopposed


class _Progress:
    """How far a round of cross-examination has come: claims that were searched for, objected to, and settled."""

    def __init__(self, session: Session, total: int) -> None:
        self._session = session
        self._total = total
        self._done: Counter[str] = Counter()
        self._turn = asyncio.Lock()

    async def take_turn(self) -> None:
        """Wait for one's turn. A search takes the processor: what was asked before it goes out first."""
        async with self._turn:
            await asyncio.sleep(_PAUSE)

    def report(self, step: str) -> None:
        """One claim more has come so far."""
        self._done[step] += 1
        self._session.report(step, self._done[step], self._total)
