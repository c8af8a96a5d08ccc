"""What writing a case will take: by the slots of its tree that need evidence, and by the rounds of its plan.

The figures per unit are what scripted runs of the shipped packs took, at least, usually and at most.
"""

from __future__ import annotations

from collections.abc import Mapping

from foam.argument.tree import TemplateNode
from foam.case.plan import asks_for_plan
from foam.deliberation.refine import MAX_ROUNDS
from foam.job.estimates import (
    NOTHING,
    ONCE,
    Estimate,
    Range,
    is_writer,
    make_range,
    make_rule,
    merge_steps,
    reckon_steps,
)
from foam.job.session import SEAT_ROLES
from foam.model.port import name_seat_model
from foam.model.remote.budget import Price
from foam.pack.trees import SpeechTemplate
from foam.perspective.node import Perspective
from foam.record.entry import Decider

JOB = "case"
_PREPARED = (
    make_rule("grounds", "proposer", "plan", ONCE, 900, 30),
    make_rule("critique", "critic", "round", ONCE, 850, 30),
    make_rule("strongest", "evaluator", "round", make_range(0, 0.8, 1), 450, 60),
    make_rule("defence", "evaluator", "round", ONCE, 330, 60),
    make_rule("refinement", "proposer", "rewriting", ONCE, 620, 20),
    make_rule("branch", "proposer", "branch", make_range(0, 1, 1), 480, 20),
)
"""What comes first in either voice: a position that is criticised, and the ways through the tree."""
BOUNDED = (
    *_PREPARED,
    make_rule("card", "proposer", "slot", make_range(0.5, 1, 1.2), 560, 30),
    make_rule("sentences", "proposer", "slot", make_range(0.5, 1.7, 3), 490, 30),
    make_rule("slot", "evaluator", "slot", make_range(0.5, 1.4, 3), 410, 60),
    make_rule("tag", "proposer", "slot", make_range(0.1, 0.7, 1.2), 330, 40),
    make_rule("alignment", "evaluator", "slot", make_range(0.1, 0.7, 1.2), 320, 60),
    make_rule("coherence", "evaluator", "slot", make_range(0.1, 0.6, 1.2), 450, 60),
    make_rule("step", "evaluator", "slot", make_range(0, 0.2, 1), 550, 60),
    make_rule("metric", "proposer", "slot", make_range(0, 0.1, 0.3), 500, 30),
)
"""A model that chooses among what code drafts."""
WRITTEN = (
    *_PREPARED,
    make_rule("plan", "proposer", "written plan", make_range(1, 1.1, 2), 2300, 180),
    make_rule("counterplan", "proposer", "case", make_range(0, 0.1, 2), 2300, 180),
    make_rule("written slot", "proposer", "slot", make_range(0, 1.1, 6), 2100, 120),
    make_rule("written analytic", "proposer", "slot", make_range(0, 0.05, 2), 600, 60),
    make_rule("slot", "evaluator", "slot", make_range(0, 1.1, 3), 570, 60),
    make_rule("alignment", "evaluator", "slot", make_range(0, 1, 2), 370, 60),
    make_rule("coherence", "evaluator", "slot", make_range(0, 0.8, 2), 450, 60),
    make_rule("step", "evaluator", "slot", make_range(0, 0.3, 1), 550, 60),
    make_rule("metric", "proposer", "slot", make_range(0, 0.15, 0.5), 460, 30),
    make_rule("calculus", "proposer", "case", make_range(0, 0.8, 2), 1650, 120),
    make_rule("overview", "proposer", "case", make_range(1, 1, 2), 1750, 150),
    make_rule("card", "proposer", "slot", make_range(0, 0, 1.2), 560, 30),
    make_rule("sentences", "proposer", "slot", make_range(0, 0, 3), 490, 30),
    make_rule("tag", "proposer", "slot", make_range(0, 0, 1.2), 330, 40),
)
"""A model that writes whole acts; the last three are asked where what it wrote does not count."""


def estimate_case(
    seat: Perspective,
    template: SpeechTemplate,
    deciders: Mapping[str, Decider],
    *,
    prices: Mapping[str, Price] | None = None,
) -> Estimate:
    """What writing a case by this template will take; the template already answers what was heard."""
    own = deciders.get(name_seat_model(seat.id))
    cast = {**deciders, **(dict.fromkeys(SEAT_ROLES, own) if own else {})}
    opens = 0 if template.needs else 1
    slots = count_slots(template.tree)
    units = {
        "plan": make_range(opens),
        "round": make_range(opens, opens * 4, opens * MAX_ROUNDS),
        "rewriting": make_range(0, opens * 3, opens * (MAX_ROUNDS - 1)),
        "branch": make_range(0, _count_branches(template.tree)),
        "slot": slots,
        "case": ONCE,
        "written plan": make_range(asks_for_plan(template)),
    }
    writes = is_writer(cast["proposer"])
    basis = (
        f"the {template.speech} has {slots} slots that need evidence, by the branches that are taken; the proposer "
        + ("writes whole acts" if writes else "chooses among what code drafts"),
        "a slot is offered up to three sources before it is left empty",
        "tokens per question are what the shipped packs take; long sentences take more, thinking is not in it",
        "answers that the record holds already are not asked again",
    )
    return Estimate(
        job=JOB, steps=merge_steps(reckon_steps(WRITTEN if writes else BOUNDED, units, cast, prices or {})), basis=basis
    )


def count_slots(node: TemplateNode) -> Range:
    """How many leaves below a node need evidence: as many as the smallest or the largest of the ways through it."""
    if not node.children:
        return ONCE if node.seek else NOTHING
    below = [count_slots(child) for child in node.children]
    if not node.pick:
        return sum(below, NOTHING)
    share = node.pick / len(below)
    return make_range(
        sum(sorted(one.least for one in below)[: node.pick]),
        sum(one.likely for one in below) * share,
        sum(sorted(one.most for one in below)[-node.pick :]),
    )


def _count_branches(node: TemplateNode) -> int:
    """How many times a way has to be chosen, at most."""
    return bool(node.pick) + sum(_count_branches(child) for child in node.children)
