"""A small stage for the tests: a pack, its library as a list, the shipped memory, a scripted model."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import cache
from typing import Any

from tests.deliberation.table import NOON, Table

from foam.debate.floor import Remembering
from foam.debate.memory.recall import Recall
from foam.debate.memory.sample import sample_recall
from foam.debate.memory.values import Recalled, Remembered
from foam.debate.rounds.format import Format, format_named
from foam.debate.rounds.job import DebateSpec, run_debate
from foam.debate.transcript import Transcript
from foam.debate.values import Debate
from foam.deliberation.jobs import Ran
from foam.evidence.corpus import ListedCorpus
from foam.evidence.search.fake import HashingEmbedder
from foam.model.cast import ROLES
from foam.model.port import Model
from foam.model.question import Choose, Chosen, Label, Labelled, Role, Score, Scored
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.loader import Pack, load_pack
from foam.record.memory import MemoryStore
from foam.record.store import Store

MOTION = "Cities should make public transport free."


def agreeable(call: Call) -> Said | None:
    """Finds every draft on side and to the point; chooses the first options; all else is left to the seed."""
    match call.question:
        case Label(template="stance" | "fact"):
            return Labelled(label="supports")
        case Label(template="review"):
            return Labelled(label="yes")
        case Score() as question:
            return Scored(score=question.high)
        case Choose() as question:
            return Chosen(ids=tuple(option.id for option in question.options[: max(1, question.at_least)]))
        case _:
            return None


class FixedMemory:
    """A memory that always remembers the same."""

    version, engine = "fixed", "fixed"

    def __init__(self, *texts: str) -> None:
        self._found = tuple(Recalled(remembered=_remembered(n, text), similarity=1.0) for n, text in enumerate(texts))

    def candidates(self, history: str) -> tuple[str, ...]:
        return ("buses",)

    def find(self, keywords: Iterable[str], history: list[str]) -> tuple[Recalled, ...]:
        return self._found


def _remembered(turn: int, text: str) -> Remembered:
    return Remembered(
        id=str(turn),
        text=text,
        side="pro",
        speaker="P1",
        motion="m",
        debate="d",
        turn=turn,
        language="en",
        schemes={"causal": "excellent"},
        annotator="test",
    )


@cache
def _read(pack: str) -> tuple[Pack, ListedCorpus, Recall]:
    loaded = load_pack(pack)
    return loaded, ListedCorpus.of(loaded.documents()), sample_recall(HashingEmbedder())


class Stage(Table):
    """Everything a debate needs, with the pieces a test wants to look at."""

    def __init__(self, model: Model | None = None, *, store: Store | None = None) -> None:
        self.pack, self.corpus, self.recall = _read("policy-debate")
        self.memory: Remembering = self.recall
        self.model = model or ScriptedModel(agreeable)
        self.models: dict[Role, Model] = dict.fromkeys(ROLES, self.model)
        self.store: Store = store or MemoryStore()

    def format(self, name: str = "free") -> Format:
        return format_named(self.pack, name)

    def setting(self, seed: int = 0) -> dict[str, Any]:
        return self._setting(seed)

    def debate_spec(
        self, *, transcript: Transcript | None = None, format: Format | None = None, **more: Any
    ) -> DebateSpec:
        return DebateSpec(
            **self.setting(more.pop("seed", 0)),
            transcript=transcript or Transcript(motion=MOTION, utterances=()),
            format=format or self.format(),
            memory=self.memory.version,
            memory_engine=self.memory.engine,
            **more,
        )

    def debate(self, spec: DebateSpec | None = None, **more: Any) -> Ran[Debate]:
        return asyncio.run(self.playing(spec or self.debate_spec(), **more))

    async def playing(self, spec: DebateSpec, **more: Any) -> Ran[Debate]:
        return await run_debate(
            spec,
            store=self.store,
            models=self.models,
            corpus=self.corpus,
            memory=self.memory,
            pack=self.pack,
            clock=lambda: NOON,
            **more,
        )
