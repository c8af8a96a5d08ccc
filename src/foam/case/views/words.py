"""The lines that every view of a case shares. Knows no format."""

from __future__ import annotations

from foam.case.values import Case, Failure
from foam.case.verify import WORDS_PER_MINUTE


def length_text(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE) -> str:
    """How long it is: words read aloud, and minutes at the reader's speed."""
    minutes = case.words / words_per_minute
    return f"{case.words} words, {minutes:.1f} minutes at {words_per_minute:g} words a minute"


def standing_text(case: Case) -> str:
    """Whether it may be used."""
    count = len(case.failures)
    return "verified" if case.issued else f"NOT ISSUED: {count} failure{'s' if count != 1 else ''}"


def failure_text(failure: Failure) -> str:
    """A failure in one line: where, which rule, what, and what to do."""
    verdict = f" ({failure.verdict})" if failure.verdict else ""
    return f"{failure.slot}: {failure.rule}: {failure.what}{verdict}; {failure.remedy}"
