"""Judges whether a card establishes its slot, and whether one step of a chain leads to the next.

An evaluator is asked, and its verdict is kept with the digest of what it judged: a card that is moved to another slot,
or read for another plan, has no verdict there. A verdict that is not sure enough counts as unclear.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product

from foam.case.answered import read_solved
from foam.case.around import find_around
from foam.case.chain import Declarations, Joint, find_joint, list_joints
from foam.case.marks import drop_marks
from foam.case.purpose import Step
from foam.case.questions import (
    NEEDED_TOO,
    ShownCard,
    answer_question,
    carries_question,
    leaning_question,
    slot_question,
    step_question,
    told_question,
    warrant_question,
)
from foam.case.values import Case, CaseFailure, CutCard, Plan, Slot, Told
from foam.case.verdict import Verdict
from foam.evidence.document import Document
from foam.job.answers import read_decision, read_form, read_label, read_reasons, read_records
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Label
from foam.model.template import Prompts
from foam.record.entry import Entry, EntryInput, Input
from foam.text.pointer import Pointer
from foam.values import digest

ASK_AGAIN = "bind the slot again, or have it judged anew: foam case verify --deep"


def make_slot_question(
    prompts: Prompts,
    plan: str,
    slot: Slot,
    text: str,
    body: str,
    *,
    keeps_marks: bool = False,
    tells_way: bool = True,
) -> Label:
    """Does this text of a source establish this slot of this plan? In a slot that answers: does it refute what was
    said, in the way that the slot asks for? What stands around it in the source is shown beside it. Earlier versions
    told nobody the way, and kept marks for readers."""
    read, *around = (one if keeps_marks else drop_marks(one) for one in (text, *find_around(body, text)))
    if slot.against:
        way = slot.seek if tells_way and slot.against.rstrip(".") not in slot.seek else ""
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
        after=slot.after,
        they_say=slot.they_say,
    )


def make_step_question(prompts: Prompts, plan: str, joint: Joint, *, keeps_marks: bool = False) -> Label:
    """Does the one step lead to the other, or undo it?"""
    before, after = (_show_card(one, keeps_marks=keeps_marks) for one in (joint.before, joint.after))
    return step_question(prompts, plan=plan, before=before, after=after, way=joint.way)


async def judge_text(
    session: Session, plan: str, slot: Slot, pointers: Sequence[Pointer], text: str, body: str, *inputs: Input
) -> Verdict:
    """The evaluator's verdict on a text in a slot; `body` is the source that it stands in."""
    entry = await session.clerk.ask("slot", make_slot_question(session.prompts, plan, slot, text, body), *inputs)
    return read_verdict(entry, of=digest_fit(plan, slot, pointers, text))


async def settle_added(
    session: Session,
    plan: str,
    slot: Slot,
    document: Document,
    named: Sequence[int],
    kept: Sequence[int],
    *inputs: Input,
) -> tuple[int, ...]:
    """What is read of a source: the sentences that were named, and of those that code adds, since a sentence begins by
    pointing back, each of which an evaluator who sees the others finds that it is needed and does not speak against the
    speech."""
    read = set(named) & set(kept)
    for number in sorted(set(kept) - read, reverse=True):
        if number + 1 not in read:
            continue
        verdict = await _judge_leaning(session, plan, slot, document, number + 1, read, *inputs)
        if verdict.finding == NEEDED_TOO:
            read.add(number)
    return tuple(sorted(read))


async def find_hanging(
    session: Session,
    plan: str,
    slot: Slot,
    document: Document,
    hanging: Sequence[int],
    kept: Sequence[int],
    *inputs: Input,
) -> Verdict | None:
    """The verdict on the first of these sentences, each inside a card and right after one that it does not go on from
    in its source, which a listener could not understand so; None where all can be."""
    for number in hanging:
        verdict = await _judge_leaning(session, plan, slot, document, number, kept, *inputs)
        if verdict.finding == NEEDED_TOO:
            return verdict
    return None


async def _judge_leaning(
    session: Session, plan: str, slot: Slot, document: Document, number: int, read: Collection[int], *inputs: Input
) -> Verdict:
    """The evaluator's verdict on whether a sentence needs the one before it in its source."""
    question = leaning_question(
        session.prompts,
        part=slot.part,
        plan=plan,
        seek=slot.seek if slot.template_words else slot.against or slot.seek,
        sentence=document.sentence(number),
        before=document.sentence(number - 1),
        beside=[document.sentence(other) for other in sorted(read) if other != number],
    )
    return read_verdict(await session.clerk.ask("leaning", question, *inputs), of="")


async def judge_card_again(session: Session, plan: str, slot: Slot, card: CutCard, *inputs: Input) -> CutCard:
    """The card with a verdict on what it reads now."""
    verdict = await judge_text(session, plan, slot, card.pointers, card.heard, card.body, *inputs)
    return card.model_copy(update={"verdict": verdict, "entries": {**card.entries, "slot": verdict.entry}})


