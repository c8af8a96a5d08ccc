"""What evaluators find of a case: all that is asked of it, each with the words that a verdict holds for.

    when it is written      `judge`             an evaluator is asked, and the case keeps its verdict
    when it is verified     `find_unheld`       the case states a verdict in favour, on these very words
    beside the record       `find_unrecorded`   the record holds that verdict, given to this very question
    in depth                `foam.case.deep`    an evaluator is asked anew, whatever the case states

A card that is moved to another slot, or read for another plan, has no verdict there. A verdict that is not sure enough
counts as unclear.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

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
from foam.case.values import (
    CONTRADICTS,
    OWN_WORDS,
    Case,
    CaseFailure,
    CutCard,
    Plan,
    Rule,
    Slot,
    Told,
    Verdict,
    read_solved,
)
from foam.case.written import list_judged_sentences, list_told_parts
from foam.job.answers import read_decision, read_form, read_label, read_reasons, read_records
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Label
from foam.model.template import Prompts
from foam.record.entry import Entry, EntryInput, Input
from foam.values import digest
from foam_quotes.text.words import split_letters

ARGUMENT = "argument"
"""Kind of the entries in which the parts of an argument are written."""
_AGAIN = "bind the slot again, or have it judged anew: foam case verify --deep"
_ANEW = "write the case again"
_Read = Callable[[str], Entry | None]
"""The entry of the record under a key, where there is one."""
_WAYS = {"follows": "follows from", "undoes": "undoes", "backs": "shows why"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that an evaluator is asked of a case."""

    slot: str
    kind: str
    """Of the entry that holds the answer."""
    rule: Rule
    question: Callable[[Prompts], Label]
    of: str
    """Digest of all that a verdict on it holds for."""
    denied: str
    """What is said of it where the verdict is against it."""
    unjudged: str
    """What is said of it where there is none on these words."""
    remedy: str
    verdict: Verdict | None = None
    """What the case says was found."""
    lenient: bool = False
    """Whether only a contradiction counts against it: a debater's card is the debater's claim."""

    @property
    def is_held(self) -> bool:
        """Whether the case states a verdict on these very words."""
        return self.verdict is not None and self.verdict.of == self.of

    @property
    def holds(self) -> bool:
        """Whether that verdict is in favour."""
        return self.verdict is not None and self.is_held and self.accepts(self.verdict)

    def accepts(self, verdict: Verdict) -> bool:
        """Whether a verdict lets it stand."""
        return verdict.finding != CONTRADICTS if self.lenient else verdict.holds

    def report(self, verdict: Verdict | None) -> CaseFailure:
        """That it does not stand, by this verdict or for want of one."""
        if verdict is None:
            return CaseFailure(slot=self.slot, rule=self.rule, what=self.unjudged, remedy=_AGAIN)
        found, because = verdict.finding, verdict.reasons
        return CaseFailure(
            slot=self.slot, rule=self.rule, what=self.denied, remedy=self.remedy, verdict=found, because=because
        )


async def judge(session: Session, asked: Asked, *inputs: Input) -> Verdict:
    """An evaluator's verdict."""
    entry = await session.clerk.ask(asked.kind, asked.question(session.prompts), *inputs)
    return read_verdict(entry, of=asked.of)


def read_verdict(entry: Entry, *, of: str) -> Verdict:
    """What an evaluator answered, bound to the digest of what was judged."""
    decision, label, reasons = read_decision(entry), read_label(entry), read_reasons(entry)
    return Verdict(label=label, confidence=decision.confidence, by=decision.by, of=of, entry=entry.key, reasons=reasons)


