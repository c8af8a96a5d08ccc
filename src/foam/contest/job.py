"""The job `contest`: one challenge to a version of an answer, a case or an examined file, from its spec to its outcome.

A version is computed, never stored: the answer or case it goes back to is replayed from the record, and what each
sustained challenge since changed is applied in turn. So the old version stays, word for word, under its own run; the
new one names it (`revision of`), and both can be replayed without any model.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from foam.case.cut import read_source
from foam.case.write import CaseSpec, write_case
from foam.contest.admit import check_challenger, find_challenged
from foam.contest.brought import keep_documents
from foam.contest.cases.settle import CaseHearing
from foam.contest.challenge import Challenge
from foam.contest.filed.hearing import FileHearing
from foam.contest.filed.subject import ExaminedFile
from foam.contest.findings import make_finding, make_reason, reject
from foam.contest.given import check_given
from foam.contest.hearing import Hearing
from foam.contest.leaves.settle import LeafHearing
from foam.contest.leaves.version import AnswerVersion, load_answer
from foam.contest.outcome import Locality, Outcome, Settled, describe_heard
from foam.contest.part import Version
from foam.contest.redline import Redlined, compare_versions
from foam.contest.repeats import OUTCOME, find_repetition, line_of
from foam.contest.spec import CONTEST, REVISION_OF, ContestSpec, draft_challenge, keep_challenge
from foam.contest.subject import CaseFile
from foam.deliberation.answer.ask import ask
from foam.deliberation.jobs import deliberate
from foam.errors import InputError, NotFound
from foam.evidence.corpus import Corpus, ListedCorpus
from foam.evidence.document import Document
from foam.examination.file import CaseFile as FiledCase
from foam.examination.job import ExamineSpec, examine
from foam.job.events import Listener, ignore
from foam.job.job import RunResult, job, open_replay, read_spec, replay, run
from foam.job.retrieval import fetch_document
from foam.job.session import Session, Tools
from foam.pack.outlines import load_outline
from foam.paper import Readable
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry, EntryInput
from foam.record.graph import entries_of, require_entry
from foam.record.store import Store
from foam.values import short
from foam_quotes.text.pointer import Pointer

_NOTHING = Locality(asked=0, reused=0, changed=())


Find = Callable[[Pointer], Document]
"""Gives the document of a sentence."""


@dataclass(frozen=True, repr=False)
class Heard(Readable):
    """A challenge that was heard: its outcome, and what was challenged before and after."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.contest.views.document",)
    run: str
    outcome: Outcome
    before: Version
    after: Version

    @cached_property
    def redline(self) -> tuple[Redlined, ...]:
        """What differs between the two versions, part by part."""
        return () if self.after is self.before else compare_versions(self.before.reading, self.after.reading)

    def json_value(self) -> dict[str, Any]:
        """The challenge, what became of it, what changed and, of an answer, how it stands, as plain JSON types."""
        told = describe_heard(self.run, self.outcome, self.after.run, self.redline)
        return {**told, "answer": self.after.view.json_value()} if isinstance(self.after, AnswerVersion) else told

    def __repr__(self) -> str:
        return f"Heard({short(self.run)}, {self.outcome.disposition})"


def digest_heard(heard: Heard) -> dict[str, str]:
    """The digests of what the run gives: the outcome, and what was challenged as it now stands."""
    return {"outcome": heard.outcome.digest, heard.after.name: heard.after.view.digest}


@job(CONTEST, spec=ContestSpec, digests=digest_heard)
async def contest(spec: ContestSpec, session: Session) -> Heard:
    """Hear the challenge and, where it is sustained, revise what depended on the challenged part."""
    before: Version = session.tools.parts.get(Version) or await load_file(session.store, spec.of)
    if not session.replaying:
        keep_challenge(session, spec.of, spec.challenge, spec.answer)
    entry = session.seal_draft(draft_challenge(spec.of, spec.challenge)).key
    papers = keep_documents(session, spec.challenge.brought)
    hearing = admit(before, spec.challenge, papers, lambda at: fetch_document(session.clerk, session.corpus, at))
    line = line_of(session, before.root, spec.challenge)
    admitted = (EntryInput(role="challenge", key=entry), EntryInput(role="hearing", key=session.run))
    repeats = find_repetition(session, spec.challenge, line, *admitted)
    if repeats:
        text = "The same was put before and rejected, and nothing new was brought: no document, no other particular."
        settled = Settled(reject(make_reason(text, repeats)), before, _NOTHING)
    elif spec.hold:
        reason = make_reason("It is admitted and waits for an answer.", entry)
        settled = Settled(make_finding("open", "none", reason), before, _NOTHING)
    else:
        settled = await hearing.settle(session, entry, spec.answer)
    outcome = _make_outcome(spec, entry, settled, before=before, repeats=repeats, about=hearing.part.text)
    revision = EntryInput(role=REVISION_OF, key=before.run)
    session.clerk.compute(OUTCOME, outcome.json_value, *admitted, revision, line, rule=CONTEST)
    return Heard(run=session.run, outcome=outcome, before=before, after=settled.after)


