"""How far two annotators agree: sets of labels, and scores; by scipy, statsmodels and krippendorff.

Labels are matrices of 0 and 1, one row an utterance, one column a label; scores are two lists of equal length. Where a
statistic is not defined (nobody used a label, all scores equal) it is None, never a number that looks like one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foam.errors import InputError, MissingExtra
from foam.values import Value

Labels = NDArray[np.int_]


class LabelAgreement(Value):
    """How far two annotators name the same labels."""

    jaccard: float | None
    """Mean over utterances of shared labels by all labels named; two empty sets agree wholly."""
    precision: float | None
    """Mean over utterances of the share of the second annotator's labels that the first named, too; none named: 0."""
    hamming_loss: float
    kappa_micro: float | None
    """Cohen's kappa over all cells at once."""
    kappa_macro: float | None
    """Mean of Cohen's kappa over labels, those left out for which it is not defined."""
    alpha: float | None
    """Krippendorff's alpha, nominal, over all cells."""


class ScoreAgreement(Value):
    """How far two annotators' scores go together."""

    pearson: float | None
    spearman: float | None
    kendall: float | None


def label_matrix(named: Sequence[Sequence[str]], labels: Sequence[str]) -> Labels:
    """Sets of labels as rows of 0 and 1."""
    return np.array([[int(label in row) for label in labels] for row in named], dtype=np.int_).reshape(-1, len(labels))


def label_agreement(expert: Labels, other: Labels) -> LabelAgreement:
    """Hold one annotator's labels against an expert's."""
    if expert.shape != other.shape or expert.ndim != 2 or not expert.size:
        raise InputError(
            "annotations of different or no utterances cannot be compared", hint="label the same utterances"
        )
    both, either = (expert & other).sum(axis=1), (expert | other).sum(axis=1)
    named = other.sum(axis=1)
    kappas = [kappa(expert[:, column], other[:, column]) for column in range(expert.shape[1])]
    defined = [one for one in kappas if one is not None]
    return LabelAgreement(
        jaccard=float(np.where(either > 0, both / np.maximum(either, 1), 1.0).mean()),
        precision=float((both / np.maximum(named, 1)).mean()),
        hamming_loss=float((expert != other).mean()),
        kappa_micro=kappa(expert.ravel(), other.ravel()),
        kappa_macro=float(np.mean(defined)) if defined else None,
        alpha=_alpha(expert.ravel(), other.ravel()),
    )


def score_agreement(expert: Sequence[float], other: Sequence[float]) -> ScoreAgreement:
    """Hold one annotator's scores against an expert's."""
    stats = _scipy_stats()
    ours, theirs = np.asarray(expert, dtype=float), np.asarray(other, dtype=float)
    if ours.shape != theirs.shape:
        raise InputError("scores of different utterances cannot be compared", hint="score the same utterances")
    if len(ours) < 2 or len(set(ours)) < 2 or len(set(theirs)) < 2:
        return ScoreAgreement(pearson=None, spearman=None, kendall=None)
    return ScoreAgreement(
        pearson=_defined(stats.pearsonr(ours, theirs).statistic),
        spearman=_defined(stats.spearmanr(ours, theirs).statistic),
        kendall=_defined(stats.kendalltau(ours, theirs).statistic),
    )


def kappa(ours: Labels, theirs: Labels) -> float | None:
    """Cohen's kappa of two annotators over the same items; None when chance alone would agree everywhere."""
    values = np.unique(np.concatenate((ours, theirs)))
    if len(values) < 2:
        return None
    table = [[int(((ours == a) & (theirs == b)).sum()) for b in values] for a in values]
    return _defined(_cohens_kappa()(np.array(table), return_results=False))


def _alpha(ours: Labels, theirs: Labels) -> float | None:
    if len(np.unique(np.concatenate((ours, theirs)))) < 2:
        return None
    try:
        import krippendorff
    except ImportError as error:
        raise MissingExtra("krippendorff", extra="agreement") from error
    return _defined(krippendorff.alpha(reliability_data=[ours, theirs], level_of_measurement="nominal"))


def _scipy_stats() -> Any:
    try:
        import scipy.stats  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtra("scipy", extra="agreement") from error
    return scipy.stats


def _cohens_kappa() -> Any:
    try:
        from statsmodels.stats.inter_rater import cohens_kappa  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtra("statsmodels", extra="agreement") from error
    return cohens_kappa


def _defined(value: Any) -> float | None:
    number = float(value)
    return number if isfinite(number) else None
