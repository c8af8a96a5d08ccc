"""The job `contest`: one challenge to one version, from its spec to its outcome and the next version.

A version is computed, never stored: the deliberation or case it goes back to is replayed from the record, and the
amendments of each sustained challenge since are applied in turn. So the old version stays, word for word, under its own
run; the new one names it (`revision of`), and both can be replayed without any model. Knows no terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from foam.case.cut import source_of
from foam.case.job import JOB as CASE
from foam.case.job import CaseSpec, recorded_case
from foam.case.template import speech_template
from foam.contest.admit import admit
from foam.contest.amend import Amendment, PutExchange, PutSlot, SetUnverified, revise_case, revise_mediation
from foam.contest.brought import recorded
from foam.contest.case_remedy import documents_of
from foam.contest.challenge import Challenge
from foam.contest.given import Given, answer_draft, as_given
from foam.contest.hearing import Hearing, reason
from foam.contest.locality import locality
from foam.contest.outcome import Finding, Locality, Outcome
from foam.contest.repeats import OUTCOME, line_of, repetition
from foam.contest.settle import settle
from foam.contest.subject import CaseFile, DossierFile, File
from foam.deliberation.jobs import DeliberateSpec, Models, Setting, deliberated, dossier_of, replaying
from foam.deliberation.loop import cited
from foam.deliberation.room import Room, room
from foam.errors import InputError
from foam.evidence.corpus import Corpus, WithBrought
from foam.evidence.document import Document
from foam.job.clerk import Clerk
from foam.job.retrieval import verify
from foam.pack.loader import Pack
from foam.record.clock import Clock, stamp, utc_now
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput
from foam.record.graph import entry_of
from foam.record.runs import close_run, open_run, outcome_of
from foam.record.store import Store
from foam.values import short

Result = TypeVar("Result")

JOB = "contest"
REVISION_OF = "revision of"
"""Role of the input by which a new version names the one it revises."""


class ContestSpec(Setting):
    """A challenge to a version, and a person's answer where one was given."""

    of: str
    challenge: Challenge
    answer: Given | None = None
    hold: bool = False
    """Only admit and record it: it is to be answered later."""


@dataclass(frozen=True, repr=False)
class Heard:
    """A challenge that was heard: its run, its outcome, and the file before and after."""

    run: str
    digest: str
    outcome: Outcome
    before: File
    after: File
    amendments: tuple[Amendment, ...]

    def __repr__(self) -> str:
        return f"Heard({short(self.run)}, {self.outcome.disposition})"


def load_file(store: Store, run: str) -> File:
    """A version of a dossier or a case, computed from the record alone."""
    entry = entry_of(store, run)
    match entry.draft.question.get("job"):
        case "deliberate":
            return _dossier_file(store, entry)
        case "case":
            return _case_file(store, entry)
        case "contest":
            return recorded_contest(store, entry).after
        case job:
            raise InputError(f"a run of {job!r} cannot be challenged", hint="name a deliberation, a case or a version")


def recorded_contest(store: Store, run: Entry) -> Heard:
    """A challenge heard again from the record alone: no model, no library."""
    spec = ContestSpec.model_validate(run.draft.question["spec"])
    before = load_file(store, spec.of)
    clerk, corpus, pack = replaying(spec, store, run.key)
    heard = asyncio.run(_hear(spec, before, store=store, clerk=clerk, corpus=corpus, pack=pack, run=run.key))
    closing = outcome_of(store, run.key)
    return replace(heard, digest=closing.digest if closing else "")


async def run_contest(
    spec: ContestSpec,
    file: File,
    *,
    store: Store,
    models: Models,
    corpus: Corpus,
    pack: Pack,
    documents: Sequence[Document] = (),
    parties: Sequence[str] = (),
    clock: Clock = utc_now,
) -> Heard:
    """Hear the challenge, or finish hearing it. A refusal leaves no trace in the record."""
    admit(file, spec.challenge, parties=parties)
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=spec.seed, clock=clock)
    _keep_challenge(store, spec, run, clock)
    heard = await _hear(spec, file, store=store, clerk=clerk, corpus=corpus, pack=pack, run=run, documents=documents)
    closing = close_run(store, run, views(heard), clock=clock)
    return replace(heard, digest=closing.digest)