def ask_slot(plan: str, slot: Slot, card: CutCard) -> Asked:
    """Does the card establish its slot for this plan? In a slot that answers: does it refute what was said, in the way
    that the slot asks for? What stands around it in its source is shown beside it."""
    read, *around = (drop_marks(one) for one in (card.heard, *find_around(card.body, card.heard)))

    def ask(prompts: Prompts) -> Label:
        if not slot.against:
            point = slot.point or slot.seek
            return slot_question(
                prompts, part=slot.part, plan=plan, seek=slot.seek, point=point, evidence=read, around=around
            )
        said, way = slot.against, slot.seek if slot.against.rstrip(".") not in slot.seek else ""
        return answer_question(prompts, part=slot.part, plan=plan, said=said, evidence=read, around=around, way=way)

    named = f"{card.cite or f'd:{card.document[:8]}'}, “{card.tag}”"
    return Asked(
        slot.id,
        "slot",
        "slot",
        ask,
        of=digest_fit(plan, slot, card),
        denied=f"{named} does not establish it",
        unjudged=f"no verdict on record says that {named} establishes it",
        remedy=f"read other evidence; look for: {slot.point or slot.seek}",
        verdict=card.verdict,
        lenient=card.work is not None,
    )


def digest_fit(plan: str, slot: Slot, card: CutCard) -> str:
    """What a verdict on a card holds for: these words of this source, in this slot, for this plan."""
    place = [plan, list(slot.path), slot.component, slot.seek, slot.point, slot.against]
    return digest([*place, [str(one) for one in card.pointers], card.heard])


def ask_tag(slot: Slot, card: CutCard) -> Asked:
    """Do the words that are read say what the tag says? And does one that was found for its part say what that has to
    establish? Under which lines the words stand is shown beside them."""
    own = card.work is not None
    seek = "" if slot.against or own else slot.seek
    read, under = (card.heard, ()) if own else (drop_marks(card.text), find_leads(card.body, card.text))
    stated = card.work.fits if card.work else card.fits
    return Asked(
        slot.id,
        "alignment",
        "alignment",
        lambda prompts: alignment_question(prompts, tag=card.tag, evidence=read, seek=seek, under=under),
        of=digest([card.tag, card.heard]),
        denied="the tag says what the evidence does not",
        unjudged=f"no verdict on record says that its evidence bears out the tag “{card.tag}”",
        remedy="write the tag from the evidence",
        verdict=stated if stated and stated.finding == card.alignment else None,
        lenient=own,
    )


def ask_warrant(plan: str, slot: Slot, card: CutCard, before: str = "") -> Asked:
    """Does the warrant connect the sentences with the tag? `before` is the tag of the step that the card goes on from,
    which a warrant may join it to."""
    evidence = drop_marks(card.text)
    what = "the warrant does not connect the evidence with the tag"
    return Asked(
        slot.id,
        "warrant",
        "alignment",
        lambda prompts: warrant_question(
            prompts, plan=plan, tag=card.tag, evidence=evidence, warrant=card.warrant, before=before
        ),
        of=digest([plan, card.tag, card.text, card.warrant]),
        denied=what,
        unjudged=what,
        remedy="say why the evidence bears the tag out",
        verdict=card.connected,
    )


def ask_step(plan: str, joint: Joint) -> Asked:
    """Does the one step lead to the other, undo it, or show why it is so?"""
    before, after = (_show_card(one) for one in (joint.before, joint.after))
    said = f"“{after.tag}” {_WAYS[joint.way]} {joint.before.id}, “{before.tag}”"
    what = f"the chain is broken: it is not shown that {said}"
    return Asked(
        joint.after.id,
        "step",
        "chain",
        lambda prompts: step_question(prompts, plan=plan, before=before, after=after, way=joint.way),
        of=_digest_joint(plan, joint),
        denied=what,
        unjudged=what,
        remedy="read evidence that joins the two, or word the step anew",
        verdict=joint.after.step,
    )


def _digest_joint(plan: str, joint: Joint) -> str:
    """What a verdict on a step holds for: these two cards in these two slots, as they are worded, for this plan."""
    sides = []
    for slot in (joint.before, joint.after):
        read, places = _show_card(slot), [str(one) for one in _require_card(slot).pointers]
        sides.append([list(slot.path), read.point, places, read.tag, read.warrant, read.evidence])
    return digest([plan, joint.way, *sides])


