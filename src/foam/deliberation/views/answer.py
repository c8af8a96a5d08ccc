"""A short answer as a document: the verdict, then each side with the sentences that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.deliberation.ask import AskAnswer, AskSide
from foam.evidence.corpus import Passage
from foam.paper import Block, Callout, Heading, Paper, Paragraph, Quote, compose


@compose.register
def compose_answer(answer: AskAnswer) -> Paper:
    """The whole document."""
    footer = "Advisory: people decide. A short answer weighs a few sentences for each side; a deliberation argues them."
    return Paper(title=answer.question, blocks=tuple(_list_blocks(answer)), footer=footer)


def _list_blocks(answer: AskAnswer) -> Iterator[Block]:
    if answer.declined is not None:
        yield Paragraph(content="No answer: nothing that was searched bears on this question.", style="lead")
        yield Paragraph(content=answer.declined.describe())
        if answer.declined.nearest:
            yield Heading(text="Nearest were")
            yield from _quote(answer.declined.nearest)
        return
    said = {"affirmed": answer.affirmed.statement, "denied": answer.denied.statement, "undecided": "Undecided."}
    yield Paragraph(content=said[answer.verdict], style="lead")
    for caution in answer.cautions:
        yield Callout(blocks=(Paragraph(content=f"Caution: {caution}"),), tone="amber")
    yield from _tell_side("For", answer.affirmed)
    yield from _tell_side("Against", answer.denied)
    if answer.notice:
        yield Paragraph(content=answer.notice, style="meta")


def _tell_side(name: str, side: AskSide) -> Iterator[Block]:
    yield Heading(text=f"{name}: {side.statement}")
    yield from _quote(side.evidence)
    if not side.evidence:
        yield Paragraph(content="No evidence was found.")


def _quote(passages: Iterable[Passage]) -> Iterator[Block]:
    for one in passages:
        yield Quote(content=one.text, cite=f"{one.cite} {one.pointer.brief()}".strip())
