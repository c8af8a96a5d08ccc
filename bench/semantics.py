"""How fast sublation is: many orderings at once, large grounded labellings, and how cost grows with attacks.

All of it runs on one thread, so processor time is measured: on a busy machine other work does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import pairwise, permutations
from random import Random

from bench.harness import Row, benchmark
from foam.semantics.audience import Audience, make_strict_audience
from foam.semantics.extensions import label_grounded
from foam.semantics.flips import find_minimal_flips
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.robustness import measure_robustness
from foam.semantics.sublation import sublate

VALUES = tuple(f"value-{place}" for place in range(6))
SEED = 20


@benchmark
def sublation() -> Iterable[Row]:
    """200 arguments, 6 values: every ordering, five seats, every ordering as a seat."""
    rng = Random(SEED)
    framework = random_framework(200, 400, rng)
    five = seats(5, rng)
    every = [make_strict_audience("-".join(order), *order) for order in permutations(VALUES)]
    note = "200 arguments, 400 attacks, 6 values"
    yield Row("all 720 orderings", least(lambda: measure_robustness(framework)), "s", note)
    yield Row("5 seats, conditions over all 720", least(lambda: sublate(framework, five)), "s", note)
    yield Row("720 seats with conditions", least(lambda: sublate(framework, every)), "s", note)


@benchmark
def grounded_labelling() -> Iterable[Row]:
    """10,000 arguments, and how the cost grows with attacks."""
    rng = Random(SEED)
    few, many = (random_framework(10_000, attacks, rng) for attacks in (20_000, 80_000))
    short, long = (chain(length) for length in (20_000, 80_000))
    audience = make_strict_audience("seat", *VALUES)
    small, large = least(lambda: label_grounded(few)), least(lambda: label_grounded(many))
    yield Row("10,000 arguments", large, "s", "80,000 attacks")
    yield Row("for an audience", least(lambda: label_grounded(many, audience)), "s", "80,000 attacks, 6 values")
    yield Row("four times the attacks", large / small, "x", "80,000 over 20,000; linear is at most 4")
    ratio = least(lambda: label_grounded(long)) / least(lambda: label_grounded(short))
    yield Row("a chain four times as long", ratio, "x", "80,000 over 20,000 arguments; linear is 4")


@benchmark
def what_would_flip() -> Iterable[Row]:
    """60 arguments, 5 seats: every set of up to two changes, or the first that overturns the claim."""
    rng = Random(SEED)
    framework, five = random_framework(60, 90, rng), seats(5, rng)
    claims = [f"n{place}" for place in range(10)]
    tried = sum(find_minimal_flips(framework, five, claim, most_changes=2).tried for claim in claims)
    took = least(lambda: [find_minimal_flips(framework, five, claim, most_changes=2) for claim in claims])
    yield Row("sets of changes tried", tried / took, "1/s", f"{tried} sets for 10 claims")


def least(work: Callable[[], object], *, repeat: int = 3) -> float:
    """The least processor time of `work` over some runs."""
    return min(_processor_seconds(work) for _ in range(repeat))


def random_framework(arguments: int, attacks: int, rng: Random) -> Framework:
    """Arguments that promote one of six values each, attacked at random."""
    names = [f"n{place}" for place in range(arguments)]
    ends: set[tuple[str, str]] = set()
    while len(ends) < attacks:
        ends.add((rng.choice(names), rng.choice(names)))
    return Framework(
        arguments=tuple(Argument(id=name, promotes=(rng.choice(VALUES),)) for name in names),
        attacks=tuple(Attack(attacker=a, target=b) for a, b in sorted(ends)),
    )


def chain(length: int) -> Framework:
    """The deepest graph: each argument attacks the next."""
    names = [f"n{place}" for place in range(length)]
    attacks = tuple(Attack(attacker=a, target=b) for a, b in pairwise(names))
    return Framework(arguments=tuple(Argument(id=name) for name in names), attacks=attacks)


def seats(count: int, rng: Random) -> list[Audience]:
    """Audiences that rank the six values at random."""
    return [make_strict_audience(f"seat-{n}", *rng.sample(VALUES, len(VALUES))) for n in range(count)]


def _processor_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
