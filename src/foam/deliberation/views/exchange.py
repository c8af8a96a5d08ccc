"""The dossier in formats other tools read: AIF, Argdown and Web Annotations. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, ObjectionNode, ResponseNode, WarrantNode
from foam.deliberation.views.words import claims, objections_to, response_text


def aif(dossier: Dossier) -> dict[str, Any]:
    """Argument Interchange Format: information nodes, and the inferences and conflicts between them."""
    nodes: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    for node in dossier.nodes:
        match node:
            case EvidenceNode() | ClaimNode() | ObjectionNode():
                nodes.append(_aif_node(node.id, node.text, "I"))
            case ResponseNode():
                nodes.append(_aif_node(node.id, response_text(node), "I"))
            case _:
                pass
    for start, scheme, end, kind in _relations(dossier):
        link = f"{kind.lower()}-{start}-{end}"
        nodes.append(_aif_node(link, scheme, kind))
        edges += [_aif_edge(len(edges), start, link), _aif_edge(len(edges) + 1, link, end)]
    return {"nodes": nodes, "edges": edges, "locutions": []}


def _relations(dossier: Dossier) -> Iterator[tuple[str, str, str, str]]:
    """Who bears on whom: `RA` supports, `CA` attacks."""
    for node in dossier.nodes:
        match node:
            case ClaimNode():
                warrant = dossier.node(node.warrant)
                scheme = warrant.scheme if isinstance(warrant, WarrantNode) else "Default Inference"
                yield from ((id, scheme, node.id, "RA") for id in node.grounds)
            case ObjectionNode():
                yield node.id, node.type, node.claim, "CA"
                yield from ((id, "Default Inference", node.id, "RA") for id in node.evidence)
            case ResponseNode():
                yield node.id, node.move, node.objection, "CA"
                yield from ((id, "Default Inference", node.id, "RA") for id in node.evidence)
            case _:
                pass


def argdown(dossier: Dossier) -> str:
    """Argdown: statements with what supports and attacks them, indented."""
    lines = ["===", f"title: {json.dumps(dossier.question, ensure_ascii=False)}", "===", ""]
    for claim in claims(dossier):
        lines.append(f"[{claim.id}]: {_plain(claim.text)} #({claim.place})")
        lines += [f"  + [{id}]: {_plain(_evidence(dossier, id).text)}" for id in claim.grounds]
        for objection in objections_to(dossier, claim.id):
            lines.append(f"  - <{objection.id}>: {_plain(objection.text)} #({objection.fate.type})")
            if objection.response:
                lines.append(f"    - <{objection.response}>")
        lines.append("")
    return "\n".join(lines)


def web_annotations(dossier: Dossier) -> dict[str, Any]:
    """Web Annotations: every cited sentence as a target, linked to the nodes that cite it."""
    items = [_annotation(dossier, node) for node in dossier.nodes if isinstance(node, EvidenceNode)]
    return {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "type": "AnnotationCollection",
        "label": dossier.question,
        "total": len(items),
        "first": {"type": "AnnotationPage", "items": items},
    }


def _annotation(dossier: Dossier, node: EvidenceNode) -> dict[str, Any]:
    citing = [other.id for other in dossier.nodes if node.id in _cited_by(other)]
    return {
        "id": f"urn:foam:{node.id}",
        "type": "Annotation",
        "motivation": "linking",
        "body": [{"type": "TextualBody", "value": id, "purpose": "linking"} for id in citing],
        "target": {
            "source": f"urn:foam:document:{node.pointer.document}",
            "selector": {"type": "TextQuoteSelector", "exact": node.text},
        },
    }


def _cited_by(node: object) -> tuple[str, ...]:
    match node:
        case ClaimNode():
            return node.grounds
        case ObjectionNode() | ResponseNode():
            return node.evidence
        case _:
            return ()


def _evidence(dossier: Dossier, id: str) -> EvidenceNode:
    node = dossier.node(id)
    assert isinstance(node, EvidenceNode)
    return node


def _aif_node(id: str, text: str, type: str) -> dict[str, Any]:
    return {"nodeID": id, "text": text, "type": type, "timestamp": ""}


def _aif_edge(number: int, start: str, end: str) -> dict[str, Any]:
    return {"edgeID": str(number), "fromID": start, "toID": end, "formEdgeID": None}


def _plain(text: str) -> str:
    """Text that Argdown reads as text: on one line, without its marks."""
    marks = str.maketrans(dict.fromkeys("[]<>{}#@", " "))
    return " ".join(text.translate(marks).split())
