"""Papers as Markdown. Every character that Markdown would read as markup is escaped, so text stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
    Row,
    Table,
    table_of,
)
from foam.paper.clean import flatten
from foam.paper.inline import Anchor, Badge, Content, Inline, Link, Text, marked_text

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_STARTS = re.compile(r"^([-+=]|\d+(?=[.)]))")
"""What would begin a list or underline a heading at the start of a line."""


def markdown(paper: Paper) -> str:
    """The whole paper."""
    title = [f"# {escape(paper.title)}"] if paper.title else []
    footer = [f"*{escape(paper.footer)}*"] if paper.footer else []
    return "\n\n".join([*title, *_blocks(paper.blocks), *footer]).rstrip() + "\n"


def escape(text: str) -> str:
    """Text with every character that Markdown would read as markup made literal, on one line."""
    return _SPECIAL.sub(r"\\\1", flatten(text))


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"{'#' * (block.level + 1)} {escape(block.text)}"
        case Paragraph():
            yield _line(block.content)
        case Bullets():
            yield "\n".join(f"- {_line(item)}" for item in block.items)
        case Table():
            yield _table(block.head, block.rows)
            if block.note:
                yield _start(escape(block.note))
        case Quote():
            cite = f"\n> — {_inline(block.source)}" if block.source else ""
            yield f"> {_line(marked_text(block.content, block.gap))}{cite}"
        case Code():
            fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", block.text) or [""]))
            yield f"{fence}text\n{block.text}\n{fence}"
        case Definitions():
            yield "\n".join(f"- **{_inline(term)}**: {_inline(said)}" for term, said in block.items)
        case Callout():
            yield from [f"**{escape(block.title)}**"] if block.title else []
            yield from _blocks(block.blocks)
        case Article():
            yield from _blocks(block.blocks)
        case Details():
            yield f"**{escape(block.summary)}**"
            yield from _blocks(block.blocks)
        case Figure():
            table = table_of(block.chart)
            yield f"**{escape(block.chart.title)}**"
            yield _table(table.head, table.rows)
        case _:
            assert_never(block)


def _table(head: tuple[Content, ...], rows: tuple[Row, ...]) -> str:
    lines = [head, *(row.cells for row in rows)]
    made = [f"| {' | '.join(map(_inline, cells))} |" for cells in lines]
    return "\n".join([made[0], "|" + "---|" * len(head), *made[1:]])


def _line(content: tuple[Inline, ...]) -> str:
    return _start(_inline(content))


def _start(line: str) -> str:
    """A line of which the first character starts no list."""
    found = _STARTS.match(line)
    if found is None:
        return line
    end = found.end()
    return f"{line[:end]}\\{line[end:]}" if found[1][0].isdigit() else f"\\{line}"


def _inline(content: tuple[Inline, ...]) -> str:
    return flatten("".join(map(_part, content)))


def _part(part: Inline) -> str:
    match part:
        case Text():
            return _text(part)
        case Link():
            return escape(part.text) if part.is_mark else f"{escape(part.text)} ({_code(part.to)})"
        case Badge():
            return f"**{escape(part.text)}**"
        case Anchor():
            return ""
        case _:
            assert_never(part)


_AROUND = {"strong": ("**", "**"), "emphasis": ("*", "*"), "insert": ("\\{+", "+\\}"), "delete": ("\\[-", "-\\]")}


def _text(part: Text) -> str:
    """The text in its look; the spaces at its ends stay outside the marks, or they would not count as marks."""
    inner = escape(part.text)
    if not inner:
        return " " if part.text else ""
    before = " " if part.text[0].isspace() else ""
    after = " " if part.text[-1].isspace() else ""
    if part.look == "code":
        return f"{before}{_code(part.text)}{after}"
    opening, closing = _AROUND.get(part.look, ("", ""))
    return f"{before}{opening}{inner}{closing}{after}"


def _code(text: str) -> str:
    """Text as code, unless it holds what would end the code or the table cell around it."""
    return escape(text) if "`" in text or "|" in text else f"`{flatten(text)}`"
