"""The dossier in formats that other tools read: AIF, Argdown and Web Annotations."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.answer.exchange import INFERENCE, Citation, Graph, Relation
from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, ObjectionNode, ResponseNode, WarrantNode
from foam.deliberation.views.words import describe_response


def draw_dossier(dossier: Dossier) -> Graph:
    """Claims, objections and replies, with the sentences they rest on."""
    texts: dict[str, str] = {}
    standings: dict[str, str] = {}
    for node in dossier.nodes:
        match node:
            case EvidenceNode():
                texts[node.id] = node.text
            case ClaimNode():
                texts[node.id], standings[node.id] = node.text, node.place
            case ObjectionNode():
                texts[node.id], standings[node.id] = node.text, node.fate.type
            case ResponseNode():
                texts[node.id] = describe_response(dossier, node)
            case _:
                pass
    relations, citations = tuple(_list_relations(dossier)), tuple(list_cards(dossier))
    return Graph(dossier.question, texts, standings, relations, citations)


def _list_relations(dossier: Dossier) -> Iterator[Relation]:
    for node in dossier.nodes:
        match node:
            case ClaimNode():
                warrant = dossier.find_node(node.warrant)
                scheme = warrant.scheme if isinstance(warrant, WarrantNode) else INFERENCE
                yield from (Relation((node_id,), scheme, node.id, "RA") for node_id in node.grounds)
            case ObjectionNode():
                yield Relation((node.id,), node.type, node.claim, "CA")
                yield from (Relation((node_id,), INFERENCE, node.id, "RA") for node_id in node.evidence)
            case ResponseNode():
                yield Relation((node.id,), node.move, node.objection, "CA")
                yield from (Relation((node_id,), INFERENCE, node.id, "RA") for node_id in node.evidence)
            case _:
                pass


def list_cards(dossier: Dossier) -> Iterator[Citation]:
    """Every cited sentence, with the nodes that cite it."""
    for node in dossier.nodes:
        if isinstance(node, EvidenceNode):
            citing = tuple(other.id for other in dossier.nodes if node.id in _list_cited(other))
            yield Citation(node.id, node.pointer, node.text, citing)


def _list_cited(node: object) -> tuple[str, ...]:
    match node:
        case ClaimNode():
            return (*node.grounds, *node.working, *node.sources)
        case ObjectionNode():
            return node.evidence
        case ResponseNode():
            return (*node.evidence, *(name for one in node.refused for name in one.evidence))
        case _:
            return ()
