"""What a document is made of: blocks that hold inline text. Each is a frozen value with a `kind`.

A view makes blocks and never markup; the renderers beside this module turn the same blocks into each format.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from foam.paper.charts import Chart, chart_table
from foam.paper.inline import Anchor, Content, Inline, Text, Tone
from foam.values import CleanText, Value
from foam.visible import remark_hidden


class _Block(Value):
    id: CleanText = ""
    """By which the block can be linked to; empty where nobody needs to."""


class Heading(_Block):
    """The title of what follows. Level 1 stands right below the document's own title."""

    kind: Literal["heading"] = "heading"
    text: CleanText
    level: int = Field(default=1, ge=1, le=5)


class Paragraph(_Block):
    kind: Literal["paragraph"] = "paragraph"
    content: Content
    style: Literal["plain", "lead", "meta"] = "plain"
    """`lead` is the answer in short; `meta` is about the text beside it."""


class Bullets(_Block):
    """A list."""

    kind: Literal["bullets"] = "bullets"
    items: tuple[Content, ...]


class Row(Value):
    """A row of a table."""

    cells: tuple[Content, ...]
    id: CleanText = ""


def _as_row(given: Any) -> Any:
    return given if isinstance(given, Row | dict) else Row(cells=tuple(given))


class Table(_Block):
    """Each row has as many cells as the head."""

    kind: Literal["table"] = "table"
    head: tuple[Content, ...] = Field(min_length=1)
    rows: tuple[Annotated[Row, BeforeValidator(_as_row)], ...] = ()
    note: CleanText = ""
    """How to read it, in a sentence."""
    wide: bool = Field(default=False, exclude_if=lambda wide: not wide)
    """Whether it has so many columns that a file gives it a page of its own, turned on its side."""


def is_wide(block: Block) -> bool:
    """Whether a block is such a table, or folds one away."""
    if isinstance(block, Details):
        return any(map(is_wide, block.blocks))
    return isinstance(block, Table) and block.wide


class Quote(_Block):
    """Somebody's words, and whose they are."""

    kind: Literal["quote"] = "quote"
    content: Content
    cite: Content = ()
    gap: CleanText = " […] "
    """What stands for left-out context in formats that show the marked parts alone."""

    @property
    def source(self) -> tuple[Inline, ...]:
        """Whose words they are, and a remark where some of their characters are not shown."""
        hidden = remark_hidden(sum(part.hidden for part in self.content if isinstance(part, Text)))
        return (*self.cite, Text(text=f" {hidden}" if self.cite else hidden)) if hidden else self.cite


class Code(_Block):
    """Text whose spaces and line breaks matter."""

    kind: Literal["code"] = "code"
    text: CleanText


class Definitions(_Block):
    """Terms, each with what is said of it."""

    kind: Literal["definitions"] = "definitions"
    items: tuple[tuple[Content, Content], ...]


class Callout(_Block):
    """Something set apart, so that it is not read over."""

    kind: Literal["callout"] = "callout"
    title: CleanText = ""
    blocks: tuple[Block, ...]
    tone: Tone = "plain"


class Article(_Block):
    """Blocks that belong together, such as a claim with its grounds; one may stand inside another."""

    kind: Literal["article"] = "article"
    blocks: tuple[Block, ...]
    tone: Tone = "plain"


class Details(_Block):
    """What can be folded away on a page; elsewhere it stands in full under its summary."""

    kind: Literal["details"] = "details"
    summary: CleanText
    blocks: tuple[Block, ...]
    aside: bool = False
    """Whether a reader can do without it: a file that folds nothing has it among the notes at its end."""


class Figure(_Block):
    """A chart, with the table that says the same."""

    kind: Literal["figure"] = "figure"
    chart: Chart


Block: TypeAlias = Annotated[
    Heading | Paragraph | Bullets | Table | Quote | Code | Definitions | Callout | Article | Details | Figure,
    Field(discriminator="kind"),
]


class Paper(Value):
    """A whole document."""

    title: CleanText
    blocks: tuple[Block, ...]
    footer: CleanText = ""
    lang: str = "en"
    dated: date | None = None
    """What a file says of when it was made; without it, the first day of 1970, so that the bytes stay the same."""
    contents: bool = False
    """Whether a page lists its sections (the headings that have an id) under the title."""
    spelt: bool = False
    """Whether a PDF spells a character that no font here has (`[U+1F68C]`); otherwise the paper is refused."""


for _holder in (Callout, Article, Details, Paper):
    _holder.model_rebuild()


def note(text: str) -> Callout:
    """A remark set apart."""
    return Callout(blocks=(Paragraph(content=text),))


def section(title: str, blocks: Iterable[Block], *, level: int = 1, at: str = "") -> tuple[Block, ...]:
    """A heading and what stands under it; nothing at all when nothing does."""
    body = tuple(blocks)
    return (Heading(text=title, level=level, id=at), *body) if body else ()


def table_of(chart: Chart) -> Table:
    """The table that stands beside a chart."""
    head, rows = chart_table(chart)
    return Table(head=head, rows=rows)


def ids_in(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Every id that can be linked to, in order."""
    found: list[str] = []
    for block in blocks:
        found += [block.id] if block.id else []
        match block:
            case Callout() | Article() | Details():
                found += ids_in(block.blocks)
            case Paragraph() | Quote():
                found += _anchors(block.content)
            case Bullets():
                found += [one for item in block.items for one in _anchors(item)]
            case Table():
                for row in block.rows:
                    found += [row.id] if row.id else []
                    found += [one for cell in row.cells for one in _anchors(cell)]
            case _:
                pass
    return tuple(found)


def _anchors(content: Iterable[Inline]) -> list[str]:
    return [part.id for part in content if isinstance(part, Anchor)]
