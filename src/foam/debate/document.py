"""A debate as a document: the speeches, then what became of each point, then the flow as a grid."""

from __future__ import annotations

from collections.abc import Iterator

from foam.debate.transcript import SIDES
from foam.debate.values import Debate, FlowedPoint, SpeechTurn
from foam.debate.views import KINDS, describe_point
from foam.paper import (
    Anchor,
    Article,
    Block,
    Details,
    Heading,
    Link,
    Paper,
    Paragraph,
    Table,
    code,
    compose,
    emphasis,
    strong,
)


@compose.register
def compose_debate(debate: Debate) -> Paper:
    """The whole document."""
    return Paper(title=debate.motion, blocks=tuple(blocks(debate)))


def blocks(debate: Debate) -> Iterator[Block]:
    """Who speaks for what, every turn, and the flow."""
    for side in SIDES:
        yield Paragraph(content=strong(f"{side}, {debate.debaters[side]}: {debate.positions[side]}"))
    dropped = f"{len(debate.dropped)} of {len(debate.flow)} points dropped"
    yield Paragraph(content=f"Format {debate.format}; {dropped}.", style="meta")
    if debate.notice:
        yield Paragraph(content=emphasis(debate.notice), style="meta")
    yield from map(_show_turn, debate.turns)
    yield Heading(text="The flow", id="flow")
    rows = [
        (Link(text=one.point.id, to=f"p{one.point.id}"), one.speech, one.side, _show_fate(one), one.point.statement)
        for one in debate.flow
    ]
    yield Table(head=("point", "speech", "side", "fate", "says"), rows=rows)
    if rows:
        yield Details(
            summary="The flow as a grid: a row follows one point and what answered it", blocks=(_show_grid(debate),)
        )


def _show_turn(turn: SpeechTurn) -> Article:
    notes = [*turn.notes, *([] if turn.accepted else [f"not accepted after {len(turn.attempts)} drafts"])]
    return Article(
        tone="blue" if turn.side == "pro" else "red",
        blocks=(
            Heading(text=f"{turn.speech} ({turn.side}, {turn.debater}){KINDS[turn.kind]}", level=2),
            *_show_speech(turn),
            *(Paragraph(content=emphasis(note), style="meta") for note in notes),
        ),
    )


def _show_speech(turn: SpeechTurn) -> Iterator[Paragraph]:
    """The turn's text, a paragraph for each point that can be told apart; the others are anchored at its end."""
    rest, unplaced = turn.text, []
    for point in turn.points:
        before, found, after = rest.partition(point.text)
        if found:
            if before.strip():
                yield Paragraph(content=before.strip())
            yield Paragraph(content=found, id=f"p{point.id}")
            rest = after
        else:
            unplaced.append(Anchor(id=f"p{point.id}"))
    if rest.strip() or unplaced:
        yield Paragraph(content=(rest.strip(), *unplaced))


def _show_fate(one: FlowedPoint) -> object:
    return strong(describe_point(one)) if one.dropped else describe_point(one)


def _show_grid(debate: Debate) -> Table:
    """Columns are the speeches."""
    speeches = list(dict.fromkeys((one.speech, one.side) for one in debate.flow))
    rows = []
    for chain in _walk_chains(debate.flow):
        points = {(one.speech, one.side): one for one in chain}
        rows.append(tuple(_show_point(points[column]) if column in points else "" for column in speeches))
    return Table(head=tuple(f"{speech} ({side})" for speech, side in speeches), rows=rows)


def _walk_chains(flow: tuple[FlowedPoint, ...]) -> Iterator[list[FlowedPoint]]:
    """Each chain of answers once: a point, its first answer, the first answer to that, …"""
    known = {one.point.id: one for one in flow}
    shown: set[str] = set()
    for one in flow:
        chain: list[FlowedPoint] = []
        while one.point.id not in shown:
            shown.add(one.point.id)
            chain.append(one)
            one = next((known[name] for name in one.answered_by if name not in shown), one)
        if chain:
            yield chain


def _show_point(one: FlowedPoint) -> tuple[object, ...]:
    return (code(one.point.id), " ", _show_fate(one), f": {one.point.statement}")