def views(heard: Heard) -> dict[str, str]:
    """The digests of what the run gives: the outcome, and the file as it now stands."""
    after = heard.after
    file = ("dossier", after.dossier.digest) if isinstance(after, DossierFile) else (CASE, after.case.digest)
    return {"outcome": heard.outcome.digest, file[0]: file[1]}


def challenge_draft(spec: ContestSpec) -> Draft:
    """The entry by which a person's challenge enters the record."""
    challenge = spec.challenge
    return Draft(
        kind="challenge",
        inputs=(
            EntryInput(role="of", key=spec.of),
            ValueInput(role="challenge", value=challenge.json_value()),
        ),
        decider=Decider(type="person", id=challenge.challenger, version="1"),
    )


def _keep_challenge(store: Store, spec: ContestSpec, run: str, clock: Clock) -> None:
    answer = {"node": spec.challenge.node, "kind": spec.challenge.ground.kind}
    kept = store.append(Entry(draft=challenge_draft(spec), answer=answer, at=stamp(clock)), run=run)
    if spec.answer:
        said = Entry(draft=answer_draft(kept.key, spec.answer), answer={"move": spec.answer.move}, at=stamp(clock))
        store.append(said, run=run)


async def _hear(
    spec: ContestSpec,
    file: File,
    *,
    store: Store,
    clerk: Clerk,
    corpus: Corpus,
    pack: Pack,
    run: str,
    documents: Sequence[Document] = (),
) -> Heard:
    part = admit(file, spec.challenge)
    brought = (*file.brought, *recorded(clerk, spec.challenge.brought, documents))
    place = room(clerk, WithBrought(corpus, brought), pack)
    hearing = Hearing(file, spec.challenge, part, place, challenge_draft(spec).key, run)
    found, made, repeats = await _settled(spec, hearing, store)
    after, made = _revised(hearing, made, store, run, brought)
    reached = locality(file, after, made, asked=_asked(store, run, file))
    outcome = _outcome(spec, hearing, found, reached, repeats, revised=bool(made))
    _record_outcome(clerk, hearing, outcome)
    return Heard(run=run, digest="", outcome=outcome, before=file, after=after, amendments=made)


async def _settled(spec: ContestSpec, hearing: Hearing, store: Store) -> tuple[Finding, tuple[Amendment, ...], str]:
    """How the challenge was settled: as a repetition, by a person's answer, left open, or by the checks."""
    repeats = repetition(hearing, store)
    if repeats:
        text = "The same was put before and rejected, and nothing new was brought: no document, no other particular."
        found = Finding(disposition="rejected", move="rebut", reasons=(reason(text, repeats),))
        return found, (), repeats
    if spec.hold:
        text = "It is admitted and waits for an answer."
        return Finding(disposition="open", move="none", reasons=(reason(text, hearing.entry),)), (), ""
    if spec.answer is not None:
        return *await as_given(hearing, spec.answer), ""
    return *await settle(hearing), ""


def _revised(
    hearing: Hearing, made: tuple[Amendment, ...], store: Store, run: str, brought: tuple[Document, ...]
) -> tuple[File, tuple[Amendment, ...]]:
    """The next version; the same one where nothing was amended."""
    file = hearing.file
    if not made:
        return file, ()
    if isinstance(file, DossierFile):
        return _revised_dossier(hearing.room, file, made, store, run, brought)
    return _revised_case(hearing.room, file, made, store, run, brought), made


def _revised_dossier(
    place: Room, file: DossierFile, made: tuple[Amendment, ...], store: Store, run: str, brought: tuple[Document, ...]
) -> tuple[DossierFile, tuple[Amendment, ...]]:
    mediation = revise_mediation(file.mediation, made, pack=file.pack)
    if any(isinstance(one, PutExchange) for one in made):
        wrong = verify(place.clerk, place.corpus, cited(mediation.drafts, mediation.evaluated))
        made = (*made, SetUnverified(pointers=tuple(sorted(wrong, key=str))))
        if wrong != mediation.unverified:
            mediation = revise_mediation(mediation, made[-1:], pack=file.pack)
    entries = _grown(file, store, run)
    dossier = dossier_of(mediation, file.spec, file.pack, entries)
    after = replace(file, run=run, mediation=mediation, dossier=dossier, entries=entries, brought=brought)
    return after, made


