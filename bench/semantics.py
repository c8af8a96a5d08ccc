"""How fast weighing is: many orderings at once, large grounded labellings, and how cost grows with attacks.

All of it runs on one thread, so processor time is measured: on a busy machine other work does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import pairwise, permutations
from random import Random

from bench.harness import Row, benchmark
from foam.semantics.audience import make_ranks, make_strict_audience
from foam.semantics.framework import Argument, Attack, Framework
from foam.semantics.robustness import measure_robustness
from foam.semantics.worlds import settle_for

VALUES = tuple(f"value-{place}" for place in range(6))
SEED = 20


@benchmark
def orderings() -> Iterable[Row]:
    """200 arguments, 6 values: every ordering, and every ordering as a seat."""
    rng = Random(SEED)
    framework = random_framework(200, 400, rng)
    every = [make_strict_audience("-".join(order), *order) for order in permutations(VALUES)]
    note = "200 arguments, 400 attacks, 6 values"
    yield Row("all 720 orderings", least(lambda: measure_robustness(framework)), "s", note)
    ranks = make_ranks(every, framework.values)
    yield Row("720 seats at once", least(lambda: settle_for(framework, ranks)), "s", note)


@benchmark
def grounded_labelling() -> Iterable[Row]:
    """10,000 arguments, and how the cost grows with attacks."""
    rng = Random(SEED)
    few, many = (random_framework(10_000, attacks, rng) for attacks in (20_000, 80_000))
    short, long = (chain(length) for length in (20_000, 80_000))
    small, large = least(lambda: _label(few)), least(lambda: _label(many))
    yield Row("10,000 arguments", large, "s", "80,000 attacks")
    yield Row("four times the attacks", large / small, "x", "80,000 over 20,000; linear is at most 4")
    ratio = least(lambda: _label(long)) / least(lambda: _label(short))
    yield Row("a chain four times as long", ratio, "x", "80,000 over 20,000 arguments; linear is 4")


def _label(framework: Framework) -> object:
    return settle_for(framework, make_ranks([], framework.values))


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


def _processor_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
