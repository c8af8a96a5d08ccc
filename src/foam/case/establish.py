"""Judges whether a card establishes its slot, and whether one step of a chain leads to the next.

An evaluator is asked, and its verdict is kept with the digest of what it judged: a card that is moved to another slot,
or read for another plan, has no verdict there. A verdict that is not sure enough counts as unclear.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence

from foam.case.chain import Declarations, Joint, find_joint, list_joints
from foam.case.marks import drop_marks, find_around, find_leads
from foam.case.questions import (
    ShownCard,
    alignment_question,
    answer_question,
    slot_question,
    step_question,
    told_question,
    warrant_question,
)
from foam.case.values import OWN_WORDS, Case, CaseFailure, CutCard, Plan, Slot, Told, Verdict, read_solved
from foam.job.answers import read_decision, read_form, read_label, read_reasons, read_records
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Label
from foam.model.template import Prompts
from foam.record.entry import Entry, EntryInput, Input
from foam.values import digest
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import split_letters

ASK_AGAIN = "bind the slot again, or have it judged anew: foam case verify --deep"


def _make_slot_question(prompts: Prompts, plan: str, slot: Slot, text: str, body: str) -> Label:
    """Does this text of a source establish this slot of this plan? In a slot that answers: does it refute what was
    said, in the way that the slot asks for? What stands around it in the source is shown beside it."""
    read, *around = (drop_marks(one) for one in (text, *find_around(body, text)))
    if slot.against:
        way = slot.seek if slot.against.rstrip(".") not in slot.seek else ""
        said = slot.against
        return answer_question(prompts, part=slot.part, plan=plan, said=said, evidence=read, around=around, way=way)
    point = slot.point or slot.seek
    return slot_question(
        prompts,
        part=slot.part,
        plan=plan,
        seek=slot.seek,
        point=point,
        evidence=read,
        around=around,
    )


def _make_step_question(prompts: Prompts, plan: str, joint: Joint) -> Label:
    """Does the one step lead to the other, or undo it?"""
    before, after = _show_card(joint.before), _show_card(joint.after)
    return step_question(prompts, plan=plan, before=before, after=after, way=joint.way)


async def judge_text(
    session: Session, plan: str, slot: Slot, pointers: Sequence[Pointer], text: str, body: str, *inputs: Input
) -> Verdict:
    """The evaluator's verdict on a text in a slot; `body` is the source that it stands in."""
    entry = await session.clerk.ask("slot", _make_slot_question(session.prompts, plan, slot, text, body), *inputs)
    return read_verdict(entry, of=digest_fit(plan, slot, pointers, text))


async def judge_card_again(session: Session, plan: str, slot: Slot, card: CutCard, *inputs: Input) -> CutCard:
    """The card with a verdict on what it reads now."""
    verdict = await judge_text(session, plan, slot, card.pointers, card.heard, card.body, *inputs)
    return card.model_copy(update={"verdict": verdict, "entries": {**card.entries, "slot": verdict.entry}})


async def judge_step(session: Session, plan: str, joint: Joint, *inputs: Input) -> Verdict:
    """The evaluator's verdict on two steps, of which the second has to follow from the first."""
    entry = await session.clerk.ask("step", _make_step_question(session.prompts, plan, joint), *inputs)
    return read_verdict(entry, of=_digest_joint(plan, joint))


async def judge_told(session: Session, told: Told, parts: Sequence[str], before: str, *inputs: Input) -> Verdict:
    """The evaluator's verdict on a sentence that is said of parts, after what was said before it."""
    question = told_question(session.prompts, sentence=told.text, parts=parts, before=before)
    entry = await session.clerk.ask("borne out", question, *inputs)
    return read_verdict(entry, of=digest_told(told, parts))


async def judge_warrant(session: Session, plan: str, card: CutCard, before: str, *inputs: Input) -> Verdict:
    """The evaluator's verdict on whether a card's warrant connects its sentences with its tag; `before` is the step
    that the card goes on from, which a warrant may join it to."""
    question = warrant_question(
        session.prompts, plan=plan, tag=card.tag, evidence=drop_marks(card.text), warrant=card.warrant, before=before
    )
    entry = await session.clerk.ask("warrant", question, *inputs)
    return read_verdict(entry, of=digest([plan, card.tag, card.text, card.warrant]))


