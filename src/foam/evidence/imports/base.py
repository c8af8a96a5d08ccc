"""What every importer shares: its input, its limits, and how it refuses."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Literal, Protocol

from foam.errors import InputError
from foam.evidence.document import Citation, Document, Facets
from foam.text.statement import breaks_off
from foam.values import Value

Side = Literal["", "aff", "neg"]


_MIB = 2**20


class Limits(Value):
    """How much one file may take, and give."""

    file_bytes: int = 64 * _MIB
    """Size of a file that is read at once; rows (CSV, JSONL, Parquet) are streamed and have no such limit."""
    expanded_bytes: int = 512 * _MIB
    """Size of a zip's content, unpacked."""
    expansion: int = 200
    """How many times larger than the file its unpacked content may be, once it passes 10 MiB."""
    text_chars: int = 6_000_000
    """Code points of one document: more than the longest novels have."""
    pages: int = 10_000
    """Pages of a PDF."""
    documents: int = 5_000_000
    """Documents of one file."""
    file_chars: int = 64_000_000
    """Code points of everything that one small file gives; a large one may give `growth` times its size."""
    growth: int = 20
    memory_bytes: int = 224 * _MIB
    """Memory of a reader process, of which some 80 MiB are the programs that read."""
    seconds: int = 60
    """CPU time for a file, and more for a large one."""
    seconds_per_mib: int = 30
    silent_seconds: float = 120.0
    """After so long without a word a reader is taken to hang."""

    def cpu_seconds(self, size: int) -> int:
        """CPU time for a file of so many bytes."""
        return self.seconds + self.seconds_per_mib * size // _MIB

    def output_chars(self, size: int) -> int:
        """Code points that a file of so many bytes may give."""
        return max(self.file_chars, self.growth * size)


DEFAULT_LIMITS = Limits()


def say_over_memory(limits: Limits) -> str:
    """Why a file was refused that took too much memory, and what can be done."""
    most = limits.memory_bytes // _MIB
    return f"over the limit: it takes more than {most} MiB of memory to read; split it, or save it as plain text"


def say_over_cpu(limits: Limits, size: int) -> str:
    """Why a file of so many bytes was refused that took too long."""
    most = limits.cpu_seconds(size)
    return f"over the limit: it takes more than {most} seconds to read; split it, or save it as plain text"


def show_name(file: Path | str) -> str:
    """A file's name as it can be kept and printed: what is no text in it, or moves the cursor, is written out."""
    text = os.fsencode(file).decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


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
_CLOSED = re.compile(r"[.!?…:;,(—–-][\"'”’)\]*_]*\s*$")
"""How a line ends that is a sentence to its end, or leads on to the next."""
_WRAPPED = 45
"""A text whose longest line is shorter is not broken at a fixed width (verse, a list, an address), unless it is a
column."""
_FILLED = 0.7
"""Share of the width that a line and the next word must take up for the break to be one of layout."""
_WIDER = 1.25
"""How much wider than its column a line may be and still belong to it."""
_COLUMN, _COLUMN_LINES, _GOING_ON = 25, 6, 0.5
"""Width and lines from which on a narrow block may be a column of prose, and the share of its lines that have to go on
in small letters."""


def decode_text(data: bytes) -> str:
    """Text from bytes: UTF-8, or UTF-16 by its mark. Anything else is refused, not guessed."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        byte = data[error.start : error.start + 1].hex()
        wrong = f"0x{byte} at {error.start} is not {encoding.removesuffix('-sig')}"
        raise Unreadable(f"invalid bytes: {wrong}; if it is a text, save it as UTF-8") from error
    if "\x00" in text:
        raise Unreadable("binary data, not text")
    return text


def replace_surrogates(text: str) -> str:
    """The text without halves of characters, which can be neither stored nor printed."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def unwrap_lines(text: str) -> str:
    """Paragraphs on one line each, where a text breaks its lines at a fixed width; lists and short lines stay."""
    blocks = re.split(r"\n(?:[^\S\n]*+\n)++", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "\n\n".join("\n".join(_paragraphs(block.split("\n"))) for block in blocks)


def _paragraphs(lines: list[str]) -> list[str]:
    paragraphs: list[list[str]] = []
    width = _measure_width(lines)
    for before, line in pairwise(["", *lines]):
        if paragraphs and _is_full(before, line, width) and not _stands_alone(line):
            _join(paragraphs[-1], line.strip())
        else:
            paragraphs.append([line])
    return ["".join(pieces) for pieces in paragraphs]


def _measure_width(lines: list[str]) -> int:
    """How wide a block is set: as its widest line, or as its column where nine lines in ten are one. 0: not set so."""
    widths = sorted(len(line.rstrip()) for line in lines)
    column = widths[(len(widths) - 1) * 9 // 10]
    if column >= _COLUMN and len(lines) >= _COLUMN_LINES:
        going_on = [line[:1].islower() and _is_full(before, line, column) for before, line in pairwise(lines)]
        if sum(going_on) >= _GOING_ON * len(going_on):
            return column
    return widths[-1] if widths[-1] >= _WRAPPED else 0


def _is_full(line: str, following: str, width: int) -> bool:
    """Whether a line ends because the next word did not fit, in a text as wide as this one."""
    word = following.split(maxsplit=1)[:1]
    taken = len(line.rstrip())
    return taken <= _WIDER * width and taken + len("".join(word)) > _FILLED * width


def stands_apart(line: str, following: str, width: int) -> bool:
    """Whether a line without a stop is one by itself, such as a heading: there was room for the next word, which has a
    capital, and nothing leaves the line open."""
    begins = following.lstrip(" \"'“‘(*_")[:1].isupper()
    is_open = not line.strip() or _CLOSED.search(line) is not None or breaks_off(line.strip())
    return begins and not is_open and not _is_full(line, following, width)


def _stands_alone(line: str) -> bool:
    return not line.strip() or bool(_LIST_ITEM.match(line) or _HEADING.match(line))


def _join(pieces: list[str], after: str) -> None:
    """Go on with a line; a word that was divided at its end is made whole."""
    pieces[-1] = before = pieces[-1].rstrip()
    if before[-1:] == "-" and "a" <= before[-2:-1] <= "z" and "a" <= after[:1] <= "z":
        pieces[-1] = before[:-1]
        pieces.append(after)
    else:
        pieces += [" ", after]


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
KNOWN_FIELDS = frozenset({*_CITED, "side", "year", "topic", "kind"})
"""The names of fields that are read; every other is kept as it is."""
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
    citation = Citation(**cited)
    facets = Facets(
        side=SIDES.get(fields.get("side", "").strip().lower(), ""),
        year=find_year(fields.get("year", "")) or citation.year,
        topic=fields.get("topic", ""),
        kind=fields.get("kind", ""),
        more={key: value for key, value in fields.items() if key not in KNOWN_FIELDS and value},
    )
    return citation, facets


def find_year(text: str) -> int | None:
    match = re.search(r"\b(?:1[5-9]|20)\d\d\b", text)
    return int(match[0]) if match else None
