"""Word styles, resolved: what a paragraph is and how a run looks.

A property is looked for on the run, then on its character style, then on the paragraph's style, each with all the
styles it is based on. A switch that is there with `0`, `false`, `off` or `none` is off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from lxml import etree

from foam.evidence.imports.docx.package import W

_OFF = frozenset({"0", "false", "off", "none", "nil"})
_PLAIN_FILLS = frozenset({"", "auto", "ffffff", "none"})
_LONGEST_CHAIN = 40
"""Styles that one may be based on, one upon another; Word itself allows fewer."""
_BODY_SIZE = 22
"""Half points of body text when the file does not say: 11 pt."""

HEADINGS = ("pocket", "hat", "block", "tag")
_NUMBERED = re.compile(r"heading ?(\d)")
_NAMED = {
    "pocket": re.compile(r"pocket"),
    "hat": re.compile(r"hat ?(?:text|title)?"),
    "block": re.compile(r"block(?: ?(?:title|heading|header|name|text)s?)?(?: #?\d)?"),
    "tag": re.compile(r"(?:h4 )?tags?(?: ?text|template|line| ?\d+)?|normal tag"),
}
"""What templates of the years since 2005 call the styles of the four headings."""
_CITE = re.compile(
    r"(?:short |bold |author-?)?cites?\d*|author[- ]?(?:date|year)(?: char)?|style style bold ?\+ ?12 ?pt|"
    r"style ?13 ?pt ?bold"
)
"""What they call the style of a short cite."""


@dataclass(frozen=True)
class Look:
    """How a run looks; None where nothing was said."""

    bold: bool | None = None
    underline: bool | None = None
    highlight: str | None = None
    """Colour; empty when it was switched off."""
    shading: str | None = None
    size: int | None = None
    boxed: bool | None = None

    def over(self, below: Look) -> Look:
        """This look, with what it leaves unsaid taken from another."""
        return Look(
            bold=below.bold if self.bold is None else self.bold,
            underline=below.underline if self.underline is None else self.underline,
            highlight=below.highlight if self.highlight is None else self.highlight,
            shading=below.shading if self.shading is None else self.shading,
            size=below.size if self.size is None else self.size,
            boxed=below.boxed if self.boxed is None else self.boxed,
        )


@dataclass(frozen=True)
class Style:
    """One style as the file defines it."""

    id: str
    name: str
    """In lower case, as its aliases are."""
    aliases: tuple[str, ...]
    based_on: str
    outline: int | None
    look: Look

    @property
    def primary(self) -> tuple[str, ...]:
        """Its name and first alias. Files merged for years carry dozens of other styles' names behind them."""
        return (self.name, *self.aliases[:1])


@dataclass(frozen=True)
class Styles:
    """All styles of a file."""

    by_id: dict[str, Style] = field(default_factory=dict)
    defaults: Look = Look()
    default_paragraph: str = ""
    _looks: dict[str, Look] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Looks, and below names, that were worked out once: a file of many paragraphs asks for each many times."""
    _all_names: dict[str, tuple[frozenset[str], ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def chain(self, id: str) -> Iterator[Style]:
        """A style and those it is based on, nearest first; a circle ends where it closes."""
        seen: set[str] = set()
        while id in self.by_id and id not in seen and len(seen) < _LONGEST_CHAIN:
            seen.add(id)
            yield self.by_id[id]
            id = self.by_id[id].based_on

    def look(self, id: str) -> Look:
        if id not in self._looks:
            look = Look()
            for style in self.chain(id):
                look = look.over(style.look)
            self._looks[id] = look
        return self._looks[id]

    def is_named(self, id: str, *names: str) -> bool:
        """Whether the style, or one it is based on, bears one of these names."""
        return any(not names_set.isdisjoint(names) for names_set in self._names(id))

    def starts_with(self, id: str, prefix: str) -> bool:
        return any(name.startswith(prefix) for names in self._names(id) for name in names)

    def is_cite(self, id: str) -> bool:
        """Whether the style is that of a short cite. One that underlines marks a card's body, whatever it rests on."""
        for style, names in zip(self.chain(id), self._names(id), strict=True):
            if style.look.underline or "underline" in names:
                return False
            if any(_CITE.fullmatch(name) for name in names):
                return True
        return False

    def heading(self, id: str) -> str:
        """`pocket`, `hat`, `block` or `tag` when the style is one of them, by name or by outline level.

        Old templates count their headings otherwise (heading 3 is the tag) and say so in the style's aliases.
        """
        for style in self.chain(id):
            numbered = _NUMBERED.fullmatch(style.name) or _NUMBERED.fullmatch(style.id.lower())
            if numbered:
                said = next((alias for alias in style.aliases if alias in HEADINGS), "")
                return said or name_heading(int(numbered[1]) - 1)
            for kind, pattern in _NAMED.items():
                if any(pattern.fullmatch(name) for name in style.primary):
                    return kind
            if style.outline is not None:
                return name_heading(style.outline)
        return ""

    def _names(self, id: str) -> tuple[frozenset[str], ...]:
        """What a style is called, then what each of those it is based on is called."""
        if id not in self._all_names:
            self._all_names[id] = tuple(frozenset((style.id.lower(), *style.primary)) for style in self.chain(id))
        return self._all_names[id]

    @cached_property
    def body_size(self) -> int:
        """Half points of body text."""
        return self.look(self.default_paragraph).over(self.defaults).size or _BODY_SIZE


