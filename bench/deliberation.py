"""Deliberation: is a table as concurrent as the protocol allows?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from tests.debate.test_rounds import VirtualLoop

from bench.harness import Row, benchmark
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import run
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.handwritten import FOLDER, HandwrittenModel
from foam.model.port import Model
from foam.model.question import Answer, Question
from foam.model.silent import SilentJudge
from foam.pack.files import SHIPPED
from foam.pack.loader import load_pack
from foam.record.entry import Decider
from foam.record.graph import longest_chain
from foam.record.memory import MemoryStore


class Slowly:
    """Another model, each of whose answers takes so long."""

    def __init__(self, model: Model, delay: float) -> None:
        self._model = model
        self._delay = delay

    @property
    def decider(self) -> Decider:
        return self._model.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        await asyncio.sleep(self._delay)
        return await self._model.answer(question, seed=seed, complaint=complaint)


@benchmark
def written_by_hand() -> Iterable[Row]:
    """The worked example, every answer as slow as another: how long it waits, against its longest chain."""
    pack = load_pack("mountain-hut")
    model = Slowly(HandwrittenModel(SHIPPED / pack.name / FOLDER), 1.0)
    tools = Tools(
        models=dict.fromkeys(ROLES, model),
        pack=pack,
        corpus=make_sample_corpus(pack.documents(), HashingEmbedder()),
        judge=SilentJudge(),
    )
    spec = DeliberateSpec(**tools.describe(), question=pack.sample_question, seats=pack.perspectives)
    store = MemoryStore()
    busy = time.process_time()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        ran = runner.run(run(deliberate, spec, tools, store=store))
        waited = runner.get_loop().time()
    worked = time.process_time() - busy
    chain = longest_chain(store, ran.run)
    yield Row("questions asked", ran.asked, "", f"{len(pack.perspectives)} seats; at most 19 asked for")
    yield Row("longest chain of dependent questions", chain, "", "by the record")
    yield Row("waited for answers", waited, "answers", "by a clock that only answers move")
    yield Row("waiting over the longest chain", waited / chain, "x", "at most 1.25 asked for")
    yield Row("processor time of everything but the answers", worked, "s")
