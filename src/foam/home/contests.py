"""Calls about challenges to a part of an answer, a case or an examined file, and what became of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from foam.appeal.chain import read_matters
from foam.appeal.status import MatterStatus, describe_matter
from foam.contest.brought import find_brought, import_documents
from foam.contest.challenge import Challenge
from foam.contest.docket import (
    ListedChallenge,
    list_contests,
    list_latest,
    list_parties,
    list_unheard,
    list_versions,
    read_challenge,
    read_contest_spec,
    set_parties,
)
from foam.contest.given import Given
from foam.contest.hearing import Hearing
from foam.contest.job import Heard, admit, contest, hear_challenge, read_from
from foam.contest.part import Part, Version
from foam.contest.preview import Preview
from foam.contest.read import read_ground, read_pointer, read_steps
from foam.contest.spec import ContestSpec
from foam.contest.subject import CaseFile
from foam.errors import InputError
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.home.calls import call, quick
from foam.home.desk import Desk, Work
from foam.home.files import recall_file, recall_heard
from foam.home.seats import read_perspective
from foam.job.job import RunResult
from foam.job.orders.contest import ChallengeAnswerOrder, ChallengeOrder
from foam.job.session import Tools
from foam.model.cast import dismiss
from foam.people.access import gather_facts
from foam.record.acting import look_as_house
from foam.record.entry import Entry
from foam.record.graph import require_entry
from foam.record.runs import read_run_digest
from foam.record.store import Store
from foam.values import Rows, short

if TYPE_CHECKING:
    from foam.home.fields import ChallengeAnswerFields, ChallengeFields

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
        self, of: Any, node: str | None = None, *, dry_run: Literal[False] = False, **fields: Unpack[ChallengeFields]
    ) -> RunResult[Heard]: ...

    @overload
    def __call__(
        self, of: Any, node: str | None = None, *, dry_run: Literal[True], **fields: Unpack[ChallengeFields]
    ) -> Preview: ...

    def __call__(
        self, of: Any, node: str | None = None, *, dry_run: bool = False, **fields: Unpack[ChallengeFields]
    ) -> RunResult[Heard] | Preview:
        """Challenge a part (`open`); with `dry_run`, only show what could follow (`preview`)."""
        return self.preview(of, node, **fields) if dry_run else self.open(of, node, **fields)

    @call
    async def open(
        self, of: ChallengeOrder | Any, node: str | None = None, /, **fields: Unpack[ChallengeFields]
    ) -> RunResult[Heard]:
        """Challenge a part of an answer, a case or an examined file, and hear the challenge.

        `of` is a run, its first digits or a result. `foam.orders.ChallengeOrder` has the fields; what a kind of
        challenge does not take is refused. With `hold` it is only admitted, to be answered by `answer`.
        """
        order = ChallengeOrder.read(of, node, **fields)
        challenge, documents = self._make(order)
        file = await self._load(order.run)
        return await self._hear(file, challenge, documents, model=order.model, seed=order.seed, hold=order.hold)

    @call
    async def preview(
        self, of: ChallengeOrder | Any, node: str | None = None, /, **fields: Unpack[ChallengeFields]
    ) -> Preview:
        """What a challenge would ask and could change. No model is asked and nothing is recorded."""
        order = ChallengeOrder.read(of, node, **fields)
        challenge, documents = self._make(order)
        file = await self._load(order.run)
        with self._open_corpus(file) as corpus:
            hearing = self._admit(file, challenge, documents, corpus)
            return hearing.preview(corpus)

    @call
    async def answer(
        self, challenge: ChallengeAnswerOrder | Any, **fields: Unpack[ChallengeAnswerFields]
    ) -> RunResult[Heard]:
        """Answer a challenge that was held open: by a person's move, or without one by the checks and the judge."""
        order = ChallengeAnswerOrder.read(challenge, **fields)
        entry = self._find_contest(order.challenge)
        held = read_contest_spec(entry)
        if order.move:
            self._require_other(held, order.by)
            self._require_open(held)
        file = await self._load(held.of)
        pointers = tuple(read_pointer(text, file) for text in order.evidence) if isinstance(file, CaseFile) else ()
        said = None
        if order.move:
            said = Given(move=order.move, by=order.by, because=order.because, evidence=pointers)
        return await self._hear(file, held.challenge, (), model=order.model, seed=order.seed, answer=said)

    @call
    async def show(self, run: Any) -> RunResult[Heard]:
        """The outcome and redline of a challenge, from the record alone."""
        entry = self._find_contest(run)
        store, key = self._desk.reading, entry.key
        heard = await recall_heard(self._desk, key)
        return RunResult(run=key, digest=read_run_digest(store, key), view=heard, asked=0, reused=0)

    @quick
    def status(self, run: Any) -> ContestStatus:
        """The challenges to a run and its later versions, what became of each, and the matters about it."""
        store, key = self._desk.reading, self._desk.find_run(run)
        now = self._desk.clock()
        matters = (describe_matter(one, now) for one in read_matters(store, key))
        challenges = list_latest(self._list_challenge(run) for run in list_contests(store, key))
        return ContestStatus(key, list_parties(store, key), challenges, tuple(matters))

    def _list_challenge(self, run: Entry) -> ListedChallenge:
        """A challenge as it is listed; an outcome that is there stays."""

        def read() -> ListedChallenge | None:
            found = read_challenge(self._desk.reading, run)
            return found if found.outcome else None

        kept = self._desk.keep(f"listed {run.key}", read)
        return kept or list_unheard(run)

    @call
    async def parts(self, run: Any) -> Rows[Part]:
        """Every part that can be pointed at, and the kinds of challenge it is open to."""
        return Rows((await self._load(run)).parts.values())

    @quick
    def parties(
        self, run: Any, names: Iterable[str] = (), *, by: str = "operator", open_to_all: bool = False
    ) -> tuple[str, ...]:
        """Who may challenge a run (empty: anyone). With names, only these may from now on."""
        key, wanted = self._desk.find_run(run), tuple(names)
        if wanted or open_to_all:
            set_parties(self._desk.store, key, wanted, by=by, clock=self._desk.clock)
        return list_parties(self._desk.reading, key)

    def _make(self, order: ChallengeOrder) -> tuple[Challenge, tuple[Document, ...]]:
        """The challenge, which names the documents that it brings, and these."""
        read = read_challenge_files(order, self._desk.reading)
        ground = read_ground(read)
        documents = tuple(one for one in read.with_documents if isinstance(one, Document))
        brought = tuple(document.digest for document in documents)
        challenge = Challenge(
            node=order.node, ground=ground, because=order.because, challenger=order.by, brought=brought
        )
        return challenge, documents

    async def _load(self, of: Any) -> Version:
        return await recall_file(self._desk, self._desk.find_run(of))

    async def hear_again(self, before: ContestSpec) -> RunResult[Heard]:
        """Go on hearing a challenge that waited for a person or was cut off, with its own models."""
        file = await self._load(before.of)
        async with self._at_work(file, asks=_asks(file, before.answer, before.hold), base=before) as work:
            before.require_same(work.describe())
            return await self._hear_with(work, file, before, ())

    def _admit(
        self, file: Version, challenge: Challenge, documents: tuple[Document, ...], corpus: Corpus | None
    ) -> Hearing:
        parties = list_parties(self._desk.reading, file.root)
        return admit(file, file.resolve(challenge, corpus), documents, read_from(corpus), parties=parties)

    def _require_other(self, held: ContestSpec, by: str) -> None:
        """Refuse an answer of whoever made the challenge, or may not judge in a case that rests on the run."""
        store = self._desk.reading
        with look_as_house():
            roots = {held.of, *(older for _, older in list_versions(store, held.of))}
            cases = {one.key: one for one in read_matters(store) if roots.intersection(gather_facts(one).runs)}
            barred = {name for one in cases.values() for name in one.standing.barred()}
            barred |= {one.person for one in self._desk.people.list_places() if one.matter in cases}
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
        if entry.draft.question["job"] != contest.name:
            raise InputError(f"run {short(entry.key)} is no challenge", hint="foam contest status RUN lists them")
        return entry

    async def _hear(
        self,
        file: Version,
        challenge: Challenge,
        documents: tuple[Document, ...],
        *,
        model: str | None,
        seed: int | None,
        answer: Given | None = None,
        hold: bool = False,
    ) -> RunResult[Heard]:
        if documents or not challenge.brought:  # else it was admitted before, and the record has what it brought
            with self._open_corpus(file) as corpus:  # before a model is there: a refusal should be quick
                challenge = self._admit(file, challenge, documents, corpus).challenge
        async with self._at_work(file, asks=_asks(file, answer, hold), model=model, seed=seed) as work:
            spec = ContestSpec(**work.describe(), of=file.run, challenge=challenge, answer=answer, hold=hold)
            return await self._hear_with(work, file, spec, documents)

    async def _hear_with(
        self, work: Work, file: Version, spec: ContestSpec, documents: tuple[Document, ...]
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

    @contextmanager
    def _open_corpus(self, file: Version) -> Iterator[Corpus | None]:
        """The very evidence that a version was made with; None where it is not at hand, or nothing was looked up."""
        if not file.spec.corpus:
            yield None
            return
        with self._desk.find_corpus(self._desk.load_pack(file.spec.pack), file.spec.corpus, of=file.run) as corpus:
            yield corpus

    @asynccontextmanager
    async def _at_work(
        self,
        file: Version,
        *,
        asks: bool,
        model: str | None = None,
        seed: int | None = None,
        base: ContestSpec | None = None,
    ) -> AsyncIterator[Work]:
        """Models, those of an earlier hearing where it goes on, and the very pack and evidence that the file was made
        with. Nobody who only chooses is asked of a file that stays as it is."""
        desk = self._desk
        players = desk.choose_players(model=model, seat_models=None, base=base)
        pack = file.spec.pack or (base.pack if base else "") or None
        config = desk.configure(seed=base.seed if base else seed, pack=pack, **players)
        if not asks or (not file.is_revised and desk.is_embedded(config)):
            yield Work(config, Tools())
            return
        models = desk.models_for(config, seated=True)
        try:
            with self._open_corpus(file) as corpus:
                if corpus is None and file.is_revised:
                    raise InputError(
                        "the library that was read has changed since, so evidence cannot be looked up in it",
                        hint="challenge with --dry-run, or ask again of the library as it is",
                    )
                tools = Tools(
                    models=models,
                    pack=desk.load_pack(pack),
                    corpus=corpus,
                    judge=desk.judge if corpus else None,
                    concurrency=config.settings.concurrency,
                )
                yield Work(config, tools).at_table(file.seats)
        finally:
            await dismiss(models)


def _asks(file: Version, answer: Given | None, hold: bool) -> bool:
    """Whether a model may be asked: of what stays as it is only where nobody has answered, or is to answer later."""
    return file.is_revised or (answer is None and not hold)


def read_challenge_files(order: ChallengeOrder, store: Store) -> ChallengeOrder:
    """The same challenge with what its files hold: a worker may be on another machine."""
    seat, steps = order.perspective, order.steps
    read = {
        "perspective": read_perspective(seat) if isinstance(seat, Path) else seat,
        "steps": read_steps(steps) if isinstance(steps, Path) else steps,
        "with_documents": _read_brought(order.with_documents, store),
    }
    return ChallengeOrder.read(order, **read)


def _read_brought(brought: Iterable[Path | Document], store: Store) -> tuple[Document, ...]:
    """The documents that come with a challenge: from files, as they were read, or, by the name of a file that is not
    there, as an earlier challenge brought it into this record."""
    given = tuple(brought)
    paths = [one for one in given if isinstance(one, Path)]
    kept = {path: find_brought(store, path) for path in paths if not path.exists()}
    for path in (path for path, found in kept.items() if found is None):
        raise InputError(
            f"{path} does not exist, and no challenge brought a file of that name", hint="bring a file that is there"
        )
    files = import_documents(path for path in paths if path not in kept)
    again = (one for one in kept.values() if one)
    return (*files, *again, *(one for one in given if isinstance(one, Document)))
