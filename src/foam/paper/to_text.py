"""Papers as plain text for a terminal or a mail, wrapped to a width."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import assert_never

from foam.paper.blocks import (
    Article,
    Block,
    Bullets,
    Callout,
    Code,
    Definitions,
    Details,
    Figure,
    Heading,
    Paper,
    Paragraph,
    Quote,
    Table,
)
from foam.paper.charts import chart_table
from foam.paper.clean import flatten
from foam.paper.inline import Anchor, Inline, Link, Text, marked_text
from foam.text.wrap import WIDTH

_NARROWEST = 10
"""Below this, a column of a table is not worth having: the rows are listed instead."""
NARROW = 30
"""Below this, a column of sentences is a tower of words."""
_FEW = 3
"""Columns up to which all of them may be of sentences."""
_WHOLE = 18
"""Words up to this length stay whole in a table as long as another column can give way: ids are copied from it."""
_UNDER = "    "


def text(paper: Paper, *, width: int | None = WIDTH) -> str:
    """The whole paper; without a width, each paragraph stays on one line."""
    wide = width or 100_000
    title = [_fill(paper.title, wide) + "\n" + "=" * min(len(flatten(paper.title)), wide, 72)] if paper.title else []
    footer = [_fill(paper.footer, wide)] if paper.footer else []
    return "\n\n".join([*title, *_blocks(paper.blocks, wide), *footer]) + "\n"


def _blocks(blocks: Iterable[Block], width: int) -> Iterator[str]:
    for block in blocks:
        yield from (part for part in _block(block, width) if part)


def _block(block: Block, width: int) -> Iterator[str]:
    match block:
        case Heading():
            under = "\n" + "-" * min(len(flatten(block.text)), width, 72) if block.level == 1 else ""
            yield _fill(block.text, width) + under
        case Paragraph():
            yield _fill(_said(block.content), width)
        case Bullets():
            yield "\n".join(_fill(f"- {_said(item)}", width, hang="  ") for item in block.items)
        case Table():
            yield _table([_said(cell) for cell in block.head], [[*map(_said, row.cells)] for row in block.rows], width)
            yield _fill(block.note, width)
        case Quote():
            words = _said(marked_text(block.content, block.gap))
            cite = f"\n{_fill(f'— {_said(block.source)}', width, indent='    ')}" if block.source else ""
            yield _fill(f"“{words}”", width, indent="    ") + cite
        case Code():
            yield block.text
        case Definitions():
            yield "\n".join(_define(block, width))
        case Callout():
            inner = [_fill(f"{block.title}:", width - 2)] if block.title else []
            body = "\n\n".join([*inner, *_blocks(block.blocks, width - 2)])
            yield textwrap.indent(body, "| ", lambda line: True)
        case Article():
            body = "\n\n".join(_blocks(block.blocks, width - 2))
            yield textwrap.indent(body, "  ")
        case Details():
            yield _fill(f"{block.summary}:", width)
            yield textwrap.indent("\n\n".join(_blocks(block.blocks, width - 2)), "  ")
        case Figure():
            head, rows = chart_table(block.chart)
            yield _fill(f"{block.chart.title}:", width)
            yield _table(head, rows, width)
        case _:
            assert_never(block)


def _define(block: Definitions, width: int) -> Iterator[str]:
    terms = [_said(term) for term, _ in block.items]
    column = min(max(map(len, terms), default=0), 24) + 2
    for term, (_, said) in zip(terms, block.items, strict=True):
        yield _fill(f"{term.ljust(column - 1)} {_said(said)}", width, hang=" " * column, keep=True)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """Columns side by side where they fit, their cells wrapped; a list of named cells where they do not.

    Where the first cells are long and the others short, each first cell has lines of its own above the others.
    """
    lines = [[flatten(cell) for cell in row] for row in (head, *rows)]
    wanted = [max(map(len, column)) for column in zip(*lines, strict=True)]
    least = [_find_longest_word(column) for column in zip(*lines, strict=True)]
    widths = _fit(wanted, width, least)
    if widths and 2 * widths[0] < wanted[0] and widths[0] < NARROW and len(wanted) > _FEW:
        rest = _fit(wanted[1:], width - len(_UNDER), least[1:])
        if rest:
            return _table_under(lines, rest, width)
    if not widths:
        return "\n\n".join(_listed(lines[0], row, width) for row in lines[1:])
    made = ["\n".join(_row(line, widths)) for line in lines]
    rule = "  ".join("-" * one for one in widths)
    return "\n".join([made[0], rule, *made[1:]] if any(lines[0]) else made[1:])


def _table_under(lines: Sequence[Sequence[str]], widths: Sequence[int], width: int) -> str:
    """A table whose first cells stand above the rest of their rows."""
    made: list[str] = []
    for place, (first, *rest) in enumerate(lines):
        made += [_fill(first, width)] if first else []
        made += [f"{_UNDER}{line}" for line in _row(rest, widths) if line]
        made += [_UNDER + "  ".join("-" * one for one in widths)] if place == 0 else []
    return "\n".join(made)


def _find_longest_word(cells: Iterable[str]) -> int:
    """How wide a column is whose words stay whole; an address or a path may be cut."""
    longest = max((len(word) for cell in cells for word in cell.split()), default=0)
    return longest if longest <= _WHOLE else _NARROWEST


def _fit(wanted: Sequence[int], width: int, least: Sequence[int]) -> list[int]:
    """The widths of columns that fit side by side; the widest give way, down to their longest words as long as others
    can. Empty when they cannot."""
    space = width - 2 * (len(wanted) - 1)
    widths = list(wanted)
    while sum(widths) > space:
        giving = [place for place, one in enumerate(widths) if one > max(_NARROWEST, least[place])]
        giving = giving or [place for place, one in enumerate(widths) if one > _NARROWEST]
        if not giving:
            return []
        widest = max(giving, key=lambda place: widths[place])
        floor = max(_NARROWEST, least[widest]) if widths[widest] > least[widest] else _NARROWEST
        widths[widest] -= min(sum(widths) - space, max(1, widths[widest] - floor), 4)
    return widths


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    wrapped = [
        textwrap.wrap(cell, width, break_on_hyphens=False) or [""] for cell, width in zip(cells, widths, strict=True)
    ]
    for pieces in zip_longest(*wrapped, fillvalue=""):
        yield "  ".join(piece.ljust(width) for piece, width in zip(pieces, widths, strict=True)).rstrip()


def _listed(head: Sequence[str], row: Sequence[str], width: int) -> str:
    return "\n".join(
        _fill(f"{name}: {cell}" if name else cell, width, indent="  ", hang="    ")
        for name, cell in zip(head, row, strict=True)
        if cell
    )


def _fill(said: str, width: int, *, indent: str = "", hang: str | None = None, keep: bool = False) -> str:
    if not keep:
        said = flatten(said)
    after = indent if hang is None else hang
    return textwrap.fill(said, max(width, 20), initial_indent=indent, subsequent_indent=after, break_on_hyphens=False)


def _said(content: Iterable[Inline]) -> str:
    return flatten("".join(map(_part, content)))


def _part(part: Inline) -> str:
    match part:
        case Text(look="insert"):
            return f"{{+{part.text}+}}"
        case Text(look="delete"):
            return f"[-{part.text}-]"
        case Link():
            return part.text if part.is_mark or part.to.endswith(part.text) else f"{part.text} ({part.to})"
        case Anchor():
            return ""
        case _:
            return part.text
