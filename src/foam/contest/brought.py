"""Documents that come with a challenge: imported within limits, recorded, and searched beside the corpus.

They are kept in the record, so that they can be cited and replayed by anybody who has it. What stands in them is data.
One that came without a citation is cited as its own head has it: by title, author and day, not by its file's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path, PurePath

from foam.errors import InputError
from foam.evidence.corpus import LEAST_WORDS, Passage, make_passages
from foam.evidence.document import Document
from foam.evidence.heads import read_byline
from foam.evidence.imports import Rejected
from foam.evidence.imports.base import Limits, show_name
from foam.evidence.reading import read_documents
from foam.examination.authors import read_author
from foam.examination.wording import is_heading
from foam.job.session import Session
from foam.record.store import Store
from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.words import measure_length

LONGEST_TITLE = 160
"""Characters of a first line that can be a title."""
LIMITS = Limits(file_bytes=4 * 2**20, expanded_bytes=32 * 2**20, text_chars=400_000, pages=200)
MOST_DOCUMENTS = 20
MOST_BROUGHT = 16
"""Sentences of each document that comes with a challenge."""
_HEAD_LINES = 6
"""Lines under which a date is no longer that of the document: a table has rows and no head."""
_ENDS = (".", "!", "?", ".”", '."', ".)")


def import_documents(paths: Iterable[Path]) -> tuple[Document, ...]:
    """The documents in these files; one that cannot be read refuses the challenge, with the reason."""
    found: list[Document] = []
    for one in read_documents(paths, limits=LIMITS, name=lambda path: show_name(path.name)):
        if isinstance(one, Rejected):
            raise InputError(f"{one}", hint="bring a text, Word, PDF or HTML file of moderate size")
        found.append(cite_by_head(one))
        if len(found) > MOST_DOCUMENTS:
            raise InputError(f"at most {MOST_DOCUMENTS} documents are taken, and more were brought", hint="bring fewer")
    return tuple({one.id: one for one in found}.values())


BROUGHT = "brought"
"""Kind of the entry that holds a document that came with a challenge."""


def find_brought(store: Store, path: Path) -> Document | None:
    """The document that a challenge brought last from a file of this name; None where none did."""
    name, found = show_name(path.name), None
    for entry in store.entries(kind=BROUGHT):
        if isinstance(entry.answer, dict) and entry.answer.get("origin", {}).get("file") == name:
            found = Document.model_validate(entry.answer)
    return found


def keep_documents(session: Session, digests: Iterable[str]) -> tuple[Document, ...]:
    """These documents, kept in the record or read from it. Named by all they say of themselves, not by their text."""
    return tuple(Document.model_validate(session.read_given(BROUGHT, digest)) for digest in digests)


def cite_by_head(document: Document) -> Document:
    """The document, cited by what its head says where nothing but the name of its file was known."""
    citation, head = document.citation, _read_head(document)
    author = read_author(document)
    update: dict[str, str] = {}
    if head and citation.title in ("", PurePath(document.origin.file).stem) and len(head[0]) <= LONGEST_TITLE:
        update["title"] = head[0]
    if author.name and not citation.author:
        update["author"] = author.name
    day = author.dated or _find_day(head)
    if day and not citation.published:
        update["published"] = day.isoformat()
    return document.model_copy(update={"citation": citation.model_copy(update=update)}) if update else document


def find_published(document: Document) -> str:
    """When a document was published by its citation or, where that says nothing, by its head; empty if neither says."""
    day = _find_day(_read_head(document))
    return document.citation.published or (day.isoformat() if day else "")


def _find_day(head: Sequence[str]) -> date | None:
    """The latest day that the first lines of a head name: one that it corrects or follows is earlier than its own."""
    return max((one.whole for line in head[:_HEAD_LINES] for one in find_dates(line) if one.whole), default=None)


def _read_head(document: Document) -> list[str]:
    """The lines above what a document says: its title, who wrote it and when."""
    return [document.sentence(n).strip() for n in list_head(document)]


def list_statements(document: Document) -> tuple[Passage, ...]:
    """The sentences of a document that say something: without its title, who wrote it and when, and its headings."""
    head = {document.pointer(n) for n in list_head(document)}
    return tuple(one for one in make_passages(document) if one.pointer not in head and is_statement(one))


def is_statement(passage: Passage) -> bool:
    """Whether a sentence says something by itself, and is no heading, title or byline."""
    text = passage.text
    if measure_length(text) < LEAST_WORDS or read_byline(text) or text.rstrip(". ") == passage.cite.rstrip(". "):
        return False
    return "|" in text or not is_heading(text)


def list_head(document: Document) -> range:
    """The numbers of the sentences above the first that ends as one and is no byline; none where there is none."""
    said = (document.sentence(n).strip() for n in range(len(document.ends)))
    ended = (n for n, text in enumerate(said) if text.endswith(_ENDS) and not read_byline(text))
    return range(next(ended, 0))
