"""Markdown: one file, one document. Front matter gives citation and facets; the first heading is the title.

Lines below that heading that say who wrote it or when are its head, as in plain text. Markings of the text (emphasis,
links, images) are dropped and their words kept; headings, paragraphs, list items and rows of tables are lines of their
own; a numbered item keeps its number, by which others refer to it; bars part the cells of a row. Lines of a paragraph
are joined, but for one that stands by itself as a heading does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path, PurePath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from foam.evidence.document import Document, Origin, make_document
from foam.evidence.heads import cite_below
from foam.evidence.imports.base import Limits, Rejected, decode_text, read_fields, require_within, stands_apart

IMPORTER = "markdown-5"

_FRONT = re.compile(r"\A---[ \t]*\r?\n(?P<fields>.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_KEY = re.compile(r"[A-Za-z][\w -]*")
_parser = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    yield read_markdown(require_within(decode_text(path.read_bytes()), limits), name)


def read_markdown(source: str, name: str) -> Document:
    """The document a Markdown text holds."""
    fields, body = _split_front_matter(source)
    tokens = _parser.parse(body)
    title = fields.pop("title", "") or _first_heading(tokens) or PurePath(name).stem
    citation, facets = read_fields(fields)
    blocks = list(_blocks(tokens))
    titled = citation.model_copy(update={"title": title})
    if blocks[1:] and blocks[0].strip() == title and tokens[0].type == "heading_open":
        titled = cite_below(title, blocks[1].split("\n"), known=titled, raw="\n\n".join(blocks[:2]))
    return make_document(
        "\n\n".join(blocks),
        origin=Origin(file=name, format="markdown", importer=IMPORTER),
        citation=titled,
        facets=facets if facets.kind else facets.model_copy(update={"kind": "text"}),
    )


def _split_front_matter(source: str) -> tuple[dict[str, str], str]:
    """The fields between two lines of dashes at the very beginning, and the text after them."""
    front = _FRONT.match(source)
    if front is None:
        return {}, source
    pairs = [line.partition(":")[::2] for line in front["fields"].splitlines() if ":" in line]
    fields = {key.strip().lower(): value.strip().strip("\"'") for key, value in pairs if _KEY.fullmatch(key)}
    return fields, source[front.end() :]


def _blocks(tokens: Sequence[Token]) -> Iterator[str]:
    cells: list[str] | None = None
    number = ""
    for token in tokens:
        if token.type == "list_item_open":
            number = f"{token.info}{token.markup} " if token.info else ""
        elif token.type == "tr_open":
            cells = []
        elif token.type == "tr_close":
            yield f"| {' | '.join(cells or [])} |"
            cells = None
        elif token.type == "inline" and cells is not None:
            cells.append(_words(token.children or []).strip())
        elif token.type == "inline":
            yield number + _join_lines(_lines(token.children or []))
            number = ""
        elif token.type in ("fence", "code_block"):
            yield token.content


def _join_lines(lines: Sequence[str]) -> str:
    """The lines of a paragraph in one, but for those that stand by themselves."""
    width = max(map(len, lines))
    joined = lines[0]
    for before, line in pairwise(lines):
        joined += ("\n" if stands_apart(before, line, width) else " ") + line
    return joined


def _words(children: Sequence[Token]) -> str:
    return " ".join(_lines(children))


def _lines(children: Sequence[Token]) -> list[str]:
    """The words, line by line as they are broken in the file."""
    whole = [list(some) for soft, some in groupby(children, key=lambda one: one.type == "softbreak") if not soft]
    return ["".join(map(_word, some)) for some in whole] or [""]


def _word(token: Token) -> str:
    match token.type:
        case "text" | "code_inline":
            return token.content
        case "hardbreak":
            return "\n"
        case "image":
            return _words(token.children or [])
        case _:
            return ""


def _first_heading(tokens: Sequence[Token]) -> str:
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            return _words(following.children or []).strip()
    return ""