def _revised_case(
    place: Room, file: CaseFile, made: tuple[Amendment, ...], store: Store, run: str, brought: tuple[Document, ...]
) -> CaseFile:
    slots = [one.slot for one in made if isinstance(one, PutSlot)]
    unverified = revise_case(file.case, slots, documents=file.documents, template=file.template)
    documents = documents_of(place, unverified, {**file.documents, **{one.id: one for one in brought}})
    case = revise_case(file.case, slots, documents=documents, template=file.template)
    entries = _grown(file, store, run)
    return replace(file, run=run, case=case, documents=documents, entries=entries, brought=brought)


def _grown(file: File, store: Store, run: str) -> tuple[Entry, ...]:
    """The entries a new version rests on: those of the old one and what was decided since, but for the outcome."""
    known = {entry.key for entry in file.entries}
    new = (entry_of(store, key) for key in store.members(run) if key not in known)
    return (*file.entries, *(entry for entry in new if entry.draft.kind != OUTCOME))


def _asked(store: Store, run: str, file: File) -> int:
    """Questions that models answered in this run; the record knows, so that a replay counts the same."""
    known = {entry.key for entry in file.entries}
    entries = (entry_of(store, key) for key in store.members(run) if key not in known)
    return sum(entry.draft.decider.type == "model" and not entry.draft.kind.endswith(".failed") for entry in entries)


def _outcome(
    spec: ContestSpec, hearing: Hearing, found: Finding, reached: Locality, repeats: str, *, revised: bool
) -> Outcome:
    return Outcome(
        of=spec.of,
        challenge=spec.challenge,
        entry=hearing.entry,
        disposition=found.disposition,
        move=found.move,
        reasons=found.reasons,
        counter_evidence=found.offered,
        locality=reached,
        repeats=repeats,
        revised=revised,
    )


def _record_outcome(clerk: Clerk, hearing: Hearing, outcome: Outcome) -> None:
    clerk.compute(
        OUTCOME,
        outcome.json_value,
        hearing.admitted(),
        hearing.heard(),
        EntryInput(role=REVISION_OF, key=hearing.file.run),
        line_of(hearing),
        rule="contest",
    )


def _finished(job: Coroutine[Any, Any, Result]) -> Result:
    """What a job gives. `asyncio.run` writes out the result of its task, and a mediation takes long to write out."""
    given: list[Result] = []

    async def kept() -> None:
        given.append(await job)

    asyncio.run(kept())
    return given[0]


def _dossier_file(store: Store, run: Entry) -> DossierFile:
    spec = DeliberateSpec.model_validate(run.draft.question["spec"])
    clerk, corpus, pack = replaying(spec, store, run.key)
    mediation = _finished(deliberated(spec, clerk, corpus, pack))
    entries = tuple(entry_of(store, key) for key in store.members(run.key))
    dossier = dossier_of(mediation, spec, pack, entries)
    return DossierFile(run.key, run.key, spec, pack, mediation, dossier, entries)


def _case_file(store: Store, run: Entry) -> CaseFile:
    spec = CaseSpec.model_validate(run.draft.question["spec"])
    clerk, corpus, pack = replaying(spec, store, run.key)
    case = recorded_case(store, run)
    place = room(clerk, corpus, pack)
    read = [one.pointer.document for slot in case.slots if slot.calculated for one in slot.calculated.readings]
    ids = dict.fromkeys((*read, *(card.document for card in case.cards)))
    documents = {id: source_of(place, id) for id in ids}
    entries = tuple(entry_of(store, key) for key in store.members(run.key))
    template = speech_template(pack, spec.speech)
    return CaseFile(run.key, run.key, spec, pack, template, case, documents, entries)
