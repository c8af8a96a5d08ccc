"""Verifies a case in depth: an evaluator is asked anew for every card in its slot, every step, tag and warrant.

What the file says of itself is not read: a case written by hand, or by another program, can be held to the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from foam.case.chain import Declarations, find_joint, list_joints
from foam.case.establish import Asked, ask_warrant, judge, list_cards, list_told
from foam.case.values import Case, CaseFailure
from foam.job.job import job
from foam.job.session import Session
from foam.job.spec import Spec
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
    declared = load_outline(session.pack, case.speech).declared
    asked = (*list_cards(case, declared), *_list_warrants(case, declared), *list_told(case))
    source = ValueInput(role="case", value=spec.case)
    found = await asyncio.gather(*(judge(session, one, source) for one in asked))
    denied = (one.report(verdict) for one, verdict in zip(asked, found, strict=True) if not one.accepts(verdict))
    steps = sum(1 for _ in list_joints(case.slots, declared))
    return DeepCheck(cards=len(case.cards), steps=steps, failures=tuple(denied))


def _list_warrants(case: Case, declared: Declarations) -> Iterator[Asked]:
    for slot in case.slots:
        if slot.card and slot.card.warrant:
            joint = find_joint(slot, case.slots, declared)
            before = joint.before.card.tag if joint and joint.before.card else ""
            yield ask_warrant(case.judged_plan, slot, slot.card, before)
