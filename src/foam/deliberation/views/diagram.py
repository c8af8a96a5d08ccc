"""The mediation as a diagram: seats, claims, objections and responses in columns, joined by arrows."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.dossier import ClaimNode, Dossier, ObjectionNode, PerspectiveNode, ResponseNode
from foam.deliberation.views.mapping import GONE, UNSETTLED
from foam.deliberation.views.words import TONES, describe_fate, describe_place, describe_response
from foam.paper import Arrow, Box, Diagram, Text


def draw_mediation(dossier: Dossier) -> Diagram:
    """What was said, by whom, against what. What fell is struck through."""
    return Diagram(
        title="Mediation graph",
        columns=("Seats", "Claims", "Objections", "Responses"),
        boxes=tuple(_draw_boxes(dossier)),
        arrows=tuple(_draw_arrows(dossier)),
    )


def _draw_boxes(dossier: Dossier) -> Iterator[Box]:
    names = dossier.seat_names
    for node in dossier.nodes:
        match node:
            case PerspectiveNode():
                name = (Text(text=names[node.perspective.id], look="strong"),)
                yield Box(id=node.id, column=0, lines=name, tone="blue", about=node.perspective.description)
            case ClaimNode():
                lines = (Text(text=node.text, look="delete" if node.place in GONE else "plain"),)
                about = f"{node.id}: {describe_place(dossier, node)}"
                dashed = node.place in UNSETTLED
                yield Box(id=node.id, column=1, lines=lines, tone=TONES[node.place], dashed=dashed, about=about)
            case ObjectionNode():
                fell = node.fate.type in ("answered", "dismissed")
                text = f"{node.text} ({describe_fate(dossier, node)})"
                lines = (Text(text=text, look="delete" if fell else "plain"),)
                tone = "grey" if fell else "violet"
                yield Box(id=node.id, column=2, lines=lines, tone=tone, dashed=not fell, about=node.id)
            case ResponseNode():
                yield Box(
                    id=node.id,
                    column=3,
                    lines=(Text(text=describe_response(dossier, node)),),
                    tone="blue",
                    about=node.id,
                )
            case _:
                pass


def _draw_arrows(dossier: Dossier) -> Iterator[Arrow]:
    for node in dossier.nodes:
        match node:
            case ClaimNode():
                yield from (Arrow(start=f"seat-{seat}", end=node.id) for seat in node.brought_by)
                if node.revises:
                    yield Arrow(start=node.id, end=node.revises)
            case ObjectionNode():
                yield Arrow(start=node.id, end=node.claim, attacks=True)
            case ResponseNode():
                yield Arrow(start=node.id, end=node.objection, attacks=True)
            case _:
                pass
