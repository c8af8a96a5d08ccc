"""PDF: one file, one document, read page by page with pypdf. Encrypted and scanned files are refused, not guessed at.

Words divided at line ends are made whole, lines joined to paragraphs, and lines that head or foot most pages dropped.
Columns come in the order the file draws them. Scanned pages are not read.

Of the facts that a program wrote into the file only those are cited that the document itself bears out: word processors
fill in whoever was logged in, their own name, a template's title and the time of saving.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path, PurePath

from pypdf import PdfReader
from pypdf.errors import DependencyError, PyPdfError

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import Limits, Rejected, Unreadable, replace_surrogates, require_within, unwrap_lines
from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.words import split_letters

_LEAST = 3
"""Letters of a word that is looked for: initials and `of` are not."""
_MACHINE_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)\b.*|(?:untitled|(?:new )?document|presentation) ?\d*|"
    r".*\.(?:docx?|dotx?|odt|rtf|pdf|tex|dvi|txt|html?|pptx?))$",
    re.IGNORECASE,
)

IMPORTER = "pdf-3"

_FEWEST_CHARS = 16
"""A page with fewer characters has no text to speak of."""
_EDGE = 2
"""Lines at the top and bottom of a page that may be a running head or foot."""
_PAGE_MARK = re.compile(r"(?:page )?(?P<page>\d{1,4})(?: ?(?:/|of) ?(?P<of>\d{1,4}))?", re.IGNORECASE)

logging.getLogger("pypdf").setLevel(logging.ERROR)  # it warns of every oddity; what matters is refused below


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    try:
        with path.open("rb") as file:
            reader = PdfReader(file)
            _unlock(reader)
            pages = _pages(reader, limits)
            text = _text(pages)
            citation = _citation(reader, name, "\n".join(pages))
    except Unreadable:
        raise
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        # A damaged file trips the parser in many ways; none of them may stop the rest.
        raise Unreadable(f"damaged: the PDF could not be read ({type(error).__name__}: {error})") from error
    yield make_document(
        require_within(text, limits),
        origin=Origin(file=name, format="pdf", importer=IMPORTER),
        citation=citation,
        facets=Facets(kind="paper", year=citation.year),
    )


def _unlock(reader: PdfReader) -> None:
    """Open a file that is encrypted without a password; refuse any other."""
    if not reader.is_encrypted:
        return
    try:
        opened = bool(reader.decrypt(""))
    except (DependencyError, NotImplementedError):
        opened = False
    if not opened:
        raise Unreadable("encrypted: the PDF needs a password")


def _pages(reader: PdfReader, limits: Limits) -> list[str]:
    if len(reader.pages) > limits.pages:
        raise Unreadable(f"over the limit: {len(reader.pages):,} pages, at most {limits.pages:,} are read")
    pages: list[str] = []
    total = 0
    for page in reader.pages:
        pages.append(page.extract_text() or "")
        total += len(pages[-1])
        if total > limits.text_chars:
            raise Unreadable(f"over the limit: more than {limits.text_chars:,} characters")
    if not any(len(page.strip()) >= _FEWEST_CHARS for page in pages):
        raise Unreadable("scanned: no page has text; recognise it (OCR) first")
    return pages


def _citation(reader: PdfReader, name: str, text: str) -> Citation:
    """What the file's properties say, as far as the document bears it out."""
    facts = reader.metadata
    if facts is None:
        return Citation(title=PurePath(name).stem)
    created = re.match(r"D:(\d{4})(\d\d)?(\d\d)?", str(facts.get("/CreationDate", "")))
    return Citation(
        title=_keep_title(replace_surrogates(str(facts.get("/Title") or "").strip())) or PurePath(name).stem,
        author=_keep_author(replace_surrogates(str(facts.get("/Author") or "").strip()), text),
        published=_keep_day("-".join(part for part in created.groups() if part), text) if created else "",
    )


def _text(pages: Sequence[str]) -> str:
    """The pages as one text, without running heads and feet; a paragraph may go on over a page."""
    repeated = _repeated(pages)
    kept = [
        [line for line in _drop_number(page, number, len(pages)) if _plain(line) not in repeated]
        for number, page in enumerate(pages, start=1)
    ]
    text = unwrap_lines("\n".join("\n".join(lines).strip("\n") for lines in kept))
    return text if text.strip() else unwrap_lines("\n".join(pages))


def _drop_number(page: str, number: int, last: int) -> list[str]:
    """The lines of a page without one at its edge that only says which page it is: `2 / 5`, `Page 2 of 5`."""
    lines = page.splitlines()
    edges = [place for place, line in enumerate(lines) if line.strip()]
    marks = [
        place
        for place in {*edges[:1], *edges[-1:]}
        if (mark := _PAGE_MARK.fullmatch(lines[place].strip()))
        and (int(mark["page"]), int(mark["of"] or last)) == (number, last)
    ]
    return [line for place, line in enumerate(lines) if place not in marks]


def _repeated(pages: Sequence[str]) -> frozenset[str]:
    """Lines, their numbers aside, that stand at the edge of at least half of the pages, and of two at least."""
    seen = Counter(line for page in pages for line in _edges(page))
    return frozenset(line for line, count in seen.items() if count >= max(2, len(pages) / 2))


def _edges(page: str) -> set[str]:
    lines = [line for line in page.splitlines() if line.strip()]
    return {_plain(line) for line in (*lines[:_EDGE], *lines[-_EDGE:])}


def _plain(line: str) -> str:
    return re.sub(r"\d+", "#", line).strip()


def _keep_author(name: str, text: str) -> str:
    """The author that the file's properties name, if the text has the name; else nothing."""
    wanted = {word for word in split_letters(name.casefold()) if len(word) >= _LEAST}
    return name if wanted and wanted <= set(split_letters(text.casefold())) else ""


def _keep_title(title: str) -> str:
    """The title of the file's properties, unless a program made it up from a file name or a template."""
    return "" if _MACHINE_TITLE.match(title.strip()) else title


def _keep_day(day: str, text: str) -> str:
    """The day that the file's properties give, as `2021-03-09`, if the text has it; else nothing."""
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        return ""
    return day if any(one.whole == wanted for one in find_dates(text)) else ""
