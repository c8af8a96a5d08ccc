"""The rates over quotations, in one place for every report.

exact            share of citations that are verbatim
CEMR             share that match: verbatim, or altered in nothing that may change what the source says
CFVR             share of cases with at least one citation whose every citation matches
CEMR by overlap  share that are verbatim or agree in 0.85 of the characters: the published definition, by which a
                 quotation with a changed number or an added "not" is a match
CFVR by overlap  the same of whole cases
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam.stats.averages import share
from foam.values import Value
from foam_quotes.verdicts.verdict import Verdict, is_match, is_near

LABELS = {
    "exact_rate": "exact",
    "cemr": "CEMR",
    "cfvr": "CFVR",
    "cemr_by_overlap": "CEMR by overlap",
    "cfvr_by_overlap": "CFVR by overlap",
}


class QuotationRates(Value):
    """The figures over some citations and cases; a rate over nothing is None."""

    exact_rate: float | None
    cemr: float | None
    cfvr: float | None
    cemr_by_overlap: float | None
    cfvr_by_overlap: float | None

    @property
    def named(self) -> dict[str, float | None]:
        """Every rate under the name that readers see."""
        return {label: getattr(self, field) for field, label in LABELS.items()}

    def describe(self) -> str:
        """All rates on one line."""
        return ", ".join(f"{label} {format_rate(rate)}" for label, rate in self.named.items())


def compute_rates(citations: Iterable[Verdict], cases: Iterable[Sequence[Verdict]]) -> QuotationRates:
    """The rates over citations that could be checked, and over all citations of each case."""
    checked, whole = tuple(citations), tuple(cases)
    return QuotationRates(
        exact_rate=share(one.type == "exact" for one in checked),
        cemr=share(is_match(one) for one in checked),
        cfvr=share(bool(case) and all(map(is_match, case)) for case in whole),
        cemr_by_overlap=share(is_near(one) for one in checked),
        cfvr_by_overlap=share(bool(case) and all(map(is_near, case)) for case in whole),
    )


def format_rate(rate: float | None) -> str:
    """A rate as a percentage; a dash where nothing was counted."""
    return "–" if rate is None else f"{rate:.1%}"
