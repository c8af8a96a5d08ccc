"""The picture of an argument map: reasons, objections and replies in columns, each leading to the outline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from foam.paper import Arrow, Box, Diagram, Text, draw
from foam.web.catalogue import say

if TYPE_CHECKING:
    from foam.deliberation.views.mapping import Mapped

COLUMNS = ("claim", "objection", "response")
BOX_WIDTH = 240


def draw_map(title: str, claims: Iterable[Mapped]) -> str:
    """Claims and what was said to them as one SVG element."""
    shown = tuple(claims)
    boxes = [box for claim in shown for box in _draw_boxes(claim)]
    used = 1 + max(box.column for box in boxes)
    chart = Diagram(
        title=title,
        columns=tuple(say(f"columns.{name}") for name in COLUMNS[:used]),
        boxes=tuple(boxes),
        arrows=tuple(arrow for claim in shown for arrow in _draw_arrows(claim)),
        box_width=BOX_WIDTH,
        is_tree=True,
    )
    return draw(chart)


def _draw_boxes(mapped: Mapped) -> Iterator[Box]:
    """One box, and those of what was said to it. What counts no more is struck through, what is open is dashed."""
    head = [Text(text=mapped.standing, look="strong")] if mapped.standing else []
    said = Text(text=mapped.text, look="delete" if mapped.is_gone else "plain")
    named = [Text(text=mapped.by, look="small")] if mapped.by else []
    about = ". ".join(filter(None, (say(f"mapped.{mapped.kind}"), mapped.standing, mapped.text, mapped.by)))
    yield Box(
        id=mapped.id,
        column=COLUMNS.index(mapped.kind),
        lines=(*head, said, *named),
        tone=mapped.tone,
        dashed=mapped.is_unsettled,
        about=about,
        href=f"#outline-{mapped.id}",
    )
    for answer in mapped.answers:
        yield from _draw_boxes(answer)


def _draw_arrows(mapped: Mapped) -> Iterator[Arrow]:
    for answer in mapped.answers:
        yield Arrow(start=answer.id, end=mapped.id, attacks=True)
        yield from _draw_arrows(answer)
