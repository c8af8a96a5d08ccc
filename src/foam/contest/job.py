"""The job `contest`: one challenge to one version, from its spec to its outcome and the next version.

A version is computed, never stored: the deliberation or case it goes back to is replayed from the record, and the
amendments of each sustained challenge since are applied in turn. So the old version stays, word for word, under its own
run; the new one names it (`revision of`), and both can be replayed without any model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, ClassVar

from foam.case.cut import read_source
from foam.case.write import CaseSpec, write_case
from foam.contest.admit import admit
from foam.contest.cases.amend import (
    Amendment,
    PutClaim,
    PutExchange,
    SetFacts,
    SetUnverified,
    revise_case,
    revise_mediation,
)
from foam.contest.brought import keep_documents
from foam.contest.came_to import tell_changes
from foam.contest.cases.remedy import collect_documents
from foam.contest.challenge import Challenge
from foam.contest.compared import compare_again
from foam.contest.entered import draft_challenge, keep_challenge
from foam.contest.given import Given, apply_answer
from foam.contest.cases.hearing import Hearing, make_reason
from foam.contest.locality import measure_locality
from foam.contest.outcome import Finding, Locality, Outcome, describe_heard
from foam.contest.redline import Redlined, compare_versions
from foam.contest.repeats import OUTCOME, find_repetition, line_of
from foam.contest.revised import CONTEST
from foam.contest.cases.settle import settle
from foam.contest.struck import list_gone
from foam.contest.subject import CaseFile, DossierFile, File, Version
from foam.deliberation.choice import OptionsDossier
from foam.deliberation.cited import list_cited
from foam.deliberation.jobs import DeliberateSpec, make_dossier, mediate_spec, tell_mediation
from foam.deliberation.written.gone import with_corrected, without_struck
from foam.errors import InputError, NotFound
from foam.evidence.computed import WithComputed
from foam.evidence.corpus import WithBrought
from foam.evidence.document import Document
from foam.job.clerk import Clerk
from foam.job.events import Listener, ignore
from foam.job.job import RunResult, job, open_replay, read_spec, replay, run
from foam.job.retrieval import verify_passages
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.pack.outlines import load_outline
from foam.paper import Readable
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry, EntryInput
from foam.record.graph import entries_of, require_entry
from foam.record.store import Store
from foam.values import short

REVISION_OF = "revision of"
"""Role of the input by which a new version names the one it revises."""


class ContestSpec(Spec):
    """A challenge to a version, and a person's answer where one was given."""

    of: str
    challenge: Challenge
    answer: Given | None = None
    hold: bool = False
    """Only admit and record it: it is to be answered later."""


@dataclass(frozen=True, repr=False)
class Heard(Readable):
    """A challenge that was heard: its outcome, and the file before and after."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.contest.views.document",)
    run: str
    outcome: Outcome
    before: File
    after: File
    amendments: tuple[Amendment, ...]
    compared: OptionsDossier | None = None
    """The comparison of options that the deliberation belongs to, made again with its new version."""

    @cached_property
    def redline(self) -> tuple[Redlined, ...]:
        """What differs between the two versions, part by part."""
        return compare_versions(self.before, self.after, self.amendments)

    def json_value(self) -> dict[str, Any]:
        """The challenge, what became of it and what changed, as plain JSON types."""
        compared = {"compared": self.compared.json_value()} if self.compared else {}
        return {**describe_heard(self.run, self.outcome, self.after.run, self.redline), **compared}

    def __repr__(self) -> str:
        return f"Heard({short(self.run)}, {self.outcome.disposition})"


def digest_heard(heard: Heard) -> dict[str, str]:
    """The digests of what the run gives: the outcome, and the file as it now stands."""
    kind = "dossier" if isinstance(heard.after, DossierFile) else "case"
    compared = {"options": heard.compared.digest} if heard.compared else {}
    return {"outcome": heard.outcome.digest, kind: heard.after.view.digest, **compared}


@job(CONTEST, spec=ContestSpec, digests=digest_heard)
async def contest(spec: ContestSpec, session: Session) -> Heard:
    """Hear the challenge and, where it is sustained, revise what depended on the challenged part."""
    file = session.tools.parts.get(Version) or await load_file(session.store, spec.of)
    part = admit(file, spec.challenge, recorded=session.replaying)
    if not session.replaying:
        keep_challenge(session, spec.of, spec.challenge, spec.answer)
    brought = (*file.brought, *keep_documents(session, spec.challenge.brought))
    computed = file.mediation.computed if isinstance(file, DossierFile) else ()
    place = session.with_corpus(WithComputed(WithBrought(session.corpus, brought), computed))
    if isinstance(file, DossierFile):
        place = with_corrected(without_struck(place, list_gone(file)), file.mediation.figures_corrected)
    challenge = session.seal_draft(draft_challenge(spec.of, spec.challenge)).key
    hearing = Hearing(file, spec.challenge, part, place, challenge, session.run)
    found, made, repeats = await _settle(spec, hearing)
    after, made = await _revise(hearing, made, brought)
    reached = measure_locality(file, after, made, asked=_count_asked(session.store, session.run, file))
    outcome = _make_outcome(spec, hearing, found, reached, repeats, after, made)
    _record_outcome(session.clerk, hearing, outcome)
    compared = await compare_again(hearing, after, load_file)
    return Heard(run=session.run, outcome=outcome, before=file, after=after, amendments=made, compared=compared)


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
    admit(file, spec.challenge, parties=parties)
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
    """A version of a dossier or a case, computed from the record alone."""
    entry = require_entry(store, run)
    match entry.draft.question.get("job"):
        case "deliberate":
            return await _load_dossier(store, entry)
        case "case":
            return await _load_case(store, entry)
        case "matter":
            raise NotFound(
                f"{short(run)} is a matter, not a dossier or a case", hint="read it with: foam appeal timeline"
            )
        case _:
            found = await replay(store, run)
            if isinstance(found, Heard):
                return found.after
            if isinstance(found, DossierFile | CaseFile):
                return found
            if isinstance(found, OptionsDossier):
                runs = ", ".join(map(short, found.runs))
                raise InputError(f"run {short(run)} compares options", hint=f"each has a run of its own: {runs}")
            raise InputError(f"run {short(run)} cannot be challenged", hint="name a deliberation, a case or a version")


async def _settle(spec: ContestSpec, hearing: Hearing) -> tuple[Finding, tuple[Amendment, ...], str]:
    """How the challenge was settled: as a repetition, by a person's answer, left open, or by the checks."""
    repeats = find_repetition(hearing, hearing.session.store)
    if repeats:
        text = "The same was put before and rejected, and nothing new was brought: no document, no other particular."
        found = Finding(disposition="rejected", move="rebut", reasons=(make_reason(text, repeats),))
        return found, (), repeats
    if spec.hold:
        text = "It is admitted and waits for an answer."
        return Finding(disposition="open", move="none", reasons=(make_reason(text, hearing.entry),)), (), ""
    if spec.answer is not None:
        return *await apply_answer(hearing, spec.answer), ""
    return *await settle(hearing), ""


