"""The evidence audit: every citation of every case held against its source, and the rates. Asks no model.

The rates are those of `foam.evidence.quotes.rates`: per citation over those that could be held against a source, per
case over all of them. A citation whose source is not at hand is `unreachable`: it counts as neither fabricated nor
matching, and is shown apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected
from foam.evidence.ingest import read_paths
from foam.evidence.quotes.naming import make_shelf
from foam.evidence.quotes.rates import QuotationRates, compute_rates
from foam.evidence.quotes.report import Checked, dump_citation
from foam.judging.entrants.entrant import Entrant
from foam.values import Value
from foam_quotes.verdicts.found import Quotation
from foam_quotes.verdicts.judge import Judge, Sense
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.similarity import Similarity
from foam_quotes.verdicts.verdict import is_near

Outcome: TypeAlias = Literal["exact", "altered", "paraphrase", "misattributed", "fabricated", "unreachable"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


class Audited(Value):
    """One citation, the verdict on it, and what it counts as."""

    checked: Checked
    outcome: Outcome
    around: tuple[str, ...] = ()
    """The two sentences before it in its source and the two after it: what may limit it or take it back."""

    @property
    def holds(self) -> bool:
        """Whether it matches its source: a changed number or negation does not."""
        return self.checked.is_match


class CaseAudit(Value):
    """The citations of one case."""

    case: str
    citations: tuple[Audited, ...]
    holes: int = 0
    """Places where the case says that evidence is wanting."""

    @property
    def reached(self) -> tuple[Audited, ...]:
        """Citations that could be held against something."""
        return tuple(one for one in self.citations if one.outcome != "unreachable")

    @property
    def validation(self) -> float:
        """Share of all citations that hold, 0 where there is none: what breaks ties and what the rubric measures."""
        return sum(one.holds for one in self.citations) / len(self.citations) if self.citations else 0.0

    @property
    def whole(self) -> bool:
        """Whether every citation holds, and there is one."""
        return bool(self.citations) and all(one.holds for one in self.citations)

    @property
    def whole_by_overlap(self) -> bool:
        """Whether every citation is exact or altered, whatever was altered."""
        return bool(self.citations) and all(is_near(one.checked.verdict) for one in self.citations)

    @property
    def rates(self) -> AuditRates:
        """The figures over this case alone."""
        return rates([self])


class Audit(Value):
    """The citations of several cases."""

    cases: tuple[CaseAudit, ...]
    not_read: tuple[str, ...] = ()
    """Sources that could not be read, and why."""
    sources: str = ""
    """What they were held against, in a few words."""

    @property
    def rates(self) -> AuditRates:
        """The figures over all cases."""
        return rates(self.cases)

    def data(self) -> dict[str, Any]:
        """The audit as one JSON document: every case, then the rates."""
        return {"cases": [case_json(one) for one in self.cases], "rates": self.rates.json_value()}


class AuditRates(QuotationRates):
    """The figures over some cases; a rate over nothing is None."""

    cases: int
    citations: int
    unreachable: int
    misquoted: int
    """Altered citations that are no match, since the change may turn what the source says."""
    counts: dict[Outcome, int]


def audit_case(case: str, entrant: Entrant, judge: Judge, *, own: Collection[str] = ()) -> CaseAudit:
    """Every citation of a case with its verdict; the title of a source between quote marks quotes nothing from it.

    `own` are the documents that the case is made of: none is its own source.
    """
    checked = [_audit_quotation(judge, one, own) for one in entrant.citations]
    quoted = [one for one in checked if one.outcome != "fabricated" or not judge.is_title(one.checked.quote)]
    return CaseAudit(case=case, citations=tuple(quoted), holes=entrant.holes)


def audit_cases(
    entrants: Mapping[str, Entrant],
    judge: Judge,
    *,
    own: Mapping[str, Collection[str]] = MappingProxyType({}),
    told: Callable[[int], None] = lambda _: None,
) -> tuple[CaseAudit, ...]:
    """Every case, in order; `own` has the documents that a case is made of."""
    done = []
    for case, entrant in entrants.items():
        done.append(audit_case(case, entrant, judge, own=own.get(case, ())))
        told(1)
    return tuple(done)


def rates(audits: Iterable[CaseAudit]) -> AuditRates:
    """The rates over these cases."""
    held = tuple(audits)
    verdicts = [[one.checked.verdict for one in case.citations] for case in held]
    reached = [one.checked.verdict for case in held for one in case.reached]
    counts = Counter(one.outcome for case in held for one in case.citations)
    return AuditRates(
        **compute_rates(reached, verdicts).json_value(),
        cases=len(held),
        citations=counts.total(),
        unreachable=counts["unreachable"],
        misquoted=sum(one.outcome == "altered" and not one.holds for case in held for one in case.citations),
        counts={outcome: counts[outcome] for outcome in OUTCOMES},
    )


def case_json(audited: CaseAudit) -> dict[str, Any]:
    """One case's audit as plain JSON: every citation, then the rates."""
    rows = [
        {**dump_citation(one.checked), "outcome": one.outcome, "around": list(one.around)} for one in audited.citations
    ]
    return {"case": audited.case, "holes": audited.holes, "citations": rows, "rates": rates([audited]).json_value()}


def sources_judge(
    documents: Sequence[Document], *, similarity: Similarity | None = None, sense: Sense | None = None
) -> Judge:
    """A judge over these sources; `sense` also reads whether an alteration changed the meaning."""
    return Judge(make_shelf(documents), MemoryPassages(documents), similarity=similarity, sense=sense)


def read_sources(paths: Iterable[Path]) -> tuple[tuple[Document, ...], tuple[Rejected, ...]]:
    """The documents in some files and folders, and what could not be read: an unreadable source is not fatal."""
    wanted = tuple(paths)
    missing = [str(path) for path in wanted if not path.exists()]
    if missing:
        raise InputError(f"no sources at {', '.join(missing)}", hint="name a folder of sources, or files")
    found = list(read_paths(wanted))
    return (
        tuple(one for one in found if isinstance(one, Document)),
        tuple(one for one in found if isinstance(one, Rejected)),
    )


def _audit_quotation(judge: Judge, quotation: Quotation, own: Collection[str]) -> Audited:
    verdict = judge.check(quotation.quote, source=quotation.source, own=own)
    checked = Checked(quote=quotation.quote, source=quotation.source, verdict=verdict)
    unknown = "source_unknown" in verdict.flags and verdict.type in ("fabricated", "paraphrase")
    outcome: Outcome = "unreachable" if unknown else verdict.type
    return Audited(checked=checked, outcome=outcome, around=judge.list_around(verdict.places))
