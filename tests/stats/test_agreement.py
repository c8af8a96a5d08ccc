"""Agreement between raters: against scikit-learn, statsmodels, definitions and textbook tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics  # type: ignore[import-untyped]
from statsmodels.stats import inter_rater  # type: ignore[import-untyped]

from foam.stats.agreement import Labels, cohen_kappa, fleiss_kappa, jaccard, krippendorff_alpha

CLOSE = 1e-9
FLEISS = [
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip
"""Fourteen raters, ten cases, five categories: 0.210 in Fleiss's own example."""
raters = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=30)


def as_labels(pairs: list[tuple[int, int]]) -> tuple[Labels, Labels]:
    ours, theirs = np.array(pairs, dtype=np.int_).T
    return ours, theirs


def alpha_by_definition(ours: Labels, theirs: Labels) -> float:
    """Krippendorff's nominal alpha of two annotators, from its coincidence matrix."""
    values = sorted({*ours.tolist(), *theirs.tolist()})
    counted = {(a, b): 0.0 for a in values for b in values}
    for a, b in zip(ours.tolist(), theirs.tolist(), strict=True):
        counted[a, b] += 1.0
        counted[b, a] += 1.0
    total = {a: sum(counted[a, b] for b in values) for a in values}
    n = sum(total.values())
    observed = sum(count for (a, b), count in counted.items() if a != b) / n
    expected = sum(total[a] * total[b] for a in values for b in values if a != b) / (n * (n - 1))
    return 1 - observed / expected


@given(raters)
def test_kappa_is_that_of_scikit_learn_and_alpha_that_of_its_definition(pairs: list[tuple[int, int]]) -> None:
    ours, theirs = as_labels(pairs)
    if len({*ours, *theirs}) < 2:
        assert cohen_kappa(ours, theirs) is None
        assert krippendorff_alpha(ours, theirs) is None
        return
    assert cohen_kappa(ours, theirs) == pytest.approx(metrics.cohen_kappa_score(ours, theirs), abs=CLOSE)
    assert krippendorff_alpha(ours, theirs) == pytest.approx(alpha_by_definition(ours, theirs), abs=CLOSE)


@given(raters)
def test_agreement_does_not_change_when_labels_are_renamed_or_raters_swapped(pairs: list[tuple[int, int]]) -> None:
    ours, theirs = as_labels(pairs)
    for figure in (cohen_kappa, krippendorff_alpha):
        assert figure(ours, theirs) == pytest.approx(figure(theirs, ours))
        assert figure(ours, theirs) == pytest.approx(figure(2 - ours, 2 - theirs))


def test_fleiss_kappa_on_a_textbook_table() -> None:
    assert fleiss_kappa(FLEISS) == pytest.approx(0.210, abs=5e-4)
    assert fleiss_kappa([(3, 0), (0, 3)]) == 1.0
    assert fleiss_kappa([(3, 0), (3, 0)]) is None
    assert fleiss_kappa([(1, 0), (0, 1)]) is None


@given(st.lists(st.lists(st.integers(0, 2), min_size=4, max_size=4), min_size=2, max_size=12))
def test_fleiss_kappa_is_that_of_statsmodels(votes: list[list[int]]) -> None:
    table = [[row.count(category) for category in range(3)] for row in votes]
    found = fleiss_kappa(table)
    if len({vote for row in votes for vote in row}) < 2:
        assert found is None
    else:
        assert found == pytest.approx(inter_rater.fleiss_kappa(np.array(table)), abs=CLOSE)


members = st.frozensets(st.integers(0, 6))


@given(members, members)
def test_overlap_is_symmetric_and_whole_only_for_equal_sets(one: frozenset[int], other: frozenset[int]) -> None:
    found = jaccard(one, other)
    assert found == jaccard(other, one)
    if found is None:
        assert not one | other
    else:
        assert 0 <= found <= 1
        assert (found == 1) == (one == other)
        assert (found == 0) == one.isdisjoint(other)
