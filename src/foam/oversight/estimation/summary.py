"""Everything a log says, in one value, and the same for people to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from foam.oversight.estimation.bias import TieBias, tie_bias
from foam.oversight.estimation.estimate import Estimate, join_warnings
from foam.oversight.estimation.evidence import Feasibility, false_evidence, feasibility, true_evidence
from foam.oversight.estimation.monitor import Watch, watch
from foam.oversight.estimation.rates import ProtocolComparison, ProtocolRates, compare, estimate_protocol
from foam.oversight.estimation.salience import Salience, fit
from foam.oversight.estimation.sensitivity import Sensitivity, sensitivity
from foam.oversight.estimation.shares import Resampling, ShareRows, share
from foam.oversight.log import Flags, Log
from foam.oversight.setting import PROTOCOLS
from foam.values import Value


class Summary(Value):
    """All estimates from one log."""

    rows: int
    judges: int
    protocols: tuple[ProtocolRates, ...]
    comparison: ProtocolComparison | None
    """None unless both protocols occur."""
    p: Estimate
    """How often protagonists who chose their stance chose the true one; the stance precedes the protocol."""
    rho: Estimate
    tau: Estimate
    feasibility: tuple[Feasibility, ...]
    ties: TieBias
    salience: Salience
    graded_salience: Salience | None
    """None unless graded scores beyond 0 and 1 were recorded."""
    disagreement: Estimate | None
    """Cases whose jurors did not all vote alike; None where nobody sat with another."""
    flips: Estimate | None
    """Labels that changed when the judge had read the other side's shown evidence; None where none was asked before."""
    sensitivity: tuple[Sensitivity, ...]
    watch: Watch
    warnings: tuple[str, ...] = ()


def summarise(
    log: Log, how: Resampling, *, mislabelled: tuple[float, ...] = (0.01, 0.05), window: int = 100
) -> Summary:
    """Estimate everything."""
    present = [p for p in PROTOCOLS if bool((log.debate == (p == "debate")).any())]
    return Summary(
        rows=len(log),
        judges=len(log.judges),
        protocols=tuple(estimate_protocol(log, protocol, how) for protocol in present),
        comparison=compare(log, how) if len(present) == 2 else None,
        p=share("p", log, ShareRows(log.known & ~log.assigned, log.right), how),
        rho=false_evidence(log, how),
        tau=true_evidence(log, how),
        feasibility=feasibility(log, how),
        ties=tie_bias(log, how),
        salience=fit(log, level=how.level),
        graded_salience=fit(log, graded=True, level=how.level) if _graded(log) else None,
        disagreement=_share_if(log, "disagreement", log.jurors > 1, ~np.isin(log.favour, (0.0, 1.0)), how),
        flips=_share_if(log, "flips", ~np.isnan(log.flipped) & (log.e_a == 1.0), log.flipped == 1.0, how),
        sensitivity=tuple(s for protocol in present for s in sensitivity(log, protocol, mislabelled)),
        watch=watch(log, window=window),
        warnings=join_warnings(log.warnings, _absent(present)),
    )


def lines(summary: Summary) -> Iterator[str]:
    """The summary as people read it."""
    counted = f"{_count(summary.rows, 'row')}, {_count(summary.judges, 'judge')}"
    yield f"{counted}; in brackets {summary.p.level * 100:g} % intervals"
    for rates in summary.protocols:
        yield from _protocol_lines(rates)
    if summary.comparison is not None:
        yield from _comparison_lines(summary.comparison)
    yield f"p, protagonists who chose the truth     {summary.p.line()}"
    yield f"rho, false stances that show evidence   {summary.rho.line()}"
    yield f"tau, true stances that show evidence    {summary.tau.line()}"
    yield f"b, protagonist favoured in ties         {summary.ties.b.line()}"
    if summary.disagreement is not None:
        yield f"cases whose jurors disagree             {summary.disagreement.line()}"
    if summary.flips is not None:
        yield f"labels turned by the other side's case  {summary.flips.line()}"
    for found in summary.feasibility:
        if found.incentive_gap is not None and found.forced is not None:
            name = f"{'tau' if found.stance_true else 'rho'} if forced, {found.protocol} {found.side}"
            yield f"{name:<40}{found.forced.line()}, {found.incentive_gap:.3f} more than shown"
    yield from _salience_lines("binary evidence", summary.salience)
    if summary.graded_salience is not None:
        yield from _salience_lines("graded evidence", summary.graded_salience)
    yield from (_sensitivity_line(s) for s in summary.sensitivity)
    yield from (
        f"ALARM window {a.window}: {a.watched} {a.reference:.3f} to {a.seen:.3f}; {a.advice}"
        for a in summary.watch.alarms
    )
    yield from (f"warning: {w}" for w in all_warnings(summary))


