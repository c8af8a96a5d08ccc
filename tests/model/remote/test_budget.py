"""Budgets: reserved before, settled after, never overspent, and always adding up."""

from __future__ import annotations

import asyncio
import threading
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.errors import BudgetSpent
from foam.model.question import Usage
from foam.model.remote.budget import Budget, Price, Spent

FREE = Price()
usages = st.builds(Usage, prompt=st.integers(0, 500), completion=st.integers(0, 500))


async def spend(budget: Budget, most: Usage, used: Usage | None, price: Price = FREE) -> bool:
    """Reserve, let others run, settle; False when the budget is spent."""
    try:
        hold = await budget.reserve(most, price)
    except BudgetSpent:
        return False
    await asyncio.sleep(0)
    hold.give_back() if used is None else hold.settle(used)
    return True


@given(st.lists(st.tuples(usages, st.floats(0, 1)), max_size=30), st.integers(0, 5000))
def test_calls_within_their_estimate_never_overspend_and_the_sums_hold(
    calls: list[tuple[Usage, float]], limit: int
) -> None:
    budget = Budget(tokens=limit)
    used = [Usage(prompt=int(m.prompt * share), completion=int(m.completion * share)) for m, share in calls]

    async def run() -> list[bool]:
        return await asyncio.gather(*(spend(budget, m, u) for (m, _), u in zip(calls, used, strict=True)))

    done = [u for u, ok in zip(used, asyncio.run(run()), strict=True) if ok]
    assert budget.spent.calls == len(done)
    assert budget.spent.usage == sum(done, Usage())
    assert budget.spent.usage.total <= limit


def test_money_is_counted_at_each_models_price() -> None:
    budget = Budget(money=1.0)
    dear, cheap = Price(prompt=3, completion=15), Price(prompt=0.1, completion=0.4)
    used = Usage(prompt=10_000, completion=1_000)

    async def run() -> None:
        await spend(budget, used, used, dear)
        await spend(budget, used, used, cheap)

    asyncio.run(run())
    assert budget.spent.money == pytest.approx(0.045 + 0.0014)


def test_no_limit_counts_all_the_same() -> None:
    budget = Budget()
    used = Usage(prompt=10**9, completion=1)
    assert asyncio.run(spend(budget, used, used))
    assert budget.spent == Spent(calls=1, usage=used)


def test_what_does_not_fit_waits_while_others_may_give_back() -> None:
    budget = Budget(tokens=100)
    most = Usage(completion=100)

    async def run() -> list[bool]:
        return await asyncio.gather(*(spend(budget, most, Usage(completion=10)) for _ in range(5)))

    # Each may take it all, so they go one by one: 10 spent each time, until 100 no longer fit beside them.
    assert sorted(asyncio.run(run())) == [False, False, False, False, True]

    budget.tokens = 140
    assert asyncio.run(run()) == [True, True, True, True, False]


def test_what_is_given_back_is_not_counted() -> None:
    budget = Budget(tokens=100)
    most = Usage(prompt=60)

    async def run() -> list[bool]:
        return await asyncio.gather(*(spend(budget, most, None) for _ in range(4)))

    assert asyncio.run(run()) == [True] * 4
    assert budget.spent == Spent()


def test_the_error_says_what_was_spent_and_the_way_forward() -> None:
    budget = Budget(tokens=1000, money=0.5)

    async def run() -> None:
        price = Price(prompt=10)
        await spend(budget, Usage(prompt=900), Usage(prompt=900), price)
        await budget.reserve(Usage(prompt=200), price)

    with pytest.raises(BudgetSpent) as caught:
        asyncio.run(run())
    assert caught.value.what == (
        "the run's budget is used up: 900 of 1,000 tokens spent, up to 200 more needed; "
        "0.0090 of 0.5000 in money spent, up to 0.0020 more needed"
    )
    assert "kept" in caught.value.hint


def test_a_waiter_who_leaves_takes_nothing_along() -> None:
    budget = Budget(tokens=10)

    async def run() -> None:
        hold = await budget.reserve(Usage(prompt=10), FREE)
        waiter = asyncio.create_task(spend(budget, Usage(prompt=10), None))
        await asyncio.sleep(0)
        waiter.cancel()
        await asyncio.gather(waiter, return_exceptions=True)
        hold.give_back()
        assert await spend(budget, Usage(prompt=10), None)

    asyncio.run(run())


def test_threads_with_loops_of_their_own_share_one_budget() -> None:
    budget = Budget(tokens=3_000)
    done: list[bool] = []

    def work(seed: int) -> None:
        rng = Random(seed)

        async def run() -> None:
            for _ in range(100):
                most = Usage(prompt=rng.randint(1, 1500))
                done.append(await spend(budget, most, Usage(prompt=1)))

        asyncio.run(run())

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert budget.spent.calls == done.count(True) == budget.spent.usage.total
    assert done == [True] * 400