def _depend_on_tags(joint: Joint) -> tuple[EntryInput, EntryInput]:
    """The decisions that gave both cards of a joint their words."""
    before, after = _require_card(joint.before), _require_card(joint.after)
    return depend_on("before", before.entries["tag"]), depend_on("after", after.entries["tag"])


async def judge_steps(session: Session, case: Case, declared: Declarations) -> Case:
    """The case with a verdict on every step that has none."""
    open_joints = [one for one in list_joints(case.slots, declared) if not _is_judged(case.judged_plan, one)]
    verdicts = await asyncio.gather(
        *(judge_step(session, case.judged_plan, one, *_depend_on_tags(one)) for one in open_joints)
    )
    judged = {one.after.path: verdict for one, verdict in zip(open_joints, verdicts, strict=True)}
    slots = (
        slot.model_copy(update={"step": judged[slot.path]}) if slot.path in judged else slot for slot in case.slots
    )
    return case.model_copy(update={"slots": tuple(slots)})


def is_established(plan: str, slot: Slot) -> bool:
    """Whether a verdict on this very card in this very slot says that it establishes it."""
    card = slot.card
    if card is not None and card.work is not None and card.verdict is None:
        return card.work.is_borne_out
    if card is None or card.verdict is None:
        return False
    return card.verdict.holds and card.verdict.of == digest_fit(plan, slot, card.pointers, card.heard)


def _is_joined(plan: str, joint: Joint | None) -> bool:
    """Whether a verdict on these very cards says that the second step follows from the first."""
    return bool(joint and joint.after.step and joint.after.step.holds and _is_judged(plan, joint))


def find_unestablished(case: Case, declared: Declarations) -> Iterator[CaseFailure]:
    """Each card without a verdict that it establishes its slot, and each step that does not follow from the last."""
    for slot in case.slots:
        if slot.card and not slot.card.work and not is_established(case.judged_plan, slot):
            bound = slot.card.verdict and slot.card.verdict.of == digest_fit(
                case.judged_plan, slot, slot.card.pointers, slot.card.text
            )
            yield report_card(slot, slot.card.verdict if bound else None)
    for joint in list_joints(case.slots, declared):
        if not _is_joined(case.judged_plan, joint):
            yield report_step(joint, joint.after.step if _is_judged(case.judged_plan, joint) else None)


def find_unrecorded(
    case: Case, declared: Declarations, prompts: Prompts, read: Callable[[str], Entry | None]
) -> Iterator[CaseFailure]:
    """Each verdict that the record does not hold as the case states it."""
    judged = case.judged_plan
    for slot in case.slots:
        card = slot.card
        if card and card.verdict and is_established(judged, slot):
            asked = _make_slot_question(prompts, judged, slot, card.heard, card.body)
            if not _is_recorded(card.verdict, asked, read):
                yield report_card(slot, None)
    for joint in list_joints(case.slots, declared):
        step = joint.after.step
        asked = _make_step_question(prompts, judged, joint)
        if step and _is_joined(judged, joint) and not _is_recorded(step, asked, read):
            yield report_step(joint, None)
    named = case.answered.named if case.answered else {}
    for plan in (case.planned, case.counterplan):
        if plan and not _is_plan_recorded(plan, named, read):
            what = "the record does not hold the plan as the case states it"
            yield CaseFailure(slot=case.speech, rule="provenance", what=what, remedy="write the case again")


def report_card(slot: Slot, verdict: Verdict | None) -> CaseFailure:
    """A card that does not establish its slot, by its name."""
    card = _require_card(slot)
    named = f"{_name_card(card)}, “{card.tag}”"
    what = f"{named} does not establish it" if verdict else f"no verdict on record says that {named} establishes it"
    remedy = f"read other evidence; look for: {slot.point or slot.seek}" if verdict else ASK_AGAIN
    found, because = (verdict.finding, verdict.reasons) if verdict else ("", "")
    return CaseFailure(slot=slot.id, rule="slot", what=what, remedy=remedy, verdict=found, because=because)


