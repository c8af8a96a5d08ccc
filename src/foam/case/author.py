"""Slots in a written voice: one act for each, with everything a writer needs to see.

    sources ── act (decision, sentences, tag, warrant) ── checked ──┬── card ── slot ── alignment, coherence
                                                                    ├── an analytic, where that may stand
                                                                    ├── left empty, with the writer's reason
                                                                    └── does not count: the bounded chain

The writer names sentence ids; code assembles the words. A tag or warrant with a figure, a name or a quotation that the
card does not have is asked for again once, and then the bounded chain takes its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from foam.case.act_questions import ANALYTIC, CARD, LESS, retag_question, write_question
from foam.case.answered import Answered
from foam.case.chain import Declarations
from foam.case.cut import (
    JudgedTag,
    cut_card,
    judge_tag,
    list_dangling,
    make_card,
    name_source,
    read_source,
    refuse_source,
)
from foam.case.establish import find_hanging, judge_text, judge_warrant, settle_added
from foam.case.figure import refuse_without_figure
from foam.case.filled import (
    Filled,
    describe_length,
    find_denied_warrant,
    find_faults,
    find_limit,
    find_word_faults,
    read_filled,
    read_words,
    select_named,
)
from foam.case.held import is_copied
from foam.case.lean import describe_unnamed
from foam.case.offer import Offer, offer_document
from foam.case.structure import TYPES
from foam.case.task import Task, make_task
from foam.case.values import Case, CutCard, Plan, Slot
from foam.case.verdict import HANGS, OWN_WORDS, TOO_LONG, Refusal, Verdict, describe_reasons
from foam.evidence.assemble import assemble
from foam.evidence.document import Document
from foam.job.acts import ask_act, was_refused
from foam.job.retrieval import depend_on
from foam.job.session import Session, depend_on_seat
from foam.model.form import count_words
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput, Input
from foam.text.pointer import Pointer

KIND, RETAG = "written slot", "tag again"
_COPIED = "the tag: it is the evidence word for word, so that the same is heard twice in a row: say what it shows"
_NOT_TAKEN = "the writer took nothing from it"


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes, and for what."""

    session: Session
    seat: Perspective
    plan: str
    """The plan that the parts speak of: its own, or the one that the speech answers."""
    resolution: str
    argued: str = ""
    """Why the seat stands for it, where it said so."""
    stands_for: str = ""
    """What the speech stands for, where that is not the plan that its parts speak of."""
    answered: Answered | None = None
    counterplan: Plan | None = None

    @property
    def task(self) -> Task:
        return make_task(self.seat, self.resolution, self.stands_for or self.plan, self.answered, self.counterplan)

    @property
    def known(self) -> tuple[str, ...]:
        """What its words may name without a source: the question, and what either side asks for."""
        return (self.resolution, self.plan, self.stands_for)

    @property
    def speaks(self) -> bool:
        """Whether its model writes whole acts."""
        return self.session.speaks("proposer")


def make_author(session: Session, seat: Perspective, case: Case) -> Author:
    """Who writes for a case, as far as it is made."""
    return Author(
        session,
        seat,
        case.judged_plan,
        case.resolution,
        stands_for=case.plan,
        answered=case.answered,
        counterplan=case.counterplan,
    )


def allows_analytic(slot: Slot, declared: Declarations) -> bool:
    """Whether a slot may stand without evidence."""
    if slot.syllogism in declared:
        return slot.component in declared[slot.syllogism].analytic
    return slot.syllogism in TYPES and slot.component in TYPES[slot.syllogism].ANALYTIC


async def write_slot(
    author: Author,
    slot: Slot,
    offer: Offer,
    *given: EntryInput,
    before: str = "",
    refused: Sequence[str] = (),
    partial: Sequence[Refusal] = (),
    tried: Collection[frozenset[Pointer]] = (),
    analytic: bool = False,
    wants_figure: bool = False,
) -> Slot | Refusal | None:
    """The slot as the writer fills it or leaves it; a source that does not hold; None where no act counts.

    `refused` is what the writer is told of earlier tries, `tried` the sentences of each, `partial` the tries of this
    slot: where one shows a part, the writer may decide that the slot claims no more. Where a figure
    is wanted and sentences with one were offered, a card without goes back before it is judged.
    """
    session, limit = author.session, find_limit(slot, offer)
    question = write_question(
        session.prompts,
        task=author.task,
        part=slot.part,
        component=slot.component,
        seek=slot.seek,
        meets=slot.meets,
        they_say=slot.they_say,
        against=slot.against,
        before=before,
        after=slot.after,
        refused=refused,
        room=(min(slot.words, limit), limit),
        sources=offer.sources,
        analytic=analytic,
        less=any(one.may_serve for one in partial),
    )

    def check(entry: Entry) -> list[str]:
        filled = read_filled(entry)
        found = list(find_faults(author.known, slot, offer, filled, before, tried))
        if filled.decision == CARD and not found:
            found += _find_denied(entry, *select_named(offer, filled.ids)[::2], filled.warrant)
        return list(dict.fromkeys((*found, *_find_unnamed(slot, entry, tag=filled.tag, analytic=filled.analytic))))

    inputs: tuple[Input, ...] = (*given, *offer.inputs, depend_on_seat(author.seat))
    entry = await ask_act(session, KIND, question, *inputs, check=check)
    if entry is None:
        return None
    filled, entries = read_filled(entry), {**slot.entries, "act": entry.key}
    if filled.decision == CARD:
        if wants_figure and (lacking := refuse_without_figure(offer, *select_named(offer, filled.ids)[::2], entry)):
            return lacking
        return await _bind_written(author, slot.model_copy(update={"entries": entries}), offer, filled, entry, before)
    if filled.decision == ANALYTIC:
        return slot.model_copy(update={"analytic": filled.analytic, "voice": "written", "entries": entries})
    return _leave_empty(slot, offer, filled, entry, entries)


