"""Settles a challenge to a case: by its kind or by a person's answer, and what the finding changes is worked out.

Where whoever is asked cannot tell, a person decides. Everything is recorded.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import takewhile

from foam.contest.cases.amend import Amendment, measure_locality, revise_case, tell_changes
from foam.contest.cases.evidence_checks import check_context, check_relevance, check_selection_bias
from foam.contest.cases.hearing import Hearing
from foam.contest.cases.inference_checks import check_arithmetic, check_missing_component, check_structure
from foam.contest.cases.remedy import amend_case, collect_documents
from foam.contest.cases.source_checks import check_misquotation, check_stale_source
from foam.contest.cases.structure import check_branch, check_metric
from foam.contest.findings import make_finding, make_reason, named
from foam.contest.given import DISPOSED, Given, draft_answer
from foam.contest.kinds.label import Mislabelled
from foam.contest.kinds.missing_component import MissingComponent
from foam.contest.kinds.structural import Structural
from foam.contest.outcome import Finding, Settled, Struck
from foam.contest.repeats import OUTCOME
from foam.contest.subject import CaseFile
from foam.evidence.corpus import Passage, make_passage
from foam.evidence.document import Document
from foam.job.retrieval import fetch_document
from foam.record.entry import Entry
from foam.record.graph import entries_of
from foam_quotes.text.pointer import Pointer

Made = tuple[Finding, tuple[Amendment, ...]]


async def hear_over_case(hearing: Hearing, given: Given | None, brought: tuple[Document, ...]) -> Settled[CaseFile]:
    """How the challenge ends, by a person's answer or by the checks, and the case as it then stands."""
    found, made = await (_settle(hearing) if given is None else _apply_answer(hearing, given))
    file = hearing.file
    after = _revise(hearing, made, brought) if made else file
    asked = sum(
        entry.draft.decider.type == "model" and not entry.draft.kind.endswith(".failed")
        for entry in _list_decided(hearing)
    )
    return Settled(found, after, measure_locality(file, after, made, asked=asked), tell_changes(file, made))


async def _settle(hearing: Hearing) -> Made:
    match hearing.challenge.ground:
        case Structural(instead=instead) if instead:
            return await check_branch(hearing, hearing.file, instead)
        case Mislabelled(value=metric):
            return await check_metric(hearing, hearing.file, metric)
        case MissingComponent(component=component):
            found = await check_missing_component(hearing, component)
        case Structural(lacks=lacks):
            found = await check_structure(hearing, lacks)
        case ground:
            found = await _CHECKS[ground.kind](hearing)
    return found, await amend_case(hearing, hearing.file, found)


_CHECKS: dict[str, Callable[[Hearing], Awaitable[Finding]]] = {
    "relevance": check_relevance,
    "context": check_context,
    "selection_bias": check_selection_bias,
    "misquotation": check_misquotation,
    "stale_source": check_stale_source,
    "arithmetic": check_arithmetic,
}


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
