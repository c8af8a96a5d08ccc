"""Calls about the argumentative memory: build, search, describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from foam.debate.memory.build import BuiltMemory, MemorySpec, build_memory
from foam.debate.memory.recall import Recall
from foam.debate.memory.sample import load_sample
from foam.debate.memory.store import DebateMemory, MemoryChange
from foam.debate.memory.values import TOP, RecalledExemplar, compute_priors
from foam.debate.recollection import TurnRecollection, explain_turn
from foam.debate.transcript import Transcript
from foam.debate.transcripts import list_transcripts, read_transcript
from foam.debate.values import Debate
from foam.errors import InputError
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.job.job import RunResult, replay
from foam.judging.debates.alignment import align, read_experts
from foam.record.clock import stamp


@dataclass(frozen=True, slots=True)
class MemoryBuild:
    """What a build remembered, what the memory took of it, and the files that could not be read."""

    ran: RunResult[BuiltMemory]
    debates: int
    taken: MemoryChange
    refused: tuple[dict[str, str], ...]


@dataclass(frozen=True, slots=True)
class Recollection:
    """Utterances found for a query, and the schemes that stand out among them."""

    found: tuple[RecalledExemplar, ...]
    schemes: dict[str, float]


class MemoryCalls:
    """`home.memory`: how arguments were made before."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def build(
        self,
        paths: Sequence[Path],
        *,
        model: str | None = None,
        seed: int | None = None,
    ) -> MemoryBuild:
        """Remember the debates under these paths; a model that writes says how well each form of argument is used."""
        self._desk.refuse_in_person("the debates of a memory")
        found, refused = _read_transcripts(paths)
        if refused and not found:
            raise InputError(refused[0]["reason"], hint="no transcript could be read")
        async with self._desk.at_work(model=model, seed=seed) as work:
            spec = MemorySpec(**work.describe(), transcripts=tuple(one.digest for one in found))
            tools = replace(work.tools, given={one.digest: one.json_value() for one in found})
            ran = await self._desk.run(build_memory, spec, tools)
        embedder = self._desk.embedder
        vectors = embedder.embed([one.text for one in ran.view.utterances])
        with open_memory(self._desk) as store:
            what = " ".join(str(path) for path in paths)
            taken = store.add(
                ran.view.utterances, vectors, embedder=embedder.name, what=what, at=stamp(self._desk.clock)
            )
        return MemoryBuild(ran, len(found), taken, tuple(refused))

    @quick
    def search(self, query: str, *, limit: int = TOP, sample: bool = False) -> Recollection:
        """Remembered utterances: by the words of the query, then by nearness to it."""
        with open_recall(self._desk, own=not sample) as recall:
            found = recall.find([query], [query], limit=limit)
        return Recollection(found, {str(name): mean for name, mean in compute_priors(found).schemes.items()})

    @call
    async def show(self, run: str, turn: int) -> TurnRecollection:
        """What a turn of a debate recalled, why, and what that changed: read off the record, nothing is asked."""
        held = await replay(self._desk.reading, self._desk.find_run(run))
        if not isinstance(held, Debate):
            raise InputError(f"run {run} is no debate", hint="foam record list shows the runs and what they are")
        return explain_turn(held, turn)

    @quick
    def stats(self, *, sample: bool = False, experts: Path | None = None) -> dict[str, Any]:
        """How large the memory is, in which languages, which schemes it holds, and how far experts agree."""
        with open_recall(self._desk, own=not sample) as recall:
            kept, version, engine = recall.utterances(), recall.version, recall.engine
        schemes = Counter(f"{name} {quality}" for one in kept for name, quality in one.schemes.items())
        counted: dict[str, Any] = {
            "utterances": len(kept),
            "debates": len({one.debate for one in kept}),
            "languages": dict(Counter(one.language for one in kept)),
            "annotators": dict(Counter(one.annotator for one in kept)),
            "schemes": dict(sorted(schemes.items())),
            "version": version,
            "engine": engine,
        }
        if experts:
            found = align(kept, read_experts(experts.read_text(encoding="utf-8")))
            agreement = {"utterances": found.utterances, **found.labels.json_value(), **found.scores.json_value()}
            counted["agreement"] = agreement
        return counted


@contextmanager
def open_memory(desk: Desk) -> Iterator[DebateMemory]:
    """The user's memory of debates, beside the library's documents."""
    with desk.open_shared_library() as library:
        yield DebateMemory(library.tables)


@contextmanager
def open_recall(desk: Desk, *, own: bool) -> Iterator[Recall]:
    """The memory to search: the user's own, or the shipped sample."""
    if not own:
        yield load_sample(desk.embedder)
        return
    with open_memory(desk) as store:
        rows = store.rows()
        if not rows:
            raise InputError("the memory is empty", hint="foam memory build PATH, or use --sample")
        if store.embedders() != (desk.embedder.name,):
            raise InputError("the memory was built with other vectors", hint="build it again: foam memory build PATH")
        yield Recall(rows, desk.embedder)


def _read_transcripts(paths: Sequence[Path]) -> tuple[list[Transcript], list[dict[str, str]]]:
    """The transcripts that can be read, and why the others cannot."""
    found: list[Transcript] = []
    refused: list[dict[str, str]] = []
    for path in list_transcripts(paths):
        try:
            found.append(read_transcript(path))
        except InputError as error:
            refused.append({"file": str(path), "reason": error.what})
    if not found and not refused:
        raise InputError("there is no transcript under these paths", hint="transcripts end in .json, .yml, .txt or .md")
    return found, refused
