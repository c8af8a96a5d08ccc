"""Word files in the manner of Verbatim: its style ids and aliases; tag, cite and body; words marked one by one.

The styles are made here, under the ids that debaters' tools know. A card's text is one paragraph, so that a card is
three paragraphs; a line feed in it is a carriage return, which readers keep.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from foam.errors import MissingExtra
from foam.paper.to_docx import EPOCH, drop_times

Level = Literal["pocket", "hat", "block", "tag"]
PLACES: tuple[Level, ...] = ("pocket", "hat", "block")
_ParagraphStyle = Literal["", "Analytic", "Undertag", "Subtitle"]

_HEADINGS: dict[Level, tuple[str, int, str]] = {
    "pocket": ("Heading 1", 26, "none"),
    "hat": ("Heading 2", 22, "double"),
    "block": ("Heading 3", 16, "single"),
    "tag": ("Heading 4", 13, "none"),
}
"""Name of the style, points and underlining of each heading."""
CITE, UNDERLINE, EMPHASIS = "Style13ptBold", "StyleUnderline", "Emphasis"
_CHARACTER_STYLES = {CITE: ("Style 13 pt Bold", "Cite"), UNDERLINE: ("Style Underline", "Underline")}
_SMALL = "16"
"""Half points of what is not read; it stays legible."""
_COLOURS = frozenset(
    {"black", "blue", "cyan", "darkBlue", "darkCyan", "darkGray", "darkGreen", "darkMagenta", "darkRed", "darkYellow",
     "green", "lightGray", "magenta", "red", "white", "yellow"}
)  # fmt: skip
"""The highlighting that Word knows by name; any other colour is shading."""
_FILL = re.compile(r"[0-9a-fA-F]{6}")
LONGEST_TITLE = 255
"""Characters of a file's title; one that is as long may have been cut."""
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no Word file can hold."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a paragraph that looks one way."""

    text: str
    cite: bool = False
    """Spoken of the citation: name and year."""
    underline: bool = False
    emphasis: bool = False
    highlight: str = ""
    """A colour: a name of Word's, or six hex digits."""
    small: bool = False

    def plain(self) -> Piece:
        """The same look without words."""
        return replace(self, text="")


class VerbatimFile:
    """A Word file that is written from the first heading to the last card."""

    def __init__(self, title: str) -> None:
        try:
            import docx
        except ImportError as error:
            raise MissingExtra("python-docx", extra="docx") from error
        self._file = docx.Document()
        properties = self._file.core_properties
        properties.title = _NOT_XML.sub("", title)[:LONGEST_TITLE]
        properties.author = properties.comments = ""
        properties.last_modified_by = ""
        properties.created = properties.modified = EPOCH
        _make_styles(self._file)
        self._end = self._file.element.body.sectPr
        self._after_heading = True
        self.last = ""
        """What was added last: `tag`, `heading`, `Analytic`, `Analytic under tag`, or `text`."""

    def add_heading(self, text: str, level: Level) -> None:
        """A pocket, hat, block or tag. Headings that follow one another, or notes under one, stand on one
        page."""
        paragraph = self._add(_HEADINGS[level][0].replace(" ", ""))
        if self._after_heading and level != "tag":
            _set(paragraph[0], "w:pageBreakBefore", "0")
        _add_run(paragraph, Piece(" ".join(_NOT_XML.sub("", text).split())))
        self._after_heading = level != "tag"
        self.last = "tag" if level == "tag" else "heading"

    def add_paragraph(self, pieces: Iterable[Piece], *, style: _ParagraphStyle = "") -> None:
        """A cite, a card's text or a note; neighbours that look alike are one run."""
        paragraph = self._add(style)
        waiting: list[Piece] = []
        for piece in pieces:
            if waiting and piece.plain() != waiting[-1].plain():
                _add_run(paragraph, _join(waiting))
                waiting = []
            waiting += [piece] if piece.text else []
        if waiting:
            _add_run(paragraph, _join(waiting))
        self._after_heading = self._after_heading and style == "Subtitle"
        under = " under tag" if style == "Analytic" and self.last in ("tag", "Analytic under tag") else ""
        self.last = f"{style}{under}" if style == "Analytic" else "text"

    def render(self) -> bytes:
        """The file. The same content gives the same bytes."""
        out = io.BytesIO()
        self._file.save(out)
        return drop_times(out)

    def _add(self, style: str) -> Any:
        from docx.oxml import OxmlElement

        paragraph = OxmlElement("w:p")
        properties = OxmlElement("w:pPr")
        if style:
            _set(properties, "w:pStyle", style)
        paragraph.append(properties)
        self._end.addprevious(paragraph)
        return paragraph


