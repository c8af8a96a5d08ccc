"""Web pages: the main text, without menus, adverts and footers, as trafilatura finds it. Nothing is fetched.

A line below the title that says who wrote it or when is its head, as in plain text. Items of a numbered list get the
numbers that a browser shows, by which others refer to them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trafilatura import bare_extraction, load_html

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.heads import cite_below
from foam.evidence.imports.base import Limits, Rejected, Unreadable, require_within

IMPORTER = "html-3"

_BULLET = re.compile(r"^- (?=\d+\. )", re.MULTILINE)
"""What is put before an item that has its number."""
_FEWEST_CHARS = 40
"""With less than this, only menus and buttons were found."""

logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # what it finds wrong is refused below


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    yield read_html(path.read_bytes(), Origin(file=name, format="html", importer=IMPORTER), limits)


def read_html(data: bytes | str, origin: Origin, limits: Limits) -> Document:
    """The document a page holds; refused when it has no main text."""
    page = _extracted(data)
    text = _BULLET.sub("", require_within(str(page.get("text") or ""), limits))
    if len(text.strip()) < _FEWEST_CHARS:
        raise Unreadable("no main text was found in the page")
    citation = Citation(
        author=str(page.get("author") or ""),
        published=str(page.get("date") or ""),
        source=str(page.get("sitename") or page.get("hostname") or ""),
        title=str(page.get("title") or ""),
        url=str(page.get("url") or ""),
    )
    lines = text.lstrip().split("\n", 2)
    above = int(lines[0].strip() == citation.title)
    signed = cite_below(
        citation.title, lines[above : above + 1], known=citation, raw="\n".join(lines[: above + 1]).strip()
    )
    return make_document(text, origin=origin, citation=signed, facets=Facets(kind="web", year=signed.year))


def _number_items(tree: Any) -> None:
    """Write the numbers of numbered lists into their items."""
    for listed in tree.iter("ol"):
        first = listed.get("start", "1")
        items = [one for one in listed if one.tag == "li"]
        for number, item in enumerate(items, start=int(first) if first.isdecimal() else 1):
            if not (item.text_content().strip() or " ")[0].isdigit():  # some write the number themselves, too
                item.text = f"{number}. {(item.text or '').lstrip()}"


def _extracted(data: bytes | str) -> dict[str, Any]:
    try:
        tree = load_html(data)
        if tree is not None:
            _number_items(tree)
        page = bare_extraction(data if tree is None else tree, include_comments=False, with_metadata=True)
    except MemoryError:
        raise
    except Exception as error:  # the parser is a foreign one: whatever it trips over is a bad page
        raise Unreadable(f"the page could not be parsed ({type(error).__name__})") from error
    if page is None:
        return {}
    return page if isinstance(page, dict) else page.as_dict()
