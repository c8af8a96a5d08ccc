"""Every check of an examination, in the order in which a reader is told of its findings."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from foam.examination.arithmetic import find_arithmetic
from foam.examination.conditions import find_unmet_conditions
from foam.examination.contradictions import find_contradictions
from foam.examination.dates import find_date_faults
from foam.examination.file import CaseFile
from foam.examination.finding import Finding
from foam.examination.missing import find_missing
from foam.examination.quotations import find_misquotations
from foam.examination.reasons import find_unfounded_reasons
from foam.examination.reports import find_misreports, is_altered_shipped


class Check(NamedTuple):
    """One check: what it looks for, in words, and the function that finds it."""

    name: str
    find: Callable[[CaseFile], tuple[Finding, ...]]
    uses_judge: bool = False
    """Whether the shipped judge is asked: then what it finds depends on which judge it is."""
    version: str = "4"
    """Raised when the check finds otherwise than before, so that what is on record is not taken for its word."""


CHECKS: tuple[Check, ...] = (
    Check("quotations", lambda file: find_misquotations(file, sense=is_altered_shipped), uses_judge=True),
    Check("reports of other documents", find_misreports, uses_judge=True),
    Check("contradictions", find_contradictions, uses_judge=True),
    Check("arithmetic", find_arithmetic),
    Check("dates", find_date_faults, version="5"),
    Check("reasons of the decision", find_unfounded_reasons, uses_judge=True),
    Check("conditions of the rules", find_unmet_conditions, uses_judge=True),
    Check("what is missing", find_missing),
)