def ask_told(place: str, told: Told, parts: Sequence[str], before: str) -> Asked:
    """Do these parts say what a sentence says of them, after what was said before it?"""
    return Asked(
        place,
        "borne out",
        "alignment",
        lambda prompts: told_question(prompts, sentence=told.text, parts=parts, before=before),
        of=digest([told.text, list(told.of), list(parts)]),
        denied=f"its parts do not bear out “{told.text}”",
        unjudged=f"no verdict on record says that its parts bear out “{told.text}”",
        remedy="say no more than the parts do",
        verdict=told.verdict,
    )


def list_cards(case: Case, declared: Declarations) -> Iterator[Asked]:
    """What is asked of cards in their slots, of their tags, and of the steps between them. What a debater's card shows
    in its place is asked only where it was found for a slot."""
    plan = case.judged_plan
    for slot in case.slots:
        card = slot.card
        if card is None:
            continue
        if card.work is None or card.verdict:
            yield ask_slot(plan, slot, card)
        if not is_copied_tag(card):
            yield ask_tag(slot, card)
    yield from (ask_step(plan, joint) for joint in list_joints(case.slots, declared))


def list_told(case: Case) -> Iterator[Asked]:
    """What is asked of each sentence that is said of slots, read after those before it in its place."""
    said: dict[str, list[str]] = {}
    for place, told in list_judged_sentences(case):
        yield ask_told(place, told, list_told_parts(case, told), " ".join(said.get(place, ())))
        said.setdefault(place, []).append(told.text)


def find_unheld(case: Case, declared: Declarations) -> Iterator[CaseFailure]:
    """Each of these of which the case does not state a verdict in favour, and each part without evidence that no longer
    says what was judged."""
    for asked in (*list_cards(case, declared), *list_told(case)):
        if not asked.holds:
            yield asked.report(asked.verdict if asked.is_held else None)
    for slot in case.slots:
        if slot.analytic and not _is_analytic_held(case, slot):
            yield _report_analytic(slot)


def find_unrecorded(case: Case, declared: Declarations, prompts: Prompts, read: _Read) -> Iterator[CaseFailure]:
    """Each verdict, plan and part without evidence that the record does not hold as the case states it."""
    for asked in list_cards(case, declared):
        if not (asked.is_held and asked.verdict and _is_recorded(asked.verdict, asked.question(prompts), read)):
            yield asked.report(None)
    named = case.answered.named if case.answered else {}
    for plan in (case.planned, case.counterplan):
        if plan and not _is_plan_recorded(plan, named, read):
            what = "the record does not hold the plan as the case states it"
            yield CaseFailure(slot=case.speech, rule="provenance", what=what, remedy=_ANEW)
    for slot in case.slots:
        if slot.analytic and not _is_analytic_recorded(slot, read):
            yield _report_analytic(slot)


def is_established(plan: str, slot: Slot) -> bool:
    """Whether a verdict on this very card in this very slot says that it establishes it."""
    card = slot.card
    if card is not None and card.work is not None and card.verdict is None:
        return card.work.is_borne_out
    asked = ask_slot(plan, slot, card) if card else None
    return bool(asked and asked.is_held and asked.verdict and asked.verdict.holds)


def find_step(slot: Slot, case: Case) -> Joint | None:
    """The joint that leads to a slot, where a verdict says that it holds."""
    joint = find_joint(slot, case.slots, {})
    return joint if joint and ask_step(case.judged_plan, joint).holds else None


async def judge_card_again(session: Session, plan: str, slot: Slot, card: CutCard, *inputs: Input) -> CutCard:
    """The card with a verdict on what it reads now."""
    verdict = await judge(session, ask_slot(plan, slot, card), *inputs)
    return card.model_copy(update={"verdict": verdict, "entries": {**card.entries, "slot": verdict.entry}})


