"""What a case of a debater's own cards will take: of each card an evaluator is asked twice or three times."""

from __future__ import annotations

from collections.abc import Mapping

from foam.case.own.values import Layout
from foam.job.estimates import ONCE, Estimate, is_writer, make_range, make_rule, merge_steps, reckon_steps
from foam.model.remote.budget import Price
from foam.record.entry import Decider

_RULES = (
    make_rule("position", "proposer", "case", make_range(0, 0, 1), 400, 30, "what the seat stands for"),
    make_rule("alignment", "evaluator", "card", ONCE, 320, 60, "does the evidence say what the tag says"),
    make_rule("bearing", "evaluator", "card", make_range(1, 1.5, 2), 300, 60, "does it bear on the step or the plan"),
    make_rule("tag", "proposer", "proposal", make_range(0, 0.5, 1), 330, 40, "another tag, where it is not borne out"),
)


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
    return Estimate(job="case", steps=merge_steps(reckon_steps(_RULES, units, deciders, prices or {})), basis=basis)
