"""How other parts of a dossier are named inside a page: a claim by its words, a cited sentence by its quotation."""

from __future__ import annotations

from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode
from foam.deliberation.naming import join_seats
from foam.deliberation.views.words import SIDES, mark_figures, name_backers, read_on
from foam.paper import Link, Text
from foam.text.listed import describe_lead


def link_claim(dossier: Dossier, claim: str) -> tuple[object, ...]:
    """A claim with its side and those who stand behind it."""
    node = dossier.find_node(claim)
    assert isinstance(node, ClaimNode)
    side = "condition; " if node.sets_condition else f"{SIDES[node.direction]}; " if node.direction else ""
    return (
        Link(text=mark_figures(dossier, node.text), to=claim),
        Text(text=f" ({side}{name_backers(dossier, node)})", look="small"),
    )


def cite_evidence(dossier: Dossier, node_id: str) -> tuple[object, ...]:
    """A cited sentence with its source, and whose word it is."""
    node = dossier.find_node(node_id)
    assert isinstance(node, EvidenceNode)
    said = f"{node.by}; the word of a party" if node.role == "party" else node.by
    told = (node.heading and f"heading of its table: {node.heading}", describe_lead(node.under))
    under = " ".join(f"[{one}]" for one in told if one)
    where = " ".join(filter(None, (node.cite, node.pointer.brief(), said and f"[{said}]", under)))
    return (Link(text=f"“{node.text}”", to=node_id), Text(text=f" {where}", look="small"), read_on(dossier, node))


def say_whose(dossier: Dossier, node_id: str) -> tuple[object, ...]:
    """What goes before a fact that only somebody concerned says: nobody disputes that they say so."""
    node = dossier.find_node(node_id)
    if node_id not in dossier.facts_said or not isinstance(node, EvidenceNode):
        return ()
    return (f"{node.cite or 'Somebody concerned'} says: ",)


def join_or_dash(dossier: Dossier, seats: tuple[str, ...]) -> str:
    """Seats as they are named in a cell; a dash for nobody."""
    return join_seats(dossier.seat_names, seats, "–")
