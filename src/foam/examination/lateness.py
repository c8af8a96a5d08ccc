"""How late something was, as it is said and as the two days give it: `due on 1 May, came on 20 May, nine days late`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.spans import NUMBER_WORDS, count_business_days, count_roughly, read_count

_LATE = re.compile(
    rf"(?<![\w.,-])(?P<count>\d{{1,4}}|{NUMBER_WORDS}) (?P<kind>(?:working|business|school|calendar) )?"
    r"(?P<unit>day|week)s? (?:too )?(?:late|overdue|after (?:the |that )?(?:deadline|due date|last day|term))\b",
    re.IGNORECASE,
)
_DUE = re.compile(
    r"\b(?:due(?: back)?|deadline|last day|payable|to be (?:returned|submitted|handed in|paid)|had to|was to|were to|"
    r"must)\b"
    r"[^{}.;]{0,60}?\{(\d+)\}",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:now|today|to date)\b", re.IGNORECASE)
_VAGUE = re.compile(r"\b(?:about|around|some|nearly|almost|over|more than|less than|at least|up to)\W+$", re.IGNORECASE)
_SLACK = 1
"""Days by which a count may be out: the first day may count or not."""
_BUSINESS_SLACK = 4
"""The same for working days: holidays are not known."""


class Lateness(NamedTuple):
    """A count of days late, with the two days, that do not give it."""

    filed: FiledDocument
    sentence: int
    due_in: int
    said: str
    days: int
    working: str


def find_wrong_lateness(file: CaseFile) -> Iterator[Lateness]:
    """Counts of days late that the day it was due and the day it came do not give; both stand there or just before."""
    for filed, number, text in file.list_sentences():
        said = _LATE.search(text)
        if said is None or _VAGUE.search(text, 0, said.start()):
            continue
        own = find_own_day(filed)
        due = _find_due(filed, number, own)
        outline = read_days(text, own)
        others = [day for day in outline.days if due is None or day != due[0]]
        done = others[0] if len(others) == 1 else own if not others and _NOW.search(text) else None
        if due is None or done is None or done <= due[0]:
            continue
        days = (done - due[0]).days
        kind, count = (said["kind"] or "").strip().lower(), read_count(said["count"])
        is_business = kind in ("working", "business", "school")
        right = count_business_days(due[0], done) if is_business else days
        slack = _BUSINESS_SLACK if is_business else 4 if said["unit"].lower() == "week" else _SLACK
        if abs(count_roughly(count, said["unit"]) - right) > slack:
            working = f"From {show_day(due[0])} to {show_day(done)} are {right} {f'{kind} ' if kind else ''}days"
            yield Lateness(filed, number, due[1], said[0], right, working)


def _find_due(filed: FiledDocument, number: int, own: date | None) -> tuple[date, int] | None:
    """The day on which something was due: in a sentence or in the one before it."""
    for place in range(number, max(-1, number - 2), -1):
        outline = read_days(filed.sentences[place], own)
        found = [outline.days[int(one[1])] for one in _DUE.finditer(outline.text)]
        if len(found) == 1:
            return found[0], place
    return None
