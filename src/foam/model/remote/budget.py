"""What a run may spend, in tokens and in money.

A question reserves what it may cost at most before it is asked, and settles what it did cost afterwards, so that
questions in flight cannot overspend together. One that does not fit waits while others may still give back; when
nothing is left to be given back the budget is spent. Safe to share between models, event loops and threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial

from pydantic import Field

from foam.errors import BudgetSpent
from foam.model.question import Usage
from foam.values import Value


class Price(Value):
    """Money per million tokens, in whatever currency the budget is in."""

    prompt: float = Field(default=0.0, ge=0)
    completion: float = Field(default=0.0, ge=0)

    def of(self, usage: Usage) -> float:
        return (usage.prompt * self.prompt + usage.completion * self.completion) / 1_000_000


class Spent(Value):
    """What a run has cost so far."""

    calls: int = 0
    usage: Usage = Usage()
    money: float = 0.0


class Hold:
    """A reservation. Settle it exactly once; giving back is settling at nothing."""

    def __init__(self, budget: Budget, usage: Usage, price: Price) -> None:
        self.usage = usage
        self._budget = budget
        self._price = price

    @property
    def money(self) -> float:
        return self._price.of(self.usage)

    def settle(self, used: Usage) -> None:
        self._budget._settle(self, used, self._price.of(used))

    def settle_in_full(self) -> None:
        """For when the endpoint may have charged and did not say how much."""
        self.settle(self.usage)

    def give_back(self) -> None:
        self._budget._settle(self, None, 0.0)


class Budget:
    """One run's budget. `None` is no limit; what is spent is counted all the same."""

    def __init__(self, *, tokens: int | None = None, money: float | None = None) -> None:
        self.tokens = tokens
        self.money = money
        self._spent = Spent()
        self._held: dict[Hold, None] = {}
        self._waiting: list[Callable[[], object]] = []
        self._lock = threading.Lock()

    @property
    def spent(self) -> Spent:
        return self._spent

    async def reserve(self, most: Usage, price: Price) -> Hold:
        """Set aside what a call may cost at most. BudgetSpent when it can never fit."""
        hold = Hold(self, most, price)
        while (ready := self._try(hold)) is not None:
            await ready
        return hold

    def _try(self, hold: Hold) -> asyncio.Future[None] | None:
        """Take the hold, or say what to wait for."""
        with self._lock:
            if self._fits(hold):
                self._held[hold] = None
                return None
            if not self._held:
                raise _spent_error(self, hold)
            return self._next_settlement()

    def _fits(self, hold: Hold) -> bool:
        tokens = self.tokens is None or hold.usage.total + self._tokens_out() <= self.tokens
        money = self.money is None or hold.money + self._money_out() <= self.money
        return tokens and money

    def _tokens_out(self) -> int:
        return self._spent.usage.total + sum(hold.usage.total for hold in self._held)

    def _money_out(self) -> float:
        return self._spent.money + sum(hold.money for hold in self._held)

    def _next_settlement(self) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        settled: asyncio.Future[None] = loop.create_future()
        self._waiting.append(partial(loop.call_soon_threadsafe, _wake, settled))
        return settled

    def _settle(self, hold: Hold, used: Usage | None, money: float) -> None:
        with self._lock:
            del self._held[hold]
            if used is not None:
                self._spent = Spent(
                    calls=self._spent.calls + 1, usage=self._spent.usage + used, money=self._spent.money + money
                )
            waiting, self._waiting = self._waiting, []
        for wake in waiting:
            with contextlib.suppress(RuntimeError):  # its event loop has ended, and the waiter with it
                wake()


def _wake(settled: asyncio.Future[None]) -> None:
    if not settled.done():
        settled.set_result(None)


def _spent_error(budget: Budget, hold: Hold) -> BudgetSpent:
    spent = budget.spent
    parts = []
    if budget.tokens is not None:
        parts.append(f"{spent.usage.total:,} of {budget.tokens:,} tokens spent, up to {hold.usage.total:,} more needed")
    if budget.money is not None:
        parts.append(f"{spent.money:.4f} of {budget.money:.4f} in money spent, up to {hold.money:.4f} more needed")
    return BudgetSpent(
        f"the run's budget is used up: {'; '.join(parts)}",
        hint="what was answered is kept; raise the budget and run again to go on from there",
    )
