"""Held against another library of the field (formal-argumentation, for tests only): same graphs, same answers."""

from __future__ import annotations

from argumentation.core import dung
from argumentation.frameworks.vaf import ValueBasedArgumentationFramework
from hypothesis import given
from tests.semantics.extensions import (
    find_defeats,
    label_grounded,
)
from tests.semantics.oracle import VALUES, frameworks, law

from foam.semantics.audience import make_strict_audience
from foam.semantics.framework import Framework


def ends(f: Framework) -> frozenset[tuple[str, str]]:
    return frozenset(attack.ends for attack in f.attacks)


def names(f: Framework) -> frozenset[str]:
    return frozenset(argument.id for argument in f.arguments)


@law
@given(frameworks())
def test_the_grounded_extension(f: Framework) -> None:
    theirs = dung.ArgumentationFramework(arguments=names(f), defeats=ends(f))
    assert frozenset(label_grounded(f).accepted) == dung.grounded_extension(theirs)


@law
@given(frameworks(single_valued=True))
def test_value_based_attacks(f: Framework) -> None:
    valuation = {argument.id: argument.promotes[0] for argument in f.arguments}
    theirs = ValueBasedArgumentationFramework(names(f), ends(f), frozenset(VALUES), valuation)
    for order in (VALUES, VALUES[::-1]):
        ours = {attack.ends for attack in find_defeats(f, make_strict_audience("seat", *order))}
        assert ours == theirs.successful_attacks(order)