def name_heading(level: int) -> str:
    return HEADINGS[level] if 0 <= level < len(HEADINGS) else ""


def read_styles(root: etree._Element | None) -> Styles:
    """The styles part of a file."""
    if root is None:
        return Styles()
    styles = [_style(element) for element in root.iter(f"{W}style")]
    default = next((e.get(f"{W}styleId", "") for e in root.iter(f"{W}style") if _is_default_paragraph(e)), "")
    properties = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
    return Styles({style.id: style for style in styles}, read_look(properties), default)


def _is_default_paragraph(element: etree._Element) -> bool:
    return element.get(f"{W}type") == "paragraph" and element.get(f"{W}default") in ("1", "true", "on")


def _style(element: etree._Element) -> Style:
    aliases = (read_value(element.find(f"{W}aliases")) or "").split(",")
    outline = read_value(element.find(f"{W}pPr/{W}outlineLvl"))
    return Style(
        id=element.get(f"{W}styleId", ""),
        name=(read_value(element.find(f"{W}name")) or "").strip().lower(),
        aliases=tuple(alias.strip().lower() for alias in aliases if alias.strip()),
        based_on=read_value(element.find(f"{W}basedOn")) or "",
        outline=int(outline) if outline is not None and outline.isdecimal() else None,
        look=read_look(element.find(f"{W}rPr")),
    )


def read_look(properties: etree._Element | None) -> Look:
    """What run properties say."""
    if properties is None:
        return Look()
    said = {child.tag: child for child in properties}
    size = read_value(said.get(f"{W}sz"))
    return Look(
        bold=_switch(said.get(f"{W}b")),
        underline=_switch(said.get(f"{W}u"), absent_value=False),
        highlight=_colour(said.get(f"{W}highlight")),
        shading=_fill(said.get(f"{W}shd")),
        size=int(size) if size is not None and size.isdecimal() else None,
        boxed=_switch(said.get(f"{W}bdr")),
    )


def read_value(element: etree._Element | None) -> str | None:
    """An element's `w:val`; empty when it has none."""
    return None if element is None else element.get(f"{W}val", "")


def _switch(element: etree._Element | None, *, absent_value: bool = True) -> bool | None:
    """On, off, or unsaid. `<w:b/>` is on; `<w:u/>` without a value says nothing of a line."""
    said = read_value(element)
    if said is None:
        return None
    return said.lower() not in _OFF if said else absent_value


def _colour(element: etree._Element | None) -> str | None:
    said = read_value(element)
    return None if said is None else "" if said.lower() in _OFF else said


def _fill(element: etree._Element | None) -> str | None:
    if element is None:
        return None
    fill = element.get(f"{W}fill", "").lower()
    return "" if fill in _PLAIN_FILLS else fill
