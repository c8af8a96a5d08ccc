"""A small stage for the tests: a pack, its library as a list, the shipped memory, a scripted model."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from tests.sample import NOON, Bench

from foam.debate.floor import ExemplarMemory
from foam.debate.memory.moves import RecalledMove
from foam.debate.memory.recall import Recall
from foam.debate.memory.sample import load_sample
from foam.debate.memory.values import Exemplar, RecalledExemplar
from foam.debate.rounds.job import DebateSpec, add_debate_tools, hold_debate
from foam.debate.transcript import Side, Transcript
from foam.debate.values import Debate
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import RunResult, run
from foam.model.judge import Relation, shipped_judge
from foam.model.port import Model
from foam.model.question import Choose, Chosen, Label, Labelled, Score, Scored
from foam.model.scripted import Call, Said, ScriptedModel
from foam.model.silent import SilentJudge
from foam.pack.formats import DebateFormat
from foam.record.store import Store

MOTION = "Cities should make public transport free."


def agreeable(call: Call) -> Said | None:
    """Finds every draft on side and to the point; chooses the first options; all else is left to the seed."""
    match call.question:
        case Label(template="debate/stance" | "debate/fact"):
            return Labelled(label="supports")
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
        self._found = tuple(
            RecalledExemplar(remembered=_remembered(n, text), similarity=1.0) for n, text in enumerate(texts)
        )

    def find(self, keywords: Iterable[str], history: list[str], *, limit: int = 5) -> tuple[RecalledExemplar, ...]:
        return self._found

    def find_moves(self, point: str, side: Side) -> tuple[RecalledMove, ...]:
        return ()

    def find_replies(self, point: str, side: Side, motion: str) -> tuple[RecalledMove, ...]:
        return ()


def _remembered(turn: int, text: str) -> Exemplar:
    return Exemplar(
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
def _recall() -> Recall:
    return load_sample(HashingEmbedder())


class CountingJudge(SilentJudge):
    """A judge that says the same of each pair, and keeps what it was asked."""

    def __init__(self, name: str, *, contradicts: float = 0.8) -> None:
        self.name = name
        self.read: list[tuple[str, str]] = []
        self._contradicts = contradicts

    def relation(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]:
        self.read += pairs
        rest = round(1 - self._contradicts, 6)
        verdict = "contradicts"
        return [Relation(verdict=verdict, supports=rest, contradicts=self._contradicts, neither=0.0) for _ in pairs]


class Stage(Bench):
    """Everything a debate needs, with the pieces a test wants to look at."""

    def __init__(self, model: Model | None = None, *, store: Store | None = None) -> None:
        super().__init__(model or ScriptedModel(agreeable), pack="policy-debate", store=store)
        self.judge = shipped_judge()
        self.recall = _recall()
        self.memory: ExemplarMemory = self.recall

    def format(self, name: str = "free") -> DebateFormat:
        return self.pack.debate_format(name)

    def debate_spec(self, *, transcript: Transcript | None = None, **more: Any) -> DebateSpec:
        return DebateSpec(
            **self.tools.describe(more.pop("seed", 0)),
            transcript=transcript or Transcript(motion=MOTION, utterances=()),
            format=more.pop("format", None) or self.format(),
            memory=self.memory.version,
            memory_engine=self.memory.engine,
            **more,
        )

    def debate(self, spec: DebateSpec | None = None, **more: Any) -> RunResult[Debate]:
        return asyncio.run(self.playing(spec or self.debate_spec(), **more))

    async def playing(self, spec: DebateSpec, **more: Any) -> RunResult[Debate]:
        tools = add_debate_tools(self.tools, self.memory, **more)
        return await run(hold_debate, spec, tools, store=self.store, clock=lambda: NOON)
