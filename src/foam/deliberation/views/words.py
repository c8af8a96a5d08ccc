"""How the terms of a dossier are said to people, so that every view says the same."""

from __future__ import annotations

from typing import assert_never

from foam.deliberation.dossier import ClaimNode, Dossier, ObjectionNode, ResponseNode
from foam.paper import Tone
from foam.semantics.objections import Answered, Conditional, Dismissed, Dissenting, Fate
from foam.semantics.priorities import Condition
from foam.semantics.sublation import Place

PLACES: dict[Place, str] = {
    "core": "stands for every seat",
    "conditional": "stands for some seats",
    "contested": "in open dispute",
    "fallen": "fell",
}
TONES: dict[Place, Tone] = {"core": "green", "conditional": "amber", "contested": "violet", "fallen": "grey"}
FELL = {
    "defeated": "what was said against it stands",
    "unverified": "its words were not found where it cites them",
    "withdrawn": "its seat took it back",
}
MOVES = {"rebut": "rebutted", "qualify": "qualified the claim", "concede": "conceded"}


def describe_condition(condition: Condition) -> str:
    """A condition as people say it: `if fairness outranks timeliness`."""
    ways = [str(branch) for branch in condition.branches if branch.priorities]
    return f"if {', or if '.join(ways)}" if ways else "for reasons that no ranking of values separates"


def describe_fate(fate: Fate) -> str:
    """What became of an objection, in a few words."""
    match fate:
        case Answered():
            return {
                "defeated": "answered",
                "unverified": "fell with its evidence",
                "withdrawn": "taken back",
                "conceded": "conceded: the claim was taken back",
            }[fate.why]
        case Conditional():
            who = f"; strikes for {', '.join(fate.strikes_for)}" if fate.strikes_for else ""
            return f"a condition{who}"
        case Dissenting():
            return "dissent: " + ("unanswered" if fate.why == "sustained" else "unresolved")
        case Dismissed():
            return "dismissed as not material, and kept"
        case _:
            assert_never(fate)


def describe_standing(dossier: Dossier, objection: ObjectionNode) -> str:
    """An objection with the words it brings."""
    return " ".join([objection.text, *(quote_evidence(dossier, node_id) for node_id in objection.evidence)])


def describe_response(response: ResponseNode) -> str:
    score = "" if response.adequacy is None else f", adequacy {response.adequacy:.1f} of 10"
    return f"{response.seat} {MOVES[response.move]}{score}"


def quote_evidence(dossier: Dossier, node_id: str) -> str:
    """A cited sentence with its cite and pointer."""
    node = dossier.find_node(node_id)
    assert node is not None
    assert node.kind == "evidence"
    cite = f" ({node.cite})" if node.cite else ""
    return f"“{node.text}”{cite} [{node.pointer.brief()}]"


def describe_pluralism(dossier: Dossier) -> str:
    """How different the seats were, by declaration and by what they drafted."""
    shared = dossier.pluralism
    return (
        f"the seats differ by {dossier.seating.diversity.mean:.2f} of 1 as declared; their drafts shared "
        f"{shared.mean_evidence:.0%} of the evidence and {shared.mean_claims:.0%} of the words"
    )


def list_claim_nodes(dossier: Dossier) -> tuple[ClaimNode, ...]:
    return tuple(node for node in dossier.nodes if isinstance(node, ClaimNode))


def list_objections(dossier: Dossier, claim: str) -> tuple[ObjectionNode, ...]:
    return tuple(node for node in dossier.nodes if isinstance(node, ObjectionNode) and node.claim == claim)