def report_step(joint: Joint, verdict: Verdict | None) -> CaseFailure:
    """A joint at which a chain breaks."""
    way = {"follows": "follows from", "undoes": "undoes", "backs": "shows why"}[joint.way]
    before, after = _require_card(joint.before).tag, _require_card(joint.after).tag
    what = f"the chain is broken: it is not shown that “{after}” {way} {joint.before.id}, “{before}”"
    remedy = "read evidence that joins the two, or word the step anew" if verdict else ASK_AGAIN
    found, because = (verdict.finding, verdict.reasons) if verdict else ("", "")
    return CaseFailure(slot=joint.after.id, rule="chain", what=what, remedy=remedy, verdict=found, because=because)


def digest_fit(plan: str, slot: Slot, pointers: Sequence[Pointer], text: str) -> str:
    """What a verdict on a card holds for: these words of this source, in this slot, for this plan."""
    place = [plan, list(slot.path), slot.component, slot.seek, slot.point, slot.against]
    return digest([*place, [str(one) for one in pointers], text])


def _digest_joint(plan: str, joint: Joint) -> str:
    """What a verdict on a step holds for: these two cards in these two slots, as they are worded, for this plan."""
    sides = []
    for slot in (joint.before, joint.after):
        card, read = _require_card(slot), _show_card(slot)
        places = [str(one) for one in card.pointers]
        sides.append([list(slot.path), read.point, places, read.tag, read.warrant, read.evidence])
    return digest([plan, joint.way, *sides])


def digest_told(told: Told, parts: Sequence[str]) -> str:
    """What a verdict on a told sentence holds for: these words of these parts."""
    return digest([told.text, list(told.of), list(parts)])


def find_step(slot: Slot, case: Case, declared: Declarations) -> Joint | None:
    """The joint that leads to a slot, where a verdict says that it holds."""
    joint = find_joint(slot, case.slots, declared)
    return joint if _is_joined(case.judged_plan, joint) else None


def _is_judged(plan: str, joint: Joint) -> bool:
    return joint.after.step is not None and joint.after.step.of == _digest_joint(plan, joint)


