"""Calls about challenges to a part of an answer, a case or an examined file, and what became of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, overload

from foam.appeal.chain import read_matters
from foam.appeal.status import MatterStatus, describe_matter
from foam.contest.cases.admit import admit
from foam.contest.cases.preview import preview_case
from foam.contest.challenge import Challenge, GivenMove
from foam.contest.docket import (
    ListedChallenge,
    list_contests,
    list_parties,
    list_unheard,
    list_versions,
    read_challenge,
    read_contest_spec,
    set_parties,
)
from foam.contest.filed.hearing import FileHearing
from foam.contest.filed.job import (
    HeardOverFile,
    admit_to_file,
    contest_file,
    hear_file_challenge,
    is_examination,
    load_examined,
    preview_over_file,
)
from foam.contest.filed.subject import FilePart
from foam.contest.given import Given
from foam.contest.job import File, Heard, contest, hear_challenge
from foam.contest.kinds.kind import Contested
from foam.contest.leaves.settle import preview_answer
from foam.contest.leaves.version import AnswerVersion
from foam.contest.measures import list_parts
from foam.contest.part import ContestablePart
from foam.contest.preview import Preview
from foam.contest.read import read_ground, read_pointer
from foam.contest.spec import ContestSpec
from foam.contest.subject import CaseFile
from foam.errors import InputError
from foam.evidence.corpus import Corpus, ListedCorpus
from foam.evidence.document import Document
from foam.home.bringing import read_brought, read_seat
from foam.home.calls import call, quick
from foam.home.desk import Desk, Work
from foam.home.files import recall_file, recall_heard
from foam.job.job import RunResult, replay
from foam.job.session import Tools
from foam.model.cast import dismiss
from foam.people.access import gather_facts
from foam.perspective.node import Perspective
from foam.record.acting import look_as_house
from foam.record.entry import Entry
from foam.record.graph import require_entry
from foam.record.runs import read_run_digest
from foam.values import short

_ANOTHER = "somebody answers who had no part in it"


@dataclass(frozen=True, slots=True)
class ContestStatus:
    """The challenges to a run and its later versions, who may challenge it, and the matters about it."""

    run: str
    parties: tuple[str, ...]
    """Empty when anyone may challenge it."""
    challenges: tuple[ListedChallenge, ...]
    matters: tuple[MatterStatus, ...]


class ContestCalls:
    """`home.contest(run, node, kind=…, because=…)` challenges a part of an answer, a case or an examined file."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @overload
    def __call__(
        self, of: Any, node: str, *, kind: str, because: str, dry_run: Literal[False] = False, **options: Any
    ) -> RunResult[Heard] | RunResult[HeardOverFile]: ...

    @overload
    def __call__(
        self, of: Any, node: str, *, kind: str, because: str, dry_run: Literal[True], **options: Any
    ) -> Preview: ...

    def __call__(
        self, of: Any, node: str, *, kind: str, because: str, dry_run: bool = False, **options: Any
    ) -> RunResult[Heard] | RunResult[HeardOverFile] | Preview:
        """Challenge a part (`open`); with `dry_run`, only show what could follow (`preview`)."""
        if dry_run:
            return self.preview(of, node, kind=kind, because=because, **options)
        return self.open(of, node, kind=kind, because=because, **options)

    @call
    async def open(
        self,
        of: Any,
        node: str,
        /,
        *,
        kind: str,
        because: str,
        hold: bool = False,
        model: str | None = None,
        seed: int | None = None,
        **particulars: Any,
    ) -> RunResult[Heard] | RunResult[HeardOverFile]:
        """Challenge a part of an answer, a case or an examined file, and hear the challenge.

        `of` is a run, its first digits or a result; `by` says who challenges; `with_documents` are files to bring, or
        documents that were read already. `kind` is one of seven (`foam.terms.challenges`). Where it fits, it takes
        `at` (sentences), `words` (quoted ones that do not stand in the source), `component` (what is missing), `steps`
        (of a working, or a file of them), `weight` ("treasurer.equity=0.4"), `value` (the measure of an impact),
        `instead` (the way that should have been taken) or `perspective` (a file or a value). With `hold` it is only
        admitted, to be answered by `answer`.
        """
        challenge, documents = self._make(node, kind=kind, because=because, **particulars)
        if self._is_examined(of):
            return await self._hear_over_file(of, challenge, documents, model=model, seed=seed, hold=hold)
        return await self._hear(await self._load(of), challenge, documents, model=model, seed=seed, hold=hold)

    @call
    async def preview(
        self,
        of: Any,
        node: str,
        /,
        *,
        kind: str,
        because: str,
        **particulars: Any,
    ) -> Preview:
        """What a challenge would ask and could change. No model is asked and nothing is recorded."""
        challenge, documents = self._make(node, kind=kind, because=because, **particulars)
        if self._is_examined(of):
            return preview_over_file(await self._admit_to_file(of, challenge, documents))
        file = await self._load(of)
        parties = list_parties(self._desk.reading, file.root)
        with self._desk.find_corpus(file.pack, file.spec.corpus, of=file.run) as corpus:
            if isinstance(file, CaseFile):
                part = admit(file, challenge, parties=parties)
                return preview_case(file, challenge, part, corpus, brought=documents, judge=self._desk.judge)
            challenge, contested = _contest(file, challenge, documents, corpus, parties)
            return preview_answer(file, contested, challenge)

    @call
    async def answer(
        self,
        challenge: Any,
        *,
        move: GivenMove | None = None,
        because: str = "",
        by: str = "",
        evidence: Iterable[str] = (),
        model: str | None = None,
        seed: int | None = None,
    ) -> RunResult[Heard] | RunResult[HeardOverFile]:
        """Answer a challenge that was held open: by a person's move, or without one by the checks and the judge.

        `evidence` names sentences of the library ("d:3f9a2c#s4") that answer a challenge to a case.
        """
        entry = self._find_contest(challenge)
        held = read_contest_spec(entry)
        if move:
            self._require_other(held, by)
            self._require_open(held)
        if entry.draft.question["job"] == contest_file.name:
            said = Given(move=move, by=by, because=because) if move else None
            return await self._hear_over_file(held.of, held.challenge, (), model=model, seed=seed, answer=said)
        file = await self._load(held.of)
        pointers = tuple(read_pointer(text, file) for text in evidence) if isinstance(file, CaseFile) else ()
        said = Given(move=move, by=by, because=because, evidence=pointers) if move else None
        return await self._hear(file, held.challenge, (), model=model, seed=seed, answer=said)

    @call
    async def show(self, run: Any) -> RunResult[Heard] | RunResult[HeardOverFile]:
        """The outcome and redline of a challenge, from the record alone."""
        entry = self._find_contest(run)
        store, key = self._desk.reading, entry.key
        if entry.draft.question["job"] != contest.name:
            other = await self._desk.remember(f"heard {key}", lambda: replay(store, key))
            return RunResult(run=key, digest=read_run_digest(store, key), view=other, asked=0, reused=0)
        heard = await recall_heard(self._desk, key)
        return RunResult(run=key, digest=read_run_digest(store, key), view=heard, asked=0, reused=0)

    @quick
    def status(self, run: Any) -> ContestStatus:
        """The challenges to a run and its later versions, what became of each, and the matters about it."""
        store, key = self._desk.reading, self._desk.find_run(run)
        now = self._desk.clock()
        matters = (describe_matter(one, one.standing.calendar.day(now)) for one in read_matters(store, key))
        challenges = [self._list_challenge(run) for run in list_contests(store, key)]
        return ContestStatus(key, list_parties(store, key), tuple(challenges), tuple(matters))

    def _list_challenge(self, run: Entry) -> ListedChallenge:
        """A challenge as it is listed; an outcome that is there stays."""

        def read() -> ListedChallenge | None:
            found = read_challenge(self._desk.reading, run)
            return found if found.outcome else None

        kept = self._desk.keep(f"listed {run.key}", read)
        return kept or list_unheard(run)

    @call
    async def parts(self, run: Any) -> tuple[ContestablePart, ...] | tuple[FilePart, ...]:
        """Every part that can be pointed at, and the kinds of challenge it is open to."""
        if self._is_examined(run):
            return tuple((await load_examined(self._desk.reading, self._desk.find_run(run))).parts.values())
        file = await self._load(run)

        async def compute() -> tuple[ContestablePart, ...]:
            return list_parts(file)

        return await self._desk.remember(f"parts {file.run}", compute)

    @quick
    def parties(
        self, run: Any, names: Iterable[str] = (), *, by: str = "operator", open_to_all: bool = False
    ) -> tuple[str, ...]:
        """Who may challenge a run (empty: anyone). With names, only these may from now on."""
        key, wanted = self._desk.find_run(run), tuple(names)
        if wanted or open_to_all:
            set_parties(self._desk.store, key, wanted, by=by, clock=self._desk.clock)
        return list_parties(self._desk.reading, key)

    def _make(
        self,
        node: str,
        *,
        kind: str,
        because: str,
        by: str = "anyone",
        with_documents: Iterable[Path | str | Document] = (),
        perspective: Path | str | Perspective | None = None,
        **particulars: Any,
    ) -> tuple[Challenge, tuple[Document, ...]]:
        """The challenge, which names the documents that it brings, and these."""
        ground = read_ground(kind, perspective=read_seat(perspective), **particulars)
        documents = read_brought(with_documents, self._desk.reading)
        brought = tuple(document.digest for document in documents)
        return Challenge(node=node, ground=ground, because=because, challenger=by, brought=brought), documents

    async def _load(self, of: Any) -> File:
        return await recall_file(self._desk, self._desk.find_run(of))

    def _is_examined(self, of: Any) -> bool:
        return is_examination(require_entry(self._desk.reading, self._desk.find_run(of)))

    async def _hear_over_file(
        self,
        of: Any,
        challenge: Challenge,
        documents: tuple[Document, ...],
        *,
        model: str | None,
        seed: int | None,
        answer: Given | None = None,
        hold: bool = False,
    ) -> RunResult[HeardOverFile]:
        desk = self._desk
        if documents or not challenge.brought:  # else it was admitted before, and the record has what it brought
            await self._admit_to_file(of, challenge, documents)
        config = desk.configure(model=model, seed=seed)
        is_read = answer is None and not hold and not desk.is_embedded(config)
        models = desk.models_for(config) if is_read else {}
        try:
            tools = Tools(models=models, pack=desk.load_pack()) if is_read else Tools()
            described = tools.describe(config.settings.seed) if is_read else {}
            spec = ContestSpec(**described, of=desk.find_run(of), challenge=challenge, answer=answer, hold=hold)
            return await hear_file_challenge(spec, tools, store=desk.store, documents=documents, clock=desk.clock)
        finally:
            await dismiss(models)

    async def hear_again(self, before: ContestSpec) -> RunResult[Heard] | RunResult[HeardOverFile]:
        """Go on hearing a challenge that waited for a person or was cut off, with its own models."""
        desk = self._desk
        if not self._is_examined(before.of):
            file = await self._load(before.of)
            async with self._at_work(file, base=before) as work:
                before.require_same(work.describe())
                return await self._hear_with(work, file, before, ())
        if not before.deciders:
            return await hear_file_challenge(before, store=desk.store, clock=desk.clock)
        async with desk.at_work_again(before) as tools:
            return await hear_file_challenge(before, tools, store=desk.store, clock=desk.clock)

    async def _admit_to_file(self, of: Any, challenge: Challenge, documents: tuple[Document, ...]) -> FileHearing:
        examined = await load_examined(self._desk.reading, self._desk.find_run(of))
        parties = list_parties(self._desk.reading, examined.root)
        return admit_to_file(examined, challenge, documents, parties=parties)

    def _require_other(self, held: ContestSpec, by: str) -> None:
        """Refuse an answer of whoever made the challenge, or may not judge in a case that rests on the run."""
        store = self._desk.reading
        with look_as_house():
            roots = {held.of, *(older for _, older in list_versions(store, held.of))}
            cases = (one for one in read_matters(store) if roots.intersection(gather_facts(one).runs))
            barred = {name for one in cases for name in one.standing.barred()}
        if by in {held.challenge.challenger, *barred} - {"anyone"}:
            raise InputError(f"{by} made this challenge or took the decision, and cannot answer it", hint=_ANOTHER)

    def _require_open(self, held: ContestSpec) -> None:
        """Refuse a second answer to a challenge."""
        alike = (one for one in list_contests(self._desk.reading, held.of))
        same = (one for one in alike if read_contest_spec(one).challenge == held.challenge)
        if any(self._list_challenge(one).is_answered for one in same):
            raise InputError("this challenge was answered already", hint="challenge the version that came of it")

    def _find_contest(self, run: Any) -> Entry:
        entry = require_entry(self._desk.reading, self._desk.find_run(run))
        if entry.draft.question["job"] not in (contest.name, contest_file.name):
            raise InputError(f"run {short(entry.key)} is no challenge", hint="foam contest status RUN lists them")
        return entry

    async def _hear(
        self,
        file: File,
        challenge: Challenge,
        documents: tuple[Document, ...],
        *,
        model: str | None,
        seed: int | None,
        answer: Given | None = None,
        hold: bool = False,
    ) -> RunResult[Heard]:
        desk = self._desk
        parties = list_parties(desk.reading, file.root)
        if isinstance(file, CaseFile):  # before a model is there: a refusal should be quick
            admit(file, challenge, parties=parties)
        elif documents or not challenge.brought:  # else it was admitted before, and the record has what it brought
            with desk.find_corpus(file.pack, file.spec.corpus, of=file.run) as corpus:
                challenge, _ = _contest(file, challenge, documents, corpus, parties)
        async with self._at_work(file, model=model, seed=seed) as work:
            spec = ContestSpec(**work.describe(), of=file.run, challenge=challenge, answer=answer, hold=hold)
            return await self._hear_with(work, file, spec, documents)

    async def _hear_with(
        self, work: Work, file: File, spec: ContestSpec, documents: tuple[Document, ...]
    ) -> RunResult[Heard]:
        return await hear_challenge(
            spec,
            file,
            work.tools,
            store=self._desk.store,
            documents=documents,
            parties=list_parties(self._desk.reading, file.root),
            clock=self._desk.clock,
            listener=self._desk.listener,
        )

    @asynccontextmanager
    async def _at_work(
        self, file: File, *, model: str | None = None, seed: int | None = None, base: ContestSpec | None = None
    ) -> AsyncIterator[Work]:
        """Models, those of an earlier hearing where it goes on, and the very pack and evidence that the file was made
        with."""
        players = self._desk.choose_players(model=model, seat_models=None, base=base)
        seed = base.seed if base else seed
        config = self._desk.configure(seed=seed, pack=file.spec.pack, **players)
        models = self._desk.models_for(config, seated=True)
        try:
            with self._desk.find_corpus(file.pack, file.spec.corpus, of=file.run) as corpus:
                if corpus is None:
                    raise InputError(
                        "the library that was read has changed since, so evidence cannot be looked up in it",
                        hint="challenge with --dry-run, or ask again of the library as it is",
                    )
                concurrency = config.settings.concurrency
                tools = Tools(
                    models=models, pack=file.pack, corpus=corpus, judge=self._desk.judge, concurrency=concurrency
                )
                seats = file.seats if isinstance(file, AnswerVersion) else (file.spec.seat,)
                yield Work(config, tools).at_table(seats)
        finally:
            await dismiss(models)


def _contest(
    file: AnswerVersion,
    challenge: Challenge,
    documents: tuple[Document, ...],
    corpus: Corpus | None,
    parties: tuple[str, ...],
) -> tuple[Challenge, Contested]:
    """The challenge with its sentences as the file names them, and what is contested by it."""
    challenge, library = file.resolve(challenge, corpus), corpus or ListedCorpus.of(())
    return challenge, file.contest(challenge, documents, lambda at: library.document(at.document), parties=parties)
