"""What a page folds away and a file cannot: notes at its end, so that what is to be read stays together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from foam.paper.blocks import Article, Block, Details, Heading, Paper, Paragraph
from foam.paper.inline import Link

_TITLE = "Notes"


def gather_notes(paper: Paper) -> Paper:
    """The paper with each `aside` moved behind everything else, and its number where it stood."""
    notes: list[Block] = []
    kept = tuple(_leave_numbers(paper.blocks, notes, under=""))
    if not notes:
        return paper
    return paper.model_copy(update={"blocks": (*kept, Heading(text=_TITLE, id="notes"), *notes)})


def _leave_numbers(blocks: Iterable[Block], notes: list[Block], *, under: str) -> Iterator[Block]:
    """The blocks without their asides, which go to `notes` with the heading they stood under; neighbours in a line."""
    for aside, found in groupby(blocks, key=lambda block: isinstance(block, Details) and block.aside):
        if aside:
            yield _number([one for one in found if isinstance(one, Details)], notes, under=under)
            continue
        for block in found:
            if isinstance(block, Heading):
                under = block.text
            if isinstance(block, Article):
                kept = tuple(_leave_numbers(block.blocks, notes, under=under))
                block = block.model_copy(update={"blocks": kept})
            yield block


def _number(asides: Iterable[Details], notes: list[Block], *, under: str) -> Paragraph:
    """The line that stands where the asides stood."""
    content: list[Link | str] = []
    for one in asides:
        number = sum(isinstance(note, Heading) for note in notes) + 1
        name = f"note-{number}"
        title = f"Note {number}: {one.summary}"
        notes += [Heading(text=f"{title} [{under}]" if under else title, level=2, id=name), *one.blocks]
        content += ["; " if content else "Notes: ", Link(text=str(number), to=name), f" {one.summary}"]
    return Paragraph(content=tuple(content), style="meta")
