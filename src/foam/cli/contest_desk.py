"""What the contest commands share: the challenged file, its pack and corpus, models, and how results are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam.cli.desk import Desk, configured, corpus_named
from foam.contest.admit import kinds_for
from foam.contest.docket import parties_of
from foam.contest.job import ContestSpec, Heard, load_file, run_contest
from foam.contest.redline import Redlined
from foam.contest.subject import File
from foam.contest.views.page import page
from foam.deliberation.jobs import deciders
from foam.errors import InputError, NotFound
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.model.cast import cast
from foam.pack.loader import Pack
from foam.record.runs import find_run
from foam.record.sqlite import SqliteStore, open_record
from foam.settings import Config
from foam.text.pointer import Pointer

_WHOLE = 64
"""Digits of a whole document id."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A challenged file and what is needed to hear a challenge to it."""

    config: Config
    store: SqliteStore
    file: File
    corpus: Corpus | None
    parties: tuple[str, ...]

    @property
    def pack(self) -> Pack:
        return self.file.pack

    def setting(self) -> dict[str, Any]:
        """What the spec of the hearing names beside the challenge."""
        corpus = self._corpus()
        return {
            "pack": self.pack.reference,
            "pack_content": self.pack.content,
            "corpus": corpus.version,
            "engine": corpus.engine,
            "seed": self.config.settings.seed,
            "deciders": deciders(cast(self.config)),
        }

    def hear(self, spec: ContestSpec, documents: Sequence[Document]) -> Heard:
        """Hear the challenge with the models of the settings."""
        corpus, models = self._corpus(), cast(self.config)
        desk = Desk(config=self.config, store=self.store, models=models, pack=self.pack, corpus=corpus)
        return desk.run(
            run_contest(
                spec,
                self.file,
                store=self.store,
                models=models,
                corpus=corpus,
                pack=self.pack,
                documents=documents,
                parties=self.parties,
            )
        )

    def resolve(self, pointer: Pointer) -> Pointer:
        """A pointer as typed, whose document may be the beginning of an id that the file or the pack knows."""
        if len(pointer.document) == _WHOLE:
            return pointer
        known = {passage.pointer for uses in self.file.uses.values() for use in uses for passage in use.passages}
        ids = {one.document for one in known} | {one.id for one in self.file.brought}
        ids |= {document.id for document in self.pack.documents()}
        found = sorted(id for id in ids if id.startswith(pointer.document))
        if len(found) != 1:
            raise NotFound(f"{len(found)} documents start with {pointer.document!r}", hint="give more digits")
        return Pointer(document=found[0], sentence=pointer.sentence)

    def _corpus(self) -> Corpus:
        if self.corpus is None:
            raise InputError(
                "the library that was read has changed since, so evidence cannot be looked up in it",
                hint="challenge with --dry-run, or deliberate again on the library as it is",
            )
        return self.corpus


@contextmanager
def open_bench(
    run: str, *, model: str | None = None, seed: int | None = None, needs_corpus: bool = True
) -> Iterator[Bench]:
    """The file of a run and everything around it."""
    config = configured(model=model, seed=seed)
    with closing(open_record(config.home)) as store:
        file = load_file(store, find_run(store, run))
        parties = parties_of(store, file.root)
        if not needs_corpus:
            yield Bench(config, store, file, None, parties)
            return
        with corpus_named(config, store, file.pack, file.spec.corpus) as corpus:
            yield Bench(config, store, file, corpus, parties)


def heard_data(heard: Heard, rows: tuple[Redlined, ...]) -> dict[str, Any]:
    """A heard challenge as data."""
    outcome, made = heard.outcome, heard.outcome.challenge
    reached = outcome.locality
    locality = {
        **reached.json_value(),
        "changed": len(reached.changed),
        "changed_parts": list(reached.changed),
        "reuse": reached.reuse,
    }
    said = outcome.json_value()
    return {
        "run": heard.run,
        "of": outcome.of,
        "version": heard.after.run,
        "digest": heard.digest,
        "challenge": {**made.json_value(), "id": made.id, "kind": made.ground.kind, "entry": outcome.entry},
        "outcome": {name: said[name] for name in ("disposition", "move", "reasons", "counter_evidence", "repeats")},
        "locality": locality,
        "redline": [row.json_value() for row in rows],
    }


def write_page(heard: Heard, rows: tuple[Redlined, ...], path: Path) -> Path:
    """Write the page of an outcome."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"cannot tell what to write to {path}", hint="end its name in .html")
    try:
        path.write_text(page(heard.outcome, rows), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="name a folder that is there") from error
    return path


def parts_text(file: File) -> tuple[str, dict[str, Any]]:
    """Every part that can be challenged, with the kinds that fit."""
    rows = [(part, kinds_for(file, part)) for part in file.parts.values()]
    lines = [f"{part.id}  {part.kind}: {part.text[:80]}\n    {', '.join(kinds)}" for part, kinds in rows if kinds]
    data = {"run": file.run, "parts": [{**part.json_value(), "kinds": list(kinds)} for part, kinds in rows]}
    return "\n".join(lines), data
