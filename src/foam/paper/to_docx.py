"""Papers as Word files (.docx): Word's own heading, list and quote styles, bookmarks for ids."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, assert_never

from foam.errors import MissingExtra
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
    ids_in,
    is_wide,
    table_of,
)
from foam.paper.inline import Anchor, Badge, Content, Inline, Link, Text, strong

_MANY_COLUMNS = 4
"""Columns of a table above which it is printed small."""
_LETTERS, _SMALL_LETTERS, _WIDE_LETTERS, _LONGEST, _MOST_SAID = 90, 120, 180, 18, 400
"""Letters of a line of the page, of one in small print, upright and on its side, of a word that is given room, and of a
cell that still widens its column."""
_MARGINS = 4
"""Letters that the margins of a cell take."""
EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001  python-docx writes naive times as UTC


def docx(paper: Paper) -> bytes:
    """The whole paper."""
    try:
        import docx as word
    except ImportError as error:
        raise MissingExtra("python-docx", extra="docx") from error
    file = word.Document()
    properties = file.core_properties
    made = EPOCH if paper.dated is None else datetime.combine(paper.dated, datetime.min.time())
    properties.title, properties.author, properties.language = paper.title[:255], "", paper.lang
    properties.created = properties.modified = made
    writer = _Writer(file, {one: f"place{n}" for n, one in enumerate(dict.fromkeys(ids_in(paper.blocks)))})
    file.add_heading(paper.title, level=0)
    writer.blocks(paper.blocks)
    if paper.footer:
        file.sections[0].footer.paragraphs[0].text = paper.footer
    written = io.BytesIO()
    file.save(written)
    return drop_times(written)


def _share_width(table: Table) -> list[float]:
    """The share of the page that each column takes: room for its longest word first, the rest by how much it says."""
    cells = [
        [_read(cell) for cell in (head, *(row.cells[n] for row in table.rows))] for n, head in enumerate(table.head)
    ]
    words = [
        min(max((len(word) for cell in column for word in re.split(r"[\s-]", cell)), default=1), _LONGEST)
        for column in cells
    ]
    words = [word + _MARGINS for word in words]
    says = [min(max(map(len, column)), _MOST_SAID) ** 0.5 for column in cells]
    line = _WIDE_LETTERS if table.wide else _SMALL_LETTERS if len(cells) > _MANY_COLUMNS else _LETTERS
    letters = max(line, sum(words))
    left = letters - sum(words)
    return [(word + left * said / (sum(says) or 1)) / letters for word, said in zip(words, says, strict=True)]


def _read(content: Content) -> str:
    return "".join(part if isinstance(part, str) else getattr(part, "text", "") for part in content)


def drop_times(written: io.BytesIO) -> bytes:
    """The same archive with one fixed time on all its members, so that the same paper gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(written) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            member = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(member, source.read(name))
    return packed.getvalue()


