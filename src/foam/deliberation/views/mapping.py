"""The argument map as data: each reason with what was said against it, what was replied, and how each stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from foam.deliberation.dossier import ClaimNode, Dossier, ObjectionNode, ResponseNode
from foam.deliberation.views.words import (
    PLACES,
    SIDES,
    TONES,
    describe_fate,
    describe_place,
    describe_response,
    join_names,
    list_objections,
    name_backers,
)
from foam.paper import Tone
from foam.values import Value

GONE = ("fallen", "not shown", "revised")
"""Places of claims that count no more."""
UNSETTLED = ("conditional", "contested", "unexamined")
"""Places of claims on which not everybody agrees, or that nobody tried."""

MapSide: TypeAlias = Literal["for", "against", "neither"]
MAP_SIDES: tuple[MapSide, ...] = ("for", "against", "neither")


class Mapped(Value):
    """One thing that was said, and what was said to it."""

    id: str
    kind: Literal["claim", "objection", "response"]
    by: str
    """Who stands behind it; empty where the text names them."""
    text: str
    standing: str
    """What became of it, in words; empty where the text says so."""
    is_gone: bool = False
    """Whether it counts no more."""
    is_unsettled: bool = False
    tone: Tone = "plain"
    answers: tuple[Mapped, ...] = ()


class ArgumentMap(Value):
    """Every claim by the side it speaks for, those that stand first."""

    question: str
    sides: dict[MapSide, tuple[Mapped, ...]]
    """Sides for which nothing was said are left out."""

    def count(self) -> int:
        """How many things the map shows."""
        return sum(_count(one) for claims in self.sides.values() for one in claims)


def map_arguments(dossier: Dossier) -> ArgumentMap:
    """The claims of a dossier, each with its objections and the replies to them."""
    order = list(PLACES)
    claims = sorted(dossier.claims, key=lambda claim: order.index(claim.place))
    sides = {side: tuple(_map_claims(dossier, claims, side)) for side in MAP_SIDES}
    return ArgumentMap(question=dossier.question, sides={side: found for side, found in sides.items() if found})


def _map_claims(dossier: Dossier, claims: Iterable[ClaimNode], side: MapSide) -> Iterator[Mapped]:
    for claim in claims:
        if SIDES[claim.direction] == side:
            yield Mapped(
                id=claim.id,
                kind="claim",
                by=name_backers(dossier, claim),
                text=claim.text,
                standing=describe_place(dossier, claim),
                is_gone=claim.place in GONE,
                is_unsettled=claim.place in UNSETTLED,
                tone=TONES[claim.place],
                answers=tuple(_map_objection(dossier, one) for one in list_objections(dossier, claim.id)),
            )


def _map_objection(dossier: Dossier, objection: ObjectionNode) -> Mapped:
    fell = objection.fell or objection.fate.type in ("answered", "dismissed")
    response = dossier.find_node(objection.response)
    return Mapped(
        id=objection.id,
        kind="objection",
        by=join_names(dossier, objection.raised_by),
        text=objection.text,
        standing=describe_fate(dossier, objection),
        is_gone=fell,
        is_unsettled=not fell,
        tone="grey" if fell else "violet",
        answers=(_map_response(dossier, response),) if isinstance(response, ResponseNode) else (),
    )


def _map_response(dossier: Dossier, response: ResponseNode) -> Mapped:
    text = describe_response(dossier, response)
    return Mapped(
        id=response.id, kind="response", by="", text=text, standing="", is_gone=response.fell, tone="blue"
    )  # fmt: skip


def _count(mapped: Mapped) -> int:
    return 1 + sum(map(_count, mapped.answers))
