"""Held against another library of the field (formal-argumentation, for tests only): what reasons that attack each other
come to for an audience."""

from __future__ import annotations

from argumentation.core import dung
from argumentation.frameworks.vaf import ValueBasedArgumentationFramework
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.oracle import VALUES, attack_each_other, law, make_strict_audience, reasons

from foam.argument.tree import Consideration
from foam.semantics.ways import choose_option


@law
@given(reasons(values=VALUES), st.permutations(VALUES))
def test_the_grounded_extension_of_a_value_based_framework(drawn: list[Consideration], order: list[str]) -> None:
    names = frozenset(one.id for one in drawn)
    valuation = {one.id: one.value for one in drawn}
    theirs = ValueBasedArgumentationFramework(names, attack_each_other(drawn), frozenset(VALUES), valuation)
    defeats = theirs.successful_attacks(tuple(order))
    kept = dung.grounded_extension(dung.ArgumentationFramework(arguments=names, defeats=defeats))
    held = {one.option for one in drawn if one.id in kept}
    assert choose_option(drawn, make_strict_audience(*order)) == (held.pop() if len(held) == 1 else None)
