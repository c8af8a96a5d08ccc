"""What writing a case will take: by the parts of its outline, and by the rounds of its plan.

The bounds are those of the loops: an argument is written twice at most, and so is an act that is at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from foam.argument.outline import IMPACT, OutlineNode
from foam.case.cut import DESCRIBES
from foam.case.leave import COMPARISON
from foam.case.own.values import Layout
from foam.case.plan import COUNTERPLAN_TEXT
from foam.case.position import MAX_ROUNDS, MIN_ROUNDS
from foam.case.tell import MOST_SENTENCES_TOLD
from foam.job.acts import ATTEMPTS
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
from foam.pack.outlines import SpeechOutline
from foam.perspective.node import Perspective
from foam.record.entry import Decider

JOB = "case"
_ACT = make_range(0, 1, ATTEMPTS)
"""A whole act: once, and again where something is wrong with it."""
_WRITTEN = make_range(1, 1, 2 * ATTEMPTS)
"""The parts of an argument: once, and those that fell once more."""
_MENDED = make_range(0, 0, 1)
_JUDGED = make_range(0, 0.9, 2)
_MAYBE = make_range(0, 1, 1)
_TOLD = make_range(0, 1, 2 * ATTEMPTS)
_SENTENCES_TOLD = make_range(0, 2.5, 2 * MOST_SENTENCES_TOLD)
"""What is told is asked for once more where too much of it is dropped."""
RULES = (
    make_rule("proposal", "proposer", "round", _ACT, 3400, 600, "a plan or position with its claims"),
    make_rule("critique", "critic", "round", _ACT, 2950, 200, "what is wrong with it"),
    make_rule("defence", "evaluator", "round", _ACT, 800, 150, "how it stands against that"),
    make_rule("branch", "proposer", "branch", _MAYBE, 480, 20, "which way through the outline"),
    make_rule("contentions", "proposer", "branch", make_range(0, 0.7, ATTEMPTS), 3200, 150, "which arguments are made"),
    make_rule("argument", "proposer", "argument", _WRITTEN, 3000, 500, "the parts of an argument"),
    make_rule("proposal mended", "proposer", "round", _MENDED, 4000, 200, "what of it is at fault"),
    make_rule("critique mended", "critic", "round", _MENDED, 4000, 150, "what of it is at fault"),
    make_rule("defence mended", "evaluator", "round", _MENDED, 1300, 150, "what of it is at fault"),
    make_rule("contentions mended", "proposer", "branch", _MENDED, 3000, 100, "what of it is at fault"),
    make_rule("argument mended", "proposer", "argument", make_range(0, 0, 2), 3000, 200, "what of it is at fault"),
    make_rule("slot", "evaluator", "slot", _JUDGED, 850, 60, "does a card establish its part"),
    make_rule("alignment", "evaluator", "slot", _JUDGED, 540, 60, "does the evidence say what its tag says"),
    make_rule("warrant", "evaluator", "slot", _JUDGED, 700, 60, "does the warrant connect evidence and tag"),
    make_rule("coherence", "evaluator", "argued slot", _JUDGED, 450, 60, "does a card agree with the seat"),
    make_rule("step", "evaluator", "slot", make_range(0, 0.4, 2), 770, 60, "does a part follow from the one before"),
    make_rule("metric", "proposer", "weighed impact", _MAYBE, 470, 30, "what an impact weighs on"),
)
"""What every model is asked; what is at fault in an act is asked for alone."""
TELLING = (
    make_rule("calculus", "proposer", "comparison", _TOLD, 1650, 120, "which impact weighs most"),
    make_rule("overview", "proposer", "case", make_range(1, 1, 2 * ATTEMPTS), 2000, 150, "what the speech argues"),
    make_rule("borne out", "evaluator", "telling", _SENTENCES_TOLD, 590, 60, "do parts say it"),
)
"""What only a model that writes sentences of its own is asked."""
_OWN_RULES = (
    make_rule("position", "proposer", "case", make_range(0, 0, 1), 400, 30, "what the seat stands for"),
    make_rule("alignment", "evaluator", "card", ONCE, 320, 60, "does the evidence say what the tag says"),
    make_rule("bearing", "evaluator", "card", make_range(1, 1.5, 2), 300, 60, "does it bear on the step or the plan"),
    make_rule("tag", "proposer", "proposal", make_range(0, 0.5, 1), 330, 40, "another tag, where it is not borne out"),
)
"""What is asked of a debater's own cards: of each an evaluator two or three questions."""