def _leave_empty(slot: Slot, offer: Offer, filled: Filled, entry: Entry, entries: dict[str, str]) -> Slot:
    """The slot without a card, with why its writer took none of what was offered."""
    read = tuple(
        Refusal(document=one.id, cite=name_source(one), why=_NOT_TAKEN, entry=entry.key)
        for one in offer.documents.values()
    )
    left = {"declined": filled.why, "look_for": "" if filled.decision == LESS else filled.look_for}
    return slot.model_copy(update={**left, "voice": "written", "refused": read, "entries": entries})


def _find_unnamed(slot: Slot, entry: Entry, *, tag: str, analytic: str = "") -> list[str]:
    """Words that open with one that stands for something in another part. They go back once: if they come so again,
    they are said so, since it is no fault of what they claim."""
    opposes = bool(slot.against or slot.meets or slot.answers or slot.they_say)
    said = {"the tag": tag, "the analytic": analytic}
    found = [told for what, words in said.items() for told in describe_unnamed(what, words, opposes=opposes)]
    return [] if was_refused(entry) else found


def _find_denied(entry: Entry, document: Document, kept: Sequence[int], warrant: str) -> list[str]:
    """A warrant that the shipped judge takes to be denied goes back once; if it comes so again, the evaluator decides
    whether it connects evidence and tag."""
    return [] if was_refused(entry) else list(find_denied_warrant(document, kept, warrant))


async def _bind_written(
    author: Author, slot: Slot, offer: Offer, filled: Filled, entry: Entry, before: str
) -> Slot | Refusal:
    """The slot with the card that the writer cut, if an evaluator finds that it establishes it."""
    session = author.session
    document, named, kept = select_named(offer, filled.ids)
    given = depend_on("sentences", entry)
    hanging = [number for number in list_dangling(document, kept) if number in named and number != kept[0]]
    kept = await settle_added(session, author.plan, slot, document, named, kept, given)
    source = name_source(document)
    if len(named) > 1 and (over := describe_length(slot, offer, filled.tag, document, kept)):
        return Refusal(document=document.id, cite=source, sentences=kept, why=TOO_LONG, entry=entry.key, because=over)
    if found := await find_hanging(session, author.plan, slot, document, hanging, kept, given):
        hangs = {"why": HANGS, "entry": found.entry, "because": found.reasons}
        return Refusal(document=document.id, cite=source, sentences=kept, **hangs)
    text = assemble(document, kept)
    pointers = [document.pointer(n) for n in kept]
    verdict = await judge_text(session, author.plan, slot, pointers, text, document.text, given)
    if not verdict.holds:
        return refuse_source(document, kept, verdict)
    card = make_card(
        document,
        kept,
        tag=filled.tag,
        warrant=filled.warrant,
        verdict=verdict,
        entries={"sentences": entry.key, "slot": verdict.entry, "tag": entry.key},
    )
    own = [document.sentence(n) for n in (*(n for n in named if n in kept), *(n for n in kept if n not in named))]
    judged = await _judge_words(author, slot, card, before)
    if judged.faults and (again := await _word_again(author, slot, offer, judged, before)):
        judged = judged.keep_better(await _judge_words(author, slot, again, before))
    settled = judged.settle(own)
    return slot.model_copy(update={"card": settled, "voice": "bounded" if judged.tag.why else "written"})


