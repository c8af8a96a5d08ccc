"""The benefits appeal with the facts turned round: four stubs of regular pay, and an employer who knows of no bonus."""

from __future__ import annotations

from collections.abc import Iterable

from tests.laws.change import rewrite
from tests.laws.setting import Library

from foam.evidence.corpus import make_passages
from foam.evidence.document import Document

STUB = "pay_stub"
EMPLOYER = (
    "I confirm that Rosa Delmar has worked 49 hours a week at 10 crowns an hour since July 2024. "
    "No bonus was paid to anybody in this year or the last. Her regular pay is 490 crowns in every week."
)


def turn_round(documents: Iterable[Document]) -> Library:
    """Four stubs of 490 regular pay, and an employer who writes that no bonus was paid."""
    return tuple(_turn_document(one) for one in documents)


def list_stubs(documents: Iterable[Document]) -> Library:
    return tuple(one for one in documents if one.facets.kind == STUB)


def _turn_document(document: Document) -> Document:
    if document.facets.kind == STUB:
        week = next(one.text for one in make_passages(document) if one.text.startswith("Week ending"))
        pay = "Hours worked: 49. Regular pay for the week was 490 crowns. No bonus or overtime was paid this week."
        return rewrite(document, f"Employee: Rosa Delmar. {week} {pay}")
    return rewrite(document, EMPLOYER) if "payroll officer" in document.citation.author_qualifications else document