def estimate_case(
    seat: Perspective,
    template: SpeechOutline,
    deciders: Mapping[str, Decider],
    *,
    prices: Mapping[str, Price] | None = None,
) -> Estimate:
    """What writing a case by this template will take; the template already answers what was heard."""
    own = deciders.get(name_seat_model(seat.id))
    cast = {**deciders, **(dict.fromkeys(SEAT_ROLES, own) if own else {})}
    writes = is_writer(cast["proposer"])
    units = _count_units(template, writes=writes)
    basis = (
        f"the {template.speech} has {units['slot']} slots that need evidence, by the branches that are taken; the "
        "proposer " + ("writes whole acts" if writes else "fills them as far as it can"),
        "an argument is written in one act, and what fell of it once more, as is an act that is at fault",
        f"{MIN_ROUNDS} to {MAX_ROUNDS} rounds of criticism, fewer where nothing is objected",
        "tokens per question are what the shipped packs take; long sentences take more, thinking is not in it",
        "answers that the record holds already are not asked again",
    )
    return Estimate(
        job=JOB,
        steps=merge_steps(reckon_steps((*RULES, *TELLING) if writes else RULES, units, cast, prices or {})),
        basis=basis,
    )


def _count_units(template: SpeechOutline, *, writes: bool) -> dict[str, Range]:
    """What the speech is made of, as far as its template says."""
    tree, opens = template.tree if writes else _fix_counts(template.tree), 0 if template.needs else 1
    instead = _count_nodes(tree, lambda node: node.component == COUNTERPLAN_TEXT)
    proposed = make_range(opens) + make_range(opens) * instead
    comparison = _count_nodes(tree, lambda node: node.component == COMPARISON)
    impact = make_range(2) if template.needs else _count_nodes(tree, lambda node: node.component == IMPACT)
    return {
        "round": proposed * make_range(1, MIN_ROUNDS, MAX_ROUNDS),
        "branch": make_range(0, _count_branches(tree)),
        "slot": _count_nodes(tree, _needs_evidence),
        "argued slot": _count_nodes(tree, lambda node: _needs_evidence(node) and node.component not in DESCRIBES),
        "weighed impact": comparison * impact,
        "comparison": comparison,
        "case": ONCE,
        "telling": ONCE + comparison,
        "argument": _count_nodes(tree, lambda node: any(map(_needs_evidence, node.children))),
    }


def _count_nodes(node: OutlineNode, counts: Callable[[OutlineNode], bool]) -> Range:
    """How many nodes of an outline count: as many as the smallest or the largest of the ways through it have."""
    own = ONCE if counts(node) else NOTHING
    below = [_count_nodes(child, counts) for child in node.children]
    if not (below and node.pick):
        return sum(below, own)
    share, (least, most) = node.pick / len(below), node.bounds
    return own + make_range(
        sum(sorted(one.least for one in below)[:least]),
        sum(one.likely for one in below) * share,
        sum(sorted(one.most for one in below)[-most:]),
    )


def _fix_counts(node: OutlineNode) -> OutlineNode:
    """The outline of whoever does not write: a branch takes as many ways as the template says by itself."""
    children = tuple(map(_fix_counts, node.children))
    return node.model_copy(update={"children": children, "between": None})


def _needs_evidence(node: OutlineNode) -> bool:
    return bool(node.seek) and not node.children


def _count_branches(node: OutlineNode) -> int:
    """How many times a way has to be chosen, at most."""
    return bool(node.pick) + sum(_count_branches(child) for child in node.children)


def estimate_layout(
    layout: Layout, deciders: Mapping[str, Decider], *, prices: Mapping[str, Price] | None = None
) -> Estimate:
    """What writing the case as it is laid out will take; where a search found several cards, the next may be tried."""
    laid = [one for one in layout.list_cards() if one.candidates and not one.candidates[0].analytic]
    tried = make_range(len(laid), len(laid), sum(len(one.candidates) for one in laid))
    writes = is_writer(deciders["proposer"])
    units = {"case": ONCE, "card": tried, "proposal": make_range(len(laid) if writes else 0)}
    basis = (
        f"{len(laid)} cards of your own, {layout.words:,} words; an evaluator is asked of each whether it says what "
        "its tag says, and whether it bears on the step before it or else on the plan",
        "answers that the record holds already are not asked again",
    )
    return Estimate(job=JOB, steps=merge_steps(reckon_steps(_OWN_RULES, units, deciders, prices or {})), basis=basis)
