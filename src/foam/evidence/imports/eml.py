"""E-mail: the message's own text, cited by sender, date and subject. Attachments are named, not read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from itertools import islice
from pathlib import Path
from typing import Any

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import Limits, Rejected, Unreadable, replace_surrogates, require_within, unwrap_lines
from foam.evidence.imports.html import read_html

IMPORTER = "eml-1"

_LONGEST_HEADER = 1000
"""Characters of a header that are read: the standard parser takes the square of their number, and more."""
_MOST_ATTACHMENTS = 100


class _ShortHeaders(policy.EmailPolicy):
    """The standard policy, with headers read only so far; one that its parser trips over is taken for empty."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        try:
            return super().header_fetch_parse(name, value[:_LONGEST_HEADER])
        except Exception:  # the parser raises whatever comes, RecursionError included
            return super().header_fetch_parse(name, "")


_POLICY = _ShortHeaders()


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    origin = Origin(file=name, format="eml", importer=IMPORTER)
    message = BytesParser(EmailMessage, policy=_POLICY).parsebytes(path.read_bytes())
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain", "html"))
    if not isinstance(body, EmailMessage):
        raise Unreadable("the message has no text")
    text = _text(body)
    if body.get_content_subtype() == "html":
        text = read_html(text, origin, limits).text
    yield make_document(
        unwrap_lines(require_within(text, limits)),
        origin=origin,
        citation=_citation(message),
        facets=Facets(kind="mail", year=_citation(message).year, more=_attachments(message)),
    )


def _text(body: EmailMessage) -> str:
    try:
        content = body.get_content(errors="strict")
    except (LookupError, UnicodeError, ValueError) as error:
        raise Unreadable(f"invalid bytes in the message: {error}") from error
    return str(content)


def _citation(message: EmailMessage) -> Citation:
    senders = getaddresses([str(value) for value in message.get_all("from", [])])
    return Citation(
        author=replace_surrogates("; ".join(shown or address for shown, address in senders if shown or address)),
        published=_day(str(message.get("date", ""))),
        source="e-mail",
        title=replace_surrogates(str(message.get("subject", "")).strip()),
    )


def _day(date: str) -> str:
    try:
        return parsedate_to_datetime(date).astimezone(UTC).date().isoformat() if date else ""
    except (ValueError, OverflowError, TypeError):
        return ""


def _attachments(message: EmailMessage) -> dict[str, str]:
    parts = islice(message.iter_attachments(), _MOST_ATTACHMENTS)
    names = [part.get_filename() or part.get_content_type() for part in parts]
    return {"attachments": replace_surrogates("; ".join(names))} if names else {}
