"""Settles a challenge to a case: by its kind or by a person's answer, and what the finding changes is worked out.

Where whoever is asked cannot tell, a person decides. Everything is recorded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from foam.contest.cases.amend import Amendment, measure_locality, revise_case, tell_changes
from foam.contest.cases.checks import CHECKS, Made, Step
from foam.contest.cases.evidence_checks import list_counters
from foam.contest.cases.remedy import amend_case, collect_documents
from foam.contest.cases.sitting import Sitting
from foam.contest.findings import apply_answer, join_rejected, named
from foam.contest.given import Given
from foam.contest.hearing import Hearing
from foam.contest.outcome import Finding, Settled, Struck
from foam.contest.part import FRAME, Part
from foam.contest.preview import Moves, Preview, WouldAsk, shorten
from foam.contest.repeats import OUTCOME
from foam.contest.subject import CaseFile
from foam.errors import InputError
from foam.evidence.corpus import Corpus, Passage, WithBrought, make_passage
from foam.evidence.document import Document
from foam.job.acts import ATTEMPTS
from foam.job.retrieval import fetch_document
from foam.job.session import Session
from foam.record.entry import Entry
from foam.record.graph import entries_of
from foam_quotes.text.pointer import Pointer

_TRIES = 2
"""How often a part is written."""
_OF_CARD = 6
"""Sentences, slot, tag, alignment, coherence, step."""


@dataclass(frozen=True)
class CaseHearing(Hearing):
    """A challenge to a part of a written case."""

    file: CaseFile
    brought: tuple[Document, ...] = ()

    @property
    def checks(self) -> tuple[str, ...]:
        """What it is checked for, in turn; nothing where it does not say enough."""
        return self.challenge.ground.list_checks(self.fit)

    def refuse(self) -> None:
        if not self.checks:
            what = f"{self.challenge.ground.kind} of {self.part.id}, {self.file.describe(self.part)}, says too little"
            raise InputError(what, hint=f"it needs {self.fit.needs}")
        for name in self.checks:
            if refuse := CHECKS[name].refuse:
                refuse(self.file, self.part.id, self.challenge.ground)

    def preview(self, corpus: Corpus | None = None) -> Preview:
        """With a corpus it shows the counter-evidence that would be offered. How many questions it could ask is an
        upper bound."""
        file, part = self.file, self.part
        steps = {step for name in self.checks for step in CHECKS[name].steps}
        asked = tuple(_list_asked(file, steps, part))
        named = dict.fromkeys((part.id, *(one.about for one in asked)))
        is_offered = corpus and part.id in file.uses and "narrowing" in steps
        return Preview(
            challenge=self.challenge,
            part=part,
            asks=self.fit.asks,
            settled_by="judge" if "weighing" in steps else "code",
            would_ask=asked,
            could_change=(Moves(part=part.id, before="filled", after="bound again or empty"),)
            if part.id in file.slots
            else (),
            counter_evidence=list_counters(corpus, file.uses[part.id]) if corpus and is_offered else (),
            names={id: shorten(file.parts[id].text) for id in named if id in file.parts and id != FRAME},
        )

    async def settle(self, session: Session, entry: str, given: Given | None) -> Settled[CaseFile]:
        """How it ends, by a person's answer or by the checks, and the case as it then stands."""
        file, brought = self.file, (*self.file.brought, *self.brought)
        place = session.with_corpus(WithBrought(session.corpus, brought))
        sitting = Sitting(file, self.challenge, self.part, place, entry)
        found, made = await (self._check(sitting) if given is None else _apply_answer(sitting, given))
        after = _revise(sitting, made, brought) if made else file
        asked = sum(
            one.draft.decider.type == "model" and not one.draft.kind.endswith(".failed")
            for one in _list_decided(sitting)
        )
        came_to = (*tell_changes(file, made), *_tell_resting(file, found))
        return Settled(found, after, measure_locality(file, after, made, asked=asked), came_to)

    async def _check(self, sitting: Sitting) -> Made:
        """Each check in turn, until one does not turn the challenge down."""
        turned_down: list[Finding] = []
        for name in self.checks:
            found, made = await CHECKS[name].hear(sitting)
            if found.disposition != "rejected":
                return found, made
            turned_down.append(found)
        return join_rejected(turned_down), ()


