"""The contract of the model port, on scripted and remote models; the embedded one: embedded/test_kept_contract.py."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from pydantic import SecretStr
from tests.loopback import Loopback
from tests.model.contract import LAWS
from tests.model.questions import EACH_KIND, ODD_ONES

from foam.model.port import Model
from foam.model.question import Question
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.scripted import ScriptedModel

Open = Callable[[], AbstractAsyncContextManager[Model]]
Law = Callable[[Model, Question], Awaitable[None]]
SECRET = "sk-contract-secret"


@asynccontextmanager
async def scripted() -> AsyncIterator[Model]:
    yield ScriptedModel()


@asynccontextmanager
async def remote() -> AsyncIterator[Model]:
    with Loopback() as server:
        async with RemoteModel(RemoteOptions(base_url=server.url, model="test-1"), key=SecretStr(SECRET)) as model:
            yield model


IMPLEMENTATIONS = (scripted, remote)


@pytest.mark.parametrize("question", EACH_KIND + ODD_ONES, ids=lambda q: q.type)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=lambda made: made.__name__)
def test_every_model_keeps_the_contract(implementation: Open, law: Law, question: Question) -> None:
    async def keep() -> None:
        async with implementation() as model:
            await law(model, question)

    asyncio.run(keep())


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=lambda made: made.__name__)
def test_no_model_names_its_key(implementation: Open) -> None:
    async def named() -> str:
        async with implementation() as model:
            return f"{model.decider.model_dump_json()} {model.decider!r} {model!r}"

    assert SECRET not in asyncio.run(named())
