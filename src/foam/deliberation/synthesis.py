"""Turns claims, objections and responses into an argumentation framework, and says what follows. Asks no model.

    claim      promotes its value; withdrawn when its seat conceded an objection to it
    objection  attacks its claim while it is material; promotes a value only if it strikes the conclusion
    response   attacks its objection: a rebuttal if it was found adequate, a qualification always

Every seat is an audience. The recommendation weighs, for each of them, the claims it accepts on either side by their
strength and by the share it gives their value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from foam.deliberation.draft import Claim
from foam.deliberation.evaluate import MATERIAL, EvaluatedObjection, Response
from foam.perspective.node import Perspective
from foam.perspective.weighting import compute_shares
from foam.semantics.audience import make_audience
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.objections import Fate, ScoredObjection, find_fates
from foam.semantics.sublation import Sublation, sublate
from foam.text.pointer import Pointer
from foam.values import Value

FULL = 10.0
"""Top of the scales on which objections and replies are scored."""
QUALIFIED_BASE = 0.35
PLAIN_BASE = 0.5

Outcome = Literal["affirmed", "denied", "undecided"]


class Leaning(Value):
    """Where one seat's own weighing of what it accepts comes out."""

    seat: str
    outcome: Outcome
    affirmed: float
    denied: float


class Recommendation(Value):
    """What the table recommends: one outcome if all seats lean alike, else undecided with who leans where."""

    outcome: Outcome
    leanings: tuple[Leaning, ...]


class Synthesis(Value):
    """What survives, what became of each objection, and what follows."""

    sublation: Sublation
    fates: tuple[Fate, ...]
    recommendation: Recommendation


def synthesise(
    seats: Iterable[Perspective],
    claims: tuple[Claim, ...],
    evaluated: tuple[EvaluatedObjection, ...],
    *,
    unverified: frozenset[Pointer] = frozenset(),
) -> Synthesis:
    """Compute what survives. Raises VerificationError if a material objection would be lost."""
    ordered = sorted(seats, key=lambda seat: seat.id)
    framework = build_framework(claims, evaluated, unverified=unverified)
    sublation = sublate(framework, map(make_audience, ordered), claims=[claim.id for claim in claims])
    scored = [
        ScoredObjection(id=e.objection.id, target=e.objection.claim, materiality=e.materiality / FULL)
        for e in evaluated
    ]
    return Synthesis(
        sublation=sublation,
        fates=find_fates(scored, sublation, material=MATERIAL / FULL),
        recommendation=recommend(ordered, claims, sublation),
    )


def build_framework(
    claims: tuple[Claim, ...],
    evaluated: tuple[EvaluatedObjection, ...],
    *,
    unverified: frozenset[Pointer] = frozenset(),
) -> Framework:
    """Claims, objections and responses as arguments and attacks."""
    answered = [(e.objection, e.response) for e in evaluated if e.response is not None]
    return Framework(
        arguments=(
            *(_argue_claim(claim, evaluated, unverified) for claim in claims),
            *(_argue_objection(e, unverified) for e in evaluated),
            *(_argue_response(response, unverified) for _, response in answered),
        ),
        attacks=(
            *(Attack(attacker=e.objection.id, target=e.objection.claim, holds=e.material) for e in evaluated),
            *(
                Attack(attacker=response.id, target=objection.id, holds=response.move == "qualify" or response.answers)
                for objection, response in answered
            ),
        ),
    )


def recommend(seats: Iterable[Perspective], claims: tuple[Claim, ...], sublation: Sublation) -> Recommendation:
    """Where each seat leans, and what all of them share."""
    standings = {standing.argument: standing for standing in sublation.standings}
    accepted = {s.id: [c for c in claims if s.id in standings[c.id].accepted_by] for s in seats}
    strengths = {claim.id: standings[claim.id].strength for claim in claims}
    leanings = tuple(_find_leaning(seat, accepted[seat.id], strengths) for seat in seats)
    outcomes = {leaning.outcome for leaning in leanings}
    return Recommendation(outcome=outcomes.pop() if len(outcomes) == 1 else "undecided", leanings=leanings)


def _find_leaning(seat: Perspective, accepted: list[Claim], strengths: Mapping[str, float]) -> Leaning:
    weight = compute_shares(seat.weighting)
    sums = {"affirmed": 0.0, "denied": 0.0}
    for claim in accepted:
        sums[claim.position.direction] += strengths[claim.id] * weight.get(claim.value, 0.0)
    affirmed, denied = round(sums["affirmed"], 9), round(sums["denied"], 9)
    outcome: Outcome = "undecided" if affirmed == denied else "affirmed" if affirmed > denied else "denied"
    return Leaning(seat=seat.id, outcome=outcome, affirmed=affirmed, denied=denied)


def _argue_claim(claim: Claim, evaluated: tuple[EvaluatedObjection, ...], unverified: frozenset[Pointer]) -> Argument:
    moves = {e.response.move for e in evaluated if e.objection.claim == claim.id and e.response}
    hedged = "qualify" in moves or claim.parts.qualifier != "probably"
    return Argument(
        id=claim.id,
        promotes=(claim.value,),
        base=QUALIFIED_BASE if hedged else PLAIN_BASE,
        withdrawn="concede" in moves,
        verified=unverified.isdisjoint(claim.parts.grounds),
    )


def _argue_objection(evaluated: EvaluatedObjection, unverified: frozenset[Pointer]) -> Argument:
    objection = evaluated.objection
    return Argument(
        id=objection.id,
        promotes=(objection.value,) if objection.value else (),
        base=evaluated.materiality / FULL,
        verified=unverified.isdisjoint(passage.pointer for passage in objection.evidence),
    )


def _argue_response(response: Response, unverified: frozenset[Pointer]) -> Argument:
    return Argument(
        id=response.id,
        base=PLAIN_BASE if response.adequacy is None else response.adequacy / FULL,
        verified=unverified.isdisjoint(passage.pointer for passage in response.evidence),
        withdrawn=response.move == "concede",
    )