async def _revise(
    hearing: Hearing, made: tuple[Amendment, ...], brought: tuple[Document, ...]
) -> tuple[File, tuple[Amendment, ...]]:
    """The next version; the same one where nothing was amended."""
    file = hearing.file
    if not made:
        return file, ()
    if isinstance(file, DossierFile):
        return await _revise_dossier(hearing, file, made, brought)
    return _revise_case(hearing.session, file, made, brought), made


async def _revise_dossier(
    hearing: Hearing, file: DossierFile, made: tuple[Amendment, ...], brought: tuple[Document, ...]
) -> tuple[DossierFile, tuple[Amendment, ...]]:
    session, since = hearing.session, (*file.mediation.challenged, hearing.entry)
    mediation = revise_mediation(file.mediation, made, pack=file.pack).model_copy(update={"challenged": since})
    if any(isinstance(one, PutExchange | PutClaim) for one in made):
        corpus = WithComputed(session.corpus, mediation.computed)
        conflicts = (*mediation.conflicts, *mediation.struck_conflicts)
        cited = [*list_cited(mediation.claims, mediation.evaluated, conflicts), *mediation.list_read_on()]
        wrong = verify_passages(session.clerk, corpus, cited)
        made = (*made, SetUnverified(pointers=tuple(sorted(wrong, key=str))))
        if wrong != mediation.unverified:
            mediation = revise_mediation(mediation, made[-1:], pack=file.pack)
    mediation = await tell_mediation(session, mediation, before=file.mediation)
    entries = _extend_entries(file, session)
    dossier = make_dossier(mediation, file.spec, file.pack, entries)
    struck = next((one.struck for one in made if isinstance(one, SetFacts)), file.struck)
    after = replace(file, run=session.run, mediation=mediation, dossier=dossier, entries=entries)
    return replace(after, brought=brought, struck=struck), made


def _revise_case(
    session: Session, file: CaseFile, made: tuple[Amendment, ...], brought: tuple[Document, ...]
) -> CaseFile:
    unverified = revise_case(file.case, made, documents=file.documents, template=file.template)
    documents = collect_documents(session, unverified, {**file.documents, **{one.id: one for one in brought}})
    case = revise_case(file.case, made, documents=documents, template=file.template)
    entries = _extend_entries(file, session)
    return replace(file, run=session.run, case=case, documents=documents, entries=entries, brought=brought)


def _extend_entries(file: File, session: Session) -> tuple[Entry, ...]:
    """The entries a new version rests on: those of the old one and what was decided since."""
    return (*file.entries, *_list_decided(session.store, session.run, file))


def _list_decided(store: Store, run: str, file: File) -> Iterator[Entry]:
    """What was decided in a hearing up to its outcome: what comes after that, options compared again among it, rests on
    the new version and is no part of it."""
    known = {entry.key for entry in file.entries}
    upto = takewhile(lambda entry: entry.draft.kind != OUTCOME, entries_of(store, run))
    return (entry for entry in upto if entry.key not in known)


def _count_asked(store: Store, run: str, file: File) -> int:
    """Questions that models answered in this run; the record knows, so that a replay counts the same."""
    entries = _list_decided(store, run, file)
    return sum(entry.draft.decider.type == "model" and not entry.draft.kind.endswith(".failed") for entry in entries)


def _make_outcome(
    spec: ContestSpec,
    hearing: Hearing,
    found: Finding,
    reached: Locality,
    repeats: str,
    after: File,
    made: tuple[Amendment, ...],
) -> Outcome:
    return Outcome(
        of=spec.of,
        challenge=spec.challenge,
        entry=hearing.entry,
        disposition=found.disposition,
        move=found.move,
        reasons=found.reasons,
        counter_evidence=found.offered,
        named=tuple(one for one in found.offered if one in found.against),
        look_at=found.look_at,
        locality=reached,
        repeats=repeats,
        revised=bool(made),
        came_to=tell_changes(hearing.file, after, made),
        about=hearing.part.text,
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


async def _load_dossier(store: Store, run: Entry) -> DossierFile:
    spec = DeliberateSpec.model_validate(run.draft.question["spec"])
    session = open_replay(store, run.key, spec)
    mediation = await mediate_spec(session, spec)
    entries = entries_of(store, run.key)
    dossier = make_dossier(mediation, spec, session.pack, entries)
    return DossierFile(run.key, run.key, spec, session.pack, mediation, dossier, entries)


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
