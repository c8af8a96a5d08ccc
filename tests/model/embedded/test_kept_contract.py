"""The contract of the model port, on the embedded model."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from tests.model.contract import ANSWERING
from tests.model.questions import OPTIONS, choose, label, rank, score, write

from foam.model.cast import EMBEDDED, open_local
from foam.model.embedded.model import EmbeddedModel
from foam.model.pool import PooledModel, WorkerPool
from foam.model.port import Model
from foam.model.question import Question

SMALL = (choose(options=OPTIONS[:2]), rank(OPTIONS[:2]), score(), label("yes", "no"), write(material=OPTIONS[:2]))
"""Two options each: the real weights take their time over every one."""

pytestmark = [pytest.mark.embedded]


@pytest.mark.parametrize("question", SMALL, ids=lambda q: q.type)
@pytest.mark.parametrize("law", ANSWERING, ids=lambda law: law.__name__)
def test_the_embedded_model_keeps_the_contract(
    model: EmbeddedModel, law: Callable[[Model, Question], Awaitable[None]], question: Question
) -> None:
    async def keep() -> None:
        await law(model, question)

    asyncio.run(keep())


def test_workers_give_the_very_answers_that_one_process_gives(pulled_home: Path) -> None:
    opening = partial(open_local, EMBEDDED, pulled_home)
    alone, pool = opening(), WorkerPool(2, opening)

    async def ask() -> None:
        pooled = PooledModel(opening, pool)
        assert pooled.decider == alone.decider
        given = await asyncio.gather(*(pooled.answer(question, seed=3) for question in SMALL))
        assert given == [await alone.answer(question, seed=3) for question in SMALL]

    try:
        asyncio.run(ask())
    finally:
        pool.close()
