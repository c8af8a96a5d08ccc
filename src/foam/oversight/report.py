"""A report on a log as a document: the estimates, a chart, and the protocol that each tier gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.nyu_report import ARMS, NyuReport
from foam.oversight.estimation.summary import Summary, lines
from foam.oversight.policy import Decision
from foam.paper import Block, Code, Figure, Heading, Paper, Paragraph, Table, Whisker, Whiskers


def compose_estimates(summary: Summary, decisions: Sequence[Decision], *, source: str) -> Paper:
    """The whole document."""
    return Paper(title="Oversight report", blocks=tuple(blocks(summary, decisions, source=source)))


def blocks(summary: Summary, decisions: Sequence[Decision], *, source: str) -> Iterator[Block]:
    """What was estimated, and what follows from it for each tier."""
    yield Paragraph(content=f"Source: {source}")
    yield Code(text="\n".join(lines(summary)))
    yield Figure(chart=chart(summary))
    yield Heading(text="Which protocol to run")
    yield Table(
        head=("tier", "protocol"),
        rows=[(d.tier, f"{d.choice}{f' of {d.jury}' if d.jury > 1 else ''}") for d in decisions],
    )
    yield from (Paragraph(content=f"{d.tier}: {'; '.join(d.reasons)}.") for d in decisions)
    yield Paragraph(content="Audit lines:")
    yield Code(text="\n".join(d.audit for d in decisions))


def chart(summary: Summary) -> Whiskers:
    """Amplification and accuracy by protocol with their intervals."""
    rows = tuple(
        _whisker(f"{p.protocol}: {e.name}", e)
        for p in summary.protocols
        for e in (p.amplification, p.follow, p.accuracy)
    )
    level = f"share ({summary.p.level * 100:g} % interval)"
    return Whiskers(title="Amplification, follow, accuracy", x_label=level, rows=rows)


def nyu_chart(report: NyuReport) -> Whiskers:
    """Wrong endorsement by who argued and how."""
    rows = tuple(_whisker(arm.replace("_", " "), report.wrong_endorsement[arm]) for arm in ARMS)
    level = f"share ({report.wrong_endorsement[ARMS[0]].level * 100:g} % interval)"
    return Whiskers(title="Wrong answers endorsed, NYU debates", x_label=level, rows=rows)


def _whisker(name: str, found: Estimate) -> Whisker:
    low = 0.0 if found.low is None else found.low
    high = 1.0 if found.high is None else found.high
    centre = "too few" if found.value is None else f"{found.value:.3f}"
    return Whisker(name=name, value=found.value, low=low, high=high, reading=f"{centre} [{low:.3f}, {high:.3f}]")
