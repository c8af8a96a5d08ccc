"""The formats a paper can have: one table of names and file endings, `render` and `write`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias, assert_never, get_args, overload

from foam.errors import InputError, MissingExtra
from foam.paper.blocks import Block, Paper
from foam.paper.notes import gather_notes
from foam.paper.to_docx import docx
from foam.paper.to_html import page
from foam.paper.to_markdown import markdown
from foam.paper.to_pdf import pdf
from foam.paper.to_text import text
from foam.private import write_public
from foam.text.wrap import WIDTH
from foam.visible import clean, escape_hidden

Format: TypeAlias = Literal["html", "md", "text", "pdf", "docx"]
FORMATS: tuple[Format, ...] = get_args(Format)
ENDINGS: dict[str, Format] = {
    ".html": "html",
    ".md": "md",
    ".txt": "text",
    ".pdf": "pdf",
    ".docx": "docx",
}
NEEDS = {
    ".docx": ("docx", "python-docx", "docx"),
    ".pdf": ("typst", "typst", "pdf"),
    ".xlsx": ("openpyxl", "openpyxl", "xlsx"),
}
"""Ending to the module that must be there, the package that has it, and the extra that brings it."""


_Renderable: TypeAlias = Paper | Iterable[Block]


@overload
def render(
    paper: _Renderable, form: Literal["html", "md", "text"], *, title: str = "", width: int | None = WIDTH
) -> str: ...
@overload
def render(
    paper: _Renderable, form: Literal["pdf", "docx"], *, title: str = "", width: int | None = WIDTH
) -> bytes: ...
@overload
def render(paper: _Renderable, form: Format, *, title: str = "", width: int | None = WIDTH) -> str | bytes: ...
def render(paper: _Renderable, form: Format, *, title: str = "", width: int | None = WIDTH) -> str | bytes:
    """A paper, or blocks under a title, in one format. `width` is that of plain text; None wraps nothing."""
    whole = paper if isinstance(paper, Paper) else Paper(title=title, blocks=tuple(paper))
    if form == "html":
        return page(whole)
    whole = gather_notes(whole)
    match form:
        case "md":
            return markdown(whole)
        case "text":
            return text(whole, width=width)
        case "pdf":
            return pdf(whole)
        case "docx":
            return docx(whole)
        case _:
            assert_never(form)


def to_terminal(blocks: Iterable[Block], *, width: int | None = WIDTH) -> str:
    """The blocks as a command prints them."""
    return render(blocks, "text", width=width).rstrip("\n")


def write(path: Path, paper: _Renderable, *, title: str = "") -> Path:
    """Write the paper in the format that the file's ending asks for."""
    made = render(paper, form_of(path), title=title)
    return save(path, made)


def form_of(path: Path) -> Format:
    """The format of a file of this name. An unknown ending, or one whose extra is missing, is refused."""
    form = ENDINGS.get(path.suffix.lower())
    if form is None:
        raise unknown_ending(path, ENDINGS)
    require_extra(path)
    return form


def unknown_ending(path: Path, endings: Iterable[str]) -> InputError:
    """The error for a file whose ending says nothing."""
    return InputError(f"cannot tell what to write to {path}", hint=f"end its name in {', '.join(endings)}")


def require_extra(path: Path, *, find: Callable[[str], object | None] = find_spec) -> None:
    """Raise MissingExtra when a file of this name cannot be written here, so that no work is done in vain."""
    module, package, extra = NEEDS.get(path.suffix.lower(), ("", "", ""))
    if module and find(module) is None:
        raise MissingExtra(package, extra=extra)


def make_safe(ending: str, made: str | bytes) -> str | bytes:
    """What is written to a file with this ending: text without anything that a terminal would obey."""
    if isinstance(made, bytes):
        return made
    return escape_hidden(made) if ending == ".json" else clean(made)


def save(path: Path, made: str | bytes) -> Path:
    """Write text or bytes to a file, whole or not at all; text is safe to print."""
    try:
        write_public(path, make_safe(path.suffix, made))
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="name a folder that is there") from error
    return path
