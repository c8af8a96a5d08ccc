"""How a seat tells the reasons it stands behind: in the order, and with the parts in the order, that it declared.

No model is asked: the words are those of the claims, their grounds and their warrants.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from foam.deliberation.claim import Claim
from foam.perspective.conduct import Standing, order_parts, rank_reason
from foam.perspective.manner import Manner, ToulminPart, read_manner
from foam.perspective.node import Perspective
from foam.values import Value

_USUAL: tuple[ToulminPart, ...] = ("claim", "grounds", "warrant")


class Told(Value):
    """One reason as a seat tells it."""

    claim: str
    text: str


def tell_reasons(
    seat: Perspective,
    claims: Sequence[Claim],
    against: Sequence[tuple[str, str]] = (),
    own: Collection[str] | None = None,
) -> tuple[Told, ...]:
    """The reasons that the seat backs. `against` pairs claims with the words of the objections to them.

    `own` names the claims that it brought itself: a point that others made too is told in its own words.
    """
    manner = read_manner(seat)
    backed = [claim for claim in claims if claim.counts and seat.id in claim.backers]
    ordered = sorted(
        backed,
        key=lambda claim: (rank_reason(manner, seat, _describe(claim)), -claim.support.strength, claim.id),
    )
    said = [claim if own is None else _find_own(claim, claims, own) for claim in ordered]
    return tuple(Told(claim=claim.id, text=_tell(manner, claim, against)) for claim in said)


def _find_own(claim: Claim, claims: Sequence[Claim], own: Collection[str]) -> Claim:
    """The claim, or the one by which the seat made the same point where another's words stand for it."""
    if claim.id in own:
        return claim
    return next((one for one in claims if one.same_point_as == claim.id and one.id in own), claim)


def _tell(manner: Manner, claim: Claim, against: Sequence[tuple[str, str]]) -> str:
    offered = dict.fromkeys((*_USUAL, *manner.tells))
    parts = (_say(part, claim, against) for part in order_parts(manner, offered))
    return " ".join(part for part in parts if part)


def _say(part: ToulminPart, claim: Claim, against: Sequence[tuple[str, str]]) -> str:
    match part:
        case "claim":
            return claim.text
        case "grounds":
            return " ".join(f"“{one.text}”" for one in claim.rests_on if one.text != claim.text)
        case "warrant":
            return claim.warrant
        case "backing":
            return f"({claim.parts.backing})" if claim.parts.backing else ""
        case "qualifier":
            return f"{claim.qualifier.capitalize()}:"
        case "rebuttal":
            said = [words for name, words in against if name == claim.id]
            return f"Unless: {' '.join(said)}" if said else ""


def _describe(claim: Claim) -> Standing:
    return Standing(scheme=claim.scheme, value=claim.value, strength=claim.support.strength)
