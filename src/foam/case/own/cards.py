"""A debater's card as it is read: its tag, its cite, its highlighting; and what an evaluator finds of it.

Where a slot of a template is filled from a debater's card, it is read as its debater has it; what a seat cut from it,
or would tag it, is a proposal beside the debater's work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from foam.argument.series import drop_ordinal
from foam.case.cut import read_source, refuse_source
from foam.case.establish import ask_tag, judge, judge_card_again, read_verdict
from foam.case.own.values import LaidCard
from foam.case.questions import TAG_WORDS, bearing_question, tag_question
from foam.case.values import COHERENT, UNCLEAR, CutCard, DebaterWork, Refusal, Slot, Verdict, shorten_tag
from foam.evidence.casebook.sections import PlacedCard, choose_tag
from foam.evidence.document import Document
from foam.evidence.likeness import ALIKE, measure_likeness, sign_text
from foam.evidence.marked import (
    assemble_read,
    find_kept,
    find_read,
    find_stressed,
    is_whole_card,
    list_sentences,
    name_cite,
    name_source,
)
from foam.job.answers import read_text
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.check import BEARING, IN_PART
from foam.record.entry import PointerInput, ValueInput
from foam.values import digest
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.segment import split_sentences

_OFF_TOPIC = "it speaks of something else"


def _take_card(
    session: Session,
    document: Document,
    *,
    placed: PlacedCard | None = None,
    by: str = "search",
    tag: str = "",
    uncounted: bool = False,
) -> CutCard:
    """The whole card, read as its debater marked it. `tag` is one that the speaker gave; with `uncounted` the debater's
    is read without the number that counts it."""
    assert document.card is not None
    own = placed.tag if placed else choose_tag(document.card)
    card = document.card
    place = " › ".join(part for part in (card.pocket, card.hat, card.block) if part)
    read = tag or shorten_tag(drop_ordinal(own) if uncounted else own, TAG_WORDS)
    sentences = list_sentences(document)
    marked, spans = find_read(document)
    entry = session.clerk.compute(
        "tag",
        lambda: read,
        *(PointerInput(role=f"s{n}", pointer=document.pointer(n)) for n in sentences),
        ValueInput(role="tag", value=own),
        ValueInput(role="by", value=by),
        *((ValueInput(role="uncounted", value=True),) if uncounted else ()),
        rule="the speaker's tag" if tag else "the debater's tag",
    )
    return CutCard(
        tag=read,
        cite=name_cite(document),
        source=name_source(document),
        document=document.id,
        sentences=sentences,
        body=document.text,
        text=assemble_read(document),
        work=DebaterWork.model_validate(
            {
                "tag": own,
                "given": bool(tag),
                "uncounted": uncounted and not tag,
                "file": placed.file if placed else document.origin.file,
                "place": placed.place if placed else place,
                "marked": marked,
                "spans": spans,
                "kept": find_kept(document),
                "stressed": find_stressed(document),
                "by": by,
            }
        ),
        entries={"tag": entry.key},
    )


async def _judge_own_card(session: Session, plan: str, slot: Slot, card: CutCard, before: str) -> CutCard:
    """The card with what an evaluator finds: whether it says what its tag says, and whether it speaks of the step
    before it (the heading, where it opens its part) or else of the plan."""
    assert card.work is not None
    fits, bears = await asyncio.gather(
        judge(session, ask_tag(slot, card), depend_on("tag", card.entries["tag"])),
        _judge_bearing(session, plan, card, before),
    )
    work = card.work.model_copy(update={"fits": fits, "bears": bears})
    entries = {**card.entries, "alignment": fits.entry, "bearing": bears.entry}
    return card.model_copy(update={"work": work, "alignment": fits.finding, "entries": entries})


async def _judge_bearing(session: Session, plan: str, card: CutCard, before: str) -> Verdict:
    found: Verdict | None = None
    for matter in dict.fromkeys(one for one in (before, plan) if one):
        asked = bearing_question(session.prompts, matter=matter, evidence=card.heard)
        entry = await session.clerk.ask("bearing", asked, depend_on("tag", card.entries["tag"]))
        found = read_verdict(entry, of=digest([matter, card.heard]))
        if found.finding == BEARING[0]:
            break
    assert found is not None
    return found


async def _propose_tag(session: Session, slot: Slot, card: CutCard) -> CutCard:
    """The card with another tag beside the debater's, where a seat that writes is there and an evaluator did not find
    the debater's borne out."""
    assert card.work is not None
    if not session.speaks("proposer") or (card.work.fits and card.work.fits.finding == COHERENT):
        return card
    sentences = [span.of(card.heard).strip() for span in split_sentences(card.heard)]
    asked = tag_question(session.prompts, seek=slot.seek, evidence=card.heard, sentences=sentences)
    entry = await session.clerk.ask("tag", asked, depend_on("alignment", card.entries["alignment"]))
    work = card.work.model_copy(update={"proposed": read_text(entry, "tag")})
    return card.model_copy(update={"work": work, "entries": {**card.entries, "proposed": entry.key}})


