"""What writing a case will take: by the parts of its outline, and by the rounds of its plan.

The bounds are those of the loops: a slot tries three sources, an act that is checked is asked for twice at most. What
is usual, and the tokens, are what scripted runs of the shipped packs took.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from foam.argument.outline import IMPACT, OutlineNode
from foam.case.act_questions import MOST_SENTENCES_TOLD
from foam.case.contentions import DISADVANTAGE
from foam.case.cut import DESCRIBES
from foam.case.deal import TRIES
from foam.case.plan import COUNTERPLAN_TEXT, asks_for_plan
from foam.case.position.refine import MAX_ROUNDS, MIN_ROUNDS
from foam.case.weigh import COMPARISON
from foam.case.wording import WORDED, is_worded
from foam.job.acts import ATTEMPTS, MOST_ATTEMPTS
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
_CHECKED = make_range(1, 1, ATTEMPTS)
"""An act that code checks: once, and again where something is wrong with it."""
_ANALYTIC = make_range(1, 1, 2 * ATTEMPTS)
"""The same, and once more where its words are not found to do what they are for."""
_KEPT = make_range(1, 1, MOST_ATTEMPTS)
"""One of which what is sound is kept: once more where something else is wrong with it then."""
_MAYBE = make_range(0, 1, 1)
_MENDED = make_range(0, 0, MOST_ATTEMPTS - 1)
"""What is at fault in an act, asked for alone."""
_PLAN = make_range(1, 2, 2 * ATTEMPTS)
"""A plan is drafted, and written again where a critic objects."""
_ROUNDS = 3
"""A slot is offered evidence, once more where it stays empty, and again for narrower words."""
_CARD = make_range(0, 1.2, 2 * _ROUNDS * TRIES)
"""What is asked of every card that is cut, and again where its tag or warrant is written once more."""
_FALLS_BACK = make_range(0, 0, _ROUNDS * TRIES)
_RETAGGED = make_range(0, 0, _ROUNDS * TRIES * ATTEMPTS)
_CRITICISED = make_range(0, 1, ATTEMPTS)
_TOLD = make_range(0, 1, 2 * ATTEMPTS)
_SENTENCES_TOLD = make_range(0, 2.5, 2 * MOST_SENTENCES_TOLD)
"""What is told is asked for once more where too much of it is dropped."""
_PLAN_FAULTS, _CARRIES = "what is wrong with the plan", "do the steps so worded carry the argument"
_TURNED = "which card would be read against the speech"
_METRICS = "what an impact weighs on"
_WAYS = (
    make_rule("branch", "proposer", "branch", _MAYBE, 480, 20, "which way through the outline"),
    make_rule("met", "evaluator", "free slot", _MAYBE, 500, 30, "which of their points a part meets"),
    make_rule("metric", "proposer", "weighed impact", _MAYBE, 470, 30, _METRICS),
)
_GROUNDS, _STRONGEST = "what the position rests on", "which objection strikes most"
_CRITIQUE, _DEFENCE, _REFINED = "what is wrong with the position", "how it stands against that", "the position, changed"
_SLOT, _STEP = "does a card establish its part", "does a part follow from the one before"
_ALIGNED, _COHERENT = "does the evidence say what its tag says", "does a card agree with the seat"
_CUT, _TAGGED = "which sentences of a source are read", "what a card establishes"
BOUNDED = (
    make_rule("grounds", "proposer", "plan", ONCE, 900, 30, _GROUNDS),
    make_rule("critique", "critic", "round", ONCE, 850, 30, _CRITIQUE),
    make_rule("strongest", "evaluator", "round", make_range(0, 0.8, 1), 450, 60, _STRONGEST),
    make_rule("defence", "evaluator", "round", ONCE, 330, 60, _DEFENCE),
    make_rule("refinement", "proposer", "rewriting", ONCE, 620, 20, _REFINED),
    *_WAYS,
    make_rule("card", "proposer", "slot", _MAYBE, 560, 30, "in which order sources establish a part"),
    make_rule("sentences", "proposer", "slot", make_range(0, 1.7, TRIES), 490, 30, _CUT),
    make_rule("slot", "evaluator", "slot", make_range(0, 1.4, TRIES), 410, 60, _SLOT),
    make_rule("tag", "proposer", "slot", make_range(0, 0.7, TRIES), 330, 40, _TAGGED),
    make_rule("alignment", "evaluator", "slot", make_range(0, 0.7, TRIES), 320, 60, _ALIGNED),
    make_rule("coherence", "evaluator", "argued slot", make_range(0, 0.7, TRIES), 450, 60, _COHERENT),
    make_rule("step", "evaluator", "slot", make_range(0, 0.2, TRIES + 1), 550, 60, _STEP),
)
"""A model that chooses among what code drafts."""
WRITTEN = (
    make_rule("searches", "proposer", "written position", _MAYBE, 750, 80, "what to look up"),
    make_rule("proposal", "proposer", "written position", _KEPT, 15000, 600, "a position with its claims"),
    make_rule("proposal mended", "proposer", "written position", _MENDED, 4000, 200, "what of it is at fault"),
    make_rule("grounds", "proposer", "written plan", ONCE, 900, 30, _GROUNDS),
    make_rule("grounds", "proposer", "written position", make_range(0, 0, 1), 900, 30, _GROUNDS),
    make_rule("critique", "critic", "round", make_range(0, 1, 2 * ATTEMPTS), 15000, 200, _CRITIQUE),
    make_rule("critique mended", "critic", "round", _MENDED, 4000, 150, "what of it is at fault"),
    make_rule("strongest", "evaluator", "round", make_range(0, 0, 1), 450, 60, _STRONGEST),
    make_rule("defence", "evaluator", "round", make_range(0, 1, 2 * ATTEMPTS), 1300, 150, _DEFENCE),
    make_rule(
        "rewrite", "proposer", "rewriting", make_range(0, 1, MOST_ATTEMPTS), 15000, 600, "the same, written again"
    ),
    make_rule("rewrite mended", "proposer", "rewriting", _MENDED, 4000, 200, "what of it is at fault"),
    make_rule("refinement", "proposer", "rewriting", make_range(0, 0, 1), 620, 20, _REFINED),
    *_WAYS,
    make_rule("searches", "proposer", "written plan", ONCE, 1000, 200, "what to look up"),
    make_rule("plan", "proposer", "written plan", _PLAN, 7000, 180, "who shall do what, and how"),
    make_rule("plan critique", "critic", "written plan", _CRITICISED, 6700, 150, _PLAN_FAULTS),
    make_rule("searches", "proposer", "counterplan", ONCE, 1000, 200, "what to look up"),
    make_rule("searches", "proposer", "disadvantages", ONCE, 1000, 200, "what to look up"),
    make_rule("counterplan", "proposer", "counterplan", _PLAN, 20000, 180, "what shall be done instead"),
    make_rule("plan critique", "critic", "counterplan", _CRITICISED, 20000, 150, _PLAN_FAULTS),
    make_rule("searches", "proposer", "written plan", make_range(0, 1, 1), 1000, 200, "what to look up"),
    make_rule("contentions", "proposer", "branch", make_range(0, 1, ATTEMPTS), 2600, 150, "which arguments are made"),
    make_rule("wordings", "proposer", "worded", _CHECKED, 3000, 300, "what each step has to establish"),
    make_rule("carries", "evaluator", "worded group", _MAYBE, 600, 60, _CARRIES),
    make_rule("searches", "proposer", "case", _MAYBE, 1000, 300, "what to look up"),
    make_rule("written slot", "proposer", "slot", make_range(0, 1.2, _ROUNDS * TRIES * ATTEMPTS), 4500, 120, "a card"),
    make_rule(
        "leaning", "evaluator", "slot", make_range(0, 0.1, _ROUNDS * TRIES), 500, 60, "does it need its neighbour"
    ),
    make_rule("narrowed", "proposer", "slot", make_range(0, 0, ATTEMPTS), 900, 50, "less, where sentences show a part"),
    make_rule("carries", "evaluator", "slot", make_range(0, 0, 1), 600, 60, _CARRIES),
    make_rule("written analytic", "proposer", "worded leaf", _ANALYTIC, 700, 60, "an argument without evidence"),
    make_rule("serves", "evaluator", "worded leaf", make_range(0, 1, 2), 600, 60, "do words do what they are for"),
    make_rule("slot", "evaluator", "slot", make_range(0, 1.2, _ROUNDS * TRIES), 850, 60, _SLOT),
    make_rule("alignment", "evaluator", "slot", _CARD, 370, 60, _ALIGNED),
    make_rule("warrant", "evaluator", "slot", _CARD, 520, 60, "does the warrant connect evidence and tag"),
    make_rule("tag again", "proposer", "slot", _RETAGGED, 900, 80, "after a complaint"),
    make_rule("coherence", "evaluator", "argued slot", _CARD, 450, 60, _COHERENT),
    make_rule("step", "evaluator", "slot", make_range(0, 0.4, _ROUNDS * TRIES + 1), 550, 60, _STEP),
    make_rule("headings", "proposer", "case", make_range(0, 0, ATTEMPTS), 1200, 40, "headings for less than was meant"),
    make_rule("denied", "evaluator", "opposed slot", _MAYBE, 500, 30, "whether a point of theirs denies a part"),
    make_rule("turned", "critic", "case", make_range(0, 1, ATTEMPTS), 4500, 80, _TURNED),
    make_rule("calculus", "proposer", "comparison", _TOLD, 1650, 120, "which impact weighs most"),
    make_rule("overview", "proposer", "case", make_range(1, 1, 2 * ATTEMPTS), 2000, 150, "what the speech argues"),
    make_rule("borne out", "evaluator", "telling", _SENTENCES_TOLD, 590, 60, "do parts say it"),
    make_rule("sentences", "proposer", "slot", _FALLS_BACK, 490, 30, _CUT),
    make_rule("tag", "proposer", "slot", _FALLS_BACK, 330, 40, _TAGGED),
)
"""A model that writes whole acts.

