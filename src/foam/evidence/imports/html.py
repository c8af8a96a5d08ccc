"""Web pages: the main text, without menus, adverts and footers, as trafilatura finds it. Nothing is fetched."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trafilatura import bare_extraction

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import Limits, Rejected, Unreadable, require_within

IMPORTER = "html-1"

_FEWEST_CHARS = 40
"""With less than this, only menus and buttons were found."""

logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # what it finds wrong is refused below


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    yield read_html(path.read_bytes(), Origin(file=name, format="html", importer=IMPORTER), limits)


def read_html(data: bytes | str, origin: Origin, limits: Limits) -> Document:
    """The document a page holds; refused when it has no main text."""
    page = _extracted(data)
    text = require_within(str(page.get("text") or ""), limits)
    if len(text.strip()) < _FEWEST_CHARS:
        raise Unreadable("no main text was found in the page")
    citation = Citation(
        author=str(page.get("author") or ""),
        published=str(page.get("date") or ""),
        source=str(page.get("sitename") or page.get("hostname") or ""),
        title=str(page.get("title") or ""),
        url=str(page.get("url") or ""),
    )
    return make_document(text, origin=origin, citation=citation, facets=Facets(kind="web", year=citation.year))


def _extracted(data: bytes | str) -> dict[str, Any]:
    try:
        page = bare_extraction(data, include_comments=False, with_metadata=True)
    except MemoryError:
        raise
    except Exception as error:  # the parser is a foreign one: whatever it trips over is a bad page
        raise Unreadable(f"the page could not be parsed ({type(error).__name__})") from error
    if page is None:
        return {}
    return page if isinstance(page, dict) else page.as_dict()
