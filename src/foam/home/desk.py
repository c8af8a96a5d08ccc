"""What the calls of a home share: its state (`state.py`), models, packs and evidence, opened when first needed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from foam.errors import InputError, SettingError
from foam.home.state import State
from foam.job.events import Listener, RunPlanned, StepProgress, ignore
from foam.record.clock import Clock, stamp, utc_now
from foam.record.database import translate_errors
from foam.record.opening import LIBRARY_HEADS_NAME, find_file, is_database
from foam.record.personal import make_seal
from foam.settings import Config

# Models, packs and evidence are half of the program, and many calls need none of them: what opens one imports it.
if TYPE_CHECKING:
    from foam.evidence.corpus import Corpus
    from foam.evidence.library import Library
    from foam.evidence.search.against import Sought, Stance
    from foam.evidence.search.hybrid import Search
    from foam.evidence.search.kept import OpenIndexes
    from foam.evidence.search.place import SharedPlace
    from foam.job.estimates import Estimate
    from foam.job.job import Job, RunResult
    from foam.job.queue import WorkQueue
    from foam.job.session import Tools
    from foam.job.spec import Spec
    from foam.model.cast import Workers
    from foam.model.port import Embedder, Model, PairJudge
    from foam.pack.pack import Pack
    from foam.perspective.node import Perspective

AnySpec = TypeVar("AnySpec", bound="Spec")
View = TypeVar("View")
Vectors: TypeAlias = Literal["static", "minilm"]
"""Sentence vectors: static ones are fast, MiniLM's know context."""


@dataclass(frozen=True, slots=True)
class Work:
    """What one run is given: the settings that hold for it, and its tools."""

    config: Config
    tools: Tools

    @property
    def pack(self) -> Pack:
        assert self.tools.pack is not None
        return self.tools.pack

    @property
    def judge(self) -> PairJudge:
        assert self.tools.judge is not None
        return self.tools.judge

    def describe(self) -> dict[str, Any]:
        """The fields by which a spec names the tools."""
        return self.tools.describe(self.config.settings.seed)

    def at_table(self, seats: Iterable[Perspective]) -> Work:
        """The same work with the models that these seats have of their own, and no other seat's."""
        from foam.model.port import name_seat_model

        seated = {name_seat_model(seat.id) for seat in seats}
        elsewhere = {name_seat_model(seat) for seat in self.config.settings.seats} - seated
        models = {name: model for name, model in self.tools.models.items() if name not in elsewhere}
        return replace(self, tools=replace(self.tools, models=models))


