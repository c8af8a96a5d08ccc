"""What commands that run something share: settings, record, models, pack and corpus, opened once and closed after.

Knows how the floors are put together; decides nothing.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from foam.cli.frame import home
from foam.deliberation.jobs import deciders
from foam.errors import InputError
from foam.evidence.corpus import Corpus, LibraryCorpus, engine_name, sample_corpus
from foam.evidence.library import Library
from foam.evidence.search.opening import open_search
from foam.model.cast import cast, dismiss
from foam.model.embedded.threads import one_thread
from foam.model.embedded.vectors import WordVectors
from foam.model.judge import shipped_judge
from foam.model.port import Model
from foam.model.question import Role
from foam.pack.loader import Pack, load_pack
from foam.record.sqlite import SqliteStore, open_record
from foam.settings import Config, load_config

Command = TypeVar("Command", bound=Callable[..., Any])
Result = TypeVar("Result")

RUN_OPTIONS = (
    click.option("--model", help="Who answers: embedded, scripted, or an endpoint's name [the setting `model`]."),
    click.option("--seed", type=int, help="Same seed, same record [the setting `seed`]."),
    click.option("--pack", help="The domain pack: its name or its folder [the setting `pack`]."),
    click.option("--library", "own_library", is_flag=True, help="Read your own library instead of the pack's sample."),
)


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything a run needs."""

    config: Config
    store: SqliteStore
    models: dict[Role, Model]
    pack: Pack
    corpus: Corpus

    def setting(self) -> dict[str, Any]:
        """What the spec of a run names beside its question."""
        return {
            "pack": self.pack.reference,
            "pack_content": self.pack.content,
            "corpus": self.corpus.version,
            "engine": self.corpus.engine,
            "seed": self.config.settings.seed,
            "deciders": deciders(self.models),
        }

    def run(self, job: Coroutine[Any, Any, Result]) -> Result:
        """Run the job and let the models go, whatever happens."""

        async def whole() -> Result:
            try:
                return await job
            finally:
                await dismiss(self.models)

        return asyncio.run(whole())


def run_options(command: Command) -> Command:
    """The options of every command that runs something."""
    for option in reversed(RUN_OPTIONS):
        command = option(command)
    return command


def configured(**flags: Any) -> Config:
    """The settings as they hold for this invocation."""
    return load_config(home(), environ=os.environ, flags=flags)


@contextmanager
def open_desk(config: Config, *, own_library: bool = False) -> Iterator[Desk]:
    """Put the floors together for one command."""
    pack = load_pack(config.settings.pack)
    models = cast(config)
    with closing(open_record(config.home)) as store, _corpus(config, store, pack, own_library) as corpus:
        yield Desk(config=config, store=store, models=models, pack=pack, corpus=corpus)


@contextmanager
def corpus_named(config: Config, store: SqliteStore, pack: Pack, version: str) -> Iterator[Corpus | None]:
    """The corpus of this version, be it the pack's sample or the user's library; None when neither is it."""
    for own in (False, True):
        if own and not _has_library(store):
            break
        with _corpus(config, store, pack, own) as corpus:
            if corpus.version == version:
                yield corpus
                return
    yield None


@contextmanager
def _corpus(config: Config, store: SqliteStore, pack: Pack, own_library: bool) -> Iterator[Corpus]:
    embedder = WordVectors(config.home)
    judge = shipped_judge()
    if not own_library:
        yield sample_corpus(pack.documents(), embedder, stance=_against, stance_name=judge.name)
        return
    with Library.open(store.path) as library:
        if not library.version:
            raise InputError("the library is empty", hint="foam library add PATH")
        search = open_search(library, config.home, embedder)
        yield LibraryCorpus(search, engine=engine_name(embedder, judge.name), stance=_against)


def _has_library(store: SqliteStore) -> bool:
    with Library.open(store.path) as library:
        return library.version > 0


def _against(claim: str, texts: Sequence[str]) -> list[float]:
    """How far each text contradicts the claim, by the shipped judge."""
    with one_thread():
        return [relation.contradicts for relation in shipped_judge().relation([(text, claim) for text in texts])]
