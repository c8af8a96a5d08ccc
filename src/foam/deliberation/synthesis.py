"""Turns claims, objections and responses into an argumentation framework, and says what follows. Asks no model.

    claim      each distinct reason, and each condition; promotes the values for whose sake its point is made; withdrawn
               when its side conceded or revised it, or its seat, asked about it, did not stand by it. What met an
               objection and counts no longer is withdrawn, too: the objection to it is kept
    fact       a sentence that another contradicts: the two attack each other, and each what rests on the other and
               does not cite both. A computed fact strikes and is not struck; nor does a sentence strike the one by
               which a claim on it was refuted. Facts promote no value, so no preference answers them.
    objection  attacks its claim while it is material; promotes a value only if it strikes the conclusion
    response   attacks its objection, as far as it was found to dispose of it: a rebuttal if it answers, a qualification
               always. An objection whose evidence fell strikes nothing, and what was granted to it is granted no more

Every seat is an audience. Each weighs the reasons it accepts, for and against, by their strength, by the share it gives
their value and by what its manner makes of their form. What a pack says settles the question goes before all weighing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from foam.argument.scheme import require_critical_question
from foam.deliberation.claim import Claim, list_promoted
from foam.deliberation.objection import MATERIAL, EvaluatedObjection, Response
from foam.deliberation.points import Conflict
from foam.deliberation.position import Direction
from foam.deliberation.settled import read_commitment, settle_claims
from foam.deliberation.weighing import Leaning, Outcome, Weight, find_leaning, weigh_reasons
from foam.perspective.node import Perspective
from foam.perspective.policy import Source
from foam.semantics.audience import make_audience, seat
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.objections import Fate, ScoredObjection, find_fates
from foam.semantics.sublation import Sublation, sublate
from foam.semantics.turning import Turning
from foam.text.pointer import Pointer
from foam.values import Value, digest

FULL = 10.0
"""Top of the scales on which objections and replies are scored."""
PLAIN_BASE = 0.5

Basis = Literal["settled", "weighed", "nothing shown", "lacking"]


class Recommendation(Value):
    """What the table recommends, and what that follows from."""

    outcome: Outcome
    basis: Basis
    leanings: tuple[Leaning, ...]
    follows_from: tuple[str, ...] = ()
    """The seats by whose values it follows; empty when it does not turn on values."""
    settled_by: tuple[str, ...] = ()
    """The computed facts that settle it."""
    lacking: tuple[str, ...] = ()
    """What would have to be known first."""
    conditions: tuple[str, ...] = ()
    """The claims that set the motion a condition and stand, for all seats or for some."""


class Synthesis(Value):
    """What survives, what became of each objection, and what follows."""

    sublation: Sublation
    fates: tuple[Fate, ...]
    examined: tuple[str, ...]
    """Claims that met an objection."""
    weights: tuple[Weight, ...]
    recommendation: Recommendation

    def list_core(self, claims: Iterable[Claim], direction: Direction) -> tuple[str, ...]:
        """The reasons of one side that stand for every seat and were examined."""
        core = {*self.sublation.consensus_core} & {*self.examined}
        return tuple(claim.id for claim in claims if claim.id in core and claim.direction == direction)


def synthesise(
    seats: Iterable[Perspective],
    claims: tuple[Claim, ...],
    evaluated: tuple[EvaluatedObjection, ...],
    *,
    conflicts: tuple[Conflict, ...] = (),
    unverified: frozenset[Pointer] = frozenset(),
    sources: Mapping[str, Source] | None = None,
    lacking: tuple[str, ...] = (),
) -> Synthesis:
    """Compute what survives. Raises VerificationError if a material objection would be lost.

    `sources` says what is known of each document that claims rest on, for the seats' policies. `lacking` names what
    must be known before anything can be recommended: inputs of a calculation that settles it.
    """
    ordered = sorted(seats, key=lambda seat: seat.id)
    claims = settle_claims(ordered, claims, evaluated, unverified=unverified)
    argued = tuple(claim for claim in claims if claim.counts)
    voices = {seat.id: seat.declaration for seat in ordered}
    framework = build_framework(
        claims, evaluated, conflicts=conflicts, unverified=unverified, voices=voices, sources=sources
    )
    audiences = seat(map(make_audience, ordered))
    turning = Turning(framework, audiences)
    sublation = sublate(framework, audiences, claims=[claim.id for claim in argued], turning=turning)
    scored = [
        ScoredObjection(id=e.objection.id, target=e.objection.claim, materiality=e.materiality / FULL)
        for e in evaluated
    ]
    weights = weigh_reasons(ordered, claims, sublation, sources or {})
    return Synthesis(
        sublation=sublation,
        fates=find_fates(scored, sublation, material=MATERIAL / FULL, turning=turning),
        examined=tuple(sorted({e.objection.claim for e in evaluated} | {one.id for one in claims if one.unopposed})),
        weights=weights,
        recommendation=recommend(ordered, argued, sublation, weights, lacking),
    )


def build_framework(
    claims: tuple[Claim, ...],
    evaluated: tuple[EvaluatedObjection, ...],
    *,
    conflicts: tuple[Conflict, ...] = (),
    unverified: frozenset[Pointer] = frozenset(),
    voices: Mapping[str, str] | None = None,
    sources: Mapping[str, Source] | None = None,
) -> Framework:
    """Claims, contested facts, objections and responses as arguments and attacks."""
    counted = [claim for claim in claims if claim.counts]
    over = {claim.id: [e for e in evaluated if e.objection.claim == claim.id] for claim in claims}
    argued = [claim for claim in claims if claim.counts or over[claim.id]]
    answered = [(e.objection, e.response) for e in evaluated if e.response is not None]
    facts = sorted({side.pointer for one in conflicts for side in (one.left, one.right)}, key=str)
    return Framework(
        arguments=(
            *(
                _argue_claim(claim, over[claim.id], unverified, voices or {}, list_promoted(claim, claims))
                for claim in argued
            ),
            *(Argument(id=make_fact_id(pointer), verified=pointer not in unverified) for pointer in facts),
            *(_argue_objection(e, unverified) for e in evaluated),
            *(_argue_response(response, unverified) for _, response in answered),
        ),
        attacks=(
            *_attack_by_fact(counted, conflicts, sources or {}, _list_refuted(claims, evaluated, unverified)),
            *(Attack(attacker=e.objection.id, target=e.objection.claim, holds=e.material) for e in evaluated),
            *(
                Attack(attacker=response.id, target=objection.id, holds=response.hedges or response.answers)
                for objection, response in answered
            ),
        ),
    )


@lru_cache(maxsize=1 << 14)
def make_fact_id(pointer: Pointer) -> str:
    """The id of a contested fact in the framework."""
    return f"fact-{digest(pointer.json_value())[3:13]}"


_Pair = tuple[str, str]


def _list_refuted(
    claims: Iterable[Claim], evaluated: Iterable[EvaluatedObjection], unverified: Collection[Pointer]
) -> set[_Pair]:
    """Ids of sentences, each with the one by which it was refuted where the two were argued over.

    A claim's ground is refuted by what a material objection to it cites, to which its side had no answer or which it
    conceded; what such an objection cites is, by the ground, where a rebuttal with evidence meets it wholly.
    """
    grounds = {claim.id: [make_fact_id(one.pointer) for one in claim.grounds] for claim in claims}
    refuted: set[_Pair] = set()
    for e in evaluated:
        objection, response = e.objection, e.response
        if not (objection.evidence and e.strikes) or response is None:
            continue
        if require_critical_question(objection.question).attacks != "premise":
            continue
        brought = response.evidence if response.answers else ()
        if any(one.pointer in unverified for one in (*objection.evidence, *brought)):
            continue
        pairs = [(here, make_fact_id(by.pointer)) for here in grounds[objection.claim] for by in objection.evidence]
        if response.meets_wholly and brought:
            refuted.update((there, here) for here, there in pairs)
        elif not (response.hedges or response.answers):
            refuted.update(pairs)
    return refuted


def _attack_by_fact(
    claims: Sequence[Claim],
    conflicts: Iterable[Conflict],
    sources: Mapping[str, Source],
    refuted: Collection[_Pair],
) -> Iterator[Attack]:
    """Facts that conflict attack each other and what rests on the other; a computed one is not attacked.

    Nor is a document that somebody stands behind attacked by one that nobody signed, nor a sentence by one that it
    refuted where the two were argued over. What was brought in a claim's defence adds to what it was put forward on:
    contested, it leaves the claim where it stood. A claim that cites both sides of a conflict does not fall by it, nor
    does one that was found borne out without what is contested.
    """
    resting: dict[str, list[str]] = {}
    cited = {claim.id: {make_fact_id(one.pointer) for one in (*claim.rests_on, *claim.defence)} for claim in claims}
    for claim in claims:
        for ground in claim.rests_on:
            resting.setdefault(make_fact_id(ground.pointer), []).append(claim.id)
    made: dict[tuple[str, str], Attack] = {}
    for one in conflicts:
        left, right = (_Side(make_fact_id(side.pointer), side.pointer) for side in (one.left, one.right))
        for here, there in ((left, right), (right, left)):
            behind = sources.get(here.pointer.document), sources.get(there.pointer.document)
            if (one.computed and str(there.pointer) == one.computed) or _is_outweighed(*behind):
                continue
            pair = here.fact, there.fact
            if pair in refuted and pair[::-1] not in refuted and not _is_outweighed(*reversed(behind)):
                continue
            resting_there = resting.get(there.fact, ())
            struck = (name for name in resting_there if here.fact not in cited[name] and name not in one.spares)
            for target in (there.fact, *struck):
                if (here.fact, target) not in made:
                    made[here.fact, target] = _make_attack(here.fact, target)
    yield from made.values()


class _Side(NamedTuple):
    """One of two sentences that conflict: its id in the framework, and where it stands."""

    fact: str
    pointer: Pointer


@lru_cache(maxsize=1 << 15)  # a dossier is synthesised again for every what-if
def _make_attack(attacker: str, target: str) -> Attack:
    return Attack(attacker=attacker, target=target)


def _is_outweighed(attacker: Source | None, attacked: Source | None) -> bool:
    return attacker is not None and attacker.is_nobodys and attacked is not None and not attacked.is_nobodys


def recommend(
    seats: Sequence[Perspective],
    argued: Sequence[Claim],
    sublation: Sublation,
    weights: Sequence[Weight],
    lacking: tuple[str, ...] = (),
) -> Recommendation:
    """What follows: from what settles the question, else from where the seats' own weighing comes out."""
    leanings = tuple(find_leaning(seat, weights) for seat in seats)
    reasons = [claim for claim in argued if claim.is_reason]
    conditions = tuple(one.id for one in argued if one.sets_condition and sublation.standing(one.id).accepted_by)
    if lacking:
        return Recommendation(
            outcome="not shown", basis="lacking", leanings=leanings, lacking=lacking, conditions=conditions
        )
    if not reasons:
        return Recommendation(outcome="not shown", basis="nothing shown", leanings=leanings, conditions=conditions)
    core = set(sublation.consensus_core)
    settling = [claim for claim in reasons if claim.settles and claim.id in core]
    directions = {claim.direction for claim in settling if claim.direction}
    outcome = find_outcome(leanings, directions)
    if len(directions) == 1:
        names = tuple(claim.id for claim in settling)
        return Recommendation(
            outcome=outcome, basis="settled", leanings=leanings, settled_by=names, conditions=conditions
        )
    follows = tuple(one.seat for one in leanings if one.outcome == outcome) if outcome != "undecided" else ()
    return Recommendation(
        outcome=outcome, basis="weighed", leanings=leanings, follows_from=follows, conditions=conditions
    )


