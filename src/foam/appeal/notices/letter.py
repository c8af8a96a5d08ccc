"""What all letters share: how words are read from the file, dates, small blocks."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from importlib.resources import files

from foam.appeal.acts import Reason, Words
from foam.appeal.clocks import find_due_day
from foam.appeal.standing import Standing
from foam.examination.days import show_day
from foam.pack.profile import ClockName
from foam.paper import Block, Bullets, Callout, Inline, Paper, Paragraph, strong
from foam.paper.inline import plain_text

Read = Callable[[Words], str]
"""Opens words of the file; of those that were removed it says so."""

REMOVED = "[removed from the file]"
MISSING = "[not in this copy of the file]"
_DATA = files("foam.appeal").joinpath("data/letters.toml")
PHRASES: dict[str, dict[str, str]] = tomllib.loads(_DATA.read_text("utf-8"))
"""How letters call a wish, an outcome, a finding, a remedy or a language, by its name."""


def para(*content: str | Inline) -> Paragraph:
    return Paragraph(content=content)


def bullets(texts: Iterable[str]) -> Iterator[Block]:
    items = tuple(texts)
    if items:
        yield Bullets(items=items)


def list_passages(letter: Paper) -> Iterator[str]:
    """Every stretch that is read as one, without the headings: for counting how hard the letter is to read."""
    for block in letter.blocks:
        match block:
            case Paragraph():
                yield plain_text(block.content)
            case Bullets():
                yield from map(plain_text, block.items)
            case Callout():
                yield from list_passages(Paper(title=letter.title, blocks=block.blocks))
            case _:
                pass


def describe_reason(standing: Standing, reason: Reason, read: Read) -> str:
    """A reason and what it rests on, by name."""
    on = [_cited(standing, cite, read) for cite in reason.cites]
    said = read(reason.words)
    return f"{said} (See: {'; '.join(on)}.)" if on else said


def _cited(standing: Standing, cite: str, read: Read) -> str:
    item = standing.item(cite)
    return f"step {cite} of your file" if item is None else f"{item.id}, {read(item.title)}"


def list_items(standing: Standing, read: Read) -> Iterator[Block]:
    yield from bullets(
        f"{item.id}: {read(item.title)}{' (advice from FOAM, not a decision)' if item.kind == 'advice' else ''}"
        for item in standing.items
    )


def list_head(standing: Standing, read: Read, number: str) -> Iterator[Block]:
    """Who writes to whom, when, and about which file."""
    opening = standing.opening
    if opening.office:
        yield para(strong(opening.office))
    if opening.address:
        yield para(opening.address)
    yield para(show_day(standing.calendar.day(standing.last)))
    yield para(f"To: {read(opening.person)}")
    yield para(f"File number: {opening.file_number or number}")


def list_help(standing: Standing) -> Iterator[Block]:
    """Where the person finds help, and how else the letter can be had."""
    told = standing.opening.decision
    if told.help:
        yield para(told.help)
    languages = ", ".join(PHRASES["languages"].get(one, one) for one in told.languages)
    yield para(f"This letter can be had in: {languages}; as {', '.join(told.formats)}.")


def find_last_day(standing: Standing, name: ClockName) -> date | None:
    """The last day of a deadline, as of the last act on file."""
    return find_due_day(standing, name, standing.calendar.day(standing.last))
