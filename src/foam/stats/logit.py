"""Logistic regression: coefficients with robust or clustered errors, and a bound when no finite fit exists."""

from __future__ import annotations

import math
import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foam.stats.extras import require

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]


class LogitFit(NamedTuple):
    """Coefficients in log-odds, one a column of the design."""

    values: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors."""
    freedom: int
    """Degrees of freedom for Student's quantile."""


def sigmoid(z: float) -> float:
    """1 / (1 + e^-z), without overflow."""
    if z >= 0:
        return 1.0 / (1.0 + math.exp(-z))
    grown = math.exp(z)
    return grown / (1.0 + grown)


def fit_logit(outcome: Numbers, design: Numbers, clusters: Codes) -> LogitFit:
    """Fit Pr(outcome) = sigmoid(design @ coefficients); outcomes may be fractions.

    Errors are clustered, or robust (HC1) when there is only one cluster. Check for separation first (`is_separated`).
    """
    sm = require("statsmodels.api")
    groups = len(np.unique(clusters))
    model = sm.GLM(outcome, design, family=sm.families.Binomial())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the caller has checked for separation; what remains shows in the errors
        if groups > 1:
            found = model.fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
        else:
            found = model.fit(cov_type="HC1", use_t=True)
    return LogitFit(
        values=tuple(float(value) for value in found.params),
        errors=tuple(float(error) for error in found.bse),
        freedom=groups - 1 if groups > 1 else len(outcome) - len(found.params),
    )


def is_separated(predictor: Numbers, outcome: Numbers) -> bool:
    """Whether one cut of the predictor puts all ones on one side and all zeros on the other."""
    ones, zeros = predictor[outcome > 0], predictor[outcome < 1]
    return bool(ones.min() >= zeros.max() or zeros.min() >= ones.max())


def profile_bound(predictor: Numbers, outcome: Numbers, *, level: float) -> float:
    """The smallest slope that fits separated data not significantly worse than an infinite one does."""
    allowed = float(require("scipy.stats").chi2.ppf(level, 1)) / 2
    best = _profile(predictor, outcome, 1e3)
    low, high = -50.0, 1e3
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if best - _profile(predictor, outcome, middle) <= allowed else (middle, high)
    return high


def _profile(predictor: Numbers, outcome: Numbers, slope: float) -> float:
    """Log-likelihood at this slope with the best intercept, found by bisection on its score."""
    widest = 50.0 + abs(slope) * float(np.abs(predictor).max())
    low, high = -widest, widest
    for _ in range(100):
        middle = (low + high) / 2
        index = middle + slope * predictor
        excess = float((outcome - 0.5 * (1 + np.tanh(index / 2))).sum())
        low, high = (middle, high) if excess > 0 else (low, middle)
    index = (low + high) / 2 + slope * predictor
    return float((outcome * index - np.logaddexp(0.0, index)).sum())
