"""A Verbatim file written by the tests: the template's styles under its ids and aliases, made with python-docx."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt

ALIASES = {"Heading 1": "Pocket", "Heading 2": "Hat", "Heading 3": "Block", "Heading 4": "Tag", "Normal": "Normal/Card"}


class VerbatimFile:
    """A document under construction; each method adds what a debater would."""

    def __init__(self) -> None:
        self.file = docx.Document()
        self.file.styles["Normal"].font.size = Pt(11)
        for name, alias in ALIASES.items():
            _insert_after(self.file.styles[name].element.find(qn("w:name")), "w:aliases", alias)
        self.character("Style13ptBold", "Style 13 pt Bold", alias="Cite", bold=True, size=13)
        self.character("StyleUnderline", "Style Underline", alias="Underline", bold=False, size=11, underline=True)
        emphasis = self.file.styles["Emphasis"].font
        emphasis.bold, emphasis.italic, emphasis.underline = True, False, True

    def character(
        self,
        id: str,
        name: str,
        *,
        alias: str = "",
        based_on: str = "",
        bold: bool | None = None,
        size: int | None = None,
        underline: bool | None = None,
    ) -> None:
        """A character style, perhaps based on another."""
        style = self.file.styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
        style.element.set(qn("w:styleId"), id)
        if alias:
            _insert_after(style.element.find(qn("w:name")), "w:aliases", alias)
        if based_on:
            style.base_style = self.file.styles[based_on]
        style.font.bold, style.font.underline = bold, underline
        style.font.size = Pt(size) if size else None

    def heading(self, level: int, text: str) -> None:
        self.file.add_paragraph(text, style=f"Heading {level}")

    def pocket(self, text: str) -> None:
        self.heading(1, text)

    def hat(self, text: str) -> None:
        self.heading(2, text)

    def block(self, text: str) -> None:
        self.heading(3, text)

    def tag(self, text: str) -> None:
        self.heading(4, text)

    def paragraph(self, *runs: tuple[str, dict[str, Any]] | str, style: str | None = None) -> Any:
        """A paragraph of runs: `("text", {"style": "StyleUnderline", "highlight": "cyan"})` or plain text."""
        paragraph = self.file.add_paragraph(style=style)
        for run in runs:
            text, look = (run, {}) if isinstance(run, str) else run
            _add_run(paragraph, text, **look)
        return paragraph

    def save(self, path: Path) -> Path:
        self.file.save(str(path))
        return path


def _add_run(
    paragraph: Any,
    text: str,
    *,
    style: str = "",
    highlight: str = "",
    shading: str = "",
    bold: str | None = None,
    underline: str = "",
    size: int | None = None,
) -> None:
    run = paragraph.add_run(text)
    properties = run._r.get_or_add_rPr()
    if style:
        _append(properties, "w:rStyle", val=style)
    if bold is not None:
        _append(properties, "w:b", **({"val": bold} if bold else {}))
    if size:
        _append(properties, "w:sz", val=str(2 * size))
    if highlight:
        _append(properties, "w:highlight", val=highlight)
    if underline:
        _append(properties, "w:u", val=underline)
    if shading:
        _append(properties, "w:shd", val="clear", fill=shading)


def _append(parent: Any, tag: str, **attributes: str) -> None:
    element = OxmlElement(tag)
    for name, value in attributes.items():
        element.set(qn(f"w:{name}"), value)
    parent.append(element)


def _insert_after(element: Any, tag: str, value: str) -> None:
    made = OxmlElement(tag)
    made.set(qn("w:val"), value)
    element.addnext(made)


def with_part(path: Path, name: str, content: str, *, encoding: str = "utf-8") -> Path:
    """Add or replace one part of a Word file."""
    with zipfile.ZipFile(path) as archive:
        parts = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    parts[name] = content.encode(encoding)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, data in parts.items():
            archive.writestr(part, data)
    return path