def list_headings(before: tuple[str, str, str], now: tuple[str, str, str]) -> Iterator[tuple[Level, str]]:
    """The headings that lead from one place to another; one is said again where those under it have to end."""
    if before == now:
        return
    differs = next(n for n in range(3) if before[n] != now[n])
    from_level = differs
    if not now[differs]:
        from_level = max((n for n in range(differs) if now[n]), default=differs)
    for level, text in list(zip(PLACES, now, strict=True))[from_level:]:
        if text:
            yield level, text


def _join(pieces: list[Piece]) -> Piece:
    return replace(pieces[0], text="".join(piece.text for piece in pieces))


def _add_run(paragraph: Any, piece: Piece) -> None:
    from docx.oxml import OxmlElement

    run = OxmlElement("w:r")
    properties = OxmlElement("w:rPr")
    style = CITE if piece.cite else EMPHASIS if piece.emphasis else UNDERLINE if piece.underline else ""
    if style:
        _set(properties, "w:rStyle", style)
    if piece.small and not style:
        _set(properties, "w:sz", _SMALL)
    if piece.highlight in _COLOURS:
        _set(properties, "w:highlight", piece.highlight)
    if piece.underline and piece.cite:
        _set(properties, "w:u", "single")
    if piece.highlight and piece.highlight not in _COLOURS:
        fill = piece.highlight if _FILL.fullmatch(piece.highlight) else "ffff00"
        _set(properties, "w:shd", "clear", color="auto", fill=fill)
    if len(properties):
        run.append(properties)
    for number, line in enumerate(_NOT_XML.sub("", piece.text).split("\n")):
        if number:
            run.append(OxmlElement("w:cr"))
        if line:
            text = OxmlElement("w:t")
            text.text = line
            text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
            run.append(text)
    paragraph.append(run)


def _set(parent: Any, tag: str, value: str, **attributes: str) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    element = OxmlElement(tag)
    for name, said in {"val": value, **attributes}.items():
        element.set(qn(f"w:{name}"), said)
    parent.append(element)


def _make_styles(file: Any) -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.enum.text import WD_UNDERLINE
    from docx.oxml.ns import qn
    from docx.shared import Pt, RGBColor

    normal = file.styles["Normal"]
    _set_font(normal, 11)
    _add_alias(normal, "Normal/Card")
    lines = {"none": False, "single": True, "double": WD_UNDERLINE.DOUBLE}
    for level, (name, size, underline) in _HEADINGS.items():
        style = file.styles[name]
        _set_font(style, size, bold=True)
        style.font.italic, style.font.color.rgb, style.font.underline = False, RGBColor(0, 0, 0), lines[underline]
        style.paragraph_format.keep_with_next = True
        if level != "tag":
            style.paragraph_format.alignment, style.paragraph_format.page_break_before = 1, True
        _add_alias(style, level.capitalize())
    _add_box(file.styles[_HEADINGS["pocket"][0]])
    for name in ("Analytic", "Undertag"):
        style = file.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = normal
        _set_font(style, 13 if name == "Analytic" else 12, bold=name == "Analytic")
    subtitle = file.styles["Subtitle"]
    _set_font(subtitle, 10)
    subtitle.font.color.rgb = RGBColor(0x40, 0x40, 0x40)
    for style_id, (name, alias) in _CHARACTER_STYLES.items():
        style = file.styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
        style.element.set(qn("w:styleId"), style_id)
        style.font.bold, style.font.underline = style_id == CITE, style_id == UNDERLINE
        style.font.size = Pt(13 if style_id == CITE else 11)
        _add_alias(style, alias)
    emphasis = file.styles[EMPHASIS]
    emphasis.font.bold, emphasis.font.italic, emphasis.font.underline, emphasis.font.size = True, False, True, Pt(11)


def _set_font(style: Any, size: int, *, bold: bool = False) -> None:
    """Calibri in this size, whatever the template's theme says."""
    from docx.oxml.ns import qn
    from docx.shared import Pt

    style.font.name, style.font.size, style.font.bold = "Calibri", Pt(size), bold
    fonts = style.element.rPr.rFonts
    for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
        fonts.attrib.pop(qn(f"w:{theme}"), None)


def _add_box(style: Any) -> None:
    """A line around a heading. The order of what a paragraph's properties hold is fixed: it follows the page break."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    box = OxmlElement("w:pBdr")
    for side in ("w:top", "w:left", "w:bottom", "w:right"):
        _set(box, side, "single", sz="24", space="1", color="auto")
    style.element.pPr.find(qn("w:pageBreakBefore")).addnext(box)


def _add_alias(style: Any, alias: str) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    element = OxmlElement("w:aliases")
    element.set(qn("w:val"), alias)
    style.element.find(qn("w:name")).addnext(element)
