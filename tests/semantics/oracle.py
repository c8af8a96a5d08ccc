"""An independent oracle: the definitions, word for word. Slow, and shares no code with the package beyond its values.
Also the Hypothesis strategies that both are held against."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from foam.argument.tree import Consideration
from foam.semantics.audience import Audience

Set = frozenset[str]
Relation = frozenset[tuple[str, str]]

law = settings(deadline=None, max_examples=100)
VALUES = ("dignity", "equity", "liberty", "safety")
OPTIONS = ("for", "against", "neither")


def make_strict_audience(*values: str, name: str = "seat") -> Audience:
    """An audience that ranks the values in the order given, the highest first."""
    return Audience(id=name, weights={value: len(values) - place for place, value in enumerate(values)})


def make_reason(name: str, option: str, value: str = "") -> Consideration:
    return Consideration(id=name, says="So it is.", option=option, value=value, under="root", rests_on=())


def reasons(values: Sequence[str] = ("", *VALUES)) -> st.SearchStrategy[list[Consideration]]:
    """Reasons for some options, each of which serves a value, or none."""
    drawn = st.lists(st.tuples(st.sampled_from(OPTIONS), st.sampled_from(values)), min_size=1, max_size=7)
    return drawn.map(lambda rows: [make_reason(f"r{n}", *row) for n, row in enumerate(rows)])


def attack_each_other(drawn: Sequence[Consideration]) -> Relation:
    return frozenset((one.id, other.id) for one in drawn for other in drawn if one.option != other.option)


def prefers(audience: Audience, one: str, other: str) -> bool:
    return audience.weights.get(one, 0) > audience.weights.get(other, 0)


def defended(names: Set, attacks: Relation, members: Set) -> Set:
    """What the members defend: everything each of whose attackers some member attacks."""
    return frozenset(
        name
        for name in names
        if all(any((m, attacker) in attacks for m in members) for attacker, target in attacks if target == name)
    )


def accept(drawn: Sequence[Consideration], audience: Audience) -> Set:
    """The grounded extension: the least fixed point, from below."""
    value = {one.id: one.value for one in drawn}
    attacks = frozenset((a, b) for a, b in attack_each_other(drawn) if not prefers(audience, value[b], value[a]))
    members: Set = frozenset()
    while (more := defended(frozenset(value), attacks, members)) != members:
        members = more
    return members


def weighting(rng: Random) -> dict[str, float]:
    """Weights of some of the values, with ties and zeros, and at least one above zero."""
    weights = {value: rng.choice([0.0, 0.5, 1.0, 2.0, 3.0]) for value in VALUES if rng.random() < 0.85}
    return weights if any(weights.values()) else {rng.choice(VALUES): 1.0}


@st.composite
def seats(draw: st.DrawFn, *, least: int = 1, most: int = 4) -> tuple[Audience, ...]:
    """Audiences, ties and unweighed values included."""
    count, rng = draw(st.integers(least, most)), Random(draw(st.integers(0, 2**32 - 1)))
    return tuple(Audience(id=f"seat-{place}", weights=weighting(rng)) for place in range(count))