def all_warnings(summary: Summary) -> tuple[str, ...]:
    """Every warning of the summary, with the name of what it concerns."""
    rates = [(f"{p.protocol} {e.name}", e) for p in summary.protocols for e in (p.amplification, p.follow, p.accuracy)]
    others = [(e.name, e) for e in (summary.p, summary.rho, summary.tau, summary.ties.b)]
    named = [f"{name}: {warning}" for name, e in [*rates, *others] for warning in e.warnings]
    if (found := summary.comparison) is not None:
        gaps = (("amplification", found.amplification), ("accuracy", found.accuracy))
        named += [f"difference in {name}: {warning}" for name, e in gaps for warning in e.warnings]
        named += [f"consultancy less debate: {warning}" for warning in found.warnings]
    return join_warnings(summary.warnings, named, summary.salience.warnings, summary.watch.warnings)


def _share_if(log: Log, name: str, bears: Flags, hit: Flags, how: Resampling) -> Estimate | None:
    return share(name, log, ShareRows(bears, hit.astype(np.float64)), how) if bears.any() else None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"


def _graded(log: Log) -> bool:
    scores = log.v_p[~np.isnan(log.v_p)]
    return bool(len(scores)) and not set(np.unique(scores)) <= {0.0, 1.0}


def _absent(present: Sequence[str]) -> tuple[str, ...]:
    missing = [name for name in PROTOCOLS if name not in present]
    return tuple(f"the log holds no {name}: nothing to compare" for name in missing)


def _protocol_lines(found: ProtocolRates) -> Iterator[str]:
    yield f"{found.protocol} ({_count(found.rows, 'row')})"
    yield f"  amplification, endorsed though wrong   {found.amplification.line()}"
    yield f"  follow, endorsed when right            {found.follow.line()}"
    yield f"  accuracy                               {found.accuracy.line()}"
    for one in found.by_stratum:
        yield f"    amplification in {one.name:<20}  {one.line()}"


def _comparison_lines(found: ProtocolComparison) -> Iterator[str]:
    yield "consultancy less debate"
    yield f"  amplification                          {found.amplification.line()}"
    yield f"  accuracy                               {found.accuracy.line()}"
    if found.p_value is not None:
        one_sided = f"debate lower: {found.p_debate_lower:.4f}"
        yield f"  permutation test within {found.blocks}: p = {found.p_value:.4f} ({one_sided})"


def _salience_lines(name: str, found: Salience) -> Iterator[str]:
    for one in (found.mu, found.kappa, found.load, found.kappa_under_load):
        if one is not None:
            yield f"{one.name} ({name}){' ' * max(1, 38 - len(one.name) - len(name))}{one.line()}"


def _sensitivity_line(s: Sensitivity) -> str:
    possible = s.random_low is not None and s.random_high is not None
    random = f"[{s.random_low:.3f}, {s.random_high:.3f}]" if possible else "they could not have come out so"
    return (
        f"{s.protocol} amplification if {s.mislabelled:.0%} of truths are wrong: "
        f"at worst [{s.worst_low:.3f}, {s.worst_high:.3f}], at random {random}"
    )
