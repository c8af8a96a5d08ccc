"""Two deliberations side by side: what moved between them, and what it can be traced to. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.dossier import ClaimNode, Dossier, ObjectionNode, PerspectiveNode
from foam.deliberation.synthesis import Outcome
from foam.perspective.node import Perspective
from foam.semantics.sublation import Place
from foam.values import Value


class SeatChange(Value):
    """A seat that came, left or declared something else."""

    seat: str
    change: str


class ClaimMove(Value):
    """A claim that stands elsewhere, is new, or is gone."""

    claim: str
    text: str
    before: Place | None
    after: Place | None
    because: tuple[str, ...]
    """New or lost objections to it, and audiences whose acceptance changed."""


class Comparison(Value):
    """What moved and why."""

    question: str
    outcome_before: Outcome
    outcome_after: Outcome
    seats: tuple[SeatChange, ...]
    claims: tuple[ClaimMove, ...]
    same_claims: int


def compare(before: Dossier, after: Dossier) -> Comparison:
    """Hold two dossiers side by side."""
    old, new = _claims(before), _claims(after)
    moves = tuple(
        _move(id, old.get(id), new.get(id), before, after)
        for id in (*old, *(id for id in new if id not in old))
        if _place(old.get(id)) != _place(new.get(id))
    )
    return Comparison(
        question=after.question,
        outcome_before=before.recommendation.outcome,
        outcome_after=after.recommendation.outcome,
        seats=tuple(_seat_changes(_seats(before), _seats(after))),
        claims=moves,
        same_claims=len(old.keys() & new.keys()) - sum(m.before is not None and m.after is not None for m in moves),
    )


def _move(id: str, old: ClaimNode | None, new: ClaimNode | None, before: Dossier, after: Dossier) -> ClaimMove:
    node = new or old
    assert node is not None
    if old and new:
        because = tuple(_moved(id, old, new, before, after))
    else:
        stayed = node.seat in _seats(before) and node.seat in _seats(after)
        because = ("its seat drafted otherwise" if stayed else "its seat came or left",)
    return ClaimMove(claim=id, text=node.text, before=_place(old), after=_place(new), because=because)


def _moved(id: str, old: ClaimNode, new: ClaimNode, before: Dossier, after: Dossier) -> Iterator[str]:
    was, now = _objections(before, id), _objections(after, id)
    yield from (f"new objection by {now[key]}" for key in sorted(now.keys() - was.keys()))
    yield from (f"objection by {was[key]} is gone" for key in sorted(was.keys() - now.keys()))
    gained, lost = set(new.accepted_by) - set(old.accepted_by), set(old.accepted_by) - set(new.accepted_by)
    yield from (f"{seat} now accepts it" for seat in sorted(gained))
    yield from (f"{seat} no longer accepts it" for seat in sorted(lost))


def _seat_changes(old: dict[str, Perspective], new: dict[str, Perspective]) -> Iterator[SeatChange]:
    for seat in sorted(old.keys() | new.keys()):
        if seat not in old:
            yield SeatChange(seat=seat, change="came")
        elif seat not in new:
            yield SeatChange(seat=seat, change="left")
        elif old[seat] != new[seat]:
            fields = [n for n in Perspective.model_fields if getattr(old[seat], n) != getattr(new[seat], n)]
            yield SeatChange(seat=seat, change=f"declared another {', '.join(fields)}")


def _seats(dossier: Dossier) -> dict[str, Perspective]:
    return {n.perspective.id: n.perspective for n in dossier.nodes if isinstance(n, PerspectiveNode)}


def _claims(dossier: Dossier) -> dict[str, ClaimNode]:
    return {n.id: n for n in dossier.nodes if isinstance(n, ClaimNode)}


def _objections(dossier: Dossier, claim: str) -> dict[str, str]:
    return {n.id: n.seat for n in dossier.nodes if isinstance(n, ObjectionNode) and n.claim == claim}


def _place(claim: ClaimNode | None) -> Place | None:
    return claim.place if claim else None
