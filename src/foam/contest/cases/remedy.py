"""From a finding to amendments of a case: slots bound to other sources, mended, widened, narrowed or emptied.

Only the slots that fell are bound again, and the comparison of impacts where one of them was an impact. A slot for
which nothing serves is left empty, and the case is then not issued: that is the point.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from foam.argument.outline import IMPACT
from foam.case.answer import prepare_outline
from foam.case.author import Author, Writing, make_author
from foam.case.calculate import calculate_slots
from foam.case.cut import extract_tag, format_citation, judge_tag, read_source
from foam.case.draft import cut_source, narrow_words
from foam.case.establish import is_copied, is_established, is_tag_held, judge_card_again, judge_steps
from foam.case.own.bind import state_plan
from foam.case.own.cards import fit_card, is_debaters
from foam.case.plan import Position, hear_plan, stand_for, take_position
from foam.case.questions import TAG_WORDS
from foam.case.slots import allot_outline
from foam.case.values import CHALLENGED, OWN_WORDS, Case, CutCard, Refusal, Slot
from foam.case.weigh import weigh_impacts
from foam.case.write import assign_seat
from foam.case.write import bind_leaves as bind_outline
from foam.contest.cases.amend import PutSlot, with_slot
from foam.contest.cases.sitting import Sitting
from foam.contest.outcome import Finding, Struck
from foam.contest.subject import CaseFile
from foam.evidence.assemble import MOST_SENTENCES, assemble
from foam.evidence.document import Document
from foam.job.session import Session

_HEDGE = "In some cases:"


async def amend_case(sitting: Sitting, file: CaseFile, found: Finding) -> tuple[PutSlot, ...]:
    """What the finding changes in a case."""
    slots = [slot for struck in found.struck for slot in await _slots(sitting, file, found, struck)]
    slots = await _joined_again(sitting.session, file, slots)
    if any(slot.component == IMPACT for slot in slots):
        slots = await _weighed_again(sitting.session, file, slots)
    return tuple(PutSlot(slot=slot) for slot in slots)


async def _slots(sitting: Sitting, file: CaseFile, found: Finding, struck: Struck) -> tuple[Slot, ...]:
    slot = file.slots.get(struck.slot)
    if slot is None or not slot.filled:
        return await bind_leaves(sitting, file, [struck.slot])
    if slot.calculated is not None:
        return calculate_slots(sitting.session, [slot], file.template.calculations)
    if slot.card is None:
        noted = f"{slot.analytic} {found.note}".strip()
        return (slot.model_copy(update={"analytic": noted, "judged_words": ""}),)
    card = await _card(sitting, file, found, struck, slot, slot.card)
    if card is None:
        fell = (*slot.refused, _refuse(sitting, slot.card, found))
        return (slot.model_copy(update={"card": None, "voice": "bounded", "refused": fell}),)
    if card and not is_established(file.case.judged_plan, slot.model_copy(update={"card": card})):
        card = await judge_card_again(sitting.session, file.case.judged_plan, slot, card, sitting.admitted())
    if card and not card.work and not is_tag_held(slot, card):
        card = await _judge_tag_again(sitting, file, slot, card)
    return (slot.model_copy(update={"card": card, "voice": card.voice if card else "bounded"}),)


async def _judge_tag_again(sitting: Sitting, file: CaseFile, slot: Slot, card: CutCard) -> CutCard:
    """The card with a verdict on its tag as it now reads, under the source's own words where these say less."""
    seat = assign_seat(file.spec.seat, file.template.side)
    judged = await judge_tag(sitting.session, seat, file.case.judged_plan, slot, card)
    return judged.settle([file.documents[card.document].sentence(n) for n in card.sentences])


async def _card(
    sitting: Sitting, file: CaseFile, found: Finding, struck: Struck, slot: Slot, card: CutCard
) -> CutCard | None:
    match found.move:
        case "swap" if struck.instead and struck.instead[0].pointer.document == card.document:
            return _mended(card, file.documents[card.document], struck)
        case "swap":
            return await _other_card(sitting, file, slot, struck)
        case "qualify" if found.note:
            return card.model_copy(update={"tag": hedge(card.tag)})
        case "qualify":
            return await _narrowed(sitting, file, found, struck, slot, card)
        case _:
            return None


def _mended(card: CutCard, document: Document, struck: Struck) -> CutCard:
    """The words as they stand in the source; another sentence of it where one was named."""
    said = struck.instead[0].text
    own = said == assemble(document, card.sentences)
    sentences = card.sentences if own else tuple(p.pointer.sentence for p in struck.instead)
    return _read_sentences(card, document, sentences)


def _read_sentences(card: CutCard, document: Document, sentences: tuple[int, ...]) -> CutCard:
    """The card with other sentences; one of a debater's then no longer reads what its debater marked."""
    own = {"work": None, "cite": document.citation.brief, "source": format_citation(document)} if card.work else {}
    return card.model_copy(update={"sentences": sentences, "text": assemble(document, sentences), **own})


async def _narrowed(
    sitting: Sitting, file: CaseFile, found: Finding, struck: Struck, slot: Slot, card: CutCard
) -> CutCard | None:
    """The card with the context that was left out, under a tag that claims no more than it reads: in the writer's words
    where one writes and its words are borne out, else in the source's own. None where these say what the tag said."""
    document = file.documents[card.document]
    context = [p.pointer.sentence for p in struck.instead if p.pointer.document == document.id]
    read = (*context, *(n for n in card.sentences if n not in context))[:MOST_SENTENCES]
    widened = _read_sentences(card, document, tuple(sorted(read)))
    author = make_author(sitting.session, assign_seat(file.spec.seat, file.template.side), file.case)
    if author.speaks and "tag" in card.entries:
        less = await narrow_words(author, slot, widened, list(_tell_faults(found, struck)), sitting.admitted())
        if less is not None:
            return less
    tag = extract_tag([document.sentence(n) for n in read])
    own = {"tag": tag, "warrant": "", "connected": None, "alignment": OWN_WORDS, "fits": None}
    return None if is_copied(tag, card.tag) else widened.model_copy(update=own)


