"""E-mail: the message's own text, cited by sender, date and subject. Attachments are named, not read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from pathlib import Path

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.imports.base import Limits, Rejected, Unreadable, require_within, unwrap_lines
from foam.evidence.imports.html import read_html

IMPORTER = "eml-1"


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    origin = Origin(file=name, format="eml", importer=IMPORTER)
    message = BytesParser(EmailMessage, policy=policy.default).parsebytes(path.read_bytes())
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
        author="; ".join(shown or address for shown, address in senders if shown or address),
        published=_day(str(message.get("date", ""))),
        source="e-mail",
        title=str(message.get("subject", "")).strip(),
    )


def _day(date: str) -> str:
    try:
        return parsedate_to_datetime(date).astimezone(UTC).date().isoformat() if date else ""
    except (ValueError, OverflowError, TypeError):
        return ""


def _attachments(message: EmailMessage) -> dict[str, str]:
    names = [part.get_filename() or part.get_content_type() for part in message.iter_attachments()]
    return {"attachments": "; ".join(names)} if names else {}
