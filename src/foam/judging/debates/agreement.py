"""How far an annotator agrees with an expert: in labels, and in scores.

Labels are matrices of 0 and 1, one row an utterance, one column a label; scores are two lists of equal length. Kappa
and alpha need the extra `measure`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from foam.errors import InputError
from foam.stats.agreement import Labels, cohen_kappa, jaccard, krippendorff_alpha
from foam.stats.averages import mean_of_known
from foam.stats.ranks import kendall, pearson, spearman
from foam.values import Value


class LabelAgreement(Value):
    """How far two annotators name the same labels. None where a figure is not defined."""

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
    """How far two annotators' scores go together. None where a figure is not defined."""

    pearson: float | None
    spearman: float | None
    kendall: float | None


def label_matrix(named: Sequence[Sequence[str]], labels: Sequence[str]) -> Labels:
    """Sets of labels as rows of 0 and 1."""
    return np.array([[int(label in row) for label in labels] for row in named], dtype=np.int_).reshape(-1, len(labels))


def label_agreement(expert: Labels, other: Labels) -> LabelAgreement:
    """Compare one annotator's labels with an expert's."""
    if expert.shape != other.shape or expert.ndim != 2 or not expert.size:
        raise InputError(
            "annotations of different or no utterances cannot be compared", hint="label the same utterances"
        )
    named = [tuple(set(np.flatnonzero(row)) for row in rows) for rows in zip(expert, other, strict=True)]
    overlaps = [jaccard(ours, theirs) for ours, theirs in named]
    return LabelAgreement(
        jaccard=mean_of_known(1.0 if overlap is None else overlap for overlap in overlaps),
        precision=mean_of_known(len(ours & theirs) / max(1, len(theirs)) for ours, theirs in named),
        hamming_loss=float((expert != other).mean()),
        kappa_micro=cohen_kappa(expert.ravel(), other.ravel()),
        kappa_macro=mean_of_known(cohen_kappa(ours, theirs) for ours, theirs in zip(expert.T, other.T, strict=True)),
        alpha=krippendorff_alpha(expert.ravel(), other.ravel()),
    )


def score_agreement(expert: Sequence[float], other: Sequence[float]) -> ScoreAgreement:
    """Compare one annotator's scores with an expert's."""
    if len(expert) != len(other):
        raise InputError("scores of different utterances cannot be compared", hint="score the same utterances")
    return ScoreAgreement(
        pearson=pearson(expert, other), spearman=spearman(expert, other), kendall=kendall(expert, other)
    )
