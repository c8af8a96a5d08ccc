"""How each seat weighs the reasons it accepts: the table that the recommendation is read from. Asks no model.

    weight = share of the value × strength × how certain it is put × what the seat's manner makes of its form

It is put as certainly as whoever brought it says, after what they granted to objections, and as the seat's policy and
manner let it be, whichever is less. What
lacks a part that the seat wants spelled out keeps half. A seat whose policy the reason's sources do not satisfy gives
it no weight. What the reasons of a side come to for a seat, its manner says: their sum, the strongest alone, or more
than the sum. A seat leans to the side that outweighs the other, if the difference is more than a tenth of what both
weigh together, and if that side has enough to rest on: apart from the shares of values, its reasons come to what one
reason is worth that is borne out and holds in some cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from pydantic import Field

from foam.argument.toulmin import Qualifier
from foam.deliberation.claim import Claim, list_promoted
from foam.deliberation.position import Direction
from foam.deliberation.support import BORNE_OUT
from foam.perspective.conduct import add_up, find_missing_parts, hedge, weigh_reason
from foam.perspective.manner import CERTAINTY, Manner, read_manner
from foam.perspective.node import Perspective
from foam.perspective.policy import Source, find_shortfalls, read_standing
from foam.perspective.weighting import compute_shares
from foam.semantics.sublation import Sublation
from foam.values import Value

Outcome = Literal["affirmed", "denied", "undecided", "not shown"]

EVEN = 0.1
"""A seat leans only if the difference between the sides is more than this share of what both weigh together."""
CERTAIN: dict[Qualifier, float] = {
    "certainly": 1.0,
    "probably": 0.9,
    "unless rebutted": 0.8,
    "possibly": 0.7,
    "in some cases": 0.6,
}
"""What a reason keeps of its strength when it is put so."""
UNSIGNED = 0.3
"""What it keeps if nobody stands behind any of the documents it rests on: no signature, and nobody says who wrote them.
"""
LEAST = BORNE_OUT * CERTAIN["in some cases"]
"""What a side must come to, apart from what its values count for the seat, for the seat to lean to it: the worth of one
reason that is borne out, half of the scale, and holds in some cases only. However little speaks for the other side,
less than that decides nothing."""
UNSIGNED_WHY = "nobody signed it"
ALREADY = "makes the point of a reason that counts already"
UNFINISHED = 0.5
"""What it keeps for a seat that wants a part of it spelled out which is not."""


class Weight(Value):
    """What one reason weighs for one seat."""

    seat: str
    claim: str
    direction: Direction
    value: str
    """Of the values for which the point is made, the one that counts most for the seat."""
    share: float
    """The share of its weighting that the seat gives the value."""
    strength: float
    put: Qualifier
    """How certain it is put: by whoever brought it, or less, if the seat lets it be put less."""
    certainty: float = 1.0
    """What it keeps of its strength, put so."""
    form: float = 1.0
    """What the seat's manner makes of its form, and of parts it lacks; 0 for one that is too weak to count for it."""
    weight: float
    """0 where the seat does not accept the reason, or its policy does not admit it."""
    why: str = ""
    """Why it weighs nothing, or less, in a few words."""

    @property
    def worth(self) -> float:
        """What it weighs apart from the share of its value."""
        return self.strength * self.certainty * self.form if self.weight else 0.0


class Leaning(Value):
    """Where one seat's own weighing of what it accepts comes out."""

    seat: str
    outcome: Literal["affirmed", "denied", "undecided"]
    affirmed: float
    denied: float
    tips: Direction | None = Field(default=None, exclude_if=lambda side: side is None)
    """The side that outweighs the other, where it has too little to rest on for the seat to lean to it."""


def weigh_reasons(
    seats: Sequence[Perspective], claims: Sequence[Claim], sublation: Sublation, sources: Mapping[str, Source]
) -> tuple[Weight, ...]:
    """The table: one row for each reason and seat. `sources` says what is known of each document."""
    attested = _list_sources(claims, read_standing(sources))
    together = {claim.id: claim.counted_with or claim.id for claim in claims}
    heads = [claim for claim in claims if claim.direction is not None and not claim.same_point_as]
    reasons = [(claim, list_promoted(claim, claims)) for claim in heads]
    return tuple(
        row for seat in seats for row in count_once(list(_weigh_for(seat, reasons, sublation, attested)), together)
    )


def count_once(rows: Sequence[Weight], together: Mapping[str, str]) -> Iterator[Weight]:
    """The rows of one seat; of reasons that came to make one point the heaviest alone keeps its weight."""
    heaviest: dict[str, Weight] = {}
    for row in rows:
        known = heaviest.get(together[row.claim])
        heaviest[together[row.claim]] = row if known is None or row.weight > known.weight else known
    for row in rows:
        counts = heaviest[together[row.claim]] is row or not row.weight
        yield row if counts else row.model_copy(update={"weight": 0.0, "why": ALREADY})


