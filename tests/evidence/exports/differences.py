"""What a second reading of a card changed."""

from __future__ import annotations

from collections.abc import Iterable

from foam.evidence.document import Card, Document
from foam.evidence.exports.verbatim import split_marked


def find_differences(before: Document, after: Document) -> Iterable[str]:
    """Which parts of a card a second reading changed; marks are compared character by character."""
    if before.text != after.text:
        yield "text"
    elif list(split_marked(before)) != list(split_marked(after)):
        yield "marks"
    old, new = before.card or Card(), after.card or Card()
    for part in ("tag", "undertag", "cite", "pocket", "hat", "block", "analytic"):
        if getattr(old, part) != getattr(new, part):
            yield part
    if before.citation != after.citation:
        yield "citation"
