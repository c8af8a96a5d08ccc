"""A small table for the tests: a pack, its sample library as a list, scripted models, a store in memory."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.sample import NOON, Bench

from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.ask import AskSpec
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Origin, make_document
from foam.job.job import RunResult, run
from foam.model.port import Model
from foam.model.scripted import ScriptedModel
from foam.perspective.node import Perspective
from foam.record.store import Store

__all__ = ["NOON", "Table", "make_corpus"]


class Table(Bench):
    """Everything a run needs, with the pieces a test wants to look at."""

    def __init__(
        self, model: Model | None = None, *, pack: str = "benefits-appeal", store: Store | None = None
    ) -> None:
        super().__init__(model or ScriptedModel(), pack=pack, store=store)

    def spec(
        self, seats: tuple[Perspective, ...] | None = None, *, question: str = "", seed: int = 0, **fields: Any
    ) -> DeliberateSpec:
        named = {"question": question or self.pack.sample_question, **fields}
        seated = self.pack.perspectives if seats is None else seats
        return DeliberateSpec.model_validate({**self.tools.describe(seed), **named, "seats": seated})

    def ask_spec(self, question: str = "", *, seed: int = 0) -> AskSpec:
        return AskSpec(**self.tools.describe(seed), question=question or self.pack.sample_question)

    def deliberate(self, spec: DeliberateSpec | None = None) -> RunResult[Answer]:
        return asyncio.run(run(deliberate, spec or self.spec(), self.tools, store=self.store, clock=lambda: NOON))


def make_corpus(*documents: tuple[str, ...]) -> ListedCorpus:
    """A library of documents with these sentences."""
    return ListedCorpus.of(
        make_document("\n".join(one), origin=Origin(file=f"{n}.txt", format="txt", importer="plain-1"))
        for n, one in enumerate(documents, start=1)
    )