async def hear_challenge(
    spec: ContestSpec,
    file: Version,
    tools: Tools,
    *,
    store: Store,
    documents: Sequence[Document] = (),
    parties: Sequence[str] = (),
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[Heard]:
    """Admit the challenge, then hear it or finish hearing it. A refusal leaves no trace in the record."""
    check_given(spec.answer, file.moves)
    if documents or not spec.challenge.brought:  # else it was admitted before, and the record has what it brought
        admit(file, spec.challenge, documents, read_from(tools.corpus), parties=parties)
    given = {one.digest: one.json_value() for one in documents}
    tools = replace(tools, parts={**tools.parts, Version: file}, given={**tools.given, **given})
    seal = store.find_seal(spec.of)
    return await run(contest, spec, tools, store=store, clock=clock, listener=listener, seal=seal)


def admit(
    version: Version,
    challenge: Challenge,
    brought: Sequence[Document] = (),
    find: Find | None = None,
    *,
    parties: Collection[str] = (),
) -> Hearing:
    """The hearing of a challenge. A refusal says what could be challenged there, or who may, or what is wrong.

    `find` gives the document of a sentence of the library.
    """
    check_challenger(challenge, parties)
    part = find_challenged(version, challenge)
    hearing: Hearing
    match version:
        case AnswerVersion():
            contested = version.contest(challenge, part, brought, find or read_from(None))
            hearing = LeafHearing(challenge, part, version, contested)
        case CaseFile():
            hearing = CaseHearing(challenge, part, version, tuple(brought))
        case ExaminedFile():
            hearing = FileHearing(challenge, version.parts[part.id], version, tuple(brought))
        case _:
            raise AssertionError(f"{version} is nothing that is challenged")
    hearing.refuse()
    return hearing


def read_from(corpus: Corpus | None) -> Find:
    """The documents of a library; of none, an error that says so."""
    library = corpus or ListedCorpus.of(())
    return lambda at: library.document(at.document)


async def replay_heard(store: Store, run: str, before: Version) -> Heard:
    """What a challenge to a file gave, computed from the record alone; `before` is that file, read already."""
    _, spec = read_spec(require_entry(store, run))
    if spec.of != before.run:
        raise AssertionError(f"{short(run)} is no challenge to {short(before.run)}")
    return await contest.work(spec, open_replay(store, run, spec, {**contest.standins(spec), Version: before}))


async def load_file(store: Store, run: str) -> Version:
    """A version of an answer, a case or an examined file, computed from the record alone."""
    entry = require_entry(store, run)
    match entry.draft.question.get("job"):
        case ask.name | deliberate.name:
            return await load_answer(store, run)
        case "case":
            return await _load_case(store, entry)
        case examine.name:
            return await _load_examined(store, entry)
        case "matter":
            raise NotFound(
                f"{short(run)} is a matter, not an answer or a case", hint="read it with: foam appeal timeline"
            )
        case _:
            found = await replay(store, run)
            if isinstance(found, Heard):
                return found.after
            if isinstance(found, Version):
                return found
            raise InputError(f"run {short(run)} cannot be challenged", hint="name an answer, a case or a version")


def _make_outcome(
    spec: ContestSpec,
    entry: str,
    settled: Settled[Any],
    *,
    before: Version,
    repeats: str,
    about: str,
) -> Outcome:
    found = settled.found
    return Outcome(
        of=spec.of,
        challenge=spec.challenge,
        entry=entry,
        disposition=found.disposition,
        move=found.move,
        reasons=found.reasons,
        counter_evidence=found.offered,
        named=tuple(one for one in found.offered if one in found.against),
        look_at=found.look_at,
        locality=settled.locality,
        repeats=repeats,
        revised=settled.after is not before,
        came_to=settled.came_to,
        about=about,
    )


async def _load_case(store: Store, run: Entry) -> CaseFile:
    spec = CaseSpec.model_validate(run.draft.question["spec"])
    session = open_replay(store, run.key, spec)
    case = await write_case(spec, session)
    read = [one.pointer.document for slot in case.slots if slot.calculated for one in slot.calculated.readings]
    ids = dict.fromkeys((*read, *(card.document for card in case.cards)))
    documents = {id: read_source(session, id) for id in ids}
    entries = entries_of(store, run.key)
    template = load_outline(session.pack, spec.speech)
    return CaseFile(run.key, run.key, spec, session.pack, template, case, documents, entries)


async def _load_examined(store: Store, run: Entry) -> ExaminedFile:
    spec = ExamineSpec.model_validate(run.draft.question["spec"])
    file = FiledCase.model_validate(open_replay(store, run.key, spec).read_given("case file", spec.file))
    return ExaminedFile(run.key, run.key, spec, file, await replay(store, run.key))
