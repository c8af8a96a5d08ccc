"""The grounded labelling: textbook cases, laws, and the definitions themselves as an oracle."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics import oracle
from tests.semantics.extensions import (
    find_defeats,
    label_grounded,
)
from tests.semantics.oracle import framework, frameworks, law, seats

from foam.semantics.audience import Audience
from foam.semantics.framework import Argument, Attack, Framework

TEXTBOOK = {
    "unattacked": ("b>c", "b"),
    "reinstatement": ("b>a c>b", "ac"),
    "Nixon diamond": ("q>r r>q", ""),
    "odd cycle": ("a>b b>c c>a", ""),
    "even cycle": ("a>b b>c c>d d>a", ""),
    "self-attack": ("a>a a>b", ""),
    "floating acceptance": ("a>b b>a a>c b>c c>d", ""),
    "odd cycle beaten from outside": ("x>a a>b b>c c>a", "bx"),
    "even cycle beside an odd one": ("a>b b>a b>c c>d d>e e>c", ""),
}
"""Attacks, and what is accepted."""


@pytest.mark.parametrize("name", TEXTBOOK)
def test_textbook(name: str) -> None:
    edges, grounded = TEXTBOOK[name]
    assert label_grounded(framework(edges)).accepted == tuple(grounded)


def test_nothing_argued_nothing_accepted() -> None:
    assert label_grounded(Framework()).accepted == ()


@law
@given(frameworks(), st.none() | seats(most=1).map(lambda s: s[0]))
def test_agrees_with_the_definitions(f: Framework, audience: Audience | None) -> None:
    names, relation = oracle.standing(f), oracle.defeat(f, audience)
    assert {attack.ends for attack in find_defeats(f, audience)} == relation
    labels = label_grounded(f, audience)
    assert set(labels.accepted) == oracle.grounded(names, relation)
    assert set(labels.rejected) == {b for a, b in relation if a in labels.accepted}


@law
@given(frameworks())
def test_every_argument_has_one_label(f: Framework) -> None:
    labels = label_grounded(f)
    listed = (*labels.accepted, *labels.rejected, *labels.undecided)
    assert sorted(listed) == sorted(a.id for a in f.arguments)


@law
@given(frameworks(), st.none() | seats(most=1).map(lambda s: s[0]), st.data())
def test_an_unattacked_attacker_never_helps_its_target(
    f: Framework, audience: Audience | None, data: st.DataObject
) -> None:
    target = data.draw(st.sampled_from(sorted(a.id for a in f.arguments)))
    new = Argument(id="new", promotes=data.draw(oracle.values_promoted))
    more = Framework(arguments=(*f.arguments, new), attacks=(*f.attacks, Attack(attacker="new", target=target)))
    if target not in label_grounded(f, audience).accepted:
        assert target not in label_grounded(more, audience).accepted


@law
@given(frameworks(), st.randoms(use_true_random=False))
def test_the_order_of_arguments_and_attacks_does_not_matter(f: Framework, rng: Random) -> None:
    arguments, attacks = list(f.arguments), list(f.attacks)
    rng.shuffle(arguments)
    rng.shuffle(attacks)
    assert label_grounded(Framework(arguments=tuple(arguments), attacks=tuple(attacks))) == label_grounded(f)


def test_a_long_chain_is_settled_to_its_end() -> None:
    names = [f"n{place:05}" for place in range(10_001)]
    attacks = tuple(Attack(attacker=a, target=b) for a, b in pairwise(names))
    labels = label_grounded(Framework(arguments=tuple(Argument(id=name) for name in names), attacks=attacks))
    assert labels.accepted == tuple(names[::2])
    assert labels.rejected == tuple(names[1::2])