@dataclass(frozen=True, slots=True)
class _JudgedWords:
    """A card with what was found of its tag and of its warrant."""

    tag: JudgedTag
    warrant: Verdict

    @property
    def faults(self) -> tuple[str, ...]:
        """What a writer is told of it, a clause each."""
        unconnected = f"the warrant: {self.warrant.finding}{describe_reasons(self.warrant.reasons)}"
        return (
            *((f"the tag: {self.tag.why}",) if self.tag.why else ()),
            *((_COPIED,) if is_copied(self.tag.card.tag, self.tag.card.text) else ()),
            *(() if self.warrant.holds else (unconnected,)),
        )

    def keep_better(self, again: _JudgedWords) -> _JudgedWords:
        """The words that are kept after a second try: the first, where these agreed with the sentences and the second
        do not, or lose the warrant that connected."""
        lost = again.tag.why or (self.warrant.holds and not again.warrant.holds)
        return self if lost and not self.tag.why else again

    def settle(self, instead: Sequence[str]) -> CutCard:
        """The card as it is read: without a warrant that does not connect, and under the source's own words where they
        do not bear the tag out."""
        kept = {"warrant": self.tag.card.warrant if self.warrant.holds else "", "connected": self.warrant}
        judged = self.tag.card.model_copy(
            update={**kept, "entries": {**self.tag.card.entries, "warrant": self.warrant.entry}}
        )
        settled = replace(self.tag, card=judged).settle(instead)
        first = {"first_tag": judged.first_tag or judged.tag} if settled.tag != judged.tag else {}
        return settled.model_copy(update=first)


async def _judge_words(author: Author, slot: Slot, card: CutCard, before: str) -> _JudgedWords:
    """What evaluators find of the words over a card."""
    session = author.session
    tag, warrant = await asyncio.gather(
        judge_tag(session, author.seat, author.plan, slot, card, seek="" if slot.against else slot.seek),
        judge_warrant(session, author.plan, card, before, depend_on("tag", card.entries["tag"])),
    )
    return _JudgedWords(tag, warrant)


async def judge_words_again(author: Author, slot: Slot, card: CutCard, before: str) -> CutCard:
    """The card with what evaluators find of its words for the plan that its author has now."""
    if card.alignment == OWN_WORDS:
        return card
    own = [read_source(author.session, card.document).sentence(n) for n in card.sentences]
    if card.warrant:
        return (await _judge_words(author, slot, card, before)).settle(own)
    seek = "" if slot.against else slot.seek
    return (await judge_tag(author.session, author.seat, author.plan, slot, card, seek=seek)).settle(own)


async def _word_again(author: Author, slot: Slot, offer: Offer, judged: _JudgedWords, before: str) -> CutCard | None:
    """The card under another tag and warrant, written once more after what was found of them; None where these do not
    count."""
    card = judged.tag.card
    found = [depend_on("alignment", card.entries["alignment"]), depend_on("warrant", judged.warrant.entry)]
    return await _retag(author, slot, offer, card, before, judged.faults, *found)


async def narrow_words(
    author: Author, slot: Slot, card: CutCard, faults: Sequence[str], *given: Input
) -> CutCard | None:
    """The card under a tag and a warrant that claim less, after what was found of the first; None where none count, say
    the same, or are not borne out by its sentences."""
    before = "\n".join(slot.after)
    again = await _retag(author, slot, offer_document(author.session, card.document), card, before, faults, *given)
    if again is None or is_copied(again.tag, card.tag):
        return None
    judged = await _judge_words(author, slot, again, before)
    return None if judged.tag.why else judged.settle(())


async def _retag(
    author: Author, slot: Slot, offer: Offer, card: CutCard, before: str, faults: Sequence[str], *found: Input
) -> CutCard | None:
    session = author.session
    question = retag_question(
        session.prompts,
        task=author.task,
        part=slot.part,
        component=slot.component,
        seek=slot.seek,
        before=before,
        evidence=card.text,
        words=(card.tag, card.warrant),
        faults=faults,
    )
    document = next(one for one in offer.documents.values() if one.id == card.document)

    def check(entry: Entry) -> list[str]:
        tag, warrant = read_words(entry)
        found = find_word_faults(author.known, slot, offer, document, card.sentences, tag, warrant)
        longer = len(card.sentences) > 1 and count_words(tag) > count_words(card.tag)
        over = describe_length(slot, offer, tag, document, card.sentences) if longer else ""
        denied = _find_denied(entry, document, card.sentences, warrant)
        return [*found, *denied, *filter(None, (over,)), *_find_unnamed(slot, entry, tag=tag)]

    entry = await ask_act(session, RETAG, question, depend_on("tag", card.entries["tag"]), *found, check=check)
    if entry is None:
        return None
    tag, warrant = read_words(entry)
    update = {"tag": tag, "warrant": warrant, "entries": {**card.entries, "tag": entry.key}}
    return card.model_copy(update={**update, "first_tag": card.first_tag or card.tag})


async def cut_source(author: Author, slot: Slot, document: str, *given: EntryInput) -> CutCard | Refusal:
    """A card for a slot from this one source, in the voice of whoever writes; or why it does not serve."""
    if author.speaks:
        offer = offer_document(author.session, document)
        made = await write_slot(author, slot.model_copy(update={"card": None}), offer, *given)
        if isinstance(made, Refusal):
            return made
        if made is not None:
            return made.card or made.refused[0]
    return await cut_card(author.session, author.seat, author.plan, slot, document, given)
