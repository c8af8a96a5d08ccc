"""A printed document: headings, paragraphs of runs, lists and tables, as tagged PDF. Knows nothing of what it prints.

The layout stands in `pdf.typ`; all text goes to it as data, so nothing in a text can act as markup. The same document
gives the same bytes on the same machine. Scripts that the built-in fonts lack (they have Latin, Greek, Cyrillic and
Hebrew) are set in whatever font the machine has for them.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field

from foam.errors import InputError, MissingExtra
from foam.values import Value


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
        made: bytes = typst.compile(_layout(), sys_inputs={"doc": json.dumps(document.json_value())}, format="pdf")
    except typst.TypstError as error:
        raise InputError(f"cannot print the document: {error}", hint="take the page (.html) instead") from error
    return made


@cache
def _layout() -> bytes:
    return files(__package__).joinpath("pdf.typ").read_bytes()
