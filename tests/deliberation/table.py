"""A small table for the tests: a pack, its sample library as a list, scripted models, a store in memory."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from foam.deliberation.dossier import Dossier
from foam.deliberation.jobs import AskSpec, DeliberateSpec, Ran, deciders, run_deliberate
from foam.evidence.corpus import ListedCorpus
from foam.model.cast import ROLES
from foam.model.port import Model
from foam.model.question import Role
from foam.model.scripted import ScriptedModel
from foam.pack.loader import Pack, load_pack
from foam.perspective.node import Perspective
from foam.record.memory import MemoryStore
from foam.record.store import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Table:
    """Everything a run needs, with the pieces a test wants to look at."""

    def __init__(
        self, model: Model | None = None, *, pack: str = "benefits-appeal", store: Store | None = None
    ) -> None:
        self.pack: Pack = load_pack(pack)
        self.corpus = ListedCorpus.of(self.pack.documents())
        self.model = model or ScriptedModel()
        self.models: dict[Role, Model] = dict.fromkeys(ROLES, self.model)
        self.store: Store = MemoryStore()

    def spec(
        self, seats: tuple[Perspective, ...] | None = None, *, question: str = "", seed: int = 0
    ) -> DeliberateSpec:
        return DeliberateSpec(
            **self._setting(seed),
            question=question or self.pack.sample_question,
            seats=self.pack.perspectives if seats is None else seats,
        )

    def ask_spec(self, question: str = "", *, seed: int = 0) -> AskSpec:
        return AskSpec(**self._setting(seed), question=question or self.pack.sample_question)

    def deliberate(self, spec: DeliberateSpec | None = None) -> Ran[Dossier]:
        return asyncio.run(
            run_deliberate(
                spec or self.spec(),
                store=self.store,
                models=self.models,
                corpus=self.corpus,
                pack=self.pack,
                clock=lambda: NOON,
            )
        )

    def _setting(self, seed: int) -> dict[str, object]:
        return {
            "pack": self.pack.name,
            "pack_content": self.pack.content,
            "corpus": self.corpus.version,
            "engine": self.corpus.engine,
            "seed": seed,
            "deciders": deciders(self.models),
        }
