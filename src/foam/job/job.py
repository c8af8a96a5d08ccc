"""Jobs: one function and one spec each. A job is run under a run of the record, and replayed from the record alone.

@job("case", spec=CaseSpec)
async def write_case(spec: CaseSpec, session: Session) -> Case: ...

ran = await run(write_case, spec, tools, store=store)
case = await replay(store, ran.run)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import ValidationError

from foam.errors import InputError, NotRecorded, UnknownName
from foam.job.clerk import Clerk
from foam.job.costs import INNER_RUN
from foam.job.events import Listener, RunFinished, RunStarted, ignore
from foam.job.prices import keep_prices, price_answers
from foam.job.session import Session, Tools, make_standins
from foam.job.spec import Spec
from foam.paper.readable import Readable
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry, ValueInput
from foam.record.graph import require_entry
from foam.record.personal import Seal
from foam.record.runs import close_run, find_erasure, open_run
from foam.record.store import RUN, Store
from foam.values import short

AnySpec = TypeVar("AnySpec", bound=Spec)
View = TypeVar("View")
Parts = Mapping[type, Any]


@dataclass(frozen=True)
class Job(Generic[AnySpec, View]):
    """A kind of work: what it is asked, how it is done, and which digests its result is closed with."""

    name: str
    spec: type[AnySpec]
    work: Callable[[AnySpec, Session], Awaitable[View]]
    digests: Callable[[View], Mapping[str, str]]
    standins: Callable[[AnySpec], Parts]
    """What takes the place of the job's own parts in a replay."""

    async def __call__(self, spec: AnySpec, session: Session) -> View:
        """Do the work inside a session that is open already."""
        return await self.work(spec, session)


@dataclass(frozen=True, repr=False)
class RunResult(Generic[View]):
    """A finished run and what it gave."""

    run: str
    digest: str
    view: View
    asked: int
    """Questions a model answered this time."""
    reused: int
    """Questions that the record answered."""

    @property
    def text(self) -> str:
        """What it gave, as a terminal shows it."""
        return str(self.view)

    def save(self, path: Path | str) -> Path:
        """Write what it gave to a file; the ending of the name says how."""
        if not isinstance(self.view, Readable):
            raise InputError(f"{self!r} is not saved as a file", hint="its view has the values")
        return self.view.save(path)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        """Short: asyncio asks for it when a run ends, and writing out a dossier takes long."""
        made = f"{self.asked} asked, {self.reused} reused"
        return f"<{type(self.view).__name__} of run {short(self.run)}: {made}; its values are in .view>"

    def _repr_html_(self) -> str:
        return self.view._repr_html_() if isinstance(self.view, Readable) else f"<pre>{escape(self.text)}</pre>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_") or name == "view":
                raise AttributeError(name)
            raise UnknownName(self, name, meant=f"view.{name}" if hasattr(self.view, name) else "")


_JOBS: dict[str, Job[Any, Any]] = {}
_MODULES = {
    "ask": "foam.deliberation.answer.ask",
    "case": "foam.case.write",
    "case-check": "foam.case.deep",
    "contest": "foam.contest.job",
    "cut": "foam.case.cutting.wording",
    "debatable-agreement": "foam.debatable.jobs",
    "debatable-answer": "foam.debatable.jobs",
    "debatable-build": "foam.debatable.curation.build",
    "debatable-evaluate": "foam.debatable.jobs",
    "debatable-score": "foam.debatable.jobs",
    "debate": "foam.debate.rounds.job",
    "debate evaluation": "foam.judging.debates.job",
    "deliberate": "foam.deliberation.jobs",
    "examine": "foam.examination.job",
    "judge": "foam.judging.jury.scoring",
    "memory": "foam.debate.memory.build",
    "oversee": "foam.oversight.experiment.run",
    "oversee case": "foam.oversight.experiment.run",
    "perspectives": "foam.deliberation.seats",
    "rules": "foam.acts.rules",
    "tournament": "foam.judging.tournament.session",
}
"""Where each job is. They stand above this floor, so they are named, and the one that is wanted is imported."""


def job(
    name: str,
    *,
    spec: type[AnySpec],
    view: str = "",
    digests: Callable[[Any], Mapping[str, str]] | None = None,
    standins: Callable[[AnySpec], Parts] = lambda _: {},
) -> Callable[[Callable[[AnySpec, Session], Awaitable[View]]], Job[AnySpec, View]]:
    """Make a function a job. The run closes over its result under `view` (the job's name), or as `digests` says."""

    def one_view(result: Any) -> Mapping[str, str]:
        return {view or name: result.digest}

    def register(work: Callable[[AnySpec, Session], Awaitable[View]]) -> Job[AnySpec, View]:
        found: Job[AnySpec, View] = Job(name=name, spec=spec, work=work, digests=digests or one_view, standins=standins)
        if name in _JOBS:
            raise ValueError(f"there are two jobs {name!r}")
        _JOBS[name] = found
        return found

    return register


def find_job(name: str) -> Job[Any, Any]:
    """The job of this name."""
    if name in _MODULES:
        import_module(_MODULES[name])
    if name not in _JOBS:
        raise NotRecorded(f"no job {name!r} can be replayed", hint=f"jobs are {', '.join(list_jobs())}")
    return _JOBS[name]


