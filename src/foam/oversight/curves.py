"""How well a recorded experiment's judges did: accuracy by judge and protocol, and how it settled as cases came in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.rates import accurate_rows, rows_under
from foam.oversight.estimation.shares import Resampling, share
from foam.oversight.log import Log
from foam.oversight.setting import PROTOCOLS, Protocol
from foam.paper import Figure, Lines, Paper, Series, Whisker, Whiskers
from foam.stats.intervals import wilson
from foam.values import Value

STEPS = 12
"""Points of a curve, at most."""


class JudgeAccuracy(Value):
    """How often one judge was right under one protocol."""

    judge: str
    protocol: Protocol
    accuracy: Estimate


class CurvePoint(Value):
    """The share of right labels after so many cases, with its interval."""

    cases: int
    share: float
    low: float
    high: float


class AccuracyCurve(Value):
    """How the share of right labels settled under one protocol."""

    protocol: Protocol
    points: tuple[CurvePoint, ...]


def rate_judges(log: Log, how: Resampling) -> tuple[JudgeAccuracy, ...]:
    """Accuracy of every judge under every protocol that it judged."""
    found = []
    for code, judge in enumerate(log.judges):
        for protocol in PROTOCOLS:
            rows = (log.judge == code) & rows_under(log, protocol)
            if rows.any():
                estimate = share("accuracy", log, accurate_rows(log, rows), how)
                found.append(JudgeAccuracy(judge=judge, protocol=protocol, accuracy=estimate))
    return tuple(found)


def trace_accuracy(log: Log) -> tuple[AccuracyCurve, ...]:
    """The share of right labels among the cases so far, in the order of their times, by protocol."""
    curves = []
    for protocol in PROTOCOLS:
        rows = log.where(rows_under(log, protocol) & log.known)
        if len(rows):
            points = _trace(rows.correct[np.argsort(rows.time, kind="stable")])
            curves.append(AccuracyCurve(protocol=protocol, points=points))
    return tuple(curves)


def compose_curves(judges: tuple[JudgeAccuracy, ...], curves: tuple[AccuracyCurve, ...]) -> Paper:
    """Both pictures, each with its table."""
    return Paper(title="Accuracy", blocks=(Figure(chart=_draw_judges(judges)), Figure(chart=_draw_curves(curves))))


def _draw_judges(judges: tuple[JudgeAccuracy, ...]) -> Whiskers:
    """Accuracy by judge and protocol with intervals."""
    rows = tuple(
        Whisker(
            name=f"{one.judge}: {one.protocol}",
            value=one.accuracy.value,
            low=one.accuracy.low,
            high=one.accuracy.high,
            reading=one.accuracy.line(),
        )
        for one in judges
    )
    return Whiskers(title="Accuracy by judge and protocol", x_label="share (95 % interval)", rows=rows, middle=0.5)


def _draw_curves(curves: tuple[AccuracyCurve, ...]) -> Lines:
    """Accuracy so far, one line a protocol."""
    return Lines(
        title="Accuracy as cases came in",
        x_label="cases judged",
        y_label="right so far (95 % interval)",
        series=tuple(
            Series(
                name=one.protocol,
                points=tuple((float(point.cases), point.share) for point in one.points),
                bounds=tuple((point.low, point.high) for point in one.points),
                markers=True,
            )
            for one in curves
        ),
    )


def _trace(correct: NDArray[np.float64]) -> tuple[CurvePoint, ...]:
    """An undecided label counts half, as it does everywhere in a log."""
    so_far = np.cumsum(correct)
    points = []
    for cases in np.unique(np.linspace(1, len(correct), num=min(STEPS, len(correct)), dtype=np.int64)):
        hits = float(so_far[cases - 1])
        low, high = wilson(hits, float(cases))
        points.append(CurvePoint(cases=int(cases), share=hits / int(cases), low=low, high=high))
    return tuple(points)
