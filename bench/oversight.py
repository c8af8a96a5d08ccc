"""Oversight: speed, agreement of simulation and closed forms, coverage of the intervals, figures of the NYU debates.

`python -m bench oversight` runs all of it; coverage takes longest: 1,000 simulated data sets in each of two designs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np

from bench.harness import Row, benchmark, seconds, shared_data
from foam.oversight.estimation.bias import tie_bias
from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.evidence import false_evidence
from foam.oversight.estimation.nyu_report import ARMS, nyu_report
from foam.oversight.estimation.rates import accurate_rows, amplified_rows, followed_rows, rows_under
from foam.oversight.estimation.salience import fit
from foam.oversight.estimation.shares import Resampling, difference, share
from foam.oversight.log import Log
from foam.oversight.nyu import read_nyu
from foam.oversight.setting import PROTOCOLS, Judge, Logit, Setting, TieBreak
from foam.oversight.simulation import MeasuredShare, simulate
from foam.oversight.synthetic import Design, synthetic_log
from foam.oversight.theory import rates
from foam.stats.intervals import standard_error
from foam.stats.logit import sigmoid

DATA_SETS = 1000
INDEPENDENT = Design(setting=Setting(p=0.6, rho=0.45), judge=Logit(mu=0.2, kappa=1.5), cases=800, judges=3)
CLUSTERED = INDEPENDENT.model_copy(update={"cases": 1600, "judges": 40, "likeness": 0.5})


@benchmark
def simulation() -> Iterable[Row]:
    """Ten million cases of a debate."""
    setting, judge = Setting(p=0.7, rho=0.4, tau=0.9), Logit(mu=0.3, kappa=1.5)
    spent = seconds(lambda: simulate("debate", setting, judge, cases=10_000_000, seed=1), repeat=3)
    yield Row("simulate 10 million cases", spent, "s", "target: under 10 s")


@benchmark
def bootstrap() -> Iterable[Row]:
    """A stratified bootstrap of 10,000 rows, 1,000 replicates."""
    log = synthetic_log(INDEPENDENT.model_copy(update={"cases": 10_000, "strata": 8}), seed=1)
    how = Resampling(replicates=1000, cluster=False)
    spent = seconds(lambda: share("a", log, amplified_rows(log, rows_under(log, "debate")), how))
    yield Row("stratified bootstrap, 10,000 rows, 1,000 replicates", spent, "s", "target: under 2 s")


@benchmark
def closed_forms() -> Iterable[Row]:
    """Simulation against closed forms over 240 points, both protocols, four rates, 200,000 cases a point."""
    z = np.array(list(_deviations()))
    yield Row("comparisons with a closed form", len(z), "", "240 points, 2 protocols, 4 rates; certain outcomes aside")
    yield Row("share beyond 3 standard errors", 100 * float(np.mean(np.abs(z) > 3)), "%", "chance alone: 0.27 %")
    yield Row("largest deviation", float(np.abs(z).max()), "SE", "chance alone: about 3.4 for so many")
    yield Row("mean square deviation", float(np.mean(z**2)), "", "1 when the standard errors are right")


@benchmark
def coverage() -> Iterable[Row]:
    """How often 95 % intervals hold the truth, over 1,000 simulated data sets."""
    for name, design in (("independent", INDEPENDENT), ("clustered", CLUSTERED)):
        hits: dict[str, list[bool]] = {}
        for found, truth in _recovered(design):
            hits.setdefault(found.name, []).append(_covers(found, truth))
        for quantity, seen in hits.items():
            yield Row(f"coverage of {quantity}, {name}", 100 * float(np.mean(seen)), "%", f"{len(seen)} data sets")


@benchmark
def nyu() -> Iterable[Row]:
    """The NYU debates: accuracy and wrong endorsement by setting."""
    report = nyu_report(read_nyu(shared_data("nyu_debates")), Resampling())
    for arm in ARMS:
        yield _percent(f"accuracy, {arm}", report.accuracy[arm])
    for arm in ARMS:
        yield _percent(f"wrong endorsement, {arm}", report.wrong_endorsement[arm])


def _deviations() -> Iterator[float]:
    judges: tuple[Judge, ...] = (
        TieBreak(b=0.2),
        TieBreak(b=0.7, default=0.15),
        Logit(mu=0.4, kappa=1.5),
        Logit(mu=-0.8, kappa=0.6, lam=2.0),
    )
    grid = product((0.3, 0.55, 0.8), (0.05, 0.25, 0.5, 0.75, 0.95), (1.0, 0.9, 0.6, 0.4), judges, PROTOCOLS)
    for place, (p, rho, tau, judge, protocol) in enumerate(grid):
        setting = Setting(p=p, rho=rho, tau=tau)
        played = simulate(protocol, setting, judge, cases=200_000, seed=place)
        closed = rates(protocol, setting, judge)
        for name in ("amplification", "follow", "accuracy", "tie"):
            yield from _deviation(getattr(played, name), getattr(closed, name))


def _deviation(found: MeasuredShare, expected: float) -> Iterator[float]:
    """Deviation in standard errors; nothing for certain outcomes, which must agree exactly."""
    assert found.value is not None
    spread = standard_error(expected, found.cases)
    if spread > 1e-12:
        yield (found.value - expected) / spread
    else:
        assert abs(found.value - expected) < 1e-9


def _recovered(design: Design) -> Iterator[tuple[Estimate, float]]:
    """Every estimator on every data set, with the value it should cover."""
    seeds = np.random.SeedSequence(2026).generate_state(2 * DATA_SETS)
    for one, other in zip(seeds[:DATA_SETS], seeds[DATA_SETS:], strict=True):
        log = synthetic_log(design, seed=int(one))
        yield from _estimates(log, design, Resampling(replicates=500, seed=int(other)))


def _estimates(log: Log, design: Design, how: Resampling) -> Iterator[tuple[Estimate, float]]:
    consultancy, debate = (rates(protocol, design.setting, design.judge) for protocol in PROTOCOLS)
    alone, both = (rows_under(log, protocol) for protocol in PROTOCOLS)
    yield share("Amp, consultancy", log, amplified_rows(log, alone), how), consultancy.amplification
    yield share("Amp, debate", log, amplified_rows(log, both), how), debate.amplification
    gap = consultancy.amplification - debate.amplification
    yield difference("the gap", log, amplified_rows(log, alone), amplified_rows(log, both), how), gap
    yield share("follow", log, followed_rows(log, both), how), debate.follow
    yield share("accuracy", log, accurate_rows(log, both), how), debate.accuracy
    yield false_evidence(log, how), design.setting.rho
    yield tie_bias(log, how).b, sigmoid(0.2)
    fitted = fit(log)
    if fitted.kappa is not None and fitted.mu is not None:
        yield fitted.kappa, 1.5
        yield fitted.mu, 0.2


def _covers(found: Estimate, truth: float) -> bool:
    low = -np.inf if found.low is None else found.low
    high = np.inf if found.high is None else found.high
    return bool(low <= truth <= high)


def _percent(name: str, found: Estimate) -> Row:
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    return Row(name, 100 * found.value, "%", f"95 % [{100 * found.low:.1f}, {100 * found.high:.1f}], n={found.cases}")
