"""Papers for the tests: one small, one that holds every block with the same words in every field."""

from __future__ import annotations

from foam.paper import (
    Anchor,
    Arrow,
    Article,
    Badge,
    Bars,
    Box,
    Bullets,
    Callout,
    Code,
    Definitions,
    Details,
    Diagram,
    Figure,
    Heading,
    Lines,
    Link,
    Paper,
    Paragraph,
    Quote,
    Row,
    Series,
    Stack,
    Table,
    Text,
    Whisker,
    Whiskers,
    code,
    strong,
)
from foam.paper.inline import Look

LOOKS: tuple[Look, ...] = ("plain", "strong", "emphasis", "code", "mark", "small", "insert", "delete")


def everything(said: str) -> Paper:
    """Every block, every inline value and every chart, with `said` wherever a text can stand."""
    looks = tuple(Text(text=said, look=look) for look in LOOKS)
    inline = (*looks, Link(text=said, to="there"), Badge(text=said, tone="red"), Anchor(id="there"))
    charts = (
        Lines(
            title=said, x_label=said, y_label=said, series=(Series(name=said, points=((0, 1), (1, 2)), errors=(1, 1)),)
        ),
        Whiskers(title=said, x_label=said, rows=(Whisker(name=said, value=0.5, low=0.2, high=0.7, reading=said),)),
        Bars(title=said, parts=(said, "rest"), rows=(Stack(name=said, counts=(3, 1), reading=said),)),
        Diagram(
            title=said,
            columns=(said, "other"),
            boxes=(
                Box(id="a", column=0, lines=(Text(text=said),), about=said),
                Box(id="b", column=1, lines=(Text(text=said, look="delete"),), tone="red", dashed=True),
            ),
            arrows=(Arrow(start="b", end="a", attacks=True), Arrow(start="a", end="b")),
        ),
    )
    return Paper(
        title=said,
        footer=said,
        contents=True,
        blocks=(
            Heading(text=said, id="top"),
            Heading(text=said, level=3),
            Paragraph(content=inline),
            Paragraph(content=said, style="lead"),
            Paragraph(content=said, style="meta", id="meta"),
            Bullets(items=(said, inline[:-1])),
            Table(head=("a", said), rows=(Row(cells=(said, looks), id="row"),), note=said),
            Quote(content=said, cite=said),
            Quote(content=(Text(text=said, look="mark"), Text(text="around", look="context"))),
            Code(text=said),
            Definitions(items=((said, said),)),
            Callout(title=said, blocks=(Paragraph(content=said),), tone="amber"),
            Article(blocks=(Heading(text=said, level=2), Article(blocks=(Paragraph(content=said),))), id="art"),
            Details(summary=said, blocks=(Paragraph(content=said),)),
            *(Figure(chart=chart) for chart in charts),
        ),
    )


def small() -> Paper:
    """A short document as a view would make it."""
    return Paper(
        title="Should the denial be reversed?",
        footer="Advisory: people decide.",
        blocks=(
            Paragraph(content="Reverse it: 2 of 3 seats agree.", style="lead"),
            Heading(text="Claims", id="claims"),
            Article(
                id="claim-1",
                tone="green",
                blocks=(
                    Heading(text="The letter came late.", level=2),
                    Paragraph(
                        content=(Badge(text="stands for every seat", tone="green"), " ", code("claim-1")), style="meta"
                    ),
                    Quote(content="It was posted on 3 May.", cite=("Clerk 2024 ", code("ab12#3"))),
                ),
            ),
            Table(head=("Seat", "Accepts"), rows=(("advocate", Link(text="claim 1", to="claim-1")), ("auditor", "–"))),
            Bullets(items=(("Nobody ", strong("objected"), "."),)),
        ),
    )
