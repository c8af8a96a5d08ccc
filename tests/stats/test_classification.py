"""Guesses against the truth: every figure against scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics  # type: ignore[import-untyped]
from training.measure import balanced_accuracy, calibration_error, macro_f1

from foam.stats.classification import accuracy, auroc, f1, matthews

binary = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=30)
three_way = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30)
scored = st.lists(st.tuples(st.integers(0, 1), st.integers(-3, 3)), min_size=1, max_size=30)


@given(binary)
def test_two_labels(pairs: list[tuple[int, int]]) -> None:
    truth, guess = zip(*pairs, strict=True)
    assert accuracy(truth, guess) == pytest.approx(metrics.accuracy_score(truth, guess))
    assert f1(truth, guess) == pytest.approx(metrics.f1_score(truth, guess, zero_division=0.0))
    spread = len(set(truth)) > 1 and len(set(guess)) > 1
    assert matthews(truth, guess) == pytest.approx(metrics.matthews_corrcoef(truth, guess) if spread else 0.0)


@given(three_way)
def test_three_labels(pairs: list[tuple[int, int]]) -> None:
    truth, guess = zip(*pairs, strict=True)
    theirs = metrics.f1_score(truth, guess, labels=[0, 1, 2], average="macro", zero_division=0.0)
    assert macro_f1(truth, guess) == pytest.approx(theirs)
    recalls = metrics.recall_score(truth, guess, labels=sorted(set(truth)), average=None)
    assert balanced_accuracy(truth, guess) == pytest.approx(float(np.mean(recalls)))


@given(scored)
def test_auroc(pairs: list[tuple[int, int]]) -> None:
    truth, scores = zip(*pairs, strict=True)
    found = auroc(truth, scores)
    if len(set(truth)) < 2:
        assert found is None
        return
    assert found is not None
    assert found == pytest.approx(metrics.roc_auc_score(truth, scores))
    assert auroc([1 - label for label in truth], scores) == pytest.approx(1 - found)
    assert auroc(truth, [score**3 for score in scores]) == pytest.approx(found)


def test_known_figures() -> None:
    truth, guess = [1, 1, 0, 0, 0, 1], [1, 1, 1, 0, 0, 0]
    assert (accuracy(truth, guess), f1(truth, guess), matthews(truth, guess)) == pytest.approx((4 / 6, 2 / 3, 1 / 3))
    assert auroc(truth, [0.9, 0.8, 0.7, 0.2, 0.1, 0.6]) == pytest.approx(8 / 9)


def test_calibration_error() -> None:
    """Sure and right: 0. Sure and always wrong: 1. Says 0.8 and is right in half of the cases: 0.3."""
    sure = np.array([[1.0, 0.0]] * 10)
    assert calibration_error([0] * 10, sure) == 0.0
    assert calibration_error([1] * 10, sure) == 1.0
    assert calibration_error([0, 1] * 5, np.array([[0.8, 0.2]] * 10)) == pytest.approx(0.3)


def test_a_judge_that_knows_its_chances_has_little_calibration_error() -> None:
    rng = np.random.default_rng(3)
    chance = rng.random(20_000)
    truth = (rng.random(20_000) < chance).astype(int)
    honest = np.column_stack([1 - chance, chance])
    assert calibration_error(truth, honest) < 0.02
    boastful = honest**4 / (honest**4).sum(axis=1, keepdims=True)
    assert calibration_error(truth, boastful) > 0.05