def find_outcome(leanings: Iterable[Leaning], settling: Collection[Direction]) -> Outcome:
    """What settles the question, if it points one way; else what all seats that lean lean to."""
    outcomes: set[Outcome] = {*settling}
    if len(outcomes) != 1:
        outcomes = {one.outcome for one in leanings if one.outcome != "undecided"}
    return outcomes.pop() if len(outcomes) == 1 else "undecided"


def _argue_claim(
    claim: Claim,
    over: Sequence[EvaluatedObjection],
    unverified: frozenset[Pointer],
    voices: Mapping[str, str],
    promotes: tuple[str, ...],
) -> Argument:
    replies = [e.granted for e in over if e.granted]
    said = {read_commitment(claim, e, voices) for e in over if e.binds}
    cited = {one.pointer for one in (*claim.rests_on, *claim.sources)}
    return Argument(
        id=claim.id,
        promotes=promotes,
        base=claim.support.strength,
        withdrawn=any(one.gives_up for one in replies) or "no" in said or not claim.counts,
        verified=unverified.isdisjoint(cited),
    )


def _argue_objection(evaluated: EvaluatedObjection, unverified: frozenset[Pointer]) -> Argument:
    objection = evaluated.objection
    return Argument(
        id=objection.id,
        promotes=(objection.value,) if objection.value else (),
        base=evaluated.materiality / FULL,
        verified=evaluated.fell is None and unverified.isdisjoint(one.pointer for one in objection.evidence),
    )


def _argue_response(response: Response, unverified: frozenset[Pointer]) -> Argument:
    return Argument(
        id=response.id,
        base=PLAIN_BASE if response.adequacy is None else response.adequacy / FULL,
        verified=unverified.isdisjoint(passage.pointer for passage in (*response.evidence, *response.grounds)),
        withdrawn=response.gives_up,
    )
