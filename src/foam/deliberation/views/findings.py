"""What the file itself shows: the findings of the examination, before anything that was argued."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.dossier import Dossier, FileFinding
from foam.paper import Article, Block, Bullets, Heading, Link, Paragraph, Row, Table, Text, strong


def show_findings(dossier: Dossier) -> Iterator[Block]:
    """Each finding with its sentences side by side and who said them; what decides comes first."""
    if not dossier.findings:
        return
    yield Heading(text="What the file itself shows", id="findings")
    for one in dossier.findings:
        yield _show_finding(one)


def _show_finding(one: FileFinding) -> Article:
    found = one.finding
    steps = (Bullets(items=tuple((step,) for step in found.working)),) if found.working else ()
    said = tuple(
        Row(cells=(passage.text, f"{passage.speaker} — {passage.document}, {passage.pointer.brief()}"))
        for passage in found.passages
    )
    follows = (Paragraph(content=f"What follows: {one.follows}"),) if one.follows else ()
    argued = (Link(text="as it was argued", to=one.claim),) if one.claim else ()
    return Article(
        id=one.id,
        blocks=(
            Paragraph(content=strong(found.text)),
            Table(head=("The file says", "Who says it"), rows=said),
            *steps,
            *follows,
            Paragraph(content=(Text(text=f"{one.pointer.brief()}, established by {found.established_by} "), *argued),
                      style="meta"),
        ),
    )  # fmt: skip
