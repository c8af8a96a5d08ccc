"""The mediation graph as a picture: an SVG in columns, beside an outline that says the same in words. Pure.

Columns from left to right: seats, claims, objections, responses. Attacks are dashed arrows with a cross, so that colour
is never the only sign; what fell is struck through.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from foam.deliberation.dossier import ClaimNode, Dossier, ObjectionNode, PerspectiveNode, ResponseNode
from foam.deliberation.views.words import PLACES, fate_text, response_text

BOX_WIDTH, LINE_HEIGHT, PADDING, GAP = 250, 15, 8, 14
COLUMN = BOX_WIDTH + 70
WRAP = 38
MOST_LINES = 5


class Box(NamedTuple):
    """A node of the picture."""

    id: str
    column: int
    top: int
    lines: tuple[str, ...]
    style: str
    title: str

    @property
    def height(self) -> int:
        return len(self.lines) * LINE_HEIGHT + 2 * PADDING

    @property
    def left(self) -> int:
        return 10 + self.column * COLUMN

    @property
    def middle(self) -> int:
        return self.top + self.height // 2


def svg(dossier: Dossier) -> str:
    """The picture, self-contained, with a title and a description for those who do not see it."""
    boxes = {box.id: box for box in _boxes(dossier)}
    height = max((box.top + box.height for box in boxes.values()), default=0) + 20
    width = 3 * COLUMN + BOX_WIDTH + 20
    body = "\n".join([*(_arrow(boxes, *edge) for edge in _edges(dossier)), *map(_drawn, boxes.values())])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="graph-title graph-desc">\n<title id="graph-title">Mediation graph</title>\n'
        f'<desc id="graph-desc">Seats, claims, objections and responses; the outline beside it says the same.</desc>\n'
        f"{_STYLE}\n{body}\n</svg>\n"
    )


_STYLE = """<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0 L8 4 L0 8 z" fill="#444"/></marker></defs>
<style>.b{fill:#fff;stroke:#444}.core{stroke:#0b6b3a;stroke-width:3}.conditional{stroke:#8a5a00;stroke-width:2;
stroke-dasharray:8 3}.contested{stroke:#5b3fa0;stroke-width:2;stroke-dasharray:3 3}.fallen{stroke:#888;fill:#f3f3f3}
.seat{fill:#eef3fa}.t{font:12px system-ui,sans-serif;fill:#111}.gone{text-decoration:line-through;fill:#555}
.e{stroke:#444;fill:none}.x{stroke:#a3262a;stroke-dasharray:6 4;fill:none}</style>"""


def _boxes(dossier: Dossier) -> Iterator[Box]:
    tops = [10, 10, 10, 10]
    for id, column, text, style, title in _contents(dossier):
        lines = _wrapped(text)
        box = Box(id, column, tops[column], lines, style, title)
        tops[column] += box.height + GAP
        yield box


def _contents(dossier: Dossier) -> Iterator[tuple[str, int, str, str, str]]:
    for node in dossier.nodes:
        match node:
            case PerspectiveNode():
                yield node.id, 0, node.perspective.id, "seat", node.perspective.description
            case ClaimNode():
                yield node.id, 1, node.text, node.place, f"{node.id}: {PLACES[node.place]}"
            case ObjectionNode():
                fallen = "fallen" if node.fate.type in ("answered", "dismissed") else "contested"
                yield node.id, 2, f"{node.text} ({fate_text(node.fate)})", fallen, node.id
            case ResponseNode():
                yield node.id, 3, response_text(node), "seat", node.id
            case _:
                pass


def _edges(dossier: Dossier) -> Iterator[tuple[str, str, bool]]:
    for node in dossier.nodes:
        match node:
            case ClaimNode():
                yield f"seat-{node.seat}", node.id, False
            case ObjectionNode():
                yield node.id, node.claim, True
            case ResponseNode():
                yield node.id, node.objection, True
            case _:
                pass


def _arrow(boxes: dict[str, Box], start: str, end: str, attacks: bool) -> str:
    one, other = boxes[start], boxes[end]
    if one.column < other.column:
        x1, x2 = one.left + BOX_WIDTH, other.left
    else:
        x1, x2 = one.left, other.left + BOX_WIDTH
    bend = (x1 + x2) // 2
    path = f"M{x1} {one.middle} C{bend} {one.middle} {bend} {other.middle} {x2} {other.middle}"
    cross = f'<text class="t" x="{bend - 4}" y="{(one.middle + other.middle) // 2 + 4}">×</text>' if attacks else ""
    return f'<path class="{"x" if attacks else "e"}" d="{path}" marker-end="url(#tip)"/>{cross}'


def _drawn(box: Box) -> str:
    gone = " gone" if box.style == "fallen" else ""
    lines = "".join(
        f'<text class="t{gone}" x="{box.left + PADDING}" y="{box.top + PADDING + 11 + n * LINE_HEIGHT}">'
        f"{escape(line)}</text>"
        for n, line in enumerate(box.lines)
    )
    return (
        f"<g><title>{escape(box.title)}</title>"
        f'<rect class="b {box.style}" x="{box.left}" y="{box.top}" width="{BOX_WIDTH}" height="{box.height}" rx="4"/>'
        f"{lines}</g>"
    )


def _wrapped(text: str) -> tuple[str, ...]:
    lines = textwrap.wrap(text, WRAP) or [""]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1][: WRAP - 1] + "…"]
    return tuple(lines)
