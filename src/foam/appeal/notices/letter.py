"""What every letter shares: how words are read from the file, dates, small blocks. Knows no letter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from foam.appeal.acts import Reason, Words
from foam.appeal.standing import Standing
from foam.deliberation.views.pdf import Block, Bullets, Heading, Paragraph, Run, plain

Read = Callable[[Words], str]
"""Opens words of the file; of those that were removed it says so."""

REMOVED = "[removed from the file]"
MISSING = "[not in this copy of the file]"
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def day(when: date) -> str:
    """15 November 2026."""
    return f"{when.day} {_MONTHS[when.month - 1]} {when.year}"


def para(*runs: str | Run) -> Paragraph:
    return Paragraph(runs=tuple(Run(text=run) if isinstance(run, str) else run for run in runs))


def bold(text: str) -> Run:
    return Run(text=text, bold=True)


def note(text: str) -> Paragraph:
    return Paragraph(runs=plain(text), style="note")


def section(title: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """A heading and what stands under it; nothing at all when nothing does."""
    body = tuple(blocks)
    if body:
        yield Heading(level=1, text=title)
        yield from body


def bullets(texts: Iterable[str]) -> Iterator[Block]:
    items = tuple(plain(text) for text in texts)
    if items:
        yield Bullets(items=items)


def reason_text(standing: Standing, reason: Reason, read: Read) -> str:
    """A reason and what it rests on, by name."""
    on = [_cited(standing, cite, read) for cite in reason.cites]
    said = read(reason.words)
    return f"{said} (See: {'; '.join(on)}.)" if on else said


def _cited(standing: Standing, cite: str, read: Read) -> str:
    item = standing.item(cite)
    return f"step {cite} of your file" if item is None else f"{item.id}, {read(item.title)}"


def item_list(standing: Standing, read: Read) -> Iterator[Block]:
    yield from bullets(
        f"{item.id}: {read(item.title)}{' (advice from FOAM, not a decision)' if item.kind == 'advice' else ''}"
        for item in standing.items
    )