class _Writer:
    """Writes blocks into a Word file, one after another."""

    def __init__(self, file: Any, bookmarks: dict[str, str]) -> None:
        self.file = file
        self.bookmarks = bookmarks
        """Ids to names that Word accepts."""
        self.open: list[str] = []
        """Ids that wait for the next paragraph, since Word marks paragraphs and not groups of them."""
        self.within_wide = False
        """Whether what is written belongs to something that stands on its side."""

    def blocks(self, blocks: Iterable[Block], indent: float = 0.0) -> None:
        for block in blocks:
            self.turn_page(on_its_side=self.within_wide or is_wide(block))
            self.open += [block.id] if block.id else []
            within, self.within_wide = self.within_wide, self.within_wide or is_wide(block)
            self.block(block, indent)
            self.within_wide = within

    def turn_page(self, *, on_its_side: bool) -> None:
        """A new page where the next block is to stand on its side, or upright again after one that did."""
        from docx.enum.section import WD_ORIENT, WD_SECTION

        if on_its_side == (self.file.sections[-1].orientation == WD_ORIENT.LANDSCAPE):
            return
        section = self.file.add_section(WD_SECTION.NEW_PAGE)
        section.orientation = WD_ORIENT.LANDSCAPE if on_its_side else WD_ORIENT.PORTRAIT
        section.page_width, section.page_height = section.page_height, section.page_width

    def block(self, block: Block, indent: float) -> None:
        match block:
            case Heading():
                self.place(self.file.add_heading(block.text, level=min(block.level, 9)))
            case Paragraph():
                paragraph = self.paragraph(block.content, indent=indent)
                if block.style == "meta":
                    self.shrink(paragraph)
            case Bullets():
                for item in block.items:
                    self.paragraph(item, style="List Bullet", indent=0.25 + indent)
            case Table():
                self.table(block)
            case Quote():
                self.paragraph(block.content, style="Quote", indent=0.3 + indent)
                if block.source:
                    self.shrink(self.paragraph(("— ", *block.source), indent=0.3 + indent))
            case Code():
                for line in block.text.split("\n"):
                    self.paragraph((Text(text=line, look="code"),), style="No Spacing", indent=indent)
            case Definitions():
                for term, said in block.items:
                    self.paragraph((*(_bold(part) for part in term), ": ", *said), indent=indent)
            case Callout():
                if block.title:
                    self.paragraph((strong(block.title),), indent=0.2 + indent)
                self.blocks(block.blocks, 0.2 + indent)
            case Article():
                self.blocks(block.blocks, indent)
            case Details():
                self.paragraph((strong(block.summary),), indent=indent)
                self.blocks(block.blocks, 0.2 + indent)
            case Figure():
                self.paragraph((strong(block.chart.title),))
                self.table(table_of(block.chart))
            case _:
                assert_never(block)

    def paragraph(self, content: Iterable[Inline | str], *, style: str = "Normal", indent: float = 0.0) -> Any:
        from docx.shared import Inches

        paragraph = self.file.add_paragraph(style=style)
        if indent:
            paragraph.paragraph_format.left_indent = Inches(indent)
        self.place(paragraph)
        self.write(paragraph, content)
        return paragraph

    def table(self, table: Table) -> None:
        made = self.file.add_table(rows=1, cols=len(table.head), style="Table Grid")
        widths = _share_width(table)
        for cell, content in zip(made.rows[0].cells, table.head, strict=True):
            self.place(cell.paragraphs[0])
            self.write(cell.paragraphs[0], [_bold(part) for part in content])
        for row in table.rows:
            self.open += [row.id] if row.id else []
            for cell, content in zip(made.add_row().cells, row.cells, strict=True):
                self.place(cell.paragraphs[0])
                self.write(cell.paragraphs[0], content)
        self.fit(made, widths)
        if table.wide:
            self.keep_rows(made)
        self.shrink(self.paragraph((table.note,) if table.note else ()))

    def fit(self, made: Any, widths: Sequence[float]) -> None:
        """Give each column its share of the page, and a table of many columns small print."""
        from docx.oxml.ns import qn
        from docx.shared import Emu, Pt
        from docx.text.run import Run

        section = self.file.sections[-1]
        page = section.page_width - section.left_margin - section.right_margin
        made.autofit = False
        for column, share in zip(made.columns, widths, strict=True):
            for cell in (column, *column.cells):
                cell.width = Emu(int(page * share))
        for run in made._tbl.iter(qn("w:r")) if len(widths) > _MANY_COLUMNS else ():
            Run(run, made).font.size = Pt(8)  # those of links, too, which are no runs of their paragraph

    def keep_rows(self, made: Any) -> None:
        """Rows that do not break over pages, under a head that each page repeats."""
        from docx.oxml import OxmlElement

        for place, row in enumerate(made.rows):
            told = row._tr.get_or_add_trPr()
            told.append(OxmlElement("w:cantSplit"))
            if place == 0:
                told.append(OxmlElement("w:tblHeader"))

    def write(self, paragraph: Any, content: Iterable[Inline | str]) -> None:
        from docx.enum.text import WD_COLOR_INDEX
        from docx.shared import Pt

        for part in content:
            match part:
                case Anchor():
                    self.open.append(part.id)
                    self.place(paragraph)
                case Link():
                    self.link(paragraph, part)
                case Badge():
                    paragraph.add_run(part.text).bold = True
                case str():
                    paragraph.add_run(part)
                case Text():
                    run = paragraph.add_run(part.text)
                    run.bold = part.look == "strong" or None
                    run.italic = part.look == "emphasis" or None
                    run.underline = part.look in ("mark", "insert") or None
                    run.font.strike = part.look == "delete" or None
                    if part.look == "code":
                        run.font.name = "Consolas"
                    if part.look in ("context", "small", "code"):
                        run.font.size = Pt(9)
                    if part.look == "mark":
                        run.font.highlight_color = WD_COLOR_INDEX.YELLOW

    def link(self, paragraph: Any, link: Link) -> None:
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        run = paragraph.add_run(link.text)
        if link.to not in self.bookmarks:
            return
        run.underline = True
        element = OxmlElement("w:hyperlink")
        element.set(qn("w:anchor"), self.bookmarks[link.to])
        paragraph._p.append(element)
        element.append(run._r)

    def place(self, paragraph: Any) -> None:
        """Set the bookmarks of the ids that wait for a paragraph."""
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        for waiting in self.open:
            name = self.bookmarks.get(waiting)
            if name is None:
                continue
            start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
            for element in (start, end):
                element.set(qn("w:id"), name.removeprefix("place"))
                paragraph._p.append(element)
            start.set(qn("w:name"), name)
        self.open.clear()

    def shrink(self, paragraph: Any) -> None:
        from docx.shared import Pt, RGBColor

        for run in paragraph.runs:
            run.font.size, run.font.color.rgb = Pt(9), RGBColor(0x55, 0x55, 0x55)


def _bold(part: Inline) -> Inline:
    return strong(part.text) if isinstance(part, Text) else part
