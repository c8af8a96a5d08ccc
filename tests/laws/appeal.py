"""The benefits appeal: which way its sentences speak, and the same file with the facts turned round."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.laws.change import rewrite
from tests.laws.reader import Knowledge
from tests.laws.setting import Library

from foam.evidence.corpus import make_passages
from foam.evidence.document import Document

STUB = "pay_stub"
EMPLOYER = (
    "I confirm that Rosa Delmar has worked 49 hours a week at 10 crowns an hour since July 2024. "
    "No bonus was paid to anybody in this year or the last. Her regular pay is 490 crowns in every week."
)
_FOR = (
    "A single unusual week may not",
    "A non-recurring lump sum",
    "the income in the notice is not my income",
    "never earned 490 crowns",
    "The last stub includes a bonus",
    "My income was counted wrongly",
    "A one-time anniversary bonus",
    "The bonus of 180 crowns was paid to every member once",
    "No further bonus is planned",
    "In 29 of these 38 decisions",
    "no denial be issued on a single stub",
    "is not a reliable guide",
    "does not delay decisions",
    "Under section 12(a) the average of the four",
    "Multiplied by 4.3 this gives",
    "the countable income is 1,049.20",
    "That is below the limit",
    "Even with the bonus averaged in",
    "The denial should be reversed",
)
_AGAINST = (
    "countable monthly income is 1,685.60",
    "I approved the figure because",
    "The most recent stub is the best guide",
    "The income was counted correctly",
    "Half of these overpayments arose",
    "look closely at any rise in pay",
    "A rise in pay that will continue",
    "Strict limits protect the fund",
    "No bonus was paid to anybody",
    "Her regular pay is 490 crowns",
)
CONTRADICTIONS = (
    (
        "The most recent stub is the best guide to current income.",
        "The most recent stub is not a reliable guide to current income.",
    ),
    ("My income was counted wrongly.", "The income was counted correctly."),
    ("Reviewing every stub by hand would delay other applications.", "Averaging four stubs does not delay decisions."),
)
_INELIGIBLE = re.compile(r"not eligible|only if the bonus|should stand|not be reversed|is right\b", re.IGNORECASE)
_ELIGIBLE = re.compile(r"\beligible\b|should be reversed|is wrong\b", re.IGNORECASE)


def turn_round(documents: Iterable[Document]) -> Library:
    """Four stubs of 490 regular pay, and an employer who writes that no bonus was paid."""
    return tuple(_turn_document(one) for one in documents)


def know_appeal(*libraries: Iterable[Document]) -> Knowledge:
    """What a person who read the file says of its sentences."""
    passages = [one for library in libraries for document in library for one in make_passages(document)]
    return Knowledge({one.text: _find_side(one.text) for one in passages}, CONTRADICTIONS, otherwise=read_result)


def read_result(text: str) -> str:
    """Which way the result of a calculation speaks, whatever words the pack puts it in."""
    if _INELIGIBLE.search(text):
        return "against"
    return "for" if _ELIGIBLE.search(text) else "neither"


def list_stubs(documents: Iterable[Document]) -> Library:
    return tuple(one for one in documents if one.facets.kind == STUB)


def _find_side(text: str) -> str:
    if any(part in text for part in _FOR):
        return "for"
    return "against" if any(part in text for part in _AGAINST) else "neither"


def _turn_document(document: Document) -> Document:
    if document.facets.kind == STUB:
        week = next(one.text for one in make_passages(document) if one.text.startswith("Week ending"))
        pay = "Hours worked: 49. Regular pay for the week was 490 crowns. No bonus or overtime was paid this week."
        return rewrite(document, f"Employee: Rosa Delmar. {week} {pay}")
    return rewrite(document, EMPLOYER) if "payroll officer" in document.citation.author_qualifications else document
