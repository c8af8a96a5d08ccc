"""The session: everything a job works with while it runs.

A live session holds models, a pack and a corpus. The session of a replay holds stand-ins that carry the recorded names
and answer nothing, so that whatever the record does not hold is noticed. A job cannot tell the difference.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from foam.errors import FoamError, NotRecorded
from foam.evidence.corpus import Corpus, RecordedCorpus
from foam.job.clerk import Clerk
from foam.job.events import Listener, StepProgress, ignore
from foam.job.recalled import Recalled
from foam.job.spec import Spec
from foam.job.standins import RecordedJudge, RecordedModel, RecordedVectors
from foam.model.port import Embedder, Model, PairJudge, name_seat_model
from foam.model.question import Option
from foam.model.template import Prompts
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.clock import Clock, utc_now
from foam.record.entry import Draft, PerspectiveInput, ValueInput
from foam.record.personal import add_seal
from foam.record.store import Store
from foam.values import Value

Part = TypeVar("Part")
Given = TypeVar("Given", bound=Value)
SEAT_ROLES = ("proposer", "critic")
"""The roles in which a seat speaks for itself: what it proposes, and what it says against others."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What a job is given to work with. A job that does without something is given none."""

    models: Mapping[str, Model] = field(default_factory=dict)
    """Who answers, by role; for a jury, by the name of the model. A seat's own model goes by `name_seat_model`."""
    pack: Pack | None = None
    corpus: Corpus | None = None
    embedder: Embedder | None = None
    judge: PairJudge | None = None
    """Who reads sentences beside each other."""
    parts: Mapping[type, Any] = field(default_factory=dict)
    """What only some jobs use (a memory, a reader), by the port it implements."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """Input too large for a spec, as plain JSON under its digest: it is kept in the record."""
    recalled: Recalled = field(default_factory=dict)
    """Answers of an earlier run that this one changes: what is asked in the same words is not asked again."""
    concurrency: int = 8
    """Questions of a jury in flight at once."""
    cases_at_once: int = 1
    """Cases of an experiment that are played at once."""

    def describe(self, seed: int = 0) -> dict[str, Any]:
        """The fields by which a spec names these tools."""
        return {
            "pack": self.pack.reference if self.pack else "",
            "pack_content": self.pack.content if self.pack else "",
            "corpus": self.corpus.version if self.corpus else "",
            "engine": self.corpus.engine if self.corpus else "",
            "vectors": self.embedder.name if self.embedder else "",
            "pair_judge": self.judge.named_in_specs if self.judge else "",
            "seed": seed,
            "deciders": {role: model.decider for role, model in self.models.items()},
        }


@dataclass(frozen=True, slots=True)
class Session:
    """One run at work."""

    run: str
    store: Store
    clerk: Clerk
    tools: Tools
    clock: Clock = utc_now
    listener: Listener = ignore
    replaying: bool = False
    """Whether the record alone answers."""
    seat: str = ""
    """The seat that speaks here with a model of its own; empty for the table."""

    @property
    def pack(self) -> Pack:
        return self._require(self.tools.pack, "pack")

    @property
    def prompts(self) -> Prompts:
        return self.pack.prompts

    @property
    def corpus(self) -> Corpus:
        return self._require(self.tools.corpus, "corpus")

    @property
    def embedder(self) -> Embedder:
        return self._require(self.tools.embedder, "vectors")

    @property
    def judge(self) -> PairJudge:
        return self._require(self.tools.judge, "judge")

    @property
    def models(self) -> Mapping[str, Model]:
        """Who answers in which role while this seat, or the table, speaks."""
        models = self.tools.models
        return {**models, **dict.fromkeys(SEAT_ROLES, models[name_seat_model(self.seat)])} if self.seat else models

    def require_part(self, port: Callable[..., Part]) -> Part:
        """The implementation of a port that only some jobs use."""
        # Typed as a callable: mypy takes no Protocol where type[…] is asked for.
        part: Part | None = self.tools.parts.get(cast("type", port))
        return self._require(part, port.__name__)

    def can_write(self, role: str) -> bool:
        """Whether the role's model writes a sentence of its own; one that does not is offered no move that takes it."""
        return bool(self.models[role].decider.parameters.get("writes", True))

    def speaks(self, role: str) -> bool:
        """Whether the role's model writes whole acts in its own words; any other chooses among what code drafts."""
        return self.models[role].decider.parameters.get("voice") == "written"

    def of(self, seat: Perspective) -> Session:
        """The session in which this seat speaks: with its own model where it has one, else the session of the table.

        Run, record and counts are the same; only who proposes and criticises differs.
        """
        name = seat.id if name_seat_model(seat.id) in self.tools.models else ""
        if name == self.seat:
            return self
        speaking = replace(self, seat=name)
        return replace(speaking, clerk=self.clerk.with_models(speaking.models))

    def seal_draft(self, draft: Draft) -> Draft:
        """The draft as one of the personal file that the run belongs to, if it belongs to one."""
        return add_seal(draft, self.clerk.seal)

    def read_given(self, kind: str, digest: str) -> Any:
        """Input that the spec names by its digest: kept in the record when the run begins, read from it in a replay."""

        def read() -> Any:
            return self._require(self.tools.given.get(digest), kind)

        return self.clerk.compute(kind, read, ValueInput(role="digest", value=digest), rule="as given").answer

    def with_corpus(self, corpus: Corpus) -> Session:
        """The same session over other evidence."""
        return replace(self, tools=replace(self.tools, corpus=corpus))

    def make_clerk(self, models: Mapping[str, Model], *, seed: int) -> Clerk:
        """Another clerk on the same run, for a juror with a model and a seed of its own."""
        return Clerk(
            self.store,
            models,
            run=self.run,
            seed=seed,
            clock=self.clock,
            listener=self.listener,
            tally=self.clerk.tally,
            replaying=self.replaying,
            seal=self.clerk.seal,
            recalled=self.tools.recalled,
        )

    async def gather(self, step: str, works: Sequence[Awaitable[Part]]) -> tuple[Part, ...]:
        """Do all of them at once; what they give comes back in their order. Whoever listens hears how many are done."""
        done = 0

        async def count(work: Awaitable[Part]) -> Part:
            nonlocal done
            result = await work
            done += 1
            self.report(step, done, len(works))
            return result

        try:
            return tuple(await asyncio.gather(*map(count, works)))
        finally:  # a run that is cancelled leaves works that nobody began
            for work in works:
                if inspect.iscoroutine(work) and inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
                    work.close()

    def report(self, step: str, done: int, total: int = 0) -> None:
        """Tell whoever listens how far a step has come."""
        self.listener(StepProgress(step=step, done=done, total=total))

    def list_all_values(self) -> tuple[Option, ...]:
        """Every value of the pack, with what it means."""
        return tuple(Option(id=value.id, text=value.text) for value in self.pack.values)

    def describe_concerns(self, seat: Perspective) -> str:
        """What the seat looks for, in words: what its highest values mean."""
        meanings = {value.id: value.text for value in self.pack.values}
        return " ".join(meanings[value] for tier in seat.ranking[:2] for value in tier if value in meanings)

    def _require(self, tool: Part | None, name: str) -> Part:
        if tool is None:
            raise FoamError(f"this run was given no {name}", hint="a job that uses it must be given one")
        return tool


def depend_on_seat(seat: Perspective) -> PerspectiveInput:
    """The seat as an input: a decision taken from it depends on every word it declares, and not on its name."""
    return PerspectiveInput(role="seat", perspective=seat.declaration)


def make_standins(spec: Spec, parts: Mapping[type, Any]) -> Tools:
    """The stand-ins for everything a recorded spec names, and the pack, which must be what it was."""
    pack = load_pack(spec.pack) if spec.pack else None
    if pack is not None and pack.content != spec.pack_content:
        raise NotRecorded(
            f"pack {spec.pack} has changed since the run", hint="replay it with the pack as it was, or run it again"
        )
    return Tools(
        models={role: RecordedModel(decider) for role, decider in spec.deciders.items()},
        pack=pack,
        corpus=RecordedCorpus(spec.corpus, spec.engine) if spec.corpus else None,
        embedder=RecordedVectors(spec.vectors) if spec.vectors else None,
        judge=RecordedJudge(spec.pair_judge),
        parts=parts,
    )
