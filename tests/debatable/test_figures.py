"""Agreement with labels, and the weighted order of systems."""

from __future__ import annotations

import pytest

from foam.debatable.agreement import compare_with_labels
from foam.debatable.harness.evaluation import weighted_mean


def test_agreement_with_labels() -> None:
    found = compare_with_labels([1, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 1], [0.9, 0.8, 0.7, 0.2, 0.1, 0.6])
    assert (found.accuracy, found.f1, found.mcc) == pytest.approx((4 / 6, 2 / 3, 1 / 3))
    assert found.auroc == pytest.approx(8 / 9)
    always = compare_with_labels([1] * 4, [1, 1, 0, 0])
    assert (always.accuracy, always.mcc, always.auroc) == (0.5, 0.0, None)
    assert compare_with_labels([1, 1], [1, 1], [1.0, 2.0]).auroc is None
    with pytest.raises(ValueError, match="as many"):
        compare_with_labels([1], [])


def test_the_weighted_mean_is_each_metric_at_its_end() -> None:
    pd, da = {"x": 3.0, "y": 4.0, "z": 6.0}, {"x": 0.8, "y": 0.9, "z": 0.7}
    assert max(weighted_mean(pd, da, 1.0).items(), key=lambda item: item[1])[0] == "x"
    assert max(weighted_mean(pd, da, 0.0).items(), key=lambda item: item[1])[0] == "y"
