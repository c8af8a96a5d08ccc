"""Agreement and ranking: against known values and, where it is installed, against scipy."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from foam.debatable.agreement import agreement, auroc, fleiss_kappa
from foam.debatable.ranking import Preference, elo, kendall, pearson, ranks, spearman, weighted_mean, z_norm

stats = pytest.importorskip("scipy.stats", reason="MISSING EXTRA: pip install 'foam[oversight]'")
numbers = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=12)


@given(numbers)
def test_rank_correlations_are_scipys(pairs: list[tuple[int, int]]) -> None:
    a, b = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    assume(len(set(a)) > 1 and len(set(b)) > 1)
    assert spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic)
    assert kendall(a, b) == pytest.approx(stats.kendalltau(a, b).statistic)
    assert pearson(a, b) == pytest.approx(stats.pearsonr(a, b).statistic)
    assert ranks(a) == list(stats.rankdata(a))


def test_what_does_not_vary_correlates_with_nothing() -> None:
    assert spearman([1, 1, 1], [1, 2, 3]) is None
    assert kendall([1, 1, 1], [1, 2, 3]) is None
    assert pearson([1], [2]) is None


def test_agreement_with_labels() -> None:
    found = agreement([1, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 1], [0.9, 0.8, 0.7, 0.2, 0.1, 0.6])
    assert (found.accuracy, found.f1, found.mcc) == pytest.approx((4 / 6, 2 / 3, 1 / 3))
    assert found.auroc == pytest.approx(8 / 9)
    always = agreement([1] * 4, [1, 1, 0, 0])
    assert (always.accuracy, always.mcc, always.auroc) == (0.5, 0.0, None)
    assert auroc([1.0, 2.0], [1, 1]) is None
    with pytest.raises(ValueError, match="as many"):
        agreement([1], [])


def test_fleiss_kappa_on_a_textbook_table() -> None:
    """Fourteen raters, ten cases, five categories: 0.210 in Fleiss's own example."""
    table = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    assert fleiss_kappa(table) == pytest.approx(0.210, abs=5e-4)
    assert fleiss_kappa([(3, 0), (0, 3)]) == 1.0
    assert fleiss_kappa([(3, 0), (3, 0)]) is None
    assert fleiss_kappa([(1, 0), (0, 1)]) is None


def test_elo_rewards_winning_and_keeps_the_sum() -> None:
    wins = [Preference("a", "b"), Preference("b", "c"), Preference("a", "c"), Preference("b", "c", tie=True)]
    rated = elo(wins, ["a", "b", "c"])
    assert rated["a"] > rated["b"] > rated["c"]
    assert sum(rated.values()) == pytest.approx(3000)


def test_the_weighted_mean_is_each_metric_at_its_end() -> None:
    pd, da = {"x": 3.0, "y": 4.0, "z": 6.0}, {"x": 0.8, "y": 0.9, "z": 0.7}
    assert max(weighted_mean(pd, da, 1.0).items(), key=lambda item: item[1])[0] == "x"
    assert max(weighted_mean(pd, da, 0.0).items(), key=lambda item: item[1])[0] == "y"
    assert z_norm([2.0, 2.0]) == [0.0, 0.0]
