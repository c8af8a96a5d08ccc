"""What a run costs, as the endpoint tells it or as it must be assumed; and a budget that runs out in the middle."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from tests.loopback import Behaviour, Loopback, closed_port, cut_body, hang, says, status, throttle
from tests.model.questions import choose
from tests.model.remote.faketime import FakeTime

from foam.errors import BudgetSpent, ServiceError
from foam.job.clerk import Clerk
from foam.model.question import Usage
from foam.model.remote.budget import Budget, Price, Spent
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.remote.patience import Patience
from foam.record.clock import utc_now
from foam.record.memory import MemoryStore
from foam.record.runs import open_run

GOOD = '{"ids": ["s1"]}'
TOLD = {"prompt_tokens": 100, "completion_tokens": 10}
ONCE = Patience(attempts=1)


def spent_on(behaviour: Behaviour, **options: Any) -> Spent:
    """What one question costs an endpoint that behaves like this."""
    with Loopback(then=behaviour) as server:
        return spent_at(server.url, **options)


def spent_at(url: str, **options: Any) -> Spent:
    settings = RemoteOptions(base_url=url, model="m", max_tokens=50, patience=ONCE, **options)
    model = RemoteModel(settings, timing=FakeTime().timing)
    with contextlib.suppress(ServiceError):
        asyncio.run(model.answer(choose(), seed=1))
    return model.budget.spent


def test_the_endpoints_own_count_is_what_counts() -> None:
    price = Price(prompt=2, completion=10)
    used = Usage(prompt=100, completion=10)
    assert spent_on(says(GOOD, usage=TOLD), price=price) == Spent(calls=1, usage=used, money=0.0003)


@pytest.mark.parametrize(
    "usage",
    [
        None,
        [],
        "many",
        {"prompt_tokens": 5},
        {"prompt_tokens": None, "completion_tokens": 1},
        {"prompt_tokens": -5, "completion_tokens": 1},
        {"prompt_tokens": float("inf"), "completion_tokens": 1},
    ],
)
def test_without_a_usable_count_the_most_is_assumed(usage: Any) -> None:
    spent = spent_on(says(GOOD, usage=usage))
    assert spent.usage.completion == 50
    assert spent.usage.prompt > 100


def test_an_answer_out_of_bounds_was_paid_for_all_the_same() -> None:
    assert spent_on(says("no JSON", usage=TOLD)).usage == Usage(prompt=100, completion=10)


@pytest.mark.parametrize("behaviour", [cut_body, hang], ids=["cut short", "silent"])
def test_what_the_endpoint_may_have_worked_on_is_counted_in_full(behaviour: Behaviour) -> None:
    assert spent_on(behaviour, timeout=0.05).usage.completion == 50


@pytest.mark.parametrize("behaviour", [throttle("1"), status(500), status(401), status(400, "seed")])
def test_what_the_endpoint_turned_away_costs_nothing(behaviour: Behaviour) -> None:
    assert spent_on(behaviour) == Spent()


def test_no_connection_costs_nothing() -> None:
    assert spent_at(f"http://127.0.0.1:{closed_port()}/v1") == Spent()


def test_a_budget_that_runs_out_keeps_what_was_answered_and_a_rerun_goes_on() -> None:
    store = MemoryStore()
    run = open_run(store, "test", {}, clock=utc_now)
    questions = [choose(prompt=f"Question {n}") for n in range(20)]

    async def attempt(url: str, tokens: int) -> tuple[Clerk, list[BaseException]]:
        options = RemoteOptions(base_url=url, model="m", max_tokens=50, concurrency=4)
        async with RemoteModel(options, budget=Budget(tokens=tokens)) as model:
            clerk = Clerk(store, {"proposer": model, "judge": model}, run=run)
            asked = (clerk.ask("evidence", question) for question in questions)
            ended = await asyncio.gather(*asked, return_exceptions=True)
            return clerk, [end for end in ended if isinstance(end, BaseException)]

    with Loopback() as server:  # each answer says that it took 110 tokens
        first, failures = asyncio.run(attempt(server.url, tokens=1100))
        assert {type(failure) for failure in failures} == {BudgetSpent}
        assert 0 < first.tally.asked == len(server.requests) < 20
        assert len(store.members(run)) == first.tally.asked

        second, failures = asyncio.run(attempt(server.url, tokens=100_000))
        assert failures == []
        assert second.tally.reused == first.tally.asked
        assert len(server.requests) == 20