def _tell_resting(file: CaseFile, found: Finding) -> Iterator[str]:
    """What else quotes a sentence that does not serve where it was challenged."""
    fallen = {one.pointer for struck in found.struck for one in struck.fallen}
    slots = {struck.slot for struck in found.struck}
    for use in file.uses.values():
        if use.slot not in slots and any(one.pointer in fallen for one in use.passages):
            yield f"{use.slot} quotes the same sentence for “{use.statement}”."


async def _apply_answer(sitting: Sitting, given: Given) -> Made:
    """The finding and the amendments that a person's answer amounts to."""
    passages = tuple(_read_passage(sitting, pointer) for pointer in given.evidence)
    cites = named(passages)
    if given.move == "rebut":
        return apply_answer(sitting.session, sitting.entry, given, *cites), ()
    use = sitting.file.uses.get(sitting.part.id)
    instead = passages if given.move == "swap" else ()
    struck = Struck(slot=sitting.part.id, fallen=use.passages if use else (), instead=instead)
    against = () if given.move == "swap" else passages
    found = apply_answer(sitting.session, sitting.entry, given, *cites, struck=[struck], against=against)
    return found, await amend_case(sitting, sitting.file, found)


def _read_passage(sitting: Sitting, pointer: Pointer) -> Passage:
    document = fetch_document(sitting.session.clerk, sitting.session.corpus, pointer)
    return make_passage(document, pointer.sentence)


def _revise(sitting: Sitting, made: tuple[Amendment, ...], brought: tuple[Document, ...]) -> CaseFile:
    file, session = sitting.file, sitting.session
    unverified = revise_case(file.case, made, documents=file.documents, template=file.template)
    documents = collect_documents(session, unverified, {**file.documents, **{one.id: one for one in brought}})
    case = revise_case(file.case, made, documents=documents, template=file.template)
    entries = (*file.entries, *_list_decided(sitting))
    return replace(file, run=session.run, case=case, documents=documents, entries=entries, brought=brought)


def _list_decided(sitting: Sitting) -> tuple[Entry, ...]:
    """What was decided in the hearing; the record knows, so that a replay counts the same."""
    known = {entry.key for entry in sitting.file.entries}
    every = entries_of(sitting.session.store, sitting.session.run)
    upto = takewhile(lambda entry: entry.draft.kind != OUTCOME, every)
    return tuple(entry for entry in upto if entry.key not in known)


def _list_asked(file: CaseFile, steps: Collection[Step], part: Part) -> Iterator[WouldAsk]:
    """What could be asked, an upper bound each: the judge first, then whatever depends on what it strikes."""
    acts = ATTEMPTS if any(slot.voice == "written" for slot in file.case.slots) else 0
    of_slot = 1 + _TRIES * (_OF_CARD + acts)
    if "weighing" in steps:
        yield WouldAsk(what="evaluate", about=part.id, at_most=ATTEMPTS)
    if "rebuilding" in steps:
        slots = sum(node.type == "leaf" for node in file.template.tree.walk())
        yield WouldAsk(what="the slots of the other way", about=part.id, at_most=slots * of_slot)
        yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=slots + acts)
    if "narrowing" in steps:
        yield WouldAsk(what="the tag, narrowed to what the card says", about=part.id, at_most=_OF_CARD + acts)
    if "binding" in steps:
        yield WouldAsk(what="a card from another source", about=part.id, at_most=of_slot)
    if {"narrowing", "binding"}.intersection(steps):
        yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=len(file.case.groups) + acts)