def list_jobs() -> tuple[str, ...]:
    """Every job, sorted."""
    return tuple(sorted({*_JOBS, *_MODULES}))


async def run(
    job: Job[AnySpec, View],
    spec: AnySpec,
    tools: Tools,
    *,
    store: Store,
    clock: Clock = utc_now,
    listener: Listener = ignore,
    seal: Seal | None = None,
) -> RunResult[View]:
    """Run the job, or finish it: what the record holds already is not asked again.

    With a seal, everything that is recorded belongs to a personal file.
    """
    key = open_run(store, job.name, spec.json_value(), clock=clock, seal=seal)
    keep_prices(store, key, tools.models, clock=clock)
    listener = price_answers(listener, tools.models.values())
    listener(RunStarted(job=job.name, run=key))
    clerk = Clerk(
        store,
        tools.models,
        run=key,
        seed=spec.seed,
        clock=clock,
        listener=listener,
        seal=seal,
        recalled=tools.recalled,
    )
    session = Session(run=key, store=store, clerk=clerk, tools=tools, clock=clock, listener=listener)
    view = await job.work(spec, session)
    outcome = close_run(store, key, job.digests(view), clock=clock)
    listener(RunFinished(job=job.name, run=key, asked=clerk.tally.asked, reused=clerk.tally.reused))
    return RunResult(run=key, digest=outcome.digest, view=view, asked=clerk.tally.asked, reused=clerk.tally.reused)


async def replay(store: Store, run: str) -> Any:
    """What a run gave, computed from the record alone. Raises NotRecorded when something was never answered."""
    entry = require_entry(store, run)
    found, spec = read_spec(entry)
    return await found.work(spec, open_replay(store, run, spec, found.standins(spec)))


async def run_inside(job: Job[AnySpec, View], spec: AnySpec, session: Session) -> View:
    """Run another job under a run of its own, with the same tools; in a replay, replay that run.

    The outer run records which run it was: another version of FOAM would give the same spec another key.
    """
    source = ValueInput(role="spec", value=spec.digest)
    if session.replaying:
        view: View = await replay(session.store, _find_inner_run(job, spec, session))
        return view
    ran = await run(
        job,
        spec,
        session.tools,
        store=session.store,
        clock=session.clock,
        listener=session.listener,
        seal=session.clerk.seal,
    )
    session.clerk.compute(INNER_RUN, lambda: {"run": ran.run, "digest": ran.digest}, source, rule=job.name)
    session.clerk.tally.asked += ran.asked
    session.clerk.tally.reused += ran.reused
    return ran.view


def _find_inner_run(job: Job[AnySpec, View], spec: AnySpec, session: Session) -> str:
    """The run under which a job was done inside this one, as the record has it."""
    source = ValueInput(role="spec", value=spec.digest)
    run: str = session.clerk.compute(INNER_RUN, dict, source, rule=job.name).answer["run"]
    return run


async def replay_digests(store: Store, run: str) -> dict[str, str]:
    """The digests of a run's views, computed from the record alone."""
    found, _ = read_spec(require_entry(store, run))
    return dict(found.digests(await replay(store, run)))


def read_spec(entry: Entry) -> tuple[Job[Any, Any], Any]:
    """The job of a run and its spec."""
    if entry.draft.kind != RUN:
        raise InputError(f"{short(entry.key)} is no run", hint="see: foam record list")
    found = find_job(entry.draft.question["job"])
    try:
        return found, found.spec.model_validate(entry.draft.question["spec"])
    except ValidationError as error:
        raise NotRecorded(
            f"run {short(entry.key)} names other things than a {found.name} does now: {error.errors()[0]['msg']}",
            hint="another version of FOAM made it; replay it with that version, or run it again",
        ) from error


def find_spec(entry: Entry, kind: type[AnySpec]) -> AnySpec | None:
    """The spec of a run, where the run is of this kind; one of another kind, or one that no job made, has none such."""
    if entry.draft.kind == RUN:
        try:
            find_job(entry.draft.question["job"])
        except NotRecorded:
            return None
    _, spec = read_spec(entry)
    return spec if isinstance(spec, kind) else None


def open_replay(store: Store, run: str, spec: Spec, parts: Parts | None = None) -> Session:
    """A session in which the record alone answers; NotRecorded when words of the run were erased."""
    require_whole(store, run)
    tools = make_standins(spec, parts or {})
    seal = store.find_seal(run)
    clerk = Clerk(store, tools.models, run=run, seed=spec.seed, replaying=True, seal=seal)
    return Session(run=run, store=store, clerk=clerk, tools=tools, replaying=True)


def require_whole(store: Store, run: str) -> None:
    """Refuse a run that lost words: it would come out otherwise, or not at all."""
    if (erasure := find_erasure(store, run)) is not None:
        raise NotRecorded(
            f"words of run {short(run)} were erased on {erasure.at[:10]} ({erasure.draft.question['because']})",
            hint="it cannot be computed again; what is left of it can be read with: foam record show",
        )
