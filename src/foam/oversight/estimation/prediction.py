"""Do the predictions hold? Rho, b and kappa come from one half of a log, amplification from the other.

A prediction has held where the interval lies on its side, and has not where it lies on the other. Where it holds both,
or where the log has no two groups to compare, it is not testable here. Groups are those in which the parameter differs
most in the first half: strata, judges, or the levels of a factor. Both halves are redrawn for the interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import numpy as np

from foam.oversight.estimation.estimate import MIN_CASES
from foam.oversight.estimation.salience import fit
from foam.oversight.estimation.shares import Resampling
from foam.oversight.log import Flags, Log, Numbers
from foam.oversight.setting import PROTOCOLS, Judge, Logit, Protocol, Setting, TieBreak
from foam.oversight.theory import amplification
from foam.paper import Block, Paragraph, Table
from foam.values import Value

Verdict: TypeAlias = Literal["held", "not held", "not testable here"]
_Halves: TypeAlias = tuple[Log, Log]
_Statistic: TypeAlias = Callable[[_Halves], float]
Parameter: TypeAlias = Callable[[Log], float]


class Foretold(Value):
    """One prediction and what became of it."""

    name: str
    says: str
    verdict: Verdict
    value: float | None = None
    low: float | None = None
    high: float | None = None
    found: str
    """By what it was tested, or why it could not be."""


class Prediction(Value):
    """All predictions of one log."""

    first: int
    second: int
    """Rows of either half."""
    rho: float | None
    b: float | None
    kappa: float | None
    foretold: tuple[Foretold, ...]


def predict(log: Log, how: Resampling) -> Prediction:
    """Test every prediction on the log."""
    halves = _halve(log, how)
    kappa = fit(halves[0]).kappa
    return Prediction(
        first=len(halves[0]),
        second=len(halves[1]),
        rho=_known(_rho(halves[0])),
        b=_known(_bias(halves[0])),
        kappa=None if kappa is None else kappa.value,
        foretold=tuple(_test_all(halves, how)),
    )


def prediction_blocks(found: Prediction) -> Iterator[Block]:
    """What was fitted, and a row for each prediction."""
    fitted = ", ".join(
        f"{name} {'–' if value is None else format(value, '.3f')}"
        for name, value in (("rho", found.rho), ("b", found.b), ("kappa", found.kappa))
    )
    yield Paragraph(content=f"first half ({found.first} rows): {fitted}; second half: {found.second} rows")
    rows = [(one.name, one.says, one.verdict, _figure(one), one.found) for one in found.foretold]
    yield Table(head=("", "prediction", "", "figure", "tested by"), rows=rows)


def _figure(one: Foretold) -> str:
    if one.value is None:
        return "–"
    return f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]"


def _test_all(halves: _Halves, how: Resampling) -> Iterator[Foretold]:
    for protocol in PROTOCOLS:
        for form, judge in (("tie-break", _tie_break), ("logit", _logit)):
            miss = _miss(protocol, judge)
            yield _weigh(
                halves, how, form, f"{form} form less observed amplification, {protocol}", miss, expected=0, by="halves"
            )
    yield _contrast(halves, how, "i", "rho", _rho, "consultancy amplifies more where rho is higher", _amplify, 1)
    yield _contrast(halves, how, "i", "rho", _rho, "debate gains more where rho is higher", _gain, 1)
    yield _contrast(halves, how, "ii", "b", _bias, "debate gains less where b is higher", _gain, -1)
    yield _contrast(halves, how, "iii", "kappa", _salience, "debate gains more where kappa is higher", _gain, 1)
    yield from _test_juries(halves, how)
    yield from (
        _weigh(halves, how, "a", f"debate amplifies less in {name}", _gain_within(code), expected=1, by="second half")
        for code, name in enumerate(halves[1].strata)
    )


def _test_juries(halves: _Halves, how: Resampling) -> Iterator[Foretold]:
    """Prediction (iv): tie votes of larger panels vary less, and debate before them amplifies less."""
    sizes = [int(size) for size in np.unique(halves[1].jurors[~np.isnan(halves[1].jurors)])]
    says = ("tie votes vary less in larger juries", "debate amplifies less before larger juries")
    if len(sizes) < 2:
        yield from (_untested("iv", one, "the log has no juries of two sizes") for one in says)
        return

    def between(measure: Parameter) -> _Statistic:
        def less(pair: _Halves) -> float:
            one, other = (pair[1].where(pair[1].jurors == size) for size in (sizes[0], sizes[-1]))
            return measure(one) - measure(other)

        return less

    for one, measure in zip(says, (_tie_spread, lambda log: _amplify(log, "debate")), strict=True):
        yield _weigh(halves, how, "iv", one, between(measure), expected=1, by=f"juries of {sizes[0]} and {sizes[-1]}")


def _contrast(
    halves: _Halves,
    how: Resampling,
    name: str,
    symbol: str,
    parameter: Parameter,
    says: str,
    outcome: Parameter,
    expected: int,
) -> Foretold:
    """How the outcome in the second half moves with the parameter of the first, over groups."""
    found = {
        grouping: _spread_over(halves[0], halves[1], grouping, parameter, outcome) for grouping in halves[0].groupings
    }
    known = {grouping: spread for grouping, spread in found.items() if spread > 0}
    if not known:
        return _untested(name, says, f"no two groups in which {symbol} and amplification can both be told")
    grouping = max(known, key=known.__getitem__)

    def slope(pair: _Halves) -> float:
        x, y = _over_groups(pair, grouping, parameter, outcome)
        apart = x - x.mean() if len(x) else x
        return float((apart * y).sum() / (apart**2).sum()) if len(x) > 1 and (apart**2).sum() > 0 else math.nan

    return _weigh(halves, how, name, says, slope, expected=expected, by=f"{symbol} by {grouping}")


def _spread_over(first: Log, second: Log, grouping: str, parameter: Parameter, outcome: Parameter) -> float:
    x, _ = _over_groups((first, second), grouping, parameter, outcome)
    return float(np.ptp(x)) if len(x) > 1 else 0.0


def _over_groups(pair: _Halves, grouping: str, parameter: Parameter, outcome: Parameter) -> tuple[Numbers, Numbers]:
    """Parameter and outcome of each group in which both can be told."""
    names, _ = _grouped(pair[0], grouping)
    points = [
        tuple(
            measure(log.where(_grouped(log, grouping)[1] == code))
            for measure, log in ((parameter, pair[0]), (outcome, pair[1]))
        )
        for code in range(len(names))
    ]
    told = np.array([point for point in points if not any(map(math.isnan, point))]).reshape(-1, 2)
    return told[:, 0], told[:, 1]


def _grouped(log: Log, grouping: str) -> tuple[tuple[str, ...], Numbers]:
    names, codes = {"stratum": (log.strata, log.stratum), "judge": (log.judges, log.judge), **log.levels}[grouping]
    return names, codes.astype(np.float64)


def _weigh(
    halves: _Halves, how: Resampling, name: str, says: str, statistic: _Statistic, *, expected: int, by: str
) -> Foretold:
    """The verdict by the interval of a statistic; `expected` is the sign foretold, or 0 where it should be nought."""
    value = statistic(halves)
    if math.isnan(value):
        return _untested(name, says, f"too few cases to tell ({by})")
    rng = how.rng()
    drawn = np.array([statistic((_redraw(halves[0], rng), _redraw(halves[1], rng))) for _ in range(how.replicates)])
    low, high = (float(end) for end in np.nanquantile(drawn, ((1 - how.level) / 2, (1 + how.level) / 2)))
    if expected == 0:
        verdict: Verdict = "held" if low <= 0 <= high else "not held"
    elif low <= 0 <= high:
        verdict = "not testable here"
        by = f"{by}: the interval holds both signs"
    else:
        verdict = "held" if (low > 0) == (expected > 0) else "not held"
    return Foretold(name=name, says=says, verdict=verdict, value=value, low=low, high=high, found=by)


def _untested(name: str, says: str, why: str) -> Foretold:
    return Foretold(name=name, says=says, verdict="not testable here", found=why)


def _halve(log: Log, how: Resampling) -> _Halves:
    """Two halves of the instances, drawn within stratum and protocol."""
    rng = how.rng()
    half = np.zeros(len(log), dtype=np.bool_)
    _, place = np.unique(log.instance, return_index=True)
    cell = 2 * log.stratum + log.debate
    for one in np.unique(cell):
        mine = place[cell[place] == one]
        half[rng.permutation(mine)[: len(mine) // 2]] = True
    chosen = np.isin(log.instance, log.instance[half])
    return log.where(chosen), log.where(~chosen)


def _redraw(log: Log, rng: np.random.Generator) -> Log:
    cell = 2 * log.stratum + log.debate
    cells = [np.flatnonzero(cell == one) for one in np.unique(cell)]
    return log.take(np.concatenate([rng.choice(rows, len(rows)) for rows in cells]))


def _share(hit: Numbers, bears: Flags) -> float:
    """A share of the rows that bear on it; NaN where they are too few."""
    return float(hit[bears].mean()) if bears.sum() >= MIN_CASES else math.nan


def _evidence(log: Log, *, true: bool) -> float:
    """Rho or tau: how often stances of this kind show evidence, on both sides."""
    shown = np.concatenate([log.e_p, log.e_a[log.debate]])
    right = np.concatenate([log.right, 1 - log.right[log.debate]])
    return _share(shown, ~np.isnan(shown) & (right == float(true)))


def _rho(log: Log) -> float:
    return _evidence(log, true=False)


def _bias(log: Log) -> float:
    return _share(log.endorsed, log.debate & (log.lead == 0))


def _salience(log: Log) -> float:
    fitted = fit(log).kappa
    return math.nan if fitted is None or fitted.value is None else fitted.value


def _amplify(log: Log, protocol: Protocol = "consultancy") -> float:
    return _share(log.endorsed, (log.debate == (protocol == "debate")) & (log.right == 0.0))


def _gain(log: Log) -> float:
    return _amplify(log) - _amplify(log, "debate")


def _gain_within(code: int) -> _Statistic:
    return lambda pair: _gain(pair[1].where(pair[1].stratum == code))


def _tie_spread(log: Log) -> float:
    """The variance of the panel's share of votes for the protagonist in ties."""
    ties = log.debate & (log.lead == 0) & ~np.isnan(log.favour)
    return float(log.favour[ties].var()) if ties.sum() >= MIN_CASES else math.nan


def _miss(protocol: Protocol, judge: Callable[[Log], Judge | None]) -> _Statistic:
    """By how much the closed form misses: amplification from the first half's parameters, less that of the second."""

    def miss(pair: _Halves) -> float:
        rho, tau, judging = _evidence(pair[0], true=False), _evidence(pair[0], true=True), judge(pair[0])
        if judging is None or math.isnan(rho) or math.isnan(tau):
            return math.nan
        setting = Setting(p=0.5, rho=rho, tau=tau)
        return amplification(protocol, setting, judging) - _amplify(pair[1], protocol)

    return miss


def _tie_break(log: Log) -> Judge | None:
    b = _bias(log)
    bare = ~log.debate & (log.e_p == 0.0)
    default = float(log.endorsed[bare].mean()) if bare.any() else 0.0
    return None if math.isnan(b) else TieBreak(b=b, default=default)


def _logit(log: Log) -> Judge | None:
    fitted = fit(log)
    if fitted.mu is None or fitted.kappa is None or not fitted.mu.value or (fitted.kappa.value or 0.0) <= 0:
        return None
    return Logit(mu=fitted.mu.value, kappa=fitted.kappa.value or 0.0)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
