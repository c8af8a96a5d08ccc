"""A case as PDF: what is read underlined and marked inside its whole source, the rest small."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.values import Card, Case, Slot, by_group
from foam.case.verify import WORDS_PER_MINUTE
from foam.case.views.reading import pieces
from foam.case.views.verbatim import cite_pieces
from foam.case.views.words import failure_text, length_text, met_text, standing_text, unanswered_text
from foam.deliberation.views.pdf import Block, Bullets, Heading, Paragraph, Printed, Run, pdf, plain


def printed(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE) -> bytes:
    """The whole case as a PDF file."""
    title = f"{case.speech}: {case.resolution}"
    footer = f"{case.speech}, {standing_text(case)}"
    return pdf(Printed(title=title, blocks=tuple(_blocks(case, words_per_minute)), footer=footer))


def _blocks(case: Case, words_per_minute: float) -> Iterator[Block]:
    length = length_text(case, words_per_minute=words_per_minute)
    for note in (f"{case.seat}; {length}; {standing_text(case)}", case.notice, unanswered_text(case)):
        if note:
            yield Paragraph(runs=plain(note), style="note")
    if case.failures:
        yield Heading(level=1, text="Why it is not issued")
        yield Bullets(items=tuple(plain(failure_text(failure)) for failure in case.failures))
    for group, slots in by_group(case):
        yield Heading(level=1, text=group.title)
        if met := met_text(slots):
            yield Paragraph(runs=plain(met), style="note")
        for slot in slots:
            yield from _slot(slot)


def _slot(slot: Slot) -> Iterator[Block]:
    if slot.card is None:
        yield Paragraph(runs=(Run(text=f"{slot.title}. ", bold=True), Run(text=slot.spoken)))
        return
    yield Heading(level=2, text=slot.card.tag)
    yield Paragraph(runs=tuple(Run(text=text, bold=spoken) for text, spoken in cite_pieces(slot.card) if text))
    yield Paragraph(runs=tuple(_marked(slot.card)))


def _marked(card: Card) -> Iterator[Run]:
    for text, read in pieces(card):
        yield Run(text=text, underline=read, highlight=read, small=not read)
