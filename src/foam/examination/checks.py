"""Every check of an examination, in the order in which a reader is told of its findings."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from foam.examination.arithmetic import find_arithmetic
from foam.examination.contradictions import find_contradictions
from foam.examination.dates import find_date_faults
from foam.examination.file import CaseFile
from foam.examination.finding import Finding
from foam.examination.missing import find_missing
from foam.examination.quotations import find_misquotations


class Check(NamedTuple):
    """One check: what it looks for, in words, and the function that finds it."""

    name: str
    find: Callable[[CaseFile], tuple[Finding, ...]]
    version: str = "2"
    """Raised when the check finds otherwise than before, so that what is on record is not taken for its word."""


CHECKS: tuple[Check, ...] = (
    Check("quotations of other documents", find_misquotations),
    Check("another figure or day under the same label", find_contradictions),
    Check("sums and tables", find_arithmetic),
    Check("days of the calendar and of the week", find_date_faults),
    Check("enclosures by their labels, and numbered rules", find_missing),
)