def _is_recorded(verdict: Verdict, question: Label, read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds this verdict, given to this question by an evaluator."""
    entry = read(verdict.entry)
    if entry is None or entry.draft.question != question.json_value():
        return False
    return read_verdict(entry, of=verdict.of) == verdict


def _is_plan_recorded(plan: Plan, named: Mapping[str, str], read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds this plan, part by part, and what it claims to reach."""
    entry = read(plan.entry)
    parts = ("text", "agent", "mandate", "funding", "enforcement", "time")
    if entry is None or entry.draft.kind != "proposal":
        return False
    written = read_form(entry)
    return read_solved(written, named) == plan.solves and all(
        str(written.get(name, "")).strip() == getattr(plan, name) for name in parts
    )


def read_verdict(entry: Entry, *, of: str) -> Verdict:
    """What an evaluator answered, bound to the digest of what was judged."""
    decision = read_decision(entry)
    return Verdict(
        label=read_label(entry),
        confidence=decision.confidence,
        by=decision.by,
        of=of,
        entry=entry.key,
        reasons=read_reasons(entry),
    )


def _name_card(card: CutCard) -> str:
    """The cite of a card; of a source without author and year, its document."""
    return card.cite or f"d:{card.document[:8]}"


def _show_card(slot: Slot) -> ShownCard:
    card = _require_card(slot)
    return ShownCard(
        point=slot.point or slot.seek,
        tag=card.tag,
        warrant=card.warrant,
        evidence=card.heard,
    )


def _require_card(slot: Slot) -> CutCard:
    assert slot.card is not None
    return slot.card


ARGUMENT = "argument"
"""Kind of the entries in which the parts of an argument are written."""


def digest_tag(card: CutCard) -> str:
    """What a verdict on a tag holds for: this tag over these words."""
    return digest([card.tag, card.text])


def digest_analytic(slot: Slot) -> str:
    """What a verdict on words without evidence is kept with: these words in this part."""
    return digest([list(slot.path), slot.analytic])


def is_copied(tag: str, text: str) -> bool:
    """Whether a tag is a sentence of the text it is read over, word for word."""
    said, heard = (" ".join(split_letters(drop_marks(one).lower())) for one in (tag, text))
    return bool(said) and f" {said} " in f" {heard} "


def is_tag_held(card: CutCard) -> bool:
    """Whether the verdict on a tag was given to this very tag over these very words."""
    if card.alignment == OWN_WORDS:
        return is_copied(card.tag, card.text)
    return card.fits is not None and card.fits.of == digest_tag(card) and card.fits.label == card.alignment


def find_unheld(case: Case) -> Iterator[CaseFailure]:
    """Each part without evidence that no longer says what was judged."""
    for slot in case.slots:
        if slot.analytic and not _is_analytic_held(case, slot):
            yield _report_analytic(slot)


def find_unrecorded_words(case: Case, prompts: Prompts, read: Callable[[str], Entry | None]) -> Iterator[CaseFailure]:
    """Each tag of which the record does not hold the verdict, and each part without evidence whose words it does not
    hold."""
    for slot in case.slots:
        card = slot.card
        if card and card.work and card.work.fits:
            question = alignment_question(prompts, tag=card.tag, evidence=card.heard)
            if not _is_recorded(card.work.fits, question, read):
                what = "the record does not hold what the case says an evaluator found of its tag"
                yield CaseFailure(slot=slot.id, rule="provenance", what=what, remedy="write the case again")
        if card and not card.work and card.alignment != OWN_WORDS and not _is_tag_recorded(slot, card, prompts, read):
            yield report_tag(slot, card)
        if slot.analytic and not _is_analytic_recorded(slot, read):
            yield _report_analytic(slot)


def _is_analytic_held(case: Case, slot: Slot) -> bool:
    if slot.told:
        return slot.analytic == " ".join(one.text for one in slot.told if not one.refused)
    if "counterplan" in slot.entries and case.counterplan and not slot.seek:
        return slot.analytic == case.counterplan.text
    if set(slot.entries) == {"position"}:
        return slot.analytic == case.plan
    return not slot.judged_words or slot.judged_words == digest_analytic(slot)


def _is_tag_recorded(slot: Slot, card: CutCard, prompts: Prompts, read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds what was found of this very tag; one of a part that answers
    was judged without what that has to establish."""
    entry = read(card.entries.get("alignment", ""))
    words, under = drop_marks(card.text), find_leads(card.body, card.text)
    asked = (
        alignment_question(prompts, tag=card.tag, evidence=words, seek=seek, under=under)
        for seek in dict.fromkeys((slot.seek, ""))
    )
    if entry is None or entry.draft.question not in [one.json_value() for one in asked]:
        return False
    return read_label(entry) == card.alignment


def _is_analytic_recorded(slot: Slot, read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds the words of a part without evidence; after a challenge a note may stand after them.
    Told sentences and figures are held by verdicts and sums of their own."""
    key = slot.entries.get("analytic") or slot.entries.get("act")
    if slot.told or slot.calculated or not key:
        return True
    entry = read(key)
    if entry is None:
        return False
    rows = read_records(entry, "parts") if entry.draft.kind == ARGUMENT else ()
    stated = "" if rows else str(entry.answer)
    said = next((str(row["words"]) for row in rows if row["part"] == slot.id), stated).strip()
    return slot.analytic == said or (not slot.judged_words and bool(said) and slot.analytic.startswith(said))


def report_tag(slot: Slot, card: CutCard) -> CaseFailure:
    """A tag that was changed since it was judged, or of which no verdict is on record."""
    what = f"no verdict on record says that its evidence bears out the tag “{card.tag}”"
    return CaseFailure(slot=slot.id, rule="alignment", what=what, remedy=ASK_AGAIN)


def _report_analytic(slot: Slot) -> CaseFailure:
    what = f"the words that were judged or recorded for it are others than “{slot.analytic}”"
    return CaseFailure(slot=slot.id, rule="provenance", what=what, remedy="write the case again")
