"""The judge's logit: Pr(endorse) = sigma(mu + kappa (V_P - V_A)), fitted with errors clustered by judge.

lambda is not identified beside mu and kappa and is taken as 1: the fitted figures are effective bias and salience.
With a `load` column the fit adds load and its interaction, which is negative when load blunts attention to evidence.
When the evidence separates the labels no finite kappa fits best, and its interval is one-sided.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from foam.oversight.estimation.estimate import MIN_CASES, Estimate, join_warnings
from foam.oversight.log import Log
from foam.oversight.setting import Protocol
from foam.stats.intervals import student_quantile
from foam.stats.logit import LogitFit, fit_logit, is_separated, profile_bound
from foam.values import Value

Numbers = NDArray[np.float64]
_MIN_CLUSTERS = 10


class Salience(Value):
    """A fitted judge. Coefficients are log-odds; None where the data cannot say."""

    evidence: Literal["binary", "graded"]
    rows: int
    judges: int
    mu: Estimate | None
    kappa: Estimate | None
    load: Estimate | None = None
    kappa_under_load: Estimate | None = None
    """Interaction of evidence and load: how much kappa changes per unit of load."""
    warnings: tuple[str, ...] = ()


def fit(log: Log, *, protocol: Protocol | None = "debate", graded: bool = False, level: float = 0.95) -> Salience:
    """Fit the logit on the rows of a protocol (None: all rows)."""
    used = log if protocol is None else log.under(protocol)
    kept = used.where(~np.isnan(used.graded_lead if graded else used.lead))
    lead = kept.graded_lead if graded else kept.lead
    obstacle = _obstacle(kept, lead)
    if obstacle:
        return _empty(kept, graded, obstacle)
    if is_separated(lead, kept.endorsed):
        return _one_sided(kept, lead, graded, level)
    return _fit(kept, lead, graded, level)


def _obstacle(log: Log, lead: Numbers) -> str:
    if len(log) < MIN_CASES:
        return f"only {len(log)} rows with recorded evidence: no fit"
    if np.ptp(lead) == 0:
        return "the evidence lead never varies (all ties, or all alike): kappa is not identified"
    if np.ptp(log.endorsed) == 0:
        return "the label never varies: nothing to fit"
    return ""


def _fit(log: Log, lead: Numbers, graded: bool, level: float) -> Salience:
    loaded = not np.isnan(log.load).any() and np.ptp(log.load) > 0
    columns = [np.ones(len(log)), lead] + ([log.load, lead * log.load] if loaded else [])
    found, judges = fit_logit(log.endorsed, np.column_stack(columns), log.judge), len(np.unique(log.judge))
    names = ("mu", "kappa", "load", "kappa_under_load")[: len(columns)]
    remarks = _remarks(log, judges)
    estimates = {name: _coefficient(found, i, name, len(log), judges, level) for i, name in enumerate(names)}
    return Salience(
        evidence="graded" if graded else "binary", rows=len(log), judges=judges, warnings=remarks, **estimates
    )


def _coefficient(found: LogitFit, place: int, name: str, rows: int, judges: int, level: float) -> Estimate:
    value, reach = found.values[place], student_quantile(level, found.freedom) * found.errors[place]
    return Estimate(
        name=name,
        value=value,
        low=value - reach,
        high=value + reach,
        cases=rows,
        level=level,
        method=f"logit, errors clustered by {judges} judges" if judges > 1 else "logit, robust errors",
    )


def _remarks(log: Log, judges: int) -> tuple[str, ...]:
    undecided = int((log.endorsed == 0.5).sum())
    notes = []
    if judges == 1:
        notes.append("one judge: errors cannot be clustered, and the fit speaks of that judge alone")
    elif judges < _MIN_CLUSTERS:
        notes.append(f"only {judges} judges: clustered errors are rough")
    if undecided:
        notes.append(f"{undecided} undecided labels count half")
    return join_warnings(notes)


def _empty(log: Log, graded: bool, why: str) -> Salience:
    return Salience(
        evidence="graded" if graded else "binary",
        rows=len(log),
        judges=len(np.unique(log.judge)),
        mu=None,
        kappa=None,
        warnings=(why,),
    )


def _one_sided(log: Log, lead: Numbers, graded: bool, level: float) -> Salience:
    """The evidence separates the labels: kappa runs off to infinity, and only one end of its interval is known."""
    sign = 1.0 if lead[log.endorsed > 0].mean() > lead[log.endorsed < 1].mean() else -1.0
    bound = sign * profile_bound(sign * lead, log.endorsed, level=level)
    why = "the evidence lead separates the labels perfectly: no finite kappa fits best (profile likelihood bound)"
    kappa = Estimate(
        name="kappa",
        value=None,
        low=bound if sign > 0 else None,
        high=None if sign > 0 else bound,
        cases=len(log),
        level=level,
        method="profile likelihood, labels taken as independent",
        warnings=(why,),
    )
    return _empty(log, graded, why).model_copy(update={"kappa": kappa})
