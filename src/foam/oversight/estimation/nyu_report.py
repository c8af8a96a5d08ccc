"""What the NYU debates say: accuracy and wrong endorsement by setting, honest and dishonest consultants, kappa.

Two conventions for the judgements that ended undecided (there is one) are in print: accuracy counts it half, the
split by honesty counts it as not correct. Both are given here, by name.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.rates import accurate_rows, estimate_wrong_endorsement
from foam.oversight.estimation.salience import Salience, fit
from foam.oversight.estimation.shares import Resampling, ShareRows, difference, share
from foam.oversight.log import Log
from foam.values import Value

ARMS = ("human_debate", "human_consultancy", "ai_debate", "ai_consultancy")
Flags = NDArray[np.bool_]


class _Consultants(Value):
    """Judge accuracy by whether the consultant argued the truth."""

    honest: Estimate
    dishonest: Estimate
    honest_decided: Estimate
    """Undecided judgements counted as not correct: the convention of the printed split."""
    dishonest_decided: Estimate


class Quotations(Value):
    """Quotations as evidence."""

    true_side: float
    """Mean quotations for the true answer, over the debates."""
    false_side: float
    salience: Salience
    """Fitted on all quotations, debates only."""


class NyuReport(Value):
    """Everything estimated from the NYU debates."""

    accuracy: dict[str, Estimate]
    wrong_endorsement: dict[str, Estimate]
    wrong_endorsement_gap: dict[str, Estimate]
    """Consultancy less debate, by who argued."""
    consultancy_by_honesty: dict[str, _Consultants]
    quotations: dict[str, Quotations]


def nyu_report(log: Log, how: Resampling) -> NyuReport:
    """Estimate everything the data set is good for."""
    rows = {arm: _rows(log, arm) for arm in ARMS}
    return NyuReport(
        accuracy={arm: share(arm, log, accurate_rows(log, rows[arm]), how) for arm in ARMS},
        wrong_endorsement={arm: estimate_wrong_endorsement(log, rows[arm], arm, how) for arm in ARMS},
        wrong_endorsement_gap={who: _gap(log, who, how) for who in ("human", "ai")},
        consultancy_by_honesty={who: _honesty(log, who, how) for who in ("human", "ai")},
        quotations={who: _quotations(log, who) for who in ("human", "ai")},
    )


def lines(report: NyuReport) -> Iterator[str]:
    """The report as people read it."""
    for arm in ARMS:
        found = report.accuracy[arm]
        yield f"accuracy           {arm:<18} {_percent(found)}  {found.line()}"
    for arm in ARMS:
        found = report.wrong_endorsement[arm]
        yield f"wrong endorsement  {arm:<18} {_percent(found)}  {found.line()}"
    for who, gap in report.wrong_endorsement_gap.items():
        yield f"wrong endorsement, consultancy less debate, {who:<6} {gap.line()}"
    for who, split in report.consultancy_by_honesty.items():
        pair = f"{_percent(split.honest_decided)} / {_percent(split.dishonest_decided)}"
        yield f"accuracy by honest / dishonest consultant, {who}: {pair} (undecided counted as not correct)"
    for who, quoted in report.quotations.items():
        fitted = quoted.salience.kappa
        shown = "not fitted" if fitted is None else fitted.line()
        means = f"true side {quoted.true_side:.2f}, false side {quoted.false_side:.2f}"
        yield f"quotations per debate, {who}: {means}; kappa per quotation {shown}"


def _percent(found: Estimate) -> str:
    return "  -   " if found.value is None else f"{100 * found.value:.1f} %"


def _rows(log: Log, arm: str) -> Flags:
    who, protocol = arm.split("_")
    return np.asarray((log.stratum == log.strata.index(who)) & (log.debate == (protocol == "debate")))


def _gap(log: Log, who: str, how: Resampling) -> Estimate:
    told = log.false_side()
    consult, debate = (
        ShareRows(_rows(log, f"{who}_{protocol}") & (told.right == 0.0), told.endorsed)
        for protocol in ("consultancy", "debate")
    )
    return difference(f"{who}_gap", told, consult, debate, how)


def _honesty(log: Log, who: str, how: Resampling) -> _Consultants:
    rows = _rows(log, f"{who}_consultancy")
    honest, dishonest = rows & (log.right == 1.0), rows & (log.right == 0.0)
    decided = np.asarray(log.correct == 1.0, dtype=np.float64)
    return _Consultants(
        honest=share("honest", log, accurate_rows(log, honest), how),
        dishonest=share("dishonest", log, accurate_rows(log, dishonest), how),
        honest_decided=share("honest_decided", log, ShareRows(honest, decided), how),
        dishonest_decided=share("dishonest_decided", log, ShareRows(dishonest, decided), how),
    )


def _quotations(log: Log, who: str) -> Quotations:
    debates = log.where(_rows(log, f"{who}_debate"))
    told = debates.false_side()
    return Quotations(
        true_side=float(told.v_a.mean()),
        false_side=float(told.v_p.mean()),
        salience=fit(debates, graded=True),
    )
