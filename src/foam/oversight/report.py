"""A report on a log: Markdown, a chart, and the protocol each tier gets. Estimates and chooses nothing itself."""

from __future__ import annotations

from collections.abc import Sequence

from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.nyu_report import ARMS, NyuReport
from foam.oversight.estimation.summary import Summary, lines
from foam.oversight.plot import Bar, interval_chart
from foam.oversight.policy import Decision


def markdown(summary: Summary, decisions: Sequence[Decision], *, source: str) -> str:
    """The whole report."""
    parts = [
        "# Oversight report",
        f"Source: {source}",
        "```text\n" + "\n".join(lines(summary)) + "\n```",
        "## Which protocol to run",
        _table(decisions),
        *(f"{d.tier}: {'; '.join(d.reasons)}." for d in decisions),
        "Audit lines:\n\n" + "\n".join(f"- {d.audit}" for d in decisions),
    ]
    return "\n\n".join(parts) + "\n"


def chart(summary: Summary) -> str:
    """Amplification and accuracy by protocol with their intervals."""
    shown = [(f"{p.protocol}: {e.name}", e) for p in summary.protocols for e in (p.amplification, p.follow, p.accuracy)]
    bars = [_bar(name, found) for name, found in shown]
    return interval_chart(bars, title="Amplification, follow, accuracy", x_label="share (95 % interval)")


def nyu_chart(report: NyuReport) -> str:
    """Wrong endorsement by who argued and how."""
    bars = [_bar(arm.replace("_", " "), report.wrong_endorsement[arm]) for arm in ARMS]
    return interval_chart(bars, title="Wrong answers endorsed, NYU debates", x_label="share (95 % interval)")


def _bar(name: str, found: Estimate) -> Bar:
    low, high = found.low, found.high
    return Bar(name, found.value, 0.0 if low is None else low, 1.0 if high is None else high)


def _table(decisions: Sequence[Decision]) -> str:
    rows = [f"| {d.tier} | {d.choice}{f' of {d.jury}' if d.jury > 1 else ''} |" for d in decisions]
    return "\n".join(["| tier | protocol |", "|---|---|", *rows])
