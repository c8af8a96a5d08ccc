"""The contract of the model port; on the embedded model: embedded/test_kept_contract.py."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from pydantic import SecretStr
from tests.loopback import Loopback
from tests.model.contract import ANSWERING, LAWS
from tests.model.questions import EACH_KIND, ODD_ONES, OPTIONS
from tests.model.remote.kinds import KINDS

from foam.job.standins import RecordedModel
from foam.model.capped import Capped, Purse
from foam.model.facts import Facts, FactsModel, KnownSentence
from foam.model.handwritten import FOLDER, HandwrittenModel
from foam.model.lanes import InLanes, Lanes
from foam.model.pool import PooledModel, WorkerPool
from foam.model.port import Model
from foam.model.question import Question
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.scripted import ScriptedModel, agree
from foam.pack.files import SHIPPED

Open = Callable[[], AbstractAsyncContextManager[Model]]
Law = Callable[[Model, Question], Awaitable[None]]
SECRET = "sk-contract-secret"


@asynccontextmanager
async def scripted() -> AsyncIterator[Model]:
    yield ScriptedModel()


@asynccontextmanager
async def agreeing() -> AsyncIterator[Model]:
    yield ScriptedModel(agree())


@asynccontextmanager
async def knowing_the_facts() -> AsyncIterator[Model]:
    known = tuple(KnownSentence(text=one.text, side="for") for one in OPTIONS[:2])
    yield FactsModel(Facts(question="Should public transport be free?", sentences=known))


@asynccontextmanager
async def capped() -> AsyncIterator[Model]:
    yield Capped(ScriptedModel(), Purse(100))


@asynccontextmanager
async def in_lanes() -> AsyncIterator[Model]:
    yield InLanes(ScriptedModel(), Lanes(2))


_POOL: WorkerPool[Model] = WorkerPool(2, ScriptedModel)


@pytest.fixture(scope="module", autouse=True)
def close_pool() -> Iterator[None]:
    """The processes serve every law, and end with the suite."""
    yield
    _POOL.close()


@asynccontextmanager
async def pooled() -> AsyncIterator[Model]:
    yield PooledModel(ScriptedModel, _POOL)


@asynccontextmanager
async def remote() -> AsyncIterator[Model]:
    with Loopback() as server:
        async with RemoteModel(RemoteOptions(base_url=server.url, model="test-1"), key=SecretStr(SECRET)) as model:
            yield model


@asynccontextmanager
async def remote_in_anthropics_way() -> AsyncIterator[Model]:
    with Loopback(then=KINDS["anthropic"]) as server:
        options = RemoteOptions(base_url=server.url, model="test-1", api="anthropic")
        async with RemoteModel(options, key=SecretStr(SECRET)) as model:
            yield model


@asynccontextmanager
async def remote_by_words_alone() -> AsyncIterator[Model]:
    with Loopback(then=KINDS["words alone"]) as server:
        async with RemoteModel(RemoteOptions(base_url=server.url, model="test-1"), key=SecretStr(SECRET)) as model:
            yield model


@asynccontextmanager
async def recorded() -> AsyncIterator[Model]:
    yield RecordedModel(ScriptedModel().decider.model_copy(update={"seed": 7}))


@asynccontextmanager
async def handwritten() -> AsyncIterator[Model]:
    """Like a stand-in it answers what it holds and nothing else."""
    yield HandwrittenModel(SHIPPED / "mountain-hut" / FOLDER)


IMPLEMENTATIONS = (
    scripted,
    agreeing,
    knowing_the_facts,
    capped,
    in_lanes,
    pooled,
    remote,
    remote_in_anthropics_way,
    remote_by_words_alone,
)


def _keep(implementation: Open, law: Law, question: Question) -> None:
    async def keep() -> None:
        async with implementation() as model:
            await law(model, question)

    asyncio.run(keep())


@pytest.mark.parametrize("question", EACH_KIND + ODD_ONES, ids=lambda q: q.type)
@pytest.mark.parametrize("law", ANSWERING, ids=lambda law: law.__name__)
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=lambda made: made.__name__)
def test_every_model_keeps_the_contract(implementation: Open, law: Law, question: Question) -> None:
    _keep(implementation, law, question)


@pytest.mark.parametrize("question", EACH_KIND + ODD_ONES, ids=lambda q: q.type)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("implementation", [recorded, handwritten], ids=lambda made: made.__name__)
def test_a_stand_in_keeps_what_does_not_need_an_answer(implementation: Open, law: Law, question: Question) -> None:
    _keep(implementation, law, question)


@pytest.mark.parametrize("implementation", [*IMPLEMENTATIONS, recorded, handwritten], ids=lambda made: made.__name__)
def test_no_model_names_its_key(implementation: Open) -> None:
    async def named() -> str:
        async with implementation() as model:
            return f"{model.decider.model_dump_json()} {model.decider!r} {model!r}"

    assert SECRET not in asyncio.run(named())
