"""What every importer shares: its input, its limits, and how it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Literal, Protocol

from foam.errors import InputError
from foam.evidence.document import Citation, Document, Facets
from foam.values import Value

Side = Literal["", "aff", "neg"]


class Limits(Value):
    """How much an importer will take from one file."""

    file_bytes: int = 256 * 2**20
    """Size of a file that is read at once; rows (CSV, JSONL, Parquet) are streamed and have no such limit."""
    expanded_bytes: int = 512 * 2**20
    """Size of a zip's content, unpacked."""
    expansion: int = 200
    """How many times larger than the file its unpacked content may be, once it passes 10 MiB."""
    text_chars: int = 20_000_000
    """Code points of one document."""
    pages: int = 10_000
    """Pages of a PDF."""


class Rejected(Value):
    """A file, or a row of it, that was not taken, and why. One line for the user."""

    file: str
    reason: str
    row: int | None = None

    def __str__(self) -> str:
        return f"{self.file}{'' if self.row is None else f' row {self.row}'}: {self.reason}"


class Unreadable(InputError):
    """Raised inside importers; `read` turns it into a `Rejected`."""


class Importer(Protocol):
    """Reads the files of one format; each format's module has such a function, `documents`."""

    def __call__(self, path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
        """The documents in a file, called `name` in their origins. Raises `InputError` for a file that gives none."""
        ...


_LIST_ITEM = re.compile(r"\s*(?:[-*+•‣◦–]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s")
_HEADING = re.compile(r"\s*(?:#{1,6}\s|[A-Z0-9][A-Z0-9 ,:;'&-]*$)")
_WRAPPED = 45
"""A text whose longest line is shorter is not broken at a fixed width: verse, a list, an address."""
_FILLED = 0.7
"""Share of the width that a line and the next word must take up for the break to be one of layout."""


def decode_text(data: bytes) -> str:
    """Text from bytes: UTF-8, or UTF-16 by its mark. Anything else is refused, not guessed."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        byte = data[error.start : error.start + 1].hex()
        raise Unreadable(f"invalid bytes: 0x{byte} at {error.start} is not {encoding.removesuffix('-sig')}") from error
    if "\x00" in text:
        raise Unreadable("binary data, not text")
    return text


def unwrap_lines(text: str) -> str:
    """Paragraphs on one line each, where a text breaks its lines at a fixed width; lists and short lines stay."""
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "\n\n".join("\n".join(_paragraphs(block.split("\n"))) for block in blocks)


def _paragraphs(lines: list[str]) -> list[str]:
    paragraphs: list[str] = []
    width = max(map(len, lines))
    for before, line in pairwise(["", *lines]):
        if paragraphs and _is_full(before, line, width) and not _stands_alone(line):
            paragraphs[-1] = _joined(paragraphs[-1].rstrip(), line.strip())
        else:
            paragraphs.append(line)
    return paragraphs


def _is_full(line: str, following: str, width: int) -> bool:
    """Whether a line ends because the next word did not fit, in a text as wide as this one."""
    word = following.split(maxsplit=1)[:1]
    return width >= _WRAPPED and len(line.rstrip()) + len("".join(word)) > _FILLED * width


def _stands_alone(line: str) -> bool:
    return not line.strip() or bool(_LIST_ITEM.match(line) or _HEADING.match(line))


def _joined(before: str, after: str) -> str:
    """Two parts of a line; a word that was divided at the end of the first is made whole."""
    if re.search(r"[a-z]-$", before) and re.match(r"[a-z]", after):
        return before[:-1] + after
    return f"{before} {after}"


def require_within(text: str, limits: Limits) -> str:
    """The text, if it is not longer than one document may be."""
    if len(text) > limits.text_chars:
        raise Unreadable(f"over the limit: {len(text):,} characters, at most {limits.text_chars:,} in one document")
    return text


_CITED = {
    "author": "author",
    "date": "published",
    "published": "published",
    "source": "source",
    "publication": "source",
    "title": "title",
    "url": "url",
    "accessed": "accessed",
    "qualifications": "author_qualifications",
    "author_qualifications": "author_qualifications",
    "pages": "pages",
}
SIDES: dict[str, Side] = {
    "a": "aff",
    "aff": "aff",
    "affirmative": "aff",
    "pro": "aff",
    "n": "neg",
    "neg": "neg",
    "negative": "neg",
    "con": "neg",
}


def read_fields(fields: Mapping[str, str]) -> tuple[Citation, Facets]:
    """Citation and facets from named fields; what neither knows is kept beside the facets."""
    cited = {_CITED[key]: value for key, value in fields.items() if key in _CITED}
    known = {*_CITED, "side", "year", "topic", "kind"}
    citation = Citation(**cited)
    facets = Facets(
        side=SIDES.get(fields.get("side", "").strip().lower(), ""),
        year=find_year(fields.get("year", "")) or citation.year,
        topic=fields.get("topic", ""),
        kind=fields.get("kind", ""),
        more={key: value for key, value in fields.items() if key not in known and value},
    )
    return citation, facets


def find_year(text: str) -> int | None:
    match = re.search(r"\b(?:1[5-9]|20)\d\d\b", text)
    return int(match[0]) if match else None
