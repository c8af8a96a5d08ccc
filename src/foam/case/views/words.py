"""The lines that every view of a case shares. Knows no format."""

from __future__ import annotations

from foam.argument.flow import dropped
from foam.argument.round import Round
from foam.case.flow import flow_of
from foam.case.values import Case, Failure, Slot
from foam.case.verify import WORDS_PER_MINUTE

FIRST_HALF = "2NC"
"""The block is one speech in two: what its first half leaves, its second may take up."""


def length_text(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE) -> str:
    """How long it is: words read aloud, and minutes at the reader's speed."""
    minutes = case.words / words_per_minute
    return f"{case.words} words, {minutes:.1f} minutes at {words_per_minute:g} words a minute"


def standing_text(case: Case) -> str:
    """Whether it may be used."""
    count = len(case.failures)
    return "verified" if case.issued else f"NOT ISSUED: {count} failure{'s' if count != 1 else ''}"


def met_text(slots: tuple[Slot, ...]) -> str:
    """What the other side said that a syllogism answers; empty where it answers nothing."""
    met = dict.fromkeys(slot.against for slot in slots if slot.against)
    return f"They say: {' '.join(met)}" if met else ""


def unanswered_text(case: Case) -> str:
    """The positions of which this speech answers nothing; empty when it opens a round, or leaves none."""
    if case.heard is None or case.speech == FIRST_HALF:
        return ""
    before, now = ({argument.id for argument in dropped(flow)} for flow in (case.heard, flow_of(case)))
    left = [
        one.page if one.page.endswith(f"({one.id})") else f"{one.page} ({one.id})"
        for one in Round(flow=case.heard, speech=case.speech, side=case.side).spoken
        if {argument.id for argument in one.arguments} <= now - before
    ]
    return f"It leaves unanswered, and so concedes: {'; '.join(left)}." if left else ""


def failure_text(failure: Failure) -> str:
    """A failure in one line: where, which rule, what, and what to do."""
    verdict = f" ({failure.verdict})" if failure.verdict else ""
    return f"{failure.slot}: {failure.rule}: {failure.what}{verdict}; {failure.remedy}"
