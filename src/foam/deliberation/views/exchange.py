"""The dossier in formats that other tools read: AIF, Argdown and Web Annotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, ObjectionNode, ResponseNode, WarrantNode
from foam.deliberation.views.words import describe_response, list_claim_nodes, list_objections
from foam.visible import clean_line, dump_json


def render_aif(dossier: Dossier) -> dict[str, Any]:
    """Argument Interchange Format: information nodes, and the inferences and conflicts between them."""
    nodes: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    for node in dossier.nodes:
        match node:
            case EvidenceNode() | ClaimNode() | ObjectionNode():
                nodes.append(_make_aif_node(node.id, node.text, "I"))
            case ResponseNode():
                nodes.append(_make_aif_node(node.id, describe_response(dossier, node), "I"))
            case _:
                pass
    for start, scheme, end, kind in _list_relations(dossier):
        link = f"{kind.lower()}-{start}-{end}"
        nodes.append(_make_aif_node(link, scheme, kind))
        edges += [_make_aif_edge(len(edges), start, link), _make_aif_edge(len(edges) + 1, link, end)]
    return {"nodes": nodes, "edges": edges, "locutions": []}


def _list_relations(dossier: Dossier) -> Iterator[tuple[str, str, str, str]]:
    """Who bears on whom: `RA` supports, `CA` attacks."""
    for node in dossier.nodes:
        match node:
            case ClaimNode():
                warrant = dossier.find_node(node.warrant)
                scheme = warrant.scheme if isinstance(warrant, WarrantNode) else "Default Inference"
                yield from ((node_id, scheme, node.id, "RA") for node_id in node.grounds)
            case ObjectionNode():
                yield node.id, node.type, node.claim, "CA"
                yield from ((node_id, "Default Inference", node.id, "RA") for node_id in node.evidence)
            case ResponseNode():
                yield node.id, node.move, node.objection, "CA"
                yield from ((node_id, "Default Inference", node.id, "RA") for node_id in node.evidence)
            case _:
                pass


def render_argdown(dossier: Dossier) -> str:
    """Argdown: statements with what supports and attacks them, indented."""
    lines = ["===", f"title: {dump_json(dossier.question, indent=None)}", "===", ""]
    for claim in list_claim_nodes(dossier):
        lines.append(f"[{claim.id}]: {_plain(claim.text)} #({claim.place})")
        lines += [f"  + [{node_id}]: {_plain(_require_evidence(dossier, node_id).text)}" for node_id in claim.grounds]
        for objection in list_objections(dossier, claim.id):
            lines.append(f"  - <{objection.id}>: {_plain(objection.text)} #({objection.fate.type})")
            if objection.response:
                lines.append(f"    - <{objection.response}>")
        lines.append("")
    return "\n".join(lines)


def render_annotations(dossier: Dossier) -> dict[str, Any]:
    """Web Annotations: every cited sentence as a target, linked to the nodes that cite it."""
    items = [_make_annotation(dossier, node) for node in dossier.nodes if isinstance(node, EvidenceNode)]
    return {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "type": "AnnotationCollection",
        "label": dossier.question,
        "total": len(items),
        "first": {"type": "AnnotationPage", "items": items},
    }


def _make_annotation(dossier: Dossier, node: EvidenceNode) -> dict[str, Any]:
    citing = [other.id for other in dossier.nodes if node.id in _list_cited(other)]
    return {
        "id": f"urn:foam:{node.id}",
        "type": "Annotation",
        "motivation": "linking",
        "body": [{"type": "TextualBody", "value": node_id, "purpose": "linking"} for node_id in citing],
        "target": {
            "source": f"urn:foam:document:{node.pointer.document}",
            "selector": {"type": "TextQuoteSelector", "exact": node.text},
        },
    }


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


def _require_evidence(dossier: Dossier, node_id: str) -> EvidenceNode:
    node = dossier.find_node(node_id)
    assert isinstance(node, EvidenceNode)
    return node


def _make_aif_node(node_id: str, text: str, kind: str) -> dict[str, Any]:
    return {"nodeID": node_id, "text": text, "type": kind, "timestamp": ""}


def _make_aif_edge(number: int, start: str, end: str) -> dict[str, Any]:
    return {"edgeID": str(number), "fromID": start, "toID": end, "formEdgeID": None}


def _plain(text: str) -> str:
    """Text that Argdown reads as text: on one line, without its marks."""
    marks = str.maketrans(dict.fromkeys("[]<>{}#@", " "))
    return clean_line(text.translate(marks))