class Desk(State):
    """The state of a home with its models, packs and evidence: what a run is given."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        models: Model | Mapping[str, Model] | None = None,
        embedder: Embedder | None = None,
        stance: Stance | None = None,
        judge: PairJudge | str | None = None,
        clock: Clock = utc_now,
        listener: Listener = ignore,
        environ: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        """`models` answer instead of those that the settings name: one for every role, or by role.

        `judge`, or the endpoint of this name, reads sentences beside each other instead of the shipped one; `stance`
        rates counter-evidence instead of the judge.
        """
        if isinstance(judge, str):
            settings, judge = {**settings, "judge": judge}, None
        super().__init__(folder, clock=clock, listener=listener, environ=environ, **settings)
        self._models = models
        self.given_embedder = embedder
        """The vectors this home was opened with, if any."""
        self._stance = stance
        self._judge = judge
        self._aside: list[Thread] = []

    def run_aside(self, work: Callable[[], None]) -> None:
        """Do something that nobody waits for, in a thread; closing waits for it."""
        thread = Thread(target=copy_context().run, args=(work,), daemon=False)
        self._aside = [*(one for one in self._aside if one.is_alive()), thread]
        thread.start()

    def open_beside(self, listener: Listener, *, remembers: bool = False) -> Desk:
        """Another desk over the same folder with the same settings and models, and somebody else who listens.

        With `remembers` both keep what either reads off the record, so that it is read once.
        """
        made = Desk(
            self.folder,
            models=self._models,
            embedder=self.given_embedder,
            stance=self._stance,
            judge=self._judge,
            clock=self.clock,
            listener=listener,
            environ=self._environ,
            **self._settings,
        )
        if remembers:
            made._memory = self._memory
        return made

    def close(self) -> None:
        """Let go of the record, of what stands beside it, and of the indexes."""
        for thread in self._aside:
            thread.join()
        super().close()
        if "indexes" in self.__dict__:
            self.indexes.forget()

    @cached_property
    def indexes(self) -> OpenIndexes:
        """The large indexes that searches have opened."""
        from foam.evidence.search.kept import OpenIndexes

        return OpenIndexes()

    def require_queue(self) -> None:
        """Refuse to speak of a queue where the record is in a file."""
        if not is_database(self.record_url):
            raise InputError(
                "there is no queue of work: the record is in a file, and whoever asks does the work",
                hint="set record.url to a PostgreSQL database: see docs/workers.md",
            )

    @cached_property
    def queue(self) -> WorkQueue:
        """The queue beside the record, by one connection for all who look; InputError where the record is in a file."""
        self.require_queue()
        from foam.job.queue import WorkQueue  # here, since it needs the extra `workers`

        return WorkQueue(self.record_url, endurance=self.endurance, by_person=self.access.by_case)

    @cached_property
    def embedder(self) -> Embedder:
        """Sentence vectors for search."""
        from foam.model.embedded.vectors import WordVectors

        return self.given_embedder or WordVectors(self.folder)

    def embedder_for(self, vectors: Vectors) -> Embedder:
        """Sentence vectors of this kind; an embedder that this home was opened with serves for each."""
        from foam.model.embedded.vectors import MiniLM

        return MiniLM(self.folder) if vectors == "minilm" and self.given_embedder is None else self.embedder

    def choose_players(
        self, *, model: str | None, seat_models: Mapping[str, str] | None, base: Spec | None
    ) -> dict[str, str | None]:
        """Who is to answer, as settings: an earlier run's models, unless one is named; seats keep what is theirs.

        Models that this home was opened with answer whatever is named here.
        """
        from foam.model.cast import find_cast

        taken = find_cast(self.configure(), base.deciders) if base and not model and self._models is None else {}
        return {"model": model, **taken, **{f"seats.{seat}": name for seat, name in (seat_models or {}).items()}}

    def models_for(self, config: Config, *, seated: bool = False, workers: int = 1) -> dict[str, Model]:
        """Who answers in which role: the models this home was opened with, else those of the settings.

        Where perspectives are `seated`, also the models that seats have of their own.
        """
        from foam.model.cast import ROLES, cast
        from foam.model.handwritten import FOLDER as ANSWERS
        from foam.model.port import name_seat_model
        from foam.pack.loader import find_pack

        shared = self.share_out(workers)
        if self._models is None:
            return cast(config, seated=seated, answers=find_pack(config.settings.pack) / ANSWERS, workers=shared)
        named = config.settings.seats if seated else {}
        own = {name_seat_model(seat): self._find_given(name) for seat, name in named.items() if name}
        given = self._models if isinstance(self._models, Mapping) else dict.fromkeys(ROLES, self._models)
        return {**given, **own}

    def is_embedded(self, config: Config) -> bool:
        """Whether the embedded model proposes, which chooses and never writes: told without its weights at hand."""
        from foam.model.cast import EMBEDDED

        return self._models is None and (config.settings.roles.proposer or config.settings.model) == EMBEDDED

    def models_named(self, names: Iterable[str], *, workers: int = 1) -> dict[str, Model]:
        """The models of these names, for jurors, with one budget; of those this home was opened with, if it was."""
        from foam.model.cast import make_models

        shared = self.share_out(workers)
        if self._models is None:
            return make_models(self.configure(), names, workers=shared)
        if isinstance(self._models, Mapping):
            return {name: self._models.get(name) or self._models["judge"] for name in names}
        return dict.fromkeys(names, self._models)

    def share_out(self, workers: int) -> Workers:
        """So many processes for what computes on this machine; the listener hears when one died and was replaced."""
        from foam.model.cast import Workers

        return Workers(
            workers, lambda count: self.listener(StepProgress(step="workers that died and were replaced", done=count))
        )

    def _find_given(self, name: str) -> Model:
        """The model of this name among those that this home was opened with."""
        if not isinstance(self._models, Mapping):
            assert self._models is not None
            return self._models
        if name not in self._models:
            raise SettingError(f"no model {name!r}", hint=f"known models: {', '.join(sorted(self._models))}")
        return self._models[name]

    def load_pack(self, name: str | None = None) -> Pack:
        """A pack by its name or folder; without one, the pack of the settings."""
        from foam.pack.loader import load_pack

        return load_pack(name or self.configure().settings.pack)

    @contextmanager
    def open_library(self, person: str = "") -> Iterator[Library]:
        """The user's own library; in a personal file, its documents, read from the record into memory."""
        from foam.evidence.library import Library
        from foam.home.personal import read_documents

        if owner := person or self.person:
            with Library.in_memory() as library:
                if documents := read_documents(self.reading, make_seal(self.keys, owner)):
                    library.add(documents, what=owner, at=stamp(self.clock))
                yield library
            return
        with self.open_shared_library() as library:
            yield library

    @contextmanager
    def open_shared_library(self) -> Iterator[Library]:
        """The user's own library, whichever personal file is worked in: in the home's file, or in a database."""
        from foam.evidence.library import Library

        if self.library_url:
            with self.open_library_at(self.library_url) as library:
                yield library
            return
        with translate_errors(self.library_file), Library.open(self.library_file) as library:
            yield library

    def open_library_at(self, url: str) -> Library:
        """The library at this address: in a PostgreSQL database, or in a file."""
        from foam.evidence.library import Library

        if is_database(url):
            return Library.open_database(url, heads=self.folder / LIBRARY_HEADS_NAME, endurance=self.endurance)
        return Library.open(find_file(url))

    @property
    def index_home(self) -> Path | None:
        """Where indexes of the library lie; nowhere for the documents of a personal file."""
        return None if self.person else self.folder

    def open_search(self, library: Library, vectors: Vectors = "static") -> Search:
        """Search over the user's library, or over the documents of a personal file."""
        from foam.evidence.search.hybrid import Search

        embedder = self.embedder_for(vectors)
        index = self.indexes.open(library, self.index_home, embedder, shared=self.shared_index)
        return Search(library, index, embedder)

    @property
    def shared_index(self) -> SharedPlace | None:
        """Where the index of the library lies when it is shared; never for the documents of a personal file."""
        from foam.evidence.search.place import find_place

        return None if self.person else find_place(self.configure().settings.library)

    @property
    def judge(self) -> PairJudge:
        """Who reads sentences beside each other: the caller's, else the endpoint of the settings, else the shipped."""
        from foam.model.judge import shipped_judge

        return self._judge or self._endpoint_judge or shipped_judge()

    @cached_property
    def _endpoint_judge(self) -> PairJudge | None:
        """The judge of the endpoint that the settings name. Its model is nobody else's: no event loop is shared."""
        from foam.model.judge.endpoint import EndpointJudge

        name = self.configure().settings.judge
        return EndpointJudge(self.models_named([name])[name]) if name else None

    def find_against(self, search: Search, claim: str, **options: Any) -> Sought:
        """What speaks against a claim: by the caller's stance, else by the judge where it is firm, of sentences and
        of the tags of cards."""
        from foam.evidence.search.against import find_against
        from foam.home.stances import rate_firmly

        stance = self._stance or rate_firmly(self.judge)
        return find_against(search, claim, stance=stance, tags=not self._stance, **options)

    @property
    def stance(self) -> Stance:
        """Who says how far a text contradicts a claim: the caller's, else the judge."""
        from foam.home.stances import rate_by

        return self._stance or rate_by(self.judge)

    @contextmanager
    def open_corpus(self, pack: Pack, *, library: bool = False, person: str = "") -> Iterator[Corpus]:
        """A pack's sample library, or the user's own, or the documents of a personal file."""
        from foam.evidence.library_corpus import LibraryCorpus, make_sample_corpus, name_engine
        from foam.evidence.search.hybrid import Search

        stance = self.stance
        stance_name = "a stance of the caller's" if self._stance else self.judge.name
        if not library:
            yield make_sample_corpus(pack.documents(), self.embedder, stance=stance, stance_name=stance_name)
            return
        owner = person or self.person
        with self.open_library(owner) as own:
            if not own.version:
                hint = f"foam person add {owner} PATH" if owner else "foam library add PATH"
                raise InputError("the library is empty", hint=hint)
            shared = None if owner else self.shared_index
            index = self.indexes.open(own, None if owner else self.folder, self.embedder, shared=shared)
            search = Search(own, index, self.embedder)
            yield LibraryCorpus(search, engine=name_engine(self.embedder, stance_name), stance=stance)

    @contextmanager
    def find_corpus(self, pack: Pack, version: str, *, of: str = "") -> Iterator[Corpus | None]:
        """The corpus of this version, be it the pack's sample or the user's library; None when neither is it.

        `of` is the run that read it: where it belongs to a personal file, that file's documents are meant.
        """
        owner = self.find_owner(of)
        with self.open_corpus(pack) as sample:
            if sample.version == version:
                yield sample
                return
        with self.open_library(owner) as own:
            empty = not own.version
        if empty:
            yield None
            return
        with self.open_corpus(pack, library=True, person=owner) as found:
            yield found if found.version == version else None

    @asynccontextmanager
    async def at_work(
        self,
        *,
        model: str | None = None,
        seed: int | None = None,
        pack: str | None = None,
        library: bool = False,
        seated: bool = False,
        seat_models: Mapping[str, str] | None = None,
        base: Spec | None = None,
        temperature: float | None = None,
    ) -> AsyncIterator[Work]:
        """Models, pack and evidence for one run; the models are let go afterwards, whatever happens.

        Where perspectives are `seated`, `seat_models` name models for seats beside those of the settings. The models of
        an earlier run, its `base`, answer where no model is named. `temperature` is that of every endpoint.
        """
        from foam.job.session import Tools
        from foam.model.cast import dismiss
        from foam.pack.loader import load_pack

        players = self.choose_players(model=model, seat_models=seat_models, base=base)
        config = self.configure(seed=seed, pack=pack, **players)
        if temperature is not None:
            warmed = {f"models.{name}.temperature": temperature for name in config.settings.models}
            config = self.configure(seed=seed, pack=pack, **players, **warmed)
        loaded = load_pack(config.settings.pack)
        models = self.models_for(config, seated=seated)
        try:
            with self.open_corpus(loaded, library=library) as corpus:
                concurrency = config.settings.concurrency
                yield Work(
                    config, Tools(models=models, pack=loaded, corpus=corpus, judge=self.judge, concurrency=concurrency)
                )
        finally:
            await dismiss(models)

    @asynccontextmanager
    async def at_work_again(self, before: Spec) -> AsyncIterator[Tools]:
        """The models and the pack of an earlier run that read no library."""
        from foam.job.session import Tools
        from foam.model.cast import dismiss

        players = self.choose_players(model=None, seat_models=None, base=before)
        models = self.models_for(self.configure(seed=before.seed, pack=before.pack, **players))
        try:
            tools = Tools(models=models, pack=self.load_pack(before.pack))
            before.require_same(tools.describe(before.seed))
            yield tools
        finally:
            await dismiss(models)

    async def run(
        self, job: Job[AnySpec, View], spec: AnySpec, tools: Tools, *, expected: Estimate | None = None
    ) -> RunResult[View]:
        """Run a job on this home's record; whoever listens is told how many questions are to be expected."""
        from foam.job.job import run

        if expected is not None:
            self.listener(RunPlanned(job=job.name, questions=round(expected.questions.likely)))
        seal = self.find_seal()
        return await run(job, spec, tools, store=self.store, clock=self.clock, listener=self.listener, seal=seal)
