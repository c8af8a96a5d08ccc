"""Verifies a case in depth: an evaluator is asked anew for every card in its slot, every step and every tag.

What the file says of itself is not read: a case written by hand, or by another program, can be held to the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from foam.case.chain import Joint, find_joint, list_joints
from foam.case.establish import is_copied, judge_step, judge_text, judge_told, judge_warrant, report_card, report_step
from foam.case.marks import drop_marks, find_leads
from foam.case.questions import alignment_question
from foam.case.tell import join_told
from foam.case.values import COHERENT, CONTRADICTS, OWN_WORDS, Case, CaseFailure, CutCard, Slot, Told, Verdict
from foam.case.written import list_judged_sentences, list_told_parts
from foam.job.answers import read_label, read_reasons
from foam.job.job import job
from foam.job.session import Session
from foam.job.spec import Spec
from foam.model.check import MISSES
from foam.pack.outlines import load_outline
from foam.record.entry import ValueInput
from foam.values import Value

JUDGED = ("slot", "chain", "alignment")
"""The rules that are settled here: what the file says of them does not count."""


class DeepSpec(Spec):
    """A case to be judged anew, by its digest."""

    case: str


class DeepCheck(Value):
    """What the evaluator found."""

    cards: int
    steps: int
    failures: tuple[CaseFailure, ...]


@job("case-check", spec=DeepSpec)
async def check_deep(spec: DeepSpec, session: Session) -> DeepCheck:
    """Ask whether every card establishes its slot, each step follows, each tag fits, and what is told is borne out."""
    case = Case.model_validate(session.read_given("case", spec.case))
    template = load_outline(session.pack, case.speech)
    cards = [(slot, slot.card) for slot in case.slots if slot.card]
    joints = list(list_joints(case.slots, template.declared))
    found = await asyncio.gather(
        *(_check_card(session, spec, case, slot, card) for slot, card in cards),
        *(_check_joint(session, spec, case, joint) for joint in joints),
        *(_check_told(session, spec, case, place, one) for place, one in list_judged_sentences(case)),
    )
    failures = tuple(failure for failures in found for failure in failures)
    return DeepCheck(cards=len(cards), steps=len(joints), failures=failures)


async def _check_card(session: Session, spec: DeepSpec, case: Case, slot: Slot, card: CutCard) -> list[CaseFailure]:
    source = ValueInput(role="case", value=spec.case)
    if card.work:
        asked = alignment_question(session.prompts, tag=card.tag, evidence=card.heard)
        entry = await session.clerk.ask("alignment", asked, source)
        denied = read_label(entry) == CONTRADICTS
        return list(_report_tag(slot, CONTRADICTS, read_reasons(entry))) if denied else []
    seek = slot.seek if slot.voice == "written" and not slot.against else ""
    read, under = drop_marks(card.text), find_leads(card.body, card.text)
    tag_asked = alignment_question(session.prompts, tag=card.tag, evidence=read, seek=seek, under=under)
    verdict, alignment = await asyncio.gather(
        judge_text(session, case.judged_plan, slot, card.pointers, card.text, card.body, source),
        session.clerk.ask("alignment", tag_asked, source),
    )
    aligned = read_label(alignment)
    joint = find_joint(slot, case.slots, load_outline(session.pack, case.speech).declared)
    before = joint.before.card.tag if joint and joint.before.card else ""
    warrant = await judge_warrant(session, case.judged_plan, card, before, source) if card.warrant else None
    own_words = card.alignment == OWN_WORDS and is_copied(card.tag, card.text)
    return [
        *([] if verdict.holds else [report_card(slot, verdict)]),
        *(_report_warrant(slot, warrant) if warrant and not warrant.holds else ()),
        *(() if aligned == COHERENT or own_words else _report_tag(slot, aligned, read_reasons(alignment))),
    ]


async def _check_joint(session: Session, spec: DeepSpec, case: Case, joint: Joint) -> list[CaseFailure]:
    verdict = await judge_step(session, case.judged_plan, joint, ValueInput(role="case", value=spec.case))
    return [] if verdict.holds else [report_step(joint, verdict)]


async def _check_told(session: Session, spec: DeepSpec, case: Case, place: str, told: Told) -> list[CaseFailure]:
    parts = list_told_parts(case, told)
    at_place = [one for where, one in list_judged_sentences(case) if where == place]
    before = join_told(at_place[: at_place.index(told)])
    verdict = await judge_told(session, told, parts, before, ValueInput(role="case", value=spec.case))
    what, remedy = f"its parts do not bear out “{told.text}”", "say no more than the parts do"
    found = {"verdict": verdict.finding, "because": verdict.reasons}
    failure = CaseFailure(slot=place, rule="alignment", what=what, remedy=remedy, **found)
    return [] if verdict.holds else [failure]


def _report_warrant(slot: Slot, found: Verdict) -> Iterator[CaseFailure]:
    what, remedy = "the warrant does not connect the evidence with the tag", "say why the evidence bears the tag out"
    given = {"verdict": found.finding, "because": found.reasons}
    yield CaseFailure(slot=slot.id, rule="alignment", what=what, remedy=remedy, **given)


def _report_tag(slot: Slot, found: str, because: str) -> Iterator[CaseFailure]:
    what = "the tag says what the evidence does not"
    if found == MISSES:
        what = "the tag does not say what the part has to establish"
    given = {"verdict": found, "because": because}
    yield CaseFailure(slot=slot.id, rule="alignment", what=what, remedy="write the tag from the evidence", **given)