def _tell_faults(found: Finding, struck: Struck) -> Iterator[str]:
    """What a writer is told of a tag that claims too much: the sentences that show it, else why somebody found so."""
    against = struck.against or found.against
    yield from (f"the tag: it claims more than holds, since this is so, too: “{one.text}”" for one in against)
    if not against:
        yield from (f"the tag: it claims more than holds: {one.text}" for one in found.reasons)


def _refuse(sitting: Sitting, card: CutCard, found: Finding) -> Refusal:
    """A card that fell by the challenge, as its slot keeps it."""
    because = found.reasons[0].text
    return Refusal(
        document=card.document,
        cite=card.cite,
        sentences=card.sentences,
        why=CHALLENGED,
        entry=sitting.entry,
        because=because,
    )


def hedge(tag: str) -> str:
    """A tag that claims less, within a tag's length."""
    if tag.startswith(_HEDGE):
        return tag
    words = f"{_HEDGE} {tag}".split()
    return " ".join(words) if len(words) <= TAG_WORDS else " ".join(words[:TAG_WORDS]) + "…"


async def _other_card(sitting: Sitting, file: CaseFile, slot: Slot, struck: Struck) -> CutCard | None:
    """A card cut from the first of the named sources that serves."""
    seat = assign_seat(file.spec.seat, file.template.side)
    author = make_author(sitting.session, seat, file.case)
    elsewhere = [pointer for one in file.case.slots if one.card and one.id != slot.id for pointer in one.card.pointers]
    for document in dict.fromkeys(passage.pointer.document for passage in struck.instead):
        source = read_source(sitting.session, document)
        if is_debaters(source):
            entry = sitting.admitted().key
            card = await fit_card(sitting.session, file.case.judged_plan, slot, source, entry, elsewhere)
        else:
            card = await cut_source(author, slot, document, sitting.admitted())
        if isinstance(card, CutCard):
            return card
    return None


async def bind_leaves(sitting: Sitting, file: CaseFile, ids: Collection[str]) -> tuple[Slot, ...]:
    """Slots of the template that were missing or empty, bound as they would have been."""
    case, template = file.case, file.template
    spoken = prepare_outline(template, accepted=case.accepted, heard=case.heard)
    allotted = allot_outline(spoken.tree, case.choices, case.generated, case.budget, case.counterplan)
    leaves = [(path, leaf) for path, leaf in allotted.leaves() if leaf.node.id in ids]
    position = await read_position(sitting.session, file)
    heard = {one.id: one.text for one in case.heard.arguments} if case.heard else {}
    seat = assign_seat(file.spec.seat, template.side)
    author = Author(sitting.session, seat, position.text, case.resolution, case.answered, case.counterplan)
    writing = Writing(author, position, heard)
    return await bind_outline(writing, leaves, template) if leaves else ()


async def read_position(session: Session, file: CaseFile) -> Position:
    """The position of the case, from the record: its seat declared it, so that nobody is asked. A plan that it wrote,
    or that was read before it, is what it stands for."""
    from_record = session.clerk.compute("motion", file.motion.json_value, file.motion_input, rule="motion")
    side = file.template.side
    if file.spec.layout:
        seat = assign_seat(file.spec.seat, side)
        return state_plan(session, seat, file.motion, from_record, file.spec.layout)
    position = take_position(session, assign_seat(file.spec.seat, side), file.motion, from_record)
    if file.case.planned:
        return stand_for(position, file.case.planned)
    heard = hear_plan(session, position, file.case.heard, speech=file.case.speech, side=side)
    return heard.model_copy(update={"text": file.case.plan})


async def _joined_again(session: Session, file: CaseFile, changed: Iterable[Slot]) -> list[Slot]:
    """The changed slots, and the steps that follow from them judged anew."""
    put = _put_slots(file, changed)
    return _list_changed(file, await judge_steps(session, put, file.template.declared))


async def _weighed_again(session: Session, file: CaseFile, changed: Iterable[Slot]) -> list[Slot]:
    """The changed slots and, since an impact is among them, the comparison."""
    seat = assign_seat(file.spec.seat, file.template.side)
    return _list_changed(file, await weigh_impacts(session, _put_slots(file, changed), file.template, seat))


def _put_slots(file: CaseFile, changed: Iterable[Slot]) -> Case:
    put = file.case
    for slot in changed:
        put = put.model_copy(update={"slots": with_slot(put, slot, file.template)})
    return put


def _list_changed(file: CaseFile, case: Case) -> list[Slot]:
    before = {slot.path: slot for slot in file.case.slots}
    return [slot for slot in case.slots if before.get(slot.path) != slot]


def collect_documents(session: Session, case: Case, known: dict[str, Document]) -> dict[str, Document]:
    """Every document that a case cites or reads figures in."""
    read = [one.pointer.document for slot in case.slots if slot.calculated for one in slot.calculated.readings]
    ids = dict.fromkeys((*read, *(card.document for card in case.cards)))
    return {id: known[id] if id in known else read_source(session, id) for id in ids}
