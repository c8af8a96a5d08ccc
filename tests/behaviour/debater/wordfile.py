"""A debater's Word file as the Verbatim template keeps one, written with python-docx and read back from its XML."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast

import docx
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt

HEADINGS = {1: "Pocket", 2: "Hat", 3: "Block", 4: "Tag"}
STYLES = {"cite": "Style13ptBold", "kept": "StyleUnderline", "read": "StyleUnderline", "stressed": "Emphasis"}
"""How a run looks: its character style. What is read aloud is highlighted besides."""

STRAIGHT = str.maketrans("“”’", '""\'')
"""Curly quotation marks come in as straight ones."""

Run = tuple[str, str]
"""The words of a run and how they look: plain, cite, kept, read or stressed."""


class Line(NamedTuple):
    """A paragraph as a debater sees it: its style and its words, by how they look."""

    style: str
    text: str
    cited: str
    kept: str
    read: str
    stressed: str


class WordFile:
    def __init__(self) -> None:
        self._file = docx.Document()
        for level, alias in HEADINGS.items():
            self._name_alias(f"Heading {level}", alias)
        self._add_style("Style 13 pt Bold", "Style13ptBold", alias="Cite", bold=True, underline=False)
        self._add_style("Style Underline", "StyleUnderline", alias="Underline", bold=False, underline=True)
        emphasis = self._file.styles["Emphasis"].font
        emphasis.bold, emphasis.italic, emphasis.underline = True, False, True

    def head(self, level: int, text: str) -> None:
        self._file.add_paragraph(text, style=f"Heading {level}")

    def card(self, tag: str, cite: str, rest: str, *runs: Run) -> None:
        """A tag, a cite of which the name and year are bold, and a body."""
        self.head(4, tag)
        self.write((cite, "cite"), (f" ({rest})", "plain"))
        self.write(*runs)

    def write(self, *runs: Run) -> None:
        paragraph = self._file.add_paragraph()
        for text, look in runs:
            properties = paragraph.add_run(text)._r.get_or_add_rPr()
            if look in STYLES:
                _append(properties, "w:rStyle", STYLES[look])
            if look == "read":
                _append(properties, "w:highlight", "yellow")

    def save(self, path: Path) -> Path:
        self._file.save(str(path))
        return path

    def _name_alias(self, style: str, alias: str) -> None:
        made = OxmlElement("w:aliases")
        made.set(qn("w:val"), alias)
        self._file.styles[style].element.find(qn("w:name")).addnext(made)

    def _add_style(self, name: str, key: str, *, alias: str, bold: bool, underline: bool) -> None:
        style = self._file.styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
        style.element.set(qn("w:styleId"), key)
        style.font.bold, style.font.underline, style.font.size = bold, underline, Pt(13 if bold else 11)
        self._name_alias(name, alias)


def read_lines(path: Path) -> list[Line]:
    """The paragraphs of a Word file that have words, straight from its XML."""
    lines = []
    for paragraph in docx.Document(str(path)).paragraphs:
        if not paragraph.text.strip():
            continue
        looks: dict[str, list[str]] = {"cited": [], "kept": [], "read": [], "stressed": []}
        for run in paragraph.runs:
            style = run._r.style
            if style == "Style13ptBold":
                looks["cited"].append(run.text)
            if style in ("StyleUnderline", "Emphasis"):
                looks["kept"].append(run.text)
            if style == "Emphasis":
                looks["stressed"].append(run.text)
            if run.font.highlight_color is not None:
                looks["read"].append(run.text)
        joined = {look: " ".join("".join(texts).split()) for look, texts in looks.items()}
        text = " ".join(paragraph.text.split()).translate(STRAIGHT)
        lines.append(Line(str(cast(Any, paragraph.style).style_id), text, **joined))
    return lines


def list_tags(path: Path) -> list[str]:
    """The tags of its cards, in order."""
    lines = read_lines(path)
    return [line.text for line, cite in pairwise(lines) if line.style == "Heading4" and cite.cited]


def _append(parent: Any, tag: str, value: str) -> None:
    element = OxmlElement(tag)
    element.set(qn("w:val"), value)
    parent.append(element)