A slot that it leaves empty is offered once more, with other sources, and for less. Sentences and tags are chosen where
what it wrote does not count, and so are changes to a position where no proposal of its own does.
"""


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
    units = count_units(template, writes=writes)
    basis = (
        f"the {template.speech} has {units['slot']} slots that need evidence, by the branches that are taken; the "
        "proposer " + ("writes whole acts" if writes else "chooses among what code drafts"),
        f"a slot is offered up to {TRIES} sources before it is left empty"
        + (", and once more if the writer leaves it so; an act is asked for again where it is at fault" * writes),
        f"{MIN_ROUNDS} to {MAX_ROUNDS} rounds of criticism, fewer where nothing is left to change"
        + (", and none of a plan that the seat writes itself, which is criticised once" * writes),
        "tokens per question are what the shipped packs take; long sentences take more, thinking is not in it",
        "answers that the record holds already are not asked again",
    )
    return Estimate(
        job=JOB, steps=merge_steps(reckon_steps(WRITTEN if writes else BOUNDED, units, cast, prices or {})), basis=basis
    )


def count_units(template: SpeechOutline, *, writes: bool) -> dict[str, Range]:
    """What the speech is made of, as far as its template says."""
    tree, opens = template.tree if writes else _fix_counts(template.tree), 0 if template.needs else 1
    plans = bool(asks_for_plan(template))
    rounds = 0 if writes and plans else opens * MIN_ROUNDS
    comparison = count_nodes(tree, lambda node: node.component == COMPARISON)
    impact = make_range(2) if template.needs else count_nodes(tree, lambda node: node.component == IMPACT)
    worded_group = count_nodes(tree, lambda node: any(map(is_worded, node.children)))
    return {
        "plan": make_range(opens),
        "round": make_range(0, rounds, opens * MAX_ROUNDS),
        "rewriting": make_range(0, max(0, rounds - 1), opens * (MAX_ROUNDS - 1)),
        "branch": make_range(0, _count_branches(tree)),
        "slot": count_nodes(tree, _needs_evidence),
        "argued slot": count_nodes(tree, lambda node: _needs_evidence(node) and node.component not in DESCRIBES),
        "free slot": count_nodes(tree, lambda node: bool(node.among)),
        "opposed slot": count_nodes(tree, lambda node: _needs_evidence(node) and node.syllogism == DISADVANTAGE),
        "weighed impact": comparison * impact,
        "comparison": comparison,
        "case": ONCE,
        "telling": ONCE + comparison,
        "written plan": make_range(plans),
        "written position": make_range(opens - plans),
        "counterplan": make_range(opens) * count_nodes(tree, lambda node: node.component == COUNTERPLAN_TEXT),
        "disadvantages": count_nodes(tree, lambda node: _names_disadvantages(template, node)),
        "worded": _count_wordings(tree),
        "worded group": worded_group,
        "worded leaf": count_nodes(tree, lambda node: bool(node.say) and not (node.answers or node.extends)),
    }


def _names_disadvantages(template: SpeechOutline, node: OutlineNode) -> bool:
    """Whether a seat that writes names disadvantages of its own at a branch."""
    return node.id in template.other and node.children[0].syllogism == DISADVANTAGE


def _count_wordings(tree: OutlineNode) -> Range:
    """One act for the steps of chains and one for all other parts, where there are any."""
    chains = count_nodes(tree, lambda node: is_worded(node) and node.syllogism in WORDED)
    others = count_nodes(tree, lambda node: is_worded(node) and node.syllogism not in WORDED)
    acts = (make_range(*(min(1, n) for n in (one.least, one.likely, one.most))) for one in (chains, others))
    return sum(acts, NOTHING)


def count_nodes(node: OutlineNode, counts: Callable[[OutlineNode], bool]) -> Range:
    """How many nodes of an outline count: as many as the smallest or the largest of the ways through it have."""
    own = ONCE if counts(node) else NOTHING
    below = [count_nodes(child, counts) for child in node.children]
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
