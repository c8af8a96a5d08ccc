"""What a run cost, from its record: tokens as endpoints said them, prices as they were, and what is not known."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from tests.job.sessions import NOON
from tests.job.test_clerk import question

from foam.errors import OutOfBounds
from foam.job.clerk import Clerk
from foam.job.costs import Cost, RunCost, reckon_cost
from foam.job.prices import keep_prices
from foam.model.port import Model
from foam.model.question import Answer, Chosen, Question, Role, Usage
from foam.model.remote.budget import Price
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.scripted import ScriptedModel
from foam.record.entry import Decider
from foam.record.memory import MemoryStore
from foam.record.runs import close_run, open_run

USAGE = Usage(prompt=1000, completion=200, cached=600, reasoning=50)
DEAR, CHEAP = Price(prompt=10, completion=50), Price(prompt=1, completion=5)


def _remote(price: Price | None) -> RemoteModel:
    return RemoteModel(RemoteOptions(base_url="http://127.0.0.1:1/v1", model="house", price=price))


class _Said:
    """Answers like the endpoint it stands for, with the tokens that it says it took."""

    def __init__(self, usage: Sequence[Usage | OutOfBounds | None]) -> None:
        self._usage = list(usage)

    @property
    def decider(self) -> Decider:
        return _remote(None).decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        match self._usage.pop(0):
            case OutOfBounds() as error:
                raise error
            case usage:
                return Answer(reply=Chosen(ids=("a",)), method="said", usage=usage)


class _Run:
    """A run whose questions are asked one after another, at times of their own."""

    def __init__(self, store: MemoryStore, name: str = "test") -> None:
        self.store = store
        self.now = NOON
        self.key = open_run(store, name, {}, clock=self._clock)

    def _clock(self) -> datetime:
        return self.now

    def price(self, price: Price | None) -> None:
        keep_prices(self.store, self.key, {"proposer": _remote(price)}, clock=self._clock)

    def ask(self, model: Model, *statements: str, role: Role = "proposer", kind: str = "claim") -> None:
        models = dict.fromkeys(("proposer", "critic", "evaluator", "judge"), model)
        clerk = Clerk(self.store, models, run=self.key, clock=self._clock)
        for statement in statements:
            asyncio.run(clerk.ask(kind, question(role, statement)))

    @property
    def cost(self) -> RunCost:
        return reckon_cost(self.store, self.key)


def test_tokens_and_money_add_up_by_role_step_and_model() -> None:
    run = _Run(MemoryStore())
    run.price(DEAR)
    run.ask(_Said([USAGE, USAGE]), "one", "two")
    run.ask(_Said([USAGE]), "three", role="critic", kind="objection")
    run.ask(ScriptedModel(), "four", role="evaluator", kind="score")
    cost = run.cost
    assert (cost.total.questions, cost.total.local, cost.total.usage) == (4, 1, USAGE + USAGE + USAGE)
    assert cost.total.money == pytest.approx(3 * DEAR.of(USAGE))
    assert {name: one.questions for name, one in cost.by_role.items()} == {"proposer": 2, "critic": 1, "evaluator": 1}
    assert {name: one.questions for name, one in cost.by_step.items()} == {"claim": 2, "objection": 1, "score": 1}
    assert cost.by_model["house"].money == pytest.approx(3 * DEAR.of(USAGE))
    assert cost.by_model["scripted"] == Cost(questions=1, local=1)
    assert cost.total.usage == USAGE + USAGE + USAGE
    assert cost.total.money == pytest.approx(0.06)


def test_what_an_endpoint_does_not_say_is_unknown_and_not_nothing() -> None:
    run = _Run(MemoryStore())
    run.price(DEAR)
    run.ask(_Said([USAGE, None]), "one", "two")
    assert (run.cost.total.unknown, run.cost.total.usage) == (1, USAGE)
    assert run.cost.total.money == pytest.approx(0.02)


def test_without_a_price_no_money_is_named() -> None:
    run = _Run(MemoryStore())
    run.price(None)
    run.ask(_Said([USAGE]), "one")
    assert run.cost.total.unpriced == 1
    assert "in money" not in str(run.cost)


def test_an_answer_has_the_price_that_held_when_it_was_given() -> None:
    run = _Run(MemoryStore())
    run.price(DEAR)
    run.ask(_Said([USAGE]), "one")
    run.now += timedelta(hours=1)
    for price in (CHEAP, CHEAP):
        run.price(price)
    run.ask(_Said([USAGE]), "two")
    assert run.cost.total.money == pytest.approx(DEAR.of(USAGE) + CHEAP.of(USAGE))
    assert len(list(run.store.entries(kind="prices"))) == 2


def test_prices_are_no_part_of_what_a_run_comes_to() -> None:
    digests = set()
    for price in (DEAR, CHEAP, None):
        run = _Run(MemoryStore())
        run.price(price)
        run.ask(_Said([USAGE]), "one")
        digests.add(close_run(run.store, run.key, {}, clock=lambda: NOON).digest)
    assert len(digests) == 1


def test_reused_answers_cost_nothing_and_are_counted_apart() -> None:
    first = _Run(MemoryStore())
    first.price(DEAR)
    first.ask(_Said([USAGE]), "one")
    second = _Run(first.store, "other")
    second.price(DEAR)
    second.ask(_Said([USAGE]), "one", "two")
    assert second.cost.total == Cost(questions=1, reused=1, usage=USAGE, money=DEAR.of(USAGE))
    assert first.cost.total == Cost(questions=1, usage=USAGE, money=DEAR.of(USAGE))


def test_tries_that_were_refused_cost_too() -> None:
    wrong = OutOfBounds("not offered", said="z")
    wrong.usage = USAGE
    run = _Run(MemoryStore())
    run.price(DEAR)
    run.ask(_Said([wrong, USAGE]), "one")
    with pytest.raises(OutOfBounds):
        run.ask(_Said([wrong, wrong, wrong]), "two")
    assert run.cost.total.usage == Usage(prompt=5000, completion=1000, cached=3000, reasoning=250)
    assert run.cost.by_step["claim"].questions == 2
