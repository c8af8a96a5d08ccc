"""A Word body as paragraphs of marked runs, in reading order.

Tables give one paragraph a row; deleted text is left out; hidden text is kept, because debate templates hide what is
not read aloud. Footnotes follow the paragraph that refers to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from lxml import etree

from foam.evidence.imports.docx.package import Package, W
from foam.evidence.imports.docx.styles import Look, Styles, name_heading, read_look, read_styles, read_value

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_SKIPPED = frozenset({f"{W}del", f"{W}moveFrom", f"{W}pPr", f"{W}rPr", f"{W}sectPr", f"{_MC}Fallback", f"{W}sdtPr"})
_SIGNS = {f"{W}tab": " ", f"{W}br": "\n", f"{W}cr": "\u2028", f"{W}noBreakHyphen": "-", f"{W}ptab": " "}
"""What stands for text. Layouts leave `w:br` inside sentences; `w:cr` was set on purpose, and is never taken out."""


@dataclass(frozen=True)
class Run:
    """A stretch of text that looks one way."""

    text: str
    bold: bool = False
    underline: bool = False
    emphasis: bool = False
    highlight: str = ""
    cite: bool = False
    size: int = 22
    """Half points."""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph and what its style makes it."""

    runs: tuple[Run, ...]
    kind: str = "text"
    """`pocket`, `hat`, `block`, `tag`, `analytic`, `undertag` or `text`."""
    notes: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @cached_property
    def cited(self) -> str:
        """The words set as a short cite: in the cite style, else in bold."""
        return self.words_where("cite") or self.words_where("bold")

    def words_where(self, flag: Literal["cite", "bold"]) -> str:
        """The words of which this is true, with a space for those between them."""
        return " ".join("".join(run.text if getattr(run, flag) else " " for run in self.runs).split())

    @cached_property
    def all_bold(self) -> bool:
        return all(run.bold for run in self.runs if run.text.strip())

    @cached_property
    def marked_share(self) -> float:
        """How much of it is underlined or highlighted."""
        marked = sum(len(run.text) for run in self.runs if run.underline or run.highlight)
        return marked / max(len(self.text), 1)

    @property
    def highlighted(self) -> bool:
        return any(run.highlight and run.text.strip() for run in self.runs)

    @property
    def marked(self) -> bool:
        """Whether any of it is underlined or highlighted: the mark of a card's body."""
        return any((run.underline or run.highlight) and run.text.strip() for run in self.runs)


def read_paragraphs(package: Package) -> tuple[list[Paragraph], Styles]:
    """Every paragraph that is not blank."""
    styles = read_styles(package.part("styles.xml"))
    reader = _Reader(styles, _notes(package.part("footnotes.xml")))
    return [paragraph for paragraph in reader.blocks(package.body()) if not paragraph.is_blank], styles


def _notes(root: etree._Element | None) -> dict[str, str]:
    """Footnote texts by id; separators have a type and are none."""
    notes = root.iter(f"{W}footnote") if root is not None else ()
    return {
        note.get(f"{W}id", ""): " ".join(
            "".join(t.text or "" for t in p.iter(f"{W}t")) for p in note.iter(f"{W}p")
        ).strip()
        for note in notes
        if note.get(f"{W}type") in (None, "normal")
    }


