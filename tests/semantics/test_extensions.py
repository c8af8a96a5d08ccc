"""Dung's extensions: textbook cases, laws, and the definitions themselves as an oracle."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics import oracle
from tests.semantics.oracle import framework, frameworks, law, seats

from foam.errors import InputError
from foam.semantics.audience import Audience
from foam.semantics.extensions import (
    MOST_OPEN,
    find_complete_extensions,
    find_defeats,
    find_preferred_extensions,
    find_stable_extensions,
    label_grounded,
)
from foam.semantics.framework import Argument, Attack, Framework


def sets(*names: str) -> set[frozenset[str]]:
    return {frozenset(name) for name in names}


TEXTBOOK = {
    # edges, grounded, preferred, stable
    "unattacked": ("b>c", "b", sets("b"), sets("b")),
    "reinstatement": ("b>a c>b", "ac", sets("ac"), sets("ac")),
    "Nixon diamond": ("q>r r>q", "", sets("q", "r"), sets("q", "r")),
    "odd cycle": ("a>b b>c c>a", "", sets(""), set()),
    "even cycle": ("a>b b>c c>d d>a", "", sets("ac", "bd"), sets("ac", "bd")),
    "self-attack": ("a>a a>b", "", sets(""), set()),
    "floating acceptance": ("a>b b>a a>c b>c c>d", "", sets("ad", "bd"), sets("ad", "bd")),
    "odd cycle beaten from outside": ("x>a a>b b>c c>a", "bx", sets("bx"), sets("bx")),
    "even cycle beside an odd one": ("a>b b>a b>c c>d d>e e>c", "", sets("a", "bd"), sets("bd")),
}


@pytest.mark.parametrize("name", TEXTBOOK)
def test_textbook(name: str) -> None:
    edges, base, preferred, stable = TEXTBOOK[name]
    f = framework(edges)
    assert label_grounded(f).accepted == tuple(base)
    assert set(find_preferred_extensions(f)) == preferred
    assert set(find_stable_extensions(f)) == stable


def test_nothing_argued_nothing_accepted() -> None:
    assert label_grounded(Framework()).accepted == ()
    assert find_complete_extensions(Framework()) == (frozenset(),)
    assert find_stable_extensions(Framework()) == (frozenset(),)


@law
@given(frameworks(), st.none() | seats(most=1).map(lambda s: s[0]))
def test_agrees_with_the_definitions(f: Framework, audience: Audience | None) -> None:
    names, relation = oracle.standing(f), oracle.defeat(f, audience)
    assert {attack.ends for attack in find_defeats(f, audience)} == relation
    complete = oracle.complete(names, relation)
    assert set(find_complete_extensions(f, audience)) == complete
    assert set(find_preferred_extensions(f, audience)) == {s for s in complete if not any(s < t for t in complete)}
    assert set(find_stable_extensions(f, audience)) == oracle.stable(names, relation)
    labels = label_grounded(f, audience)
    assert set(labels.accepted) == oracle.grounded(names, relation)
    assert set(labels.rejected) == {b for a, b in relation if a in labels.accepted}


@law
@given(frameworks())
def test_every_argument_has_one_label(f: Framework) -> None:
    labels = label_grounded(f)
    listed = (*labels.accepted, *labels.rejected, *labels.undecided, *labels.absent)
    assert sorted(listed) == sorted(a.id for a in f.arguments)


@law
@given(frameworks())
def test_grounded_is_inside_every_complete_extension(f: Framework) -> None:
    base = set(label_grounded(f).accepted)
    assert all(base <= extension for extension in find_complete_extensions(f))


@law
@given(frameworks(), st.none() | seats(most=1).map(lambda s: s[0]), st.data())
def test_an_unattacked_attacker_never_helps_its_target(
    f: Framework, audience: Audience | None, data: st.DataObject
) -> None:
    target = data.draw(st.sampled_from(sorted(a.id for a in f.arguments)))
    new = Argument(id="new", promotes=data.draw(oracle.values_promoted))
    more = Framework(
        arguments=(*f.arguments, new), attacks=(*f.attacks, Attack(attacker="new", target=target)), supports=f.supports
    )
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


def test_too_much_left_open_is_refused_not_sampled() -> None:
    pairs = [(f"a{i}", f"b{i}") for i in range(MOST_OPEN // 2 + 1)]
    arguments = tuple(Argument(id=name) for pair in pairs for name in pair)
    attacks = tuple(Attack(attacker=x, target=y) for a, b in pairs for x, y in ((a, b), (b, a)))
    with pytest.raises(InputError, match=f"at most {MOST_OPEN}"):
        find_preferred_extensions(Framework(arguments=arguments, attacks=attacks))


def test_many_extensions_within_the_limit_are_all_found() -> None:
    f = framework(" ".join(f"{a}>{b} {b}>{a}" for a, b in ("ab", "cd", "ef", "gh", "ij", "kl")))
    assert len(find_complete_extensions(f)) == 3**6
    assert len(find_preferred_extensions(f)) == len(find_stable_extensions(f)) == 2**6