async def judge_step(session: Session, plan: str, joint: Joint, *inputs: Input) -> Verdict:
    """The evaluator's verdict on two steps, of which the second has to follow from the first."""
    entry = await session.clerk.ask("step", make_step_question(session.prompts, plan, joint), *inputs)
    return read_verdict(entry, of=digest_joint(plan, joint))


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


async def judge_wordings(session: Session, plan: str, steps: Sequence[Step], *inputs: Input) -> Verdict:
    """The evaluator's verdict on whether the steps of an argument, worded for this plan, carry it."""
    question = carries_question(session.prompts, plan=plan, steps=steps)
    entry = await session.clerk.ask("carries", question, *inputs)
    return read_verdict(entry, of=digest([plan, [[one.part, one.purpose, one.asked, one.worded] for one in steps]]))


def depend_on_tags(joint: Joint) -> tuple[EntryInput, EntryInput]:
    """The decisions that gave both cards of a joint their words."""
    before, after = _require_card(joint.before), _require_card(joint.after)
    return depend_on("before", before.entries["tag"]), depend_on("after", after.entries["tag"])


async def judge_steps(session: Session, case: Case, declared: Declarations) -> Case:
    """The case with a verdict on every step that has none."""
    open_joints = [one for one in list_joints(case.slots, declared) if not _is_judged(case.judged_plan, one)]
    verdicts = await asyncio.gather(
        *(judge_step(session, case.judged_plan, one, *depend_on_tags(one)) for one in open_joints)
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


def is_joined(plan: str, joint: Joint | None) -> bool:
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
        if not is_joined(case.judged_plan, joint):
            yield report_step(joint, joint.after.step if _is_judged(case.judged_plan, joint) else None)


def find_unrecorded(
    case: Case, declared: Declarations, prompts: Prompts, read: Callable[[str], Entry | None]
) -> Iterator[CaseFailure]:
    """Each verdict that the record does not hold as the case states it. Earlier versions showed evaluators the marks
    for readers: a verdict on a question that holds them counts, since the words are the same."""
    judged = case.judged_plan
    for slot in case.slots:
        card = slot.card
        if card and card.verdict and is_established(judged, slot):
            asked = [
                make_slot_question(prompts, judged, slot, card.heard, card.body, keeps_marks=keeps, tells_way=tells)
                for keeps, tells in product((False, True), repeat=2)
            ]
            if not any(is_recorded(card.verdict, question, read) for question in asked):
                yield report_card(slot, None)
    for joint in list_joints(case.slots, declared):
        step = joint.after.step
        if step and is_joined(judged, joint):
            asked = [make_step_question(prompts, judged, joint, keeps_marks=keeps) for keeps in (False, True)]
            if not any(is_recorded(step, question, read) for question in asked):
                yield report_step(joint, None)
    for slot in (one for one in case.slots if one.template_words):
        if not _is_wording_recorded(slot, read):
            what = "the record does not hold the words of what it has to establish"
            yield CaseFailure(slot=slot.id, rule="provenance", what=what, remedy="write the case again")
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
    after = [list(slot.after)] if slot.after and not slot.against else []
    theirs = [["they say", *slot.they_say]] if slot.they_say and not slot.against else []
    return digest([*place, *after, *theirs, [str(one) for one in pointers], text])


def digest_joint(plan: str, joint: Joint) -> str:
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
    return joint if is_joined(case.judged_plan, joint) else None


def _is_judged(plan: str, joint: Joint) -> bool:
    return joint.after.step is not None and joint.after.step.of == digest_joint(plan, joint)


def is_recorded(verdict: Verdict, question: Label, read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds this verdict, given to this question by an evaluator."""
    entry = read(verdict.entry)
    if entry is None or entry.draft.question != question.json_value():
        return False
    return read_verdict(entry, of=verdict.of) == verdict


def _is_wording_recorded(slot: Slot, read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds what a slot has to establish, as it was worded and as it was narrowed."""
    if slot.narrowed:
        entry = read(slot.entries.get("narrowed", ""))
        if entry is None or str(read_form(entry)["words"]).strip() != slot.seek:
            return False
        if slot.narrowed == slot.template_words:
            return True
    entry = read(slot.entries.get("wordings", ""))
    rows = read_records(entry, "parts") if entry else ()
    return (slot.id, slot.narrowed or slot.seek) in [(row["part"], str(row["words"]).strip()) for row in rows]


def _is_plan_recorded(plan: Plan, named: Mapping[str, str], read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds this plan, part by part, and what it claims to reach."""
    entry = read(plan.entry)
    parts = ("text", "agent", "mandate", "funding", "enforcement", "time", "answer")
    if entry is None or entry.draft.kind not in ("plan", "counterplan"):
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


def _show_card(slot: Slot, *, keeps_marks: bool = False) -> ShownCard:
    card = _require_card(slot)
    return ShownCard(
        point=slot.point or slot.seek,
        tag=card.tag,
        warrant=card.warrant,
        evidence=card.heard,
        keeps_marks=keeps_marks,
    )


def _require_card(slot: Slot) -> CutCard:
    assert slot.card is not None
    return slot.card
