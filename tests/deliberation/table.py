"""A small table for the tests: a pack, its sample library as a list, scripted models, a store in memory."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

from tests.deliberation.reading import reading

from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.ask import AskSpec
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document
from foam.job.job import RunResult, run
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.port import Model, PairJudge
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.memory import MemoryStore
from foam.record.store import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Sample(NamedTuple):
    """A pack with its sample library."""

    pack: Pack
    documents: tuple[Document, ...]
    corpus: ListedCorpus


@cache
def load_sample(pack: str) -> Sample:
    """A pack and its sample library, read once: nothing can change them."""
    loaded = load_pack(pack)
    documents = loaded.documents()
    return Sample(loaded, documents, ListedCorpus.of(documents))


class Table:
    """Everything a run needs, with the pieces a test wants to look at."""

    judge: PairJudge = SilentJudge()

    def __init__(
        self, model: Model | None = None, *, pack: str = "benefits-appeal", store: Store | None = None
    ) -> None:
        sample = load_sample(pack)
        self.pack: Pack = sample.pack
        self.corpus = sample.corpus
        self.model = model or ScriptedModel(reading(self.pack.sample_question))
        self.models: dict[str, Model] = dict.fromkeys(ROLES, self.model)
        self.store: Store = store or MemoryStore()

    def spec(
        self, seats: tuple[Perspective, ...] | None = None, *, question: str = "", seed: int = 0
    ) -> DeliberateSpec:
        return DeliberateSpec(
            **self.tools.describe(seed),
            question=question or self.pack.sample_question,
            seats=self.pack.perspectives if seats is None else seats,
        )

    def ask_spec(self, question: str = "", *, seed: int = 0) -> AskSpec:
        return AskSpec(**self.tools.describe(seed), question=question or self.pack.sample_question)

    def deliberate(self, spec: DeliberateSpec | None = None) -> RunResult[Answer]:
        return asyncio.run(run(deliberate, spec or self.spec(), self.tools, store=self.store, clock=lambda: NOON))

    @property
    def tools(self) -> Tools:
        return Tools(models=self.models, pack=self.pack, corpus=self.corpus, judge=self.judge)
