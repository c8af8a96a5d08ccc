"""A model in several processes of this machine: the same answers as one of them gives, sooner."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from foam.model.pool import WorkerPool
from foam.model.port import Model
from foam.model.question import Answer, Question
from foam.record.entry import Decider


class PooledModel:
    """Answers with a pool of workers that each have opened the same model.

    Whoever asks several questions at once is answered by several workers. The answers come in any order, so a run's
    digest must not depend on that; who decided is the model itself, and the record cannot tell the difference.
    """

    def __init__(self, open_model: Callable[[], Model], pool: WorkerPool[Model]) -> None:
        """The pool's tool must be what `open_model` opens; here it is opened to say who it is, and never asked."""
        self._open_model = open_model
        self._decider: Decider | None = None
        self.pool = pool

    @property
    def decider(self) -> Decider:
        if self._decider is None:
            self._decider = self._open_model().decider
        return self._decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        return await self.pool.do(answer_now, question, seed=seed, complaint=complaint)


def answer_now(model: Model, question: Question, *, seed: int, complaint: str) -> Answer:
    """The model's answer, waited for."""
    return asyncio.run(model.answer(question, seed=seed, complaint=complaint))
