"""A printed document: headings, paragraphs of runs, lists and tables, as PDF/A-2a. Knows nothing of what it prints.

The layout stands in `pdf.typ`; all text goes to it as data, so nothing in a text can act as markup. The same document
gives the same bytes on the same machine. PDF/A-2a is for archives and screen readers: tagged, every letter kept as
text. Scripts that the built-in fonts lack (they have Latin, Greek, Cyrillic and Hebrew) are set in whatever font the
machine has for them; where it has none the document is not printed, since letters would be missing.
"""

from __future__ import annotations

import calendar
import json
import unicodedata
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import Field

from foam.errors import InputError, MissingExtra
from foam.values import Value

_UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn"})


class Run(Value):
    """A stretch of text in one look."""

    text: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    highlight: bool = False
    small: bool = False


class Heading(Value):
    kind: Literal["heading"] = "heading"
    level: int = Field(default=1, ge=1, le=6)
    text: str


class Paragraph(Value):
    kind: Literal["paragraph"] = "paragraph"
    runs: tuple[Run, ...]
    style: Literal["plain", "quote", "note", "centre"] = "plain"


class Bullets(Value):
    kind: Literal["bullets"] = "bullets"
    items: tuple[tuple[Run, ...], ...]


class Table(Value):
    kind: Literal["table"] = "table"
    head: tuple[str, ...] = Field(min_length=1)
    rows: tuple[tuple[str, ...], ...] = ()
    """As many cells in each as the head has."""


class Break(Value):
    """What follows starts on a new page."""

    kind: Literal["break"] = "break"


Block = Annotated[Heading | Paragraph | Bullets | Table | Break, Field(discriminator="kind")]


class Printed(Value):
    """A whole document. The title is printed above the first block."""

    title: str
    blocks: tuple[Block, ...]
    lang: str = "en"
    footer: str = ""
    dated: date | None = None
    """What the file says of when it was made; without it, the first day of 1970."""


def plain(text: str) -> tuple[Run, ...]:
    """Text without any look of its own."""
    return (Run(text=text),)


def pdf(document: Printed) -> bytes:
    """The document as PDF."""
    try:
        import typst
    except ModuleNotFoundError as error:
        raise MissingExtra("typst", extra="pdf") from error
    try:
        made: bytes = typst.compile(
            _layout(),
            sys_inputs={"doc": json.dumps(_clean(document.json_value()))},
            format="pdf",
            pdf_standards="a-2a",
            timestamp=_midnight(document.dated),
        )
    except typst.TypstError as error:
        hint = "take the page (.html), or install a font that has what is missing"
        raise InputError(f"cannot print the document: {error}", hint=hint) from error
    return made


def _clean(value: Any) -> Any:
    """The same with a dot for every character that has no look: controls, lone surrogates, private ones."""
    match value:
        case str():
            return "".join(map(_seen, value))
        case list():
            return [_clean(member) for member in value]
        case dict():
            return {name: _clean(member) for name, member in value.items()}
        case _:
            return value


def _seen(char: str) -> str:
    if char == "\ufeff":  # a byte-order mark left inside a text
        return ""
    return "·" if unicodedata.category(char) in _UNSEEN and char not in "\n\t" else char


def _midnight(day: date | None) -> int:
    return 0 if day is None else calendar.timegm(day.timetuple())


@cache
def _layout() -> bytes:
    return files(__package__).joinpath("pdf.typ").read_bytes()
