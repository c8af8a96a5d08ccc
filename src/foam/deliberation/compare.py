"""Compares two dossiers: which seats and claims changed, and why."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.dossier import ClaimNode, ClaimPlace, Dossier, ObjectionNode, PerspectiveNode
from foam.deliberation.weighing import Outcome
from foam.perspective.node import Perspective
from foam.values import Value


class SeatChange(Value):
    """A seat that came, left or declared something else."""

    seat: str
    change: str


class ClaimMove(Value):
    """A claim that stands elsewhere, is new, or is gone."""

    claim: str
    text: str
    before: ClaimPlace | None
    after: ClaimPlace | None
    because: tuple[str, ...]
    """New or lost objections to it, and audiences whose acceptance changed."""


class DossierComparison(Value):
    """What moved and why."""

    question: str
    outcome_before: Outcome
    outcome_after: Outcome
    seats: tuple[SeatChange, ...]
    claims: tuple[ClaimMove, ...]
    same_claims: int


def compare_dossiers(before: Dossier, after: Dossier) -> DossierComparison:
    """Compare two dossiers of one question."""
    old, new = _map_claims(before), _map_claims(after)
    moves = tuple(
        _compare_claim(claim_id, old.get(claim_id), new.get(claim_id), before, after)
        for claim_id in (*old, *(claim_id for claim_id in new if claim_id not in old))
        if _find_place(old.get(claim_id)) != _find_place(new.get(claim_id))
    )
    return DossierComparison(
        question=after.question,
        outcome_before=before.recommendation.outcome,
        outcome_after=after.recommendation.outcome,
        seats=tuple(_compare_seats(_map_seats(before), _map_seats(after))),
        claims=moves,
        same_claims=len(old.keys() & new.keys()) - sum(m.before is not None and m.after is not None for m in moves),
    )


def _compare_claim(
    claim_id: str, old: ClaimNode | None, new: ClaimNode | None, before: Dossier, after: Dossier
) -> ClaimMove:
    node = new or old
    assert node is not None
    if old and new:
        because = tuple(_explain_move(claim_id, old, new, before, after))
    else:
        seats = {*_map_seats(before)} & {*_map_seats(after)}
        stayed = seats.issuperset(node.brought_by)
        because = ("its seats drafted otherwise" if stayed else "a seat that brought it came or left",)
    return ClaimMove(claim=claim_id, text=node.text, before=_find_place(old), after=_find_place(new), because=because)


def _explain_move(claim_id: str, old: ClaimNode, new: ClaimNode, before: Dossier, after: Dossier) -> Iterator[str]:
    was, now = _map_objections(before, claim_id), _map_objections(after, claim_id)
    yield from (f"new objection by {now[key]}" for key in sorted(now.keys() - was.keys()))
    yield from (f"objection by {was[key]} is gone" for key in sorted(was.keys() - now.keys()))
    gained, lost = set(new.accepted_by) - set(old.accepted_by), set(old.accepted_by) - set(new.accepted_by)
    yield from (f"{seat} now accepts it" for seat in sorted(gained))
    yield from (f"{seat} no longer accepts it" for seat in sorted(lost))


def _compare_seats(old: dict[str, Perspective], new: dict[str, Perspective]) -> Iterator[SeatChange]:
    for seat in sorted(old.keys() | new.keys()):
        if seat not in old:
            yield SeatChange(seat=seat, change="came")
        elif seat not in new:
            yield SeatChange(seat=seat, change="left")
        elif old[seat] != new[seat]:
            fields = [n for n in Perspective.model_fields if getattr(old[seat], n) != getattr(new[seat], n)]
            yield SeatChange(seat=seat, change=f"declared another {', '.join(fields)}")


def _map_seats(dossier: Dossier) -> dict[str, Perspective]:
    return {n.perspective.id: n.perspective for n in dossier.nodes if isinstance(n, PerspectiveNode)}


def _map_claims(dossier: Dossier) -> dict[str, ClaimNode]:
    return {n.id: n for n in dossier.nodes if isinstance(n, ClaimNode)}


def _map_objections(dossier: Dossier, claim: str) -> dict[str, str]:
    return {n.id: ", ".join(n.raised_by) for n in dossier.nodes if isinstance(n, ObjectionNode) and n.claim == claim}


def _find_place(claim: ClaimNode | None) -> ClaimPlace | None:
    return claim.place if claim else None
