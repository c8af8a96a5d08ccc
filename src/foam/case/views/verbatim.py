"""A case as a Word file in the manner of Verbatim: its style ids, tag, cite and body, what is read in yellow.

The styles are made here, under the ids and aliases that debaters' tools know. Read again by `foam.evidence.imports` the
file gives the same cards.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from foam.case.marks import split_marks
from foam.case.values import Case, CutCard, Slot, group_slots
from foam.case.verify import WORDS_PER_MINUTE
from foam.case.views.reading import split_source
from foam.case.views.words import (
    HOW_WRITTEN,
    NOTE,
    WHY_NOT,
    describe_answered,
    describe_length,
    describe_overview,
    describe_status,
    describe_unanswered,
    list_holes,
    list_provenance,
)
from foam.case.warn import list_warnings
from foam.errors import MissingExtra

_HEADINGS = (
    ("Heading 1", "Pocket", 26),
    ("Heading 2", "Hat", 22),
    ("Heading 3", "Block", 16),
    ("Heading 4", "Tag", 13),
)
CITE, UNDERLINE = "Style13ptBold", "StyleUnderline"
_SMALL = 8
"""Points of what is not read; it stays legible."""


_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no Word file can hold."""


def render_verbatim(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE, caps: bool = False) -> bytes:
    """The whole case as a .docx file."""
    file = _make_file()
    _add_line(file, f"{case.speech}: {case.resolution}", style="Heading 1")
    if overview := describe_overview(case):
        _add_line(file, overview, style="Subtitle")
    length = describe_length(case, words_per_minute=words_per_minute)
    notice = f". {case.notice}" if case.notice else ""
    _add_line(file, f"{length}; {describe_status(case)}{notice}", style="Subtitle")
    if left := describe_unanswered(case):
        _add_line(file, left, style="Subtitle")
    for group, slots in group_slots(case):
        _add_line(file, group.title, style="Heading 3")
        if met := describe_answered(slots):
            _add_line(file, met, style="Subtitle")
        for slot in (one for one in slots if one.filled):
            _add_slot(file, slot, caps)
    holes = list_holes(case)
    failures = [WHY_NOT, *map(str, case.failures)] if case.failures else []
    warnings = [NOTE, *told] if (told := list_warnings(case)) else []
    written = list_provenance(case, warrants=True)
    if after := [*failures, *warnings, *holes, *([HOW_WRITTEN, *written] if written else [])]:
        _add_line(file, "After the speech", style="Heading 3")
        for line in after:
            _add_line(file, line, style="Subtitle")
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def _add_line(file: Any, text: str, *, style: str) -> None:
    file.add_paragraph(_NOT_XML.sub("", text), style=style)


def _add_slot(file: Any, slot: Slot, caps: bool) -> None:
    tag = slot.card.tag if slot.card else slot.spoken
    _add_line(file, tag.upper() if caps else tag, style="Heading 4")
    if slot.card:
        cite = file.add_paragraph()
        for text, spoken in split_citation(slot.card):
            _add_run(cite, text, style=CITE if spoken else "")
        _add_body(file, slot.card)


def split_citation(card: CutCard) -> Iterator[tuple[str, bool]]:
    """The citation in one paragraph, each piece with whether it is spoken: the last name and the year alone are."""
    name, _, year = card.cite.rpartition(" ")
    if not card.cite:
        yield (card.source, False)
        return
    before, found, rest = card.source.partition(name) if name else (card.source, "", "")
    between, dated, after = rest.partition(f" {year}")
    if not (name and found and dated):
        yield from ((card.cite, True), (f", {card.source}", False))
        return
    yield from ((before, False), (name, True), (between, False), (dated, True), (after, False))


def _add_body(file: Any, card: CutCard) -> None:
    """The source: what is read underlined and highlighted, the rest small. Its paragraphs stay."""
    for pieces in _list_paragraphs(card):
        paragraph = file.add_paragraph()
        for text, read in pieces:
            for piece, spoken in split_marks(text):
                _add_run(paragraph, piece, style=UNDERLINE if read and spoken else "", read=read and spoken)


def _list_paragraphs(card: CutCard) -> list[list[tuple[str, bool]]]:
    """The source by paragraphs, each in pieces that are read or not."""
    paragraphs: list[list[tuple[str, bool]]] = [[]]
    for text, read in split_source(card):
        for n, line in enumerate(text.split("\n\n")):
            if n:
                paragraphs.append([])
            if line:
                paragraphs[-1].append((line, read))
    return paragraphs


def _add_run(paragraph: Any, text: str, *, style: str = "", read: bool | None = None) -> None:
    from docx.enum.text import WD_COLOR_INDEX
    from docx.shared import Pt

    run = paragraph.add_run(_NOT_XML.sub("", text))
    if style:
        run.style = _BY_ID[style]
    if read:
        run.font.highlight_color = WD_COLOR_INDEX.YELLOW
    elif read is False:
        run.font.size = Pt(_SMALL)


_BY_ID = {CITE: "Style 13 pt Bold", UNDERLINE: "Style Underline"}


def _make_file() -> Any:
    """An empty file with the styles of the template."""
    try:
        import docx
        from docx.shared import Pt, RGBColor
    except ImportError as error:
        raise MissingExtra("python-docx", extra="docx") from error
    file = docx.Document()
    normal = file.styles["Normal"]
    normal.font.name, normal.font.size = "Calibri", Pt(11)
    _add_alias(normal, "Normal/Card")
    for name, alias, size in _HEADINGS:
        style = file.styles[name]
        style.font.name, style.font.size, style.font.bold = "Calibri", Pt(size), True
        style.font.italic, style.font.color.rgb = False, RGBColor(0, 0, 0)
        _add_alias(style, alias)
    for name in ("Heading 1", "Heading 2", "Heading 3"):
        file.styles[name].paragraph_format.alignment = 1
    file.styles["Heading 3"].font.underline = True
    file.styles["Subtitle"].font.size, file.styles["Subtitle"].font.color.rgb = Pt(10), RGBColor(0x40, 0x40, 0x40)
    _add_character_style(file, CITE, "Cite", bold=True, underline=False, size=13)
    _add_character_style(file, UNDERLINE, "Underline", bold=False, underline=True, size=11)
    return file


def _add_character_style(file: Any, style_id: str, alias: str, *, bold: bool, underline: bool, size: int) -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml.ns import qn
    from docx.shared import Pt

    style = file.styles.add_style(_BY_ID[style_id], WD_STYLE_TYPE.CHARACTER)
    style.element.set(qn("w:styleId"), style_id)
    style.font.bold, style.font.underline, style.font.size = bold, underline, Pt(size)
    _add_alias(style, alias)


def _add_alias(style: Any, alias: str) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    element = OxmlElement("w:aliases")
    element.set(qn("w:val"), alias)
    style.element.find(qn("w:name")).addnext(element)
