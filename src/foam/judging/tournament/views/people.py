"""People's ballots beside the jury's as a document: what was compared, a chart, a table, and what limits it."""

from __future__ import annotations

from collections.abc import Iterator

from foam.judging.tournament.agreement import PeopleAgreement, PeopleReport
from foam.paper import Block, Bullets, Figure, Paper, Paragraph, Table, Whisker, Whiskers, compose, section
from foam.stats.intervals import Interval

WHOLE = "which is better"


@compose.register
def compose_people(report: PeopleReport) -> Paper:
    """The whole document."""
    return Paper(title=f"{report.title}: people and the jury", blocks=tuple(blocks(report)))


def blocks(report: PeopleReport) -> Iterator[Block]:
    """How many voted, how far they agree with the jury, and what that rests on."""
    yield Paragraph(
        content=f"Ballots of people: {report.cast} cast by {len(report.voters)} on {report.judged} of "
        f"{report.pairings} pairings. The last ballot of each person on each pairing counts."
    )
    yield Figure(chart=chart(report))
    rows = tuple(
        (
            one.title or WHOLE,
            str(one.compared),
            one.same.percent(),
            _say_kappa(one.kappa),
            str(one.people_undecided),
            str(one.jury_undecided),
            str(one.unjudged),
        )
        for one in report.rows
    )
    head = ("question", "both chose", "the same", "kappa", "person cannot tell", "jury level", "jury silent")
    note = "Intervals at 95 %: Wilson's, and for kappa the same against the chance that was seen."
    yield Table(head=head, rows=rows, note=note)
    yield from section("What limits this", [Bullets(items=report.remarks)] if report.remarks else [])


def chart(report: PeopleReport) -> Whiskers:
    """How often people and the jury choose the same text."""
    return Whiskers(
        title="People and the jury choose the same text",
        x_label="share (95 % interval)",
        rows=tuple(_draw(one) for one in report.rows),
        middle=0.5,
    )


def _say_kappa(found: Interval) -> str:
    """Kappa with its interval, or a dash."""
    if found.value is None:
        return "–"
    return f"{found.value:.2f} [{found.low:.2f}, {found.high:.2f}]"


def _draw(one: PeopleAgreement) -> Whisker:
    found = one.same
    return Whisker(
        name=one.title or WHOLE,
        value=found.value,
        low=found.low,
        high=found.high,
        reading=f"{found.percent()}, n = {one.compared}",
    )
