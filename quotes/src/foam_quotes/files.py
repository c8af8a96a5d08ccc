"""Texts and sources in files: plain text, Markdown, Word."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foam_quotes.source import Source

if TYPE_CHECKING:
    from docx.document import Document as WordDocument

TEXTS, WORD = (".txt", ".md", ".markdown"), (".docx", ".docm")
_MOST = 200 * 2**20
"""Bytes of a file, unpacked."""


class Unreadable(ValueError):
    """A file cannot be read as text; the message says which and why."""


def read_text(path: Path | str) -> str:
    """The text of a file; of a Word file its paragraphs, those of tables included, one on a line."""
    path = Path(path)
    try:
        if path.suffix.lower() in WORD:
            return "\n".join(paragraph.text for paragraph in list_paragraphs(open_word(path)))
        data = path.read_bytes()
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except OSError as error:
        raise Unreadable(f"{path} cannot be opened: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path} is no text in UTF-8") from error


def read_sources(*paths: Path | str) -> tuple[Source, ...]:
    """The sources in files, and in folders with what lies in them. A file of a folder is named by its path there."""
    return tuple(Source(name, read_text(path)) for given in paths for name, path in _list_files(Path(given)))


def _list_files(path: Path) -> Iterator[tuple[str, Path]]:
    if not path.is_dir():
        yield path.name, path
        return
    inside = sorted(one for one in path.rglob("*") if one.is_file() and one.suffix.lower() in (*TEXTS, *WORD))
    if not inside:
        raise Unreadable(f"{path} holds no text, Markdown or Word file")
    yield from ((one.relative_to(path).as_posix(), one) for one in inside)


def open_word(path: Path) -> WordDocument:
    """A Word file; one that is none, or too large, is refused."""
    try:
        from docx import Document
    except ImportError as error:
        raise Unreadable(f"{path}: Word files need `pip install 'foam-quotes[docx]'`") from error
    try:
        with zipfile.ZipFile(path) as packed:
            if sum(part.file_size for part in packed.infolist()) > _MOST:
                raise Unreadable(f"{path} is too large")
        return Document(str(path))
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise Unreadable(f"{path} is no Word file") from error


def list_paragraphs(document: WordDocument) -> Iterable[Any]:
    """Every paragraph of the body, those in tables included, in order."""
    from docx.oxml.ns import qn
    from docx.text.paragraph import Paragraph

    return (Paragraph(element, document._body) for element in document.element.body.iter(qn("w:p")))
