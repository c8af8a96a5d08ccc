"""How likely a result is by chance alone."""

from __future__ import annotations

from itertools import combinations
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foam.stats.extras import require

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Codes = NDArray[np.int64]
_NEAR = 1e-12
"""Gaps this close count as equal, so that rounding does not make one extreme."""


class PermutationTest(NamedTuple):
    """Chances of so large a gap if the groups were exchangeable."""

    two_sided: float
    one_sided: float
    """Of a gap at least as large, with its sign."""


def sign_test(hits: int, n: int) -> float:
    """Chance of a split at least as uneven as this one if both ways were equally likely; 1 when n is 0."""
    least = min(hits, n - hits)
    tail: int = sum(comb(n, k) for k in range(least + 1))
    return float(min(1.0, 2 * tail / 2**n))


def fisher_test(before: int, now: int, size: int, *, rising: bool) -> float:
    """Fisher's exact test, one-sided, of two samples of the same size.

    The chance of `now` or more hits (fewer, unless `rising`) in the second, given the hits of both together.
    """
    law, shape = require("scipy.stats").hypergeom, (2 * size, before + now, size)
    return float(law.sf(now - 1, *shape) if rising else law.cdf(now, *shape))


def permutation_test(
    values: Numbers, treated: Flags, blocks: Codes, *, replicates: int, seed: int
) -> PermutationTest | None:
    """Test the mean of the untreated less that of the treated by shuffling the treatment within blocks.

    Where there are no more arrangements than `replicates`, each is counted once and chance plays no part. Blocks in
    which all or none were treated say nothing and are left out; None when no other is left.
    """
    by_block = [np.flatnonzero(blocks == block) for block in np.unique(blocks)]
    usable = [rows for rows in by_block if 0 < int(treated[rows].sum()) < len(rows)]
    if not usable:
        return None
    few = prod(comb(len(rows), int(treated[rows].sum())) for rows in usable) <= replicates
    sums = _list_sums(values, treated, usable) if few else _draw_sums(values, treated, usable, replicates, seed)
    rows = np.concatenate(usable)
    untreated, others = int((~treated[rows]).sum()), int(treated[rows].sum())
    total, seen = float(values[rows].sum()), float(values[rows][~treated[rows]].sum())
    gaps = sums / untreated - (total - sums) / others
    gap = seen / untreated - (total - seen) / others
    return PermutationTest(
        two_sided=_tail(np.abs(gaps) >= abs(gap) - _NEAR, drawn=not few),
        one_sided=_tail(gaps >= gap - _NEAR, drawn=not few),
    )


def _draw_sums(values: Numbers, treated: Flags, usable: list[Codes], replicates: int, seed: int) -> Numbers:
    """The sum over the untreated in so many arrangements that chance draws."""
    drawn = np.zeros(replicates)
    for child, rows in zip(np.random.SeedSequence(seed).spawn(len(usable)), usable, strict=True):
        # Only the number of untreated rows with each value matters, so that is drawn instead of a shuffle.
        distinct, counts = np.unique(values[rows], return_counts=True)
        untreated = int((~treated[rows]).sum())
        rng = np.random.default_rng(child)
        drawn += rng.multivariate_hypergeometric(counts.astype(np.int64), untreated, size=replicates) @ distinct
    return drawn


def _list_sums(values: Numbers, treated: Flags, usable: list[Codes]) -> Numbers:
    """The sum over the untreated in every arrangement there is."""
    sums = np.zeros(1)
    for rows in usable:
        chosen = combinations(values[rows], int((~treated[rows]).sum()))
        sums = np.add.outer(sums, np.array([sum(some) for some in chosen])).ravel()
    return sums


def _tail(extreme: Flags, *, drawn: bool) -> float:
    """Where they were drawn, the observed arrangement counts as one of them, so that no chance is 0."""
    return float((drawn + int(extreme.sum())) / (drawn + len(extreme)))
