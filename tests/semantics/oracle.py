"""An independent oracle: the definitions, word for word, over all subsets and all orderings. Slow, and shares no code
with the package beyond its values. Also the Hypothesis strategies that both are held against."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from foam.semantics.audience import Audience
from foam.semantics.framework import Argument, Attack, Framework

Set = frozenset[str]
Relation = frozenset[tuple[str, str]]

law = settings(deadline=None, max_examples=100)
VALUES = ("dignity", "equity", "liberty", "safety")


def framework(edges: str, **promotes: str) -> Framework:
    """`framework("b>a c>b", a="life")`: arguments by letter, the attacks between them, and what each promotes."""
    pairs = [edge.split(">") for edge in edges.split()]
    names = sorted({name for pair in pairs for name in pair} | set(promotes))
    return Framework(
        arguments=tuple(Argument(id=name, promotes=tuple(promotes.get(name, "").split())) for name in names),
        attacks=tuple(Attack(attacker=a, target=b) for a, b in pairs),
    )


def standing(f: Framework) -> Set:
    return frozenset(a.id for a in f.arguments)


def prefers(audience: Audience, one: str, other: str) -> bool:
    return audience.weights.get(one, 0) > audience.weights.get(other, 0)


def defeat(f: Framework, audience: Audience | None) -> Relation:
    """The attacks that succeed: no value of the target is preferred to every value of the attacker."""
    promotes = {a.id: a.promotes for a in f.arguments}

    def saved(attacker: str, target: str) -> bool:
        against = promotes[attacker]
        if audience is None or not against:
            return False
        return any(all(prefers(audience, mine, theirs) for theirs in against) for mine in promotes[target])

    return frozenset(a.ends for a in f.attacks if not saved(*a.ends))


def defended(names: Set, attacks: Relation, members: Set) -> Set:
    """What the members defend: everything each of whose attackers some member attacks."""
    return frozenset(
        name
        for name in names
        if all(any((m, attacker) in attacks for m in members) for attacker, target in attacks if target == name)
    )


def grounded(names: Set, attacks: Relation) -> Set:
    """The least fixed point, from below."""
    members: Set = frozenset()
    while (more := defended(names, attacks, members)) != members:
        members = more
    return members


def accepted(f: Framework, audience: Audience | None) -> Set:
    return grounded(standing(f), defeat(f, audience))


def orderings(values: Iterable[str]) -> list[Audience]:
    return [
        Audience(id="-".join(order) or "none", weights={v: len(order) - i for i, v in enumerate(order)} or {"x": 1})
        for order in permutations(sorted(values))
    ]


values_promoted = st.lists(st.sampled_from(VALUES), max_size=2, unique=True).map(tuple)


@st.composite
def frameworks(draw: st.DrawFn, *, single_valued: bool = False) -> Framework:
    """Small frameworks with everything in them: cycles, self-attacks, several values or none.

    Size and density are drawn and shrink; the rest comes from a drawn seed. Drawing edge by edge gave graphs so thin
    that not one in eighty reinstated anything, and laws held by saying nothing.
    """
    names = "abcdef"[: draw(st.sampled_from([1, 3, 4, 5, 6, 6]))]
    density = draw(st.sampled_from([0.15, 0.25, 0.35]))
    rng = Random(draw(st.integers(0, 2**32 - 1)))

    def pairs(chance: float) -> list[tuple[str, str]]:
        return [(a, b) for a in names for b in names if rng.random() < (chance if a != b else chance / 4)]

    def promoted() -> tuple[str, ...]:
        return tuple(rng.sample(VALUES, 1 if single_valued else rng.choice([0, 1, 1, 2])))

    arguments = tuple(Argument(id=name, promotes=promoted()) for name in names)
    return Framework(arguments=arguments, attacks=tuple(Attack(attacker=a, target=b) for a, b in pairs(density)))


def weighting(rng: Random) -> dict[str, float]:
    """Weights of some of the values, with ties and zeros, and at least one above zero."""
    weights = {value: rng.choice([0.0, 0.5, 1.0, 2.0, 3.0]) for value in VALUES if rng.random() < 0.85}
    return weights if any(weights.values()) else {rng.choice(VALUES): 1.0}


@st.composite
def seats(draw: st.DrawFn, *, least: int = 1, most: int = 4) -> tuple[Audience, ...]:
    """Audiences, ties and unweighed values included."""
    count, rng = draw(st.integers(least, most)), Random(draw(st.integers(0, 2**32 - 1)))
    return tuple(Audience(id=f"seat-{place}", weights=weighting(rng)) for place in range(count))
