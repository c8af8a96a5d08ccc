"""Tests of significance: against scipy's, and at their level."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]

from foam.stats.significance import fisher_test, permutation_test, sign_test


@given(st.integers(0, 40), st.integers(1, 40))
def test_the_sign_test_is_the_binomial_test(hits: int, n: int) -> None:
    assume(hits <= n)
    assert sign_test(hits, n) == pytest.approx(stats.binomtest(hits, n).pvalue)
    assert sign_test(hits, n) == sign_test(n - hits, n)


def test_sign_tests_by_hand() -> None:
    assert sign_test(0, 0) == 1.0
    assert sign_test(10, 10) == pytest.approx(2 / 1024)
    assert sign_test(5, 10) == 1.0


@given(st.integers(0, 20), st.integers(0, 20), st.booleans())
def test_fishers_test_is_scipys(before: int, now: int, rising: bool) -> None:
    table = [[now, 20 - now], [before, 20 - before]]
    theirs = stats.fisher_exact(table, alternative="greater" if rising else "less").pvalue
    assert fisher_test(before, now, 20, rising=rising) == pytest.approx(theirs)


def test_the_permutation_test_is_scipys_but_for_the_draws() -> None:
    rng = np.random.default_rng(2)
    values, treated = (rng.random(60) < 0.4).astype(float), rng.random(60) < 0.5
    found = permutation_test(values, treated, np.zeros(60, dtype=np.int64), replicates=20_000, seed=1)
    assert found is not None
    groups = (values[~treated], values[treated])
    for alternative, chance in (("two-sided", found.two_sided), ("greater", found.one_sided)):
        theirs = stats.permutation_test(
            groups,
            lambda a, b: np.mean(a) - np.mean(b),
            n_resamples=4000,
            alternative=alternative,
            rng=3,
        ).pvalue
        # scipy doubles the smaller tail, which differs a little from both tails of a skewed law
        assert chance == pytest.approx(theirs, abs=0.06 if alternative == "two-sided" else 0.02)


def test_blocks_that_differ_do_not_pass_for_an_effect() -> None:
    """The second block is both more often treated and higher: within blocks nothing differs."""
    rng = np.random.default_rng(4)
    blocks = np.repeat([0, 1], 300)
    treated = rng.random(600) < np.where(blocks == 1, 0.8, 0.2)
    values = (rng.random(600) < np.where(blocks == 1, 0.8, 0.2)).astype(float)
    within = permutation_test(values, treated, blocks, replicates=2000, seed=0)
    across = permutation_test(values, treated, np.zeros(600, dtype=np.int64), replicates=2000, seed=0)
    assert within is not None
    assert across is not None
    assert within.two_sided > 0.05
    assert across.two_sided < 0.001


def test_without_a_block_of_both_kinds_there_is_no_test() -> None:
    blocks = np.array([0, 0, 1, 1])
    assert permutation_test(np.ones(4), blocks == 1, blocks, replicates=50, seed=0) is None


def test_few_arrangements_are_counted_and_not_drawn() -> None:
    """One untreated hit beside one treated miss: two arrangements, one of them so extreme with its sign."""
    found = permutation_test(
        np.array([1.0, 0.0]), np.array([False, True]), np.zeros(2, dtype=np.int64), replicates=50, seed=0
    )
    assert found == (1.0, 0.5)