async def fill_laid(session: Session, plan: str, slot: Slot, laid: LaidCard, before: str) -> Slot:
    """The slot with its card. Of cards that a search found, one that speaks of something else is refused and the next
    is tried; what its debater or the speaker put there, or what was found to speak against what was said, stays, and
    the verdict stands beside it."""
    refused: list[Refusal] = []
    for placed in laid.candidates:
        document = read_source(session, placed.document)
        if placed.analytic:
            return _say_analytic(session, slot, document, placed, uncounted=laid.uncounted)
        card = _take_card(session, document, placed=placed, by=laid.by, tag=laid.tag, uncounted=laid.uncounted)
        judged = await _judge_own_card(session, plan, slot, card, before)
        assert judged.work is not None
        if laid.by != "search" or laid.answers or not judged.work.is_off_topic:
            card = await _propose_tag(session, slot, judged)
            return slot.model_copy(update={"card": card, "refused": tuple(refused)})
        entry = judged.entries["bearing"]
        refused.append(Refusal(document=document.id, cite=judged.cite, why=_OFF_TOPIC, entry=entry))
    return slot.model_copy(update={"refused": tuple(refused)})


def _say_analytic(
    session: Session, slot: Slot, document: Document, placed: PlacedCard, *, uncounted: bool = False
) -> Slot:
    """The slot with a debater's own words, as they stand in the file, but for a number that counts nothing here."""
    said = drop_ordinal(placed.tag) if uncounted else placed.tag
    entry = session.clerk.compute(
        "analytic",
        lambda: said,
        PointerInput(role="s0", pointer=document.pointer(0)),
        ValueInput(role="words", value=said),
        ValueInput(role="deals with", value=slot.answers),
        rule="the debater's own words",
    )
    return slot.model_copy(update={"analytic": said, "entries": {"analytic": entry.key}})


_ALL_READ = "all its sentences are read elsewhere in this argument"
_NO_CITE = "it has no cite, or is a debater's own words"


def is_debaters(document: Document) -> bool:
    """Whether a document comes from a debater's file, as a card or as the debater's own words."""
    return document.card is not None


async def fit_card(
    session: Session, plan: str, slot: Slot, document: Document, entry: str, spent: Collection[Pointer] = ()
) -> CutCard | Refusal:
    """The debater's card for a slot that it was found for, or why it does not serve.

    One that an evaluator cannot place is taken as what it is, the debater's claim; one that speaks of something else or
    against the slot is not.
    """
    if not is_whole_card(document):
        return Refusal(document=document.id, cite=document.citation.brief, why=_NO_CITE, entry=entry)
    card = _take_card(session, document)
    if set(card.pointers) & set(spent):
        return Refusal(document=document.id, cite=card.cite, why=_ALL_READ, entry=entry)
    judged = await _judge_own_card(session, plan, slot, card, slot.against or slot.point)
    placed = await judge_card_again(session, plan, slot, judged, depend_on("tag", judged.entries["tag"]))
    assert placed.work is not None
    assert placed.verdict is not None
    if not placed.verdict.holds and placed.verdict.finding not in (UNCLEAR, IN_PART):
        return refuse_source(document, placed.sentences, placed.verdict)
    if placed.work.is_off_topic and not placed.verdict.holds:
        entry = placed.entries["bearing"]
        return Refusal(document=document.id, cite=placed.cite, why=_OFF_TOPIC, entry=entry)
    return placed


async def read_as_marked(session: Session, plan: str, slot: Slot) -> Slot:
    """The slot with the debater's card in place of what a writer cut from it; the writer's tag stays as a proposal."""
    if slot.card is None:
        return slot
    document = read_source(session, slot.card.document)
    if not is_whole_card(document):
        return slot
    own = await fit_card(session, plan, slot, document, slot.card.entries["tag"])
    if isinstance(own, Refusal):
        return slot.model_copy(update={"card": None, "refused": (*slot.refused, own)})
    assert own.work is not None
    work = own.work.model_copy(update={"proposed": slot.card.tag})
    return slot.model_copy(update={"card": own.model_copy(update={"work": work}), "voice": "bounded"})


def drop_copies(slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The slots, of which those are emptied that read a debater's text again, or a copy that differs a little."""
    read: dict[str, bytes] = {}
    kept: list[Slot] = []
    for slot in slots:
        card = slot.card
        if card is None or card.work is None:
            kept.append(slot)
            continue
        signed = sign_text(card.body)
        same = next((where for where, other in read.items() if measure_likeness(signed, other) >= ALIKE), "")
        if same:
            again = Refusal(
                document=card.document, cite=card.cite, why=f"its text is read at {same}", entry=card.entries["tag"]
            )
            slot = slot.model_copy(update={"card": None, "step": None, "refused": (*slot.refused, again)})
        else:
            read[slot.id] = signed
        kept.append(slot)
    return tuple(kept)
