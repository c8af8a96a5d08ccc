"""A debater's card as it is read: its tag, its cite, its highlighting; and what an evaluator finds of it."""

from __future__ import annotations

import asyncio

from foam.argument.series import drop_ordinal
from foam.case.cut import read_source
from foam.case.debater import DebaterWork, shorten_tag
from foam.case.establish import read_verdict
from foam.case.own.values import LaidCard
from foam.case.questions import TAG_WORDS, alignment_question, bearing_question, tag_question
from foam.case.values import CutCard, Slot
from foam.case.verdict import COHERENT, Refusal, Verdict
from foam.evidence.casebook.sections import PlacedCard, choose_tag
from foam.evidence.document import Document
from foam.evidence.marked import (
    assemble_read,
    find_kept,
    find_read,
    find_stressed,
    list_sentences,
    name_cite,
    name_source,
)
from foam.job.answers import read_text
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.check import BEARING
from foam.record.entry import PointerInput, ValueInput
from foam.values import digest
from foam_quotes.text.segment import split_sentences

OFF_TOPIC = "it speaks of something else"


def take_card(
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


async def judge_own_card(session: Session, plan: str, slot: Slot, card: CutCard, before: str) -> CutCard:
    """The card with what an evaluator finds: whether it says what its tag says, and whether it speaks of the step
    before it (the heading, where it opens its part) or else of the plan."""
    assert card.work is not None
    given = depend_on("tag", card.entries["tag"])
    aligned, bears = await asyncio.gather(
        session.clerk.ask("alignment", alignment_question(session.prompts, tag=card.tag, evidence=card.heard), given),
        _judge_bearing(session, plan, card, before),
    )
    fits = read_verdict(aligned, of=digest([card.tag, card.heard]))
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
        card = take_card(session, document, placed=placed, by=laid.by, tag=laid.tag, uncounted=laid.uncounted)
        judged = await judge_own_card(session, plan, slot, card, before)
        assert judged.work is not None
        if laid.by != "search" or laid.answers or not judged.work.is_off_topic:
            card = await _propose_tag(session, slot, judged)
            return slot.model_copy(update={"card": card, "refused": tuple(refused)})
        entry = judged.entries["bearing"]
        refused.append(Refusal(document=document.id, cite=judged.cite, why=OFF_TOPIC, entry=entry))
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
