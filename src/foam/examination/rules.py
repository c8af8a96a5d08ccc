"""By which checks a file is examined: those of this FOAM; in a replay those that the record holds for it.

A later FOAM may have another check, or one that finds otherwise. What was found stays what it was: a run is replayed
with the checks that it was recorded with, and whoever verifies it can tell which of them are others now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from foam.examination.arithmetic import find_arithmetic
from foam.examination.contradictions import find_contradictions
from foam.examination.dates import find_date_faults
from foam.examination.file import CaseFile
from foam.examination.finding import Finding
from foam.examination.missing import find_missing
from foam.examination.quotations import find_misquotations
from foam.job.session import Session
from foam.record.entry import Entry, ValueInput
from foam.record.graph import entries_of


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

EXAMINATION = "examination"
"""Kind of the entry that keeps what one check found."""
FILE = "file"


class Rules(NamedTuple):
    """The checks of an examination, in the order in which their findings are told."""

    checks: tuple[Check, ...]

    def list_changes(self, now: Rules) -> Iterator[str]:
        """Each check that is another `now`, or that there was not, or is not any more."""
        before, after = ({one.name: one.version for one in rules.checks} for rules in (self, now))
        for name in dict.fromkeys((*before, *after)):
            if name not in after:
                yield f"“{name}” is gone"
            elif name not in before:
                yield f"“{name}” is new"
            elif before[name] != after[name]:
                yield f"“{name}” {before[name]} is {after[name]} now"


OWN = Rules(CHECKS)
"""The checks of this FOAM."""


def find_rules(session: Session, file: str, then: Rules | None = None) -> Rules:
    """The checks by which the file of this digest is examined in a session; `then` are those that it was, before."""
    if not session.replaying:
        return then or OWN
    return _read_rules(entries_of(session.store, session.run), file)


def _read_rules(entries: Iterable[Entry], file: str) -> Rules:
    """The checks that found something, or nothing, in the file of this digest, as these entries have them.

    Where they hold none, those of this FOAM are meant.
    """
    # Of a check that is recorded twice, since FOAM changed before the run was finished, the last is meant.
    recorded = {entry.draft.decider.id: _read_check(entry) for entry in entries if _is_about(entry, file)}
    return Rules(tuple(recorded.values())) if recorded else OWN


def _is_about(entry: Entry, file: str) -> bool:
    about = ValueInput(role=FILE, value=file)
    return entry.draft.kind == EXAMINATION and about in entry.draft.inputs


def _read_check(entry: Entry) -> Check:
    by = entry.draft.decider
    return Check(by.id, _find_again, version=by.version)


def _find_again(file: CaseFile) -> tuple[Finding, ...]:
    raise AssertionError("what a recorded check found is read from the record")