def list_values(rows: Sequence[Weight]) -> tuple[str, ...]:
    """The values for whose sake seats weigh a reason: one, unless its point was made for several."""
    return tuple(dict.fromkeys(row.value for row in rows if row.weight) or dict.fromkeys(row.value for row in rows))


def find_leaning(seat: Perspective, weights: Iterable[Weight]) -> Leaning:
    """Where the seat's weights come out."""
    own = [row for row in weights if row.seat == seat.id]
    manner = read_manner(seat)
    sides = {side: [row for row in own if row.direction == side] for side in get_args(Direction)}
    affirmed, denied = (round(add_up(manner, (row.weight for row in rows)), 9) for rows in sides.values())
    if abs(affirmed - denied) <= EVEN * (affirmed + denied):
        return Leaning(seat=seat.id, outcome="undecided", affirmed=affirmed, denied=denied)
    side: Direction = "affirmed" if affirmed > denied else "denied"
    if round(add_up(manner, (row.worth for row in sides[side])), 9) < LEAST:
        return Leaning(seat=seat.id, outcome="undecided", affirmed=affirmed, denied=denied, tips=side)
    return Leaning(seat=seat.id, outcome=side, affirmed=affirmed, denied=denied)


def _list_sources(claims: Iterable[Claim], sources: Mapping[str, Source]) -> dict[str, list[Source]]:
    """What each reason rests on, the sources of claims that make the same point counted in."""
    found: dict[str, dict[str, Source]] = {}
    for claim in claims:
        for passage in claim.sources or (*claim.rests_on, *claim.defence):
            name = passage.pointer.document
            known = sources.get(name, Source(document=name))
            found.setdefault(claim.same_point_as or claim.id, {})[name] = known
    return {claim: list(documents.values()) for claim, documents in found.items()}


def _weigh_for(
    seat: Perspective,
    reasons: Iterable[tuple[Claim, tuple[str, ...]]],
    sublation: Sublation,
    attested: Mapping[str, Sequence[Source]],
) -> Iterator[Weight]:
    """The rows of one seat; each reason comes with the values for whose sake its point is made."""
    shares, manner = compute_shares(seat.weighting), read_manner(seat)
    for claim, promoted in reasons:
        standing = sublation.standing(claim.id)
        put = "certainly" if claim.computed else _put(seat, manner, claim)
        value = max(promoted, key=lambda one: shares.get(one, 0.0))
        share, strength = shares.get(value, 0.0), standing.strength * CERTAIN[put]
        counted = weigh_reason(manner, scheme=claim.scheme, strength=strength)
        missing = [] if claim.computed else find_missing_parts(manner, claim.parts)
        bar = _find_bar(seat, accepted=seat.id in standing.accepted_by, sources=attested[claim.id])
        nobodys = bool(attested[claim.id]) and all(one.is_nobodys for one in attested[claim.id])
        unsigned = UNSIGNED_WHY if nobodys and not claim.computed else ""
        form = (
            (counted / strength if strength else 0.0)
            * (UNFINISHED if missing else 1.0)
            * (UNSIGNED if unsigned else 1.0)
        )
        weak = f"does not spell out its {', '.join(missing)}" if missing else ""
        yield Weight(
            seat=seat.id,
            claim=claim.id,
            direction=claim.direction,
            value=value,
            share=share,
            strength=standing.strength,
            put=put,
            certainty=CERTAIN[put],
            form=form,
            weight=0.0 if bar else share * strength * form,
            why=bar
            or ("" if share else f"gives {value} no weight")
            or ("" if counted else "too weak")
            or unsigned
            or weak,
        )


def _put(seat: Perspective, manner: Manner, claim: Claim) -> Qualifier:
    """How certain the claim is put: as its side now puts it, or less, as the seat lets what it rests on be put.

    Where a seat wrote it, it said how certain it is, having read what it rests on.
    """
    written = claim.qualifier if claim.voice == "written" else None
    return max(claim.qualifier, hedge(seat.policy, manner, claim.rests_on[0].text, put=written), key=CERTAINTY.index)


def _find_bar(seat: Perspective, *, accepted: bool, sources: Sequence[Source]) -> str:
    """Why the reason does not count for the seat; empty when it does."""
    if not accepted:
        return "not accepted"
    short = [] if seat.policy.is_open else find_shortfalls(seat.policy, sources)
    return f"not admitted: {'; '.join(short)}" if short else ""