async def judge_steps(session: Session, case: Case, declared: Declarations) -> Case:
    """The case with a verdict on every step that has none."""
    plan = case.judged_plan
    asked = {joint.after.path: (joint, ask_step(plan, joint)) for joint in list_joints(case.slots, declared)}
    waiting = {path: one for path, one in asked.items() if not one[1].is_held}
    verdicts = await asyncio.gather(*(judge(session, one, *_depend_on_tags(joint)) for joint, one in waiting.values()))
    judged = dict(zip(waiting, verdicts, strict=True))
    slots = (
        slot.model_copy(update={"step": judged[slot.path]}) if slot.path in judged else slot for slot in case.slots
    )
    return case.model_copy(update={"slots": tuple(slots)})


def _depend_on_tags(joint: Joint) -> tuple[EntryInput, EntryInput]:
    """The decisions that gave both cards of a joint their words."""
    before, after = _require_card(joint.before), _require_card(joint.after)
    return depend_on("before", before.entries["tag"]), depend_on("after", after.entries["tag"])


def is_copied(tag: str, text: str) -> bool:
    """Whether a tag is a sentence of the text it is read over, word for word."""
    said, heard = (" ".join(split_letters(drop_marks(one).lower())) for one in (tag, text))
    return bool(said) and f" {said} " in f" {heard} "


def is_copied_tag(card: CutCard) -> bool:
    """Whether a card's tag is one of its own sentences, as it says: it needs no verdict."""
    return card.alignment == OWN_WORDS and is_copied(card.tag, card.text)


def is_tag_held(slot: Slot, card: CutCard) -> bool:
    """Whether the verdict on a tag was given to this very tag over these very words."""
    return is_copied_tag(card) or ask_tag(slot, card).is_held


def digest_analytic(slot: Slot) -> str:
    """What a verdict on words without evidence is kept with: these words in this part."""
    return digest([list(slot.path), slot.analytic])


def _is_recorded(verdict: Verdict, question: Label, read: _Read) -> bool:
    """Whether the record holds this verdict, given to this question by an evaluator."""
    entry = read(verdict.entry)
    if entry is None or entry.draft.question != question.json_value():
        return False
    return read_verdict(entry, of=verdict.of) == verdict


def _is_plan_recorded(plan: Plan, named: Mapping[str, str], read: _Read) -> bool:
    """Whether the record holds this plan, part by part, and what it claims to reach."""
    entry = read(plan.entry)
    parts = ("text", "agent", "mandate", "funding", "enforcement", "time")
    if entry is None or entry.draft.kind != "proposal":
        return False
    written = read_form(entry)
    return read_solved(written, named) == plan.solves and all(
        str(written.get(name, "")).strip() == getattr(plan, name) for name in parts
    )


def _is_analytic_held(case: Case, slot: Slot) -> bool:
    if slot.told:
        return slot.analytic == " ".join(one.text for one in slot.told if not one.refused)
    if "counterplan" in slot.entries and case.counterplan and not slot.seek:
        return slot.analytic == case.counterplan.text
    if set(slot.entries) == {"position"}:
        return slot.analytic == case.plan
    return not slot.judged_words or slot.judged_words == digest_analytic(slot)


def _is_analytic_recorded(slot: Slot, read: _Read) -> bool:
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


def _report_analytic(slot: Slot) -> CaseFailure:
    what = f"the words that were judged or recorded for it are others than “{slot.analytic}”"
    return CaseFailure(slot=slot.id, rule="provenance", what=what, remedy=_ANEW)


def _show_card(slot: Slot) -> ShownCard:
    card = _require_card(slot)
    return ShownCard(point=slot.point or slot.seek, tag=card.tag, warrant=card.warrant, evidence=card.heard)


def _require_card(slot: Slot) -> CutCard:
    assert slot.card is not None
    return slot.card
