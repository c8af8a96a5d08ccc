"""Settles a challenge to a case: by its kind or by a person's answer, and what the finding changes is worked out.

Where whoever is asked cannot tell, a person decides. Everything is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from foam.contest.cases.admit import list_checks
from foam.contest.cases.amend import Amendment, measure_locality, revise_case, tell_changes
from foam.contest.cases.checks import CHECKS, Made
from foam.contest.cases.hearing import Hearing
from foam.contest.cases.remedy import amend_case, collect_documents
from foam.contest.findings import join_rejected, make_finding, make_reason, named
from foam.contest.given import DISPOSED, Given, draft_answer
from foam.contest.outcome import Finding, Settled, Struck
from foam.contest.repeats import OUTCOME
from foam.contest.subject import CaseFile
from foam.evidence.corpus import Passage, make_passage
from foam.evidence.document import Document
from foam.job.retrieval import fetch_document
from foam.record.entry import Entry
from foam.record.graph import entries_of
from foam_quotes.text.pointer import Pointer


async def hear_over_case(hearing: Hearing, given: Given | None, brought: tuple[Document, ...]) -> Settled[CaseFile]:
    """How the challenge ends, by a person's answer or by the checks, and the case as it then stands."""
    found, made = await (_settle(hearing) if given is None else _apply_answer(hearing, given))
    file = hearing.file
    after = _revise(hearing, made, brought) if made else file
    asked = sum(
        entry.draft.decider.type == "model" and not entry.draft.kind.endswith(".failed")
        for entry in _list_decided(hearing)
    )
    came_to = (*tell_changes(file, made), *_tell_resting(file, found))
    return Settled(found, after, measure_locality(file, after, made, asked=asked), came_to)


def _tell_resting(file: CaseFile, found: Finding) -> Iterator[str]:
    """What else quotes a sentence that does not serve where it was challenged."""
    fallen = {one.pointer for struck in found.struck for one in struck.fallen}
    slots = {struck.slot for struck in found.struck}
    for use in file.uses.values():
        if use.slot not in slots and any(one.pointer in fallen for one in use.passages):
            yield f"{use.slot} quotes the same sentence for “{use.statement}”."


async def _settle(hearing: Hearing) -> Made:
    """Each check in turn, until one does not turn the challenge down."""
    turned_down: list[Finding] = []
    for name in list_checks(hearing.file, hearing.challenge):
        found, made = await CHECKS[name].hear(hearing)
        if found.disposition != "rejected":
            return found, made
        turned_down.append(found)
    return join_rejected(turned_down), ()


async def _apply_answer(hearing: Hearing, given: Given) -> Made:
    """The finding and the amendments that a person's answer amounts to."""
    passages = tuple(_read_passage(hearing, pointer) for pointer in given.evidence)
    key = hearing.session.seal_draft(draft_answer(hearing.entry, given)).key
    said = make_reason(f"{given.by} answered: {given.because}", key, *named(passages))
    if given.move == "rebut":
        return make_finding(DISPOSED["rebut"], "rebut", said, answering=passages), ()
    use = hearing.file.uses.get(hearing.part.id)
    instead = passages if given.move == "swap" else ()
    found = make_finding(
        DISPOSED[given.move],
        given.move,
        said,
        struck=[Struck(slot=hearing.part.id, fallen=use.passages if use else (), instead=instead)],
        against=() if given.move == "swap" else passages,
    )
    return found, await amend_case(hearing, hearing.file, found)


def _read_passage(hearing: Hearing, pointer: Pointer) -> Passage:
    document = fetch_document(hearing.session.clerk, hearing.session.corpus, pointer)
    return make_passage(document, pointer.sentence)


def _revise(hearing: Hearing, made: tuple[Amendment, ...], brought: tuple[Document, ...]) -> CaseFile:
    file, session = hearing.file, hearing.session
    unverified = revise_case(file.case, made, documents=file.documents, template=file.template)
    documents = collect_documents(session, unverified, {**file.documents, **{one.id: one for one in brought}})
    case = revise_case(file.case, made, documents=documents, template=file.template)
    entries = (*file.entries, *_list_decided(hearing))
    return replace(file, run=session.run, case=case, documents=documents, entries=entries, brought=brought)


def _list_decided(hearing: Hearing) -> tuple[Entry, ...]:
    """What was decided in the hearing; the record knows, so that a replay counts the same."""
    known = {entry.key for entry in hearing.file.entries}
    every = entries_of(hearing.session.store, hearing.session.run)
    upto = takewhile(lambda entry: entry.draft.kind != OUTCOME, every)
    return tuple(entry for entry in upto if entry.key not in known)
