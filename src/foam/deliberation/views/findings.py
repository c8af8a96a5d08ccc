"""What the file itself shows: what bears on the question before anything that was argued, what else is wrong last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.deliberation.dossier import Dossier, FileFinding
from foam.deliberation.views.words import mark_figures
from foam.paper import Article, Block, Bullets, Heading, Link, Paragraph, Row, Table, Text, strong


def show_findings(dossier: Dossier) -> Iterator[Block]:
    """The findings that bear on the question, each with its sentences and who said them; what decides comes first."""
    yield from _show_under(dossier, "What the file itself shows", "findings", _list_findings(dossier, bearing=True))


def show_slips(dossier: Dossier) -> Iterator[Block]:
    """What else was found in the file: it decides nothing, and was not shown to bear on the question."""
    yield from _show_under(dossier, "What else is wrong in the file", "slips", _list_findings(dossier, bearing=False))


def _list_findings(dossier: Dossier, *, bearing: bool) -> list[FileFinding]:
    bears = {node.id for node in dossier.claims if node.direction is not None or node.sets_condition}
    return [one for one in dossier.findings if (one.finding.bearing is not None or one.claim in bears) is bearing]


def _show_under(dossier: Dossier, title: str, name: str, findings: Sequence[FileFinding]) -> Iterator[Block]:
    if findings:
        yield Heading(text=title, id=name)
        yield from (_show_finding(dossier, one) for one in findings)


def _show_finding(dossier: Dossier, one: FileFinding) -> Article:
    found = one.finding
    if one.struck:
        return _show_struck(one)
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
            Paragraph(content=strong(mark_figures(dossier, found.text))),
            Table(head=("The file says", "Who says it"), rows=said),
            *steps,
            *follows,
            Paragraph(content=(Text(text=f"{one.pointer.brief()}, established by {found.established_by} "), *argued),
                      style="meta"),
        ),
    )  # fmt: skip


def _show_struck(one: FileFinding) -> Article:
    """What the examination took for a fault and the evaluator did not: struck, and why."""
    return Article(
        id=one.id,
        blocks=(
            Paragraph(content=Text(text=one.finding.text, look="delete")),
            Paragraph(
                content=f"Struck: the evaluator found that the file does not show it. {one.struck}", style="meta"
            ),
        ),
    )
