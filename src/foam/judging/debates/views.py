"""The marks of a debate as blocks."""

from __future__ import annotations

from collections.abc import Iterator

from foam.debate.transcript import SIDES
from foam.judging.debates.inspire import side_means
from foam.judging.debates.job import DebateEvaluation
from foam.paper import Block, Heading, Paragraph, Table


def blocks(found: DebateEvaluation) -> Iterator[Block]:
    """The motion, the marks by each method, and what was left out."""
    yield Paragraph(content=found.motion, style="lead")
    yield from (Paragraph(content=f"control: {one.describe()}") for one in found.controls)
    if declined := sorted({name for mark in found.inspire for name in mark.declined}):
        yield Paragraph(content=f"declined, and left out of all marks: {', '.join(declined)}")
    yield from (Paragraph(content=f"{name} left out: {why}") for name, why in found.skipped.items())
    if found.withheld:
        yield Paragraph(content=found.withheld)
        return
    if found.inspire:
        yield Heading(text="InspireScore")
        means = [(side, side_means(found.inspire, side)) for side in SIDES]
        rows = [
            (side, *("declined" if mean is None else f"{mean:.3f}" for mean in marks)) for side, marks in means if marks
        ]
        yield Table(head=("side", "subjective", "logic", "fact", "score"), rows=rows)
        facts = [fact for mark in found.inspire for fact in mark.facts]
        counts = {kind: sum(f.verdict == kind for f in facts) for kind in ("supported", "refuted", "not found")}
        listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        yield Paragraph(content=f"{len(facts)} claims held against the library: {listed}")
    if found.debatrix:
        yield Heading(text="Debatrix")
        rows = [
            (
                one.dimension,
                one.pro_first,
                one.con_first,
                one.outcome,
                f"{one.marks['pro']:.1f} / {one.marks['con']:.1f}",
            )
            for one in (*found.debatrix.dimensions, found.debatrix.overall)
        ]
        yield Table(head=("dimension", "pro first", "con first", "outcome", "marks pro / con"), rows=rows)
        yield Paragraph(content=f"winner: {found.debatrix.winner}")
