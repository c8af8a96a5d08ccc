"""Held against another library of the field (formal-argumentation, for tests only): same graphs, same answers."""

from __future__ import annotations

import pytest
from argumentation.core import dung
from argumentation.frameworks.vaf import ValueBasedArgumentationFramework
from argumentation.gradual.dfquad import dfquad_strengths
from argumentation.gradual.gradual import WeightedBipolarGraph, quadratic_energy_strengths_discrete
from hypothesis import assume, given
from tests.semantics.oracle import VALUES, frameworks, law

from foam.semantics.audience import make_strict_audience
from foam.semantics.extensions import (
    find_defeats,
    label_grounded,
)
from foam.semantics.framework import Framework
from foam.semantics.gradual import compute_strengths


def ends(f: Framework) -> frozenset[tuple[str, str]]:
    return frozenset(attack.ends for attack in f.attacks)


def names(f: Framework) -> frozenset[str]:
    return frozenset(argument.id for argument in f.arguments)


@law
@given(frameworks(flags=False))
def test_the_grounded_extension(f: Framework) -> None:
    theirs = dung.ArgumentationFramework(arguments=names(f), defeats=ends(f))
    assert frozenset(label_grounded(f).accepted) == dung.grounded_extension(theirs)


@law
@given(frameworks(flags=False, single_valued=True))
def test_value_based_attacks(f: Framework) -> None:
    valuation = {argument.id: argument.promotes[0] for argument in f.arguments}
    theirs = ValueBasedArgumentationFramework(names(f), ends(f), frozenset(VALUES), valuation)
    for order in (VALUES, VALUES[::-1]):
        ours = {attack.ends for attack in find_defeats(f, make_strict_audience("seat", *order))}
        assert ours == theirs.successful_attacks(order)


@law
@given(frameworks(flags=False))
def test_gradual_strengths(f: Framework) -> None:
    supports = frozenset(support.ends for support in f.supports)
    assume(not supports & ends(f))
    graph = WeightedBipolarGraph(names(f), {a.id: a.base for a in f.arguments}, ends(f), supports)
    for method, other in (("df-quad", dfquad_strengths), ("quadratic-energy", quadratic_energy_strengths_discrete)):
        ours, theirs = compute_strengths(f, method=method), other(graph)  # type: ignore[arg-type]
        if ours.converged and theirs.converged:
            assert ours.strengths == pytest.approx(theirs.strengths, abs=1e-6)
