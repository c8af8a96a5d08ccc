"""The marks of a debate as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from foam.debate.fates import describe_point
from foam.debate.transcript import SIDES, Side
from foam.debate.views import tell_gist
from foam.judging.debates.inspire import NOTHING_TO_CHECK, Inspired, side_means
from foam.judging.debates.job import DebateEvaluation
from foam.judging.debates.printed import average_side
from foam.paper import Block, Heading, Paper, Paragraph, Table, add_formats, compose
from foam.visible import dump_json

_BEGINNING = 80
"""Letters of a point that the flow shows."""


@compose.register
def compose_evaluation(found: DebateEvaluation) -> Paper:
    """The whole evaluation as a document."""
    return Paper(title=f"Judged: {found.motion}", blocks=tuple(blocks(found)))


def _render_evaluation_json(found: DebateEvaluation) -> str:
    """The evaluation as JSON; where its marks are withheld, why."""
    shown = {"motion": found.motion, "withheld": found.withheld} if found.withheld else found.json_value()
    return dump_json(shown) + "\n"


def blocks(found: DebateEvaluation) -> Iterator[Block]:
    """The motion, the marks by each method, and what was left out."""
    yield Paragraph(content=found.motion, style="lead")
    yield from (Paragraph(content=f"control: {one.describe()}") for one in found.controls)
    if not found.controls:
        yield Paragraph(content="no control was judged beside it: --controls has gibberish marked by the same judge")
    if declined := sorted({name for mark in found.inspire for name in mark.declined}):
        yield Paragraph(content=f"declined, and left out of all marks: {', '.join(declined)}")
    yield from (Paragraph(content=f"{name} left out: {why}") for name, why in found.skipped.items())
    if found.withheld:
        yield Paragraph(content=found.withheld)
        return
    if found.printed:
        yield Heading(text="InspireScore as the paper prints it")
        yield _tabulate({side: average_side(found.printed, side) for side in SIDES})
        yield Paragraph(
            content="The judge's scores alone: nothing is held against the library, and no control is tried."
        )
    if found.inspire:
        yield Heading(text="InspireScore")
        yield _tabulate({side: side_means(found.inspire, side) for side in SIDES})
        facts = [fact for mark in found.inspire for fact in mark.facts]
        counts = {kind: sum(f.verdict == kind for f in facts) for kind in ("supported", "refuted", "not found")}
        listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        yield Paragraph(content=f"{len(facts)} claims held against the library: {listed}")
        yield from _show_unsupported(found)
        if silent := [f"{mark.turn + 1} ({mark.side})" for mark in found.inspire if not mark.facts]:
            yield Paragraph(content=f"{NOTHING_TO_CHECK}, and no mark for facts, in speech {', '.join(silent)}")
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
        compared = (*found.debatrix.dimensions, found.debatrix.overall)
        against = [one for one in compared if one.is_against_marks]
        if against:
            named = ", ".join(f"{one.dimension} ({one.named})" for one in against)
            yield Paragraph(
                content=f"Counted as a tie, because the judge prefers the side whose mark is clearly lower: {named}."
            )
        if any(one.is_empty and one.named != "tie" for one in compared):
            yield Paragraph(content="Counted as a tie, because nothing was found that either side says for itself.")
    if found.readings:
        yield Heading(text="What the marks rest on")
        yield Table(
            head=("speech", "read as"),
            rows=[(f"{one.turn + 1} ({one.side})", one.describe()) for one in found.readings],
        )
    yield from _show_flow(found)
    yield from _show_reasons(found)


def _tabulate(means: Mapping[Side, Sequence[float | None] | None]) -> Table:
    rows = [
        (side, *("declined" if mean is None else f"{mean:.3f}" for mean in marks))
        for side, marks in means.items()
        if marks
    ]
    return Table(head=("side", "subjective", "logic", "fact", "score"), rows=rows)


def _show_flow(found: DebateEvaluation) -> Iterator[Block]:
    """What became of each point of a transcript from elsewhere, and how many it cannot be told of."""
    if not found.flow:
        return
    unclear, left = sum(bool(one.perhaps_by) for one in found.flow), sum(one.dropped for one in found.flow)
    met = sum(bool(one.answered_by) for one in found.flow)
    yield Heading(text="Flow")
    yield Paragraph(
        content=f"{len(found.flow)} points as the code cut them: {met} answered, {left} dropped, {unclear} not clear. "
        "Nobody marked there what answers what: it was read off the words, what they quote, and by the shipped judge."
    )
    yield Table(
        head=("point", "says", "became of it"),
        rows=[
            (f"{one.point.id} ({one.side})", tell_gist(one.point, _BEGINNING), describe_point(one))
            for one in found.flow
        ],
    )


def _show_unsupported(found: DebateEvaluation) -> Iterator[Block]:
    """The claims that the library refutes or does not hold, with the sentence that decides: the others are counted.

    A library that holds none of them is about something else, and that is told in a line.
    """
    verdicts = [fact.verdict for mark in found.inspire for fact in mark.facts]
    if verdicts and {*verdicts} == {"not found"}:
        yield Paragraph(content="The library speaks of none of them: marks for facts tell nothing here.")
        return
    rows = [
        (f"{mark.turn + 1} ({mark.side})", fact.claim, fact.verdict, fact.pointer.brief() if fact.pointer else "")
        for verdict in ("refuted", "not found")
        for mark in found.inspire
        for fact in mark.facts
        if fact.verdict == verdict
    ]
    if rows:
        yield Table(head=("speech", "claim", "verdict", "by"), rows=rows)


def _show_reasons(found: DebateEvaluation) -> Iterator[Block]:
    """Why, in the judges' words, beside what they decided; a judge that gave none is left out."""
    rows = [
        (f"speech {mark.turn + 1} ({mark.side})", name, _show_mark(mark, name), why)
        for mark in found.inspire
        for name, why in mark.reasons.items()
    ]
    if found.debatrix:
        compared = (*found.debatrix.dimensions, found.debatrix.overall)
        rows += [
            (f"speech {note.turn + 1} ({note.side})", one.dimension, f"{note.mark:g} of 10", note.reasons)
            for one in compared
            for note in one.noted
            if note.reasons
        ]
        rows += [("the debate", one.dimension, one.outcome, why) for one in compared for why in one.reasons]
    if rows:
        yield Heading(text="Reasons the judge gave")
        yield Table(head=("of", "criterion", "verdict", "because"), rows=rows)


def _show_mark(mark: Inspired, name: str) -> str:
    given = mark.reasoning if name == "reasoning" else mark.subjective.get(name)
    return "declined" if given is None else f"{given:.2f}"


add_formats(DebateEvaluation, {".json": _render_evaluation_json})