class _Reader:
    def __init__(self, styles: Styles, notes: dict[str, str]) -> None:
        self._styles = styles
        self._notes = notes
        self._looks: dict[tuple[str, Look, Look], Run] = {}
        """Runs without text, by style and look: a file has a few dozen of them, many times over."""

    def blocks(self, parent: etree._Element) -> Iterator[Paragraph]:
        """Paragraphs and table rows under an element, through content controls."""
        for child in parent:
            if child.tag == f"{W}p":
                yield from self._with_boxes(child)
            elif child.tag == f"{W}tbl":
                yield from self._rows(child)
            elif child.tag not in _SKIPPED and isinstance(child.tag, str):
                yield from self.blocks(child)

    def _with_boxes(self, element: etree._Element) -> Iterator[Paragraph]:
        yield self._paragraph(element)
        if next(element.iter(f"{W}txbxContent"), None) is not None:
            for box in _find_boxes(element):
                yield from self.blocks(box)

    def _rows(self, table: etree._Element) -> Iterator[Paragraph]:
        for row in table.iterfind(f"{W}tr"):
            cells = [[p for p in self.blocks(cell) if not p.is_blank] for cell in row.iterfind(f"{W}tc")]
            yield _row([paragraphs for paragraphs in cells if paragraphs])

    def _paragraph(self, element: etree._Element) -> Paragraph:
        properties = element.find(f"{W}pPr")
        style = read_value(properties.find(f"{W}pStyle")) if properties is not None else None
        id = style or self._styles.default_paragraph
        base = self._styles.look(id).over(self._styles.defaults)
        notes = [self._notes.get(ref.get(f"{W}id", ""), "") for ref in element.iter(f"{W}footnoteReference")]
        return Paragraph(
            runs=tuple(self._runs(element, base)),
            kind=self._kind(id, properties),
            notes=tuple(note for note in notes if note),
        )

    def _kind(self, style: str, properties: etree._Element | None) -> str:
        for kind in ("analytic", "undertag"):
            if self._styles.starts_with(style, kind):
                return kind
        level = read_value(properties.find(f"{W}outlineLvl")) if properties is not None else None
        direct = name_heading(int(level)) if level is not None and level.isdecimal() else ""
        return self._styles.heading(style) or direct or "text"

    def _runs(self, element: etree._Element, base: Look) -> Iterator[Run]:
        for child in element:
            if child.tag == f"{W}r":
                yield from self._run(child, base)
            elif child.tag not in _SKIPPED and isinstance(child.tag, str):
                yield from self._runs(child, base)

    def _run(self, element: etree._Element, base: Look) -> Iterator[Run]:
        text = _text(element)
        if not text:
            return
        properties = element.find(f"{W}rPr")
        style = (read_value(properties.find(f"{W}rStyle")) or "") if properties is not None else ""
        key = (style, read_look(properties), base)
        if key not in self._looks:
            self._looks[key] = self._dress(*key)
        yield replace(self._looks[key], text=text)

    def _dress(self, style: str, direct: Look, base: Look) -> Run:
        """A run of this style and look, without its text."""
        linked = self._styles.is_named(style, "hyperlink")
        look = direct.over(Look() if linked else self._styles.look(style)).over(base)
        emphasised = self._styles.is_named(style, "emphasis")
        return Run(
            text="",
            bold=bool(look.bold),
            underline=bool(look.underline),
            emphasis=emphasised or bool(look.boxed) or (bool(look.bold) and bool(look.underline)),
            highlight=look.highlight or look.shading or "",
            cite=self._styles.is_cite(style),
            size=look.size or self._styles.body_size,
        )


def _find_boxes(element: etree._Element) -> Iterator[etree._Element]:
    """The text boxes in an element; those inside a box belong to that box."""
    for child in element:
        if child.tag == f"{W}txbxContent":
            yield child
        elif child.tag != f"{_MC}Fallback":
            yield from _find_boxes(child)


def _text(run: etree._Element) -> str:
    """A run's words; a pilcrow stands for a paragraph break that was condensed away."""
    parts = [child.text or "" if child.tag == f"{W}t" else _SIGNS.get(child.tag, "") for child in run]
    return "".join(parts).replace("¶", "\n")


def _row(cells: list[list[Paragraph]]) -> Paragraph:
    """A table row on one line, its cells set apart by bars."""
    runs: list[Run] = []
    for number, paragraphs in enumerate(cells):
        runs += [Run(" | ")] if number else []
        for place, paragraph in enumerate(paragraphs):
            runs += [Run(" ")] if place else []
            runs += paragraph.runs
    return Paragraph(tuple(runs), notes=tuple(n for cell in cells for p in cell for n in p.notes))
