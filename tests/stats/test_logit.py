"""The logit: recovers what made the data, and says one end when the data are separated."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.stats.logit import fit_logit, is_separated, profile_bound, sigmoid


@given(st.floats(-600, 600))
def test_the_sigmoid_is_symmetric_and_inverts_the_log_odds(z: float) -> None:
    assert sigmoid(z) + sigmoid(-z) == pytest.approx(1.0)
    if abs(z) < 20:
        assert math.log(sigmoid(z) / (1 - sigmoid(z))) == pytest.approx(z, abs=1e-6)


def test_the_sigmoid_does_not_overflow() -> None:
    assert sigmoid(-1e4) == 0.0
    assert sigmoid(1e4) == 1.0


@pytest.mark.parametrize("clusters", [1, 40])
def test_the_fit_finds_the_coefficients_within_their_errors(clusters: int) -> None:
    rng = np.random.default_rng(0)
    predictor = rng.normal(size=4000)
    chance = np.array([sigmoid(0.3 + 1.2 * x) for x in predictor])
    outcome = (rng.random(4000) < chance).astype(np.float64)
    design = np.column_stack([np.ones(4000), predictor])
    found = fit_logit(outcome, design, rng.integers(clusters, size=4000))
    for value, error, true in zip(found.values, found.errors, (0.3, 1.2), strict=True):
        assert abs(value - true) < 4 * error < 0.4
    assert found.freedom == (3998 if clusters == 1 else 39)


def test_separated_data_are_known_and_bounded() -> None:
    predictor = np.repeat([-1.0, 0.0, 1.0], 20)
    outcome = (predictor > 0).astype(np.float64)
    assert is_separated(predictor, outcome)
    assert is_separated(-predictor, outcome)
    assert not is_separated(predictor, np.tile([0.0, 1.0], 30))
    strict, lax = (profile_bound(predictor, outcome, level=level) for level in (0.95, 0.5))
    assert 0 < strict < lax
    more = profile_bound(np.tile(predictor, 4), np.tile(outcome, 4), level=0.95)
    assert more > strict
