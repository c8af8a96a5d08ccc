"""The job `contest`: one challenge to a version of an answer or a case, from its spec to its outcome.

A version is computed, never stored: the answer or case it goes back to is replayed from the record, and what each
sustained challenge since changed is applied in turn. So the old version stays, word for word, under its own run; the
new one names it (`revision of`), and both can be replayed without any model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, TypeAlias

from foam.case.cut import read_source
from foam.case.write import CaseSpec, write_case
from foam.contest.brought import keep_documents
from foam.contest.cases.admit import admit
from foam.contest.cases.hearing import Hearing
from foam.contest.cases.settle import hear_over_case
from foam.contest.findings import make_reason
from foam.contest.given import WITHOUT_CARDS, check_given
from foam.contest.leaves.settle import hear_over_answer
from foam.contest.leaves.version import AnswerVersion, load_answer
from foam.contest.outcome import Finding, Locality, Outcome, Settled, describe_heard
from foam.contest.part import Version
from foam.contest.redline import Redlined, compare_versions
from foam.contest.repeats import OUTCOME, find_repetition, line_of
from foam.contest.spec import CONTEST, REVISION_OF, ContestSpec, draft_challenge, keep_challenge
from foam.contest.subject import CaseFile
from foam.deliberation.answer.ask import ask
from foam.deliberation.jobs import deliberate
from foam.errors import InputError, NotFound
from foam.evidence.corpus import ListedCorpus, WithBrought
from foam.evidence.document import Document
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

File: TypeAlias = CaseFile | AnswerVersion
"""A version of something that a challenge may revise."""
_NOTHING = Locality(asked=0, reused=0, changed=())


@dataclass(frozen=True, repr=False)
class Heard(Readable):
    """A challenge that was heard: its outcome, and what was challenged before and after."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.contest.views.document",)
    run: str
    outcome: Outcome
    before: File
    after: File

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
    before: File = session.tools.parts.get(Version) or await load_file(session.store, spec.of)
    challenge = spec.challenge
    if isinstance(before, CaseFile):
        about = admit(before, challenge).text
    if not session.replaying:
        keep_challenge(session, spec.of, challenge, spec.answer)
    entry = session.seal_draft(draft_challenge(spec.of, challenge)).key
    papers = keep_documents(session, challenge.brought)
    if isinstance(before, AnswerVersion):
        fetch = partial(fetch_document, session.clerk, session.corpus)
        contested = before.contest(challenge, papers, fetch)
        about = before.parts[contested.part].text
    line = line_of(session, before.root, challenge)
    admitted = (EntryInput(role="challenge", key=entry), EntryInput(role="hearing", key=session.run))
    repeats = find_repetition(session, challenge, line, *admitted)
    settled: Settled[CaseFile] | Settled[AnswerVersion] | Settled[File]
    if repeats:
        text = "The same was put before and rejected, and nothing new was brought: no document, no other particular."
        reason = make_reason(text, repeats)
        settled = Settled(Finding(disposition="rejected", move="rebut", reasons=(reason,)), before, _NOTHING)
    elif spec.hold:
        reason = make_reason("It is admitted and waits for an answer.", entry)
        settled = Settled(Finding(disposition="open", move="none", reasons=(reason,)), before, _NOTHING)
    elif isinstance(before, CaseFile):
        brought = (*before.brought, *papers)
        place = session.with_corpus(WithBrought(session.corpus, brought))
        hearing = Hearing(before, challenge, before.parts[challenge.node], place, entry)
        settled = await hear_over_case(hearing, spec.answer, brought)
    else:
        settled = await hear_over_answer(session, before, contested, entry, spec.answer)
    outcome = _make_outcome(spec, entry, settled, before=before, repeats=repeats, about=about)
    revision = EntryInput(role=REVISION_OF, key=before.run)
    session.clerk.compute(OUTCOME, outcome.json_value, *admitted, revision, line, rule=CONTEST)
    return Heard(run=session.run, outcome=outcome, before=before, after=settled.after)


async def hear_challenge(
    spec: ContestSpec,
    file: File,
    tools: Tools,
    *,
    store: Store,
    documents: Sequence[Document] = (),
    parties: Sequence[str] = (),
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[Heard]:
    """Admit the challenge, then hear it or finish hearing it. A refusal leaves no trace in the record."""
    if isinstance(file, CaseFile):
        check_given(spec.answer)
        admit(file, spec.challenge, parties=parties)
    else:
        check_given(spec.answer, WITHOUT_CARDS)
        if documents or not spec.challenge.brought:  # else it was admitted before, and the record has what it brought
            library = tools.corpus or ListedCorpus.of(())
            file.contest(spec.challenge, documents, lambda at: library.document(at.document), parties=parties)
    given = {one.digest: one.json_value() for one in documents}
    tools = replace(tools, parts={**tools.parts, Version: file}, given={**tools.given, **given})
    seal = store.find_seal(spec.of)
    return await run(contest, spec, tools, store=store, clock=clock, listener=listener, seal=seal)


async def replay_heard(store: Store, run: str, before: File) -> Heard:
    """What a challenge to a file gave, computed from the record alone; `before` is that file, read already."""
    _, spec = read_spec(require_entry(store, run))
    if spec.of != before.run:
        raise AssertionError(f"{short(run)} is no challenge to {short(before.run)}")
    return await contest.work(spec, open_replay(store, run, spec, {**contest.standins(spec), Version: before}))


async def load_file(store: Store, run: str) -> File:
    """A version of an answer or a case, computed from the record alone."""
    entry = require_entry(store, run)
    match entry.draft.question.get("job"):
        case ask.name | deliberate.name:
            return await load_answer(store, run)
        case "case":
            return await _load_case(store, entry)
        case "matter":
            raise NotFound(
                f"{short(run)} is a matter, not an answer or a case", hint="read it with: foam appeal timeline"
            )
        case _:
            found = await replay(store, run)
            if isinstance(found, Heard):
                return found.after
            if isinstance(found, CaseFile | AnswerVersion):
                return found
            raise InputError(f"run {short(run)} cannot be challenged", hint="name an answer, a case or a version")


def _make_outcome(
    spec: ContestSpec,
    entry: str,
    settled: Settled[CaseFile] | Settled[AnswerVersion] | Settled[File],
    *,
    before: File,
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
