"""The job `examine`: every check over one file, each recorded with what it found.

The file is kept in the record under its digest, so that a run can be replayed without the files it was read from.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field, TypeAdapter

from foam.examination.file import CaseFile
from foam.examination.finding import Finding
from foam.examination.reading import read_by_model
from foam.examination.report import Examination, list_examined
from foam.examination.rules import EXAMINATION, FILE, Check, find_rules
from foam.job.job import job
from foam.job.session import Session
from foam.job.spec import Spec
from foam.record.entry import Entry, ValueInput

_FINDINGS = TypeAdapter(tuple[Finding, ...])
_STEP = "examining"


class ExamineSpec(Spec):
    """What an examination depends on."""

    file: str
    """Digest of the case file."""
    asks: bool = Field(default=False, exclude_if=lambda asks: not asks)
    """Whether a model that writes reads the file as well."""


@job("examine", spec=ExamineSpec, view="examination")
async def examine(spec: ExamineSpec, session: Session) -> Examination:
    """Look for everything that is wrong in a file, check by check; then a model reads it, where one was named."""
    file = CaseFile.model_validate(session.read_given("case file", spec.file))
    rules = find_rules(session, spec.file)
    found: list[Finding] = []
    session.report(_STEP, 0, len(rules.checks))
    for done, check in enumerate(rules.checks, start=1):
        found += read_findings(record_check(check, file, session))
        session.report(_STEP, done, len(rules.checks))
    told = order_findings(found, file)
    reading = await read_by_model(session, file, told) if spec.asks else None
    return Examination(
        examined=list_examined(file),
        findings=(*told, *(reading.findings if reading else ())),
        checks=tuple(check.name for check in rules.checks),
        reading=reading,
    )


def record_check(check: Check, file: CaseFile, session: Session) -> Entry:
    """What one check found: an entry that depends on the file."""
    return session.clerk.compute(
        EXAMINATION,
        lambda: [finding.json_value() for finding in check.find(file)],
        ValueInput(role=FILE, value=file.digest),
        rule=check.name,
        version=check.version,
    )


def read_findings(entry: Entry) -> tuple[Finding, ...]:
    """The findings that a check's entry holds."""
    return _FINDINGS.validate_python(entry.answer)


def order_findings(found: Iterable[Finding], file: CaseFile) -> tuple[Finding, ...]:
    """Each matter once, what touches the decision first, in the order of the checks.

    Two checks may come upon the same two sentences; the first that did tells it.
    """
    decision = file.decision.id if file.decision else ""
    kept: dict[frozenset[str], Finding] = {}
    for finding in found:
        kept.setdefault(frozenset({finding.id} if len(finding.pointers) < 2 else map(str, finding.pointers)), finding)
    return tuple(sorted(kept.values(), key=lambda one: decision not in {pointer.document for pointer in one.pointers}))
