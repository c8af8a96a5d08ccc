"""Jobs: a whole run from its spec to its views, and the replay of one from the record alone. Knows no terminal.

A job's spec names everything its outcome depends on, so the same spec is the same run: started again after a crash it
goes on where it stopped. Replaying needs the pack (for its prompts) and neither model nor library.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from foam.deliberation.ask import Debated, debate
from foam.deliberation.compile import compile_dossier
from foam.deliberation.dossier import Dossier
from foam.deliberation.loop import Mediation, mediate
from foam.deliberation.protocol import Protocol
from foam.deliberation.room import room
from foam.errors import NotRecorded
from foam.evidence.corpus import OPEN, Corpus, Passage
from foam.evidence.document import Document
from foam.job.clerk import Clerk
from foam.job.standins import RecordedModel
from foam.model.port import Model
from foam.model.question import Role
from foam.pack.loader import Pack, load_pack
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy
from foam.record.clock import Clock, utc_now
from foam.record.entry import Decider, Entry
from foam.record.graph import entry_of
from foam.record.runs import close_run, open_run
from foam.record.store import Store
from foam.text.pointer import Pointer
from foam.values import Value

Models = Mapping[Role, Model]
View = TypeVar("View", bound=Value)


class Setting(Value):
    """What every spec holds beside its question."""

    pack: str
    pack_content: str
    corpus: str
    engine: str
    seed: int
    deciders: dict[Role, Decider]


class AskSpec(Setting):
    """A small open debate."""

    question: str


class DeliberateSpec(Setting):
    """A deliberation: the question and who is seated."""

    question: str
    seats: tuple[Perspective, ...]
    protocol: Protocol = "deliberation"
    protocol_reason: str = "asked for"


@dataclass(frozen=True, slots=True)
class Ran(Generic[View]):
    """A finished run and what it gave."""

    run: str
    digest: str
    view: View
    asked: int
    reused: int


class _RecordedCorpus:
    """Stands in for the corpus of a replayed run: everything it was asked is in the record."""

    def __init__(self, version: str, engine: str) -> None:
        self.version = version
        self.engine = engine

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        raise NotRecorded(f"the record holds no search for {query!r}")

    def document(self, id: str) -> Document:
        raise NotRecorded(f"the record does not hold document {id}")

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        raise NotRecorded("the record holds no check of these quotations")


def deciders(models: Models) -> dict[Role, Decider]:
    """Who answers in which role."""
    return {role: model.decider for role, model in models.items()}


async def run_ask(
    spec: AskSpec, *, store: Store, models: Models, corpus: Corpus, pack: Pack, clock: Clock = utc_now
) -> Ran[Debated]:
    """Run the debate, or finish it."""
    run = open_run(store, "ask", spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=spec.seed, clock=clock)
    view = await debate(spec.question, clerk=clerk, corpus=corpus, prompts=pack.prompts)
    return closed(store, clerk, run, "answer", view, clock)


async def run_deliberate(
    spec: DeliberateSpec, *, store: Store, models: Models, corpus: Corpus, pack: Pack, clock: Clock = utc_now
) -> Ran[Dossier]:
    """Run the deliberation, or finish it."""
    run = open_run(store, "deliberate", spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=spec.seed, clock=clock)
    view = await _dossier(spec, clerk, store, run, corpus, pack)
    return closed(store, clerk, run, "dossier", view, clock)


def replay_views(store: Store, run: Entry) -> dict[str, str]:
    """The digests of a run's views, computed from the record alone."""
    return {name: view.digest for name, view in recorded_views(store, run).items()}


def recorded_views(store: Store, run: Entry) -> dict[str, Value]:
    """A run's views, computed from the record alone. Raises NotRecorded when something was never answered."""
    job, spec = run.draft.question["job"], run.draft.question["spec"]
    match job:
        case "ask":
            return {"answer": asyncio.run(_replayed_ask(AskSpec.model_validate(spec), store, run.key))}
        case "deliberate":
            return {"dossier": asyncio.run(_replayed_dossier(DeliberateSpec.model_validate(spec), store, run.key))}
        case _:
            raise NotRecorded(f"no job {job!r} can be replayed here")


def recorded_dossier(store: Store, run: str) -> Dossier:
    """The dossier of a deliberation, computed from the record alone."""
    views = recorded_views(store, entry_of(store, run))
    match views.get("dossier"):
        case Dossier() as dossier:
            return dossier
        case _:
            raise NotRecorded(f"run {run} is not a deliberation", hint="see: foam record list")


async def _dossier(spec: DeliberateSpec, clerk: Clerk, store: Store, run: str, corpus: Corpus, pack: Pack) -> Dossier:
    mediation = await deliberated(spec, clerk, corpus, pack)
    return dossier_of(mediation, spec, pack, [entry_of(store, key) for key in store.members(run)])


async def deliberated(spec: DeliberateSpec, clerk: Clerk, corpus: Corpus, pack: Pack) -> Mediation:
    """The mediation a spec asks for, through this clerk."""
    return await mediate(
        spec.question,
        spec.seats,
        room=room(clerk, corpus, pack),
        limits=pack.limits,
        protocol=spec.protocol,
        stakeholders=pack.stakeholders,
    )


def dossier_of(mediation: Mediation, spec: DeliberateSpec, pack: Pack, entries: Iterable[Entry]) -> Dossier:
    """The dossier of a mediation, as it came out or as it was revised."""
    return compile_dossier(
        mediation,
        pack=pack,
        corpus=spec.corpus,
        protocol=spec.protocol,
        protocol_reason=spec.protocol_reason,
        entries=entries,
    )


async def _replayed_ask(spec: AskSpec, store: Store, run: str) -> Debated:
    clerk, corpus, pack = replaying(spec, store, run)
    return await debate(spec.question, clerk=clerk, corpus=corpus, prompts=pack.prompts)


async def _replayed_dossier(spec: DeliberateSpec, store: Store, run: str) -> Dossier:
    clerk, corpus, pack = replaying(spec, store, run)
    return await _dossier(spec, clerk, store, run, corpus, pack)


def replaying(spec: Setting, store: Store, run: str) -> tuple[Clerk, Corpus, Pack]:
    """What a job is replayed with: a clerk that only reads, a corpus that only the record answers for, and the pack."""
    pack = load_pack(spec.pack)
    if pack.content != spec.pack_content:
        raise NotRecorded(
            f"pack {spec.pack} has changed since the run", hint="replay it with the pack as it was, or run it again"
        )
    models: dict[Role, Any] = {role: RecordedModel(decider) for role, decider in spec.deciders.items()}
    clerk = Clerk(store, models, run=run, seed=spec.seed, replaying=True)
    return clerk, _RecordedCorpus(spec.corpus, spec.engine), pack


def closed(store: Store, clerk: Clerk, run: str, name: str, view: View, clock: Clock) -> Ran[View]:
    """Close the run over its view."""
    outcome = close_run(store, run, {name: view.digest}, clock=clock)
    return Ran(run=run, digest=outcome.digest, view=view, asked=clerk.asked, reused=clerk.reused)
