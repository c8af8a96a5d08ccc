"""Documents that come with a challenge: imported within limits, recorded, and searched beside the corpus.

They are kept in the record, so that they can be cited and replayed by anybody who has it. What stands in them is data.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected
from foam.evidence.imports.base import Limits, show_name
from foam.evidence.reading import read_documents
from foam.job.session import Session

LIMITS = Limits(file_bytes=4 * 2**20, expanded_bytes=32 * 2**20, text_chars=400_000, pages=200)
MOST_DOCUMENTS = 20
_LEAST_SHARED = 2
"""Words a brought sentence must share with a query to be offered."""


def import_documents(paths: Iterable[Path]) -> tuple[Document, ...]:
    """The documents in these files; one that cannot be read refuses the challenge, with the reason."""
    found: list[Document] = []
    for one in read_documents(paths, limits=LIMITS, name=lambda path: show_name(path.name)):
        if isinstance(one, Rejected):
            raise InputError(f"{one}", hint="bring a text, Word, PDF or HTML file of moderate size")
        found.append(one)
        if len(found) > MOST_DOCUMENTS:
            raise InputError(f"at most {MOST_DOCUMENTS} documents are taken, and more were brought", hint="bring fewer")
    return tuple({one.id: one for one in found}.values())


def keep_documents(session: Session, digests: Iterable[str]) -> tuple[Document, ...]:
    """These documents, kept in the record or read from it. Named by all they say of themselves, not by their text."""
    return tuple(Document.model_validate(session.read_given("brought", digest)) for digest in digests)
