"""What an experiment will take: its cells, the questions of each step, and what they cost. Asks nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from foam.job.estimates import ONCE, Estimate, list_estimate_blocks, make_range, make_rule, reckon_steps
from foam.model.remote.budget import Price
from foam.oversight.experiment.gold import GoldCase
from foam.oversight.experiment.plan import FACTORS, Arm, ExperimentPlan, ModelJudge, assign, list_cells
from foam.paper import Block, Paragraph, Table
from foam.record.entry import Decider
from foam.values import Value

_TOKENS = {
    "stance": ("proposer", 330, 40),
    "attempt": ("proposer", 420, 50),
    "answering attempt": ("critic", 420, 50),
    "check": ("evaluator", 300, 50),
    "challenge": ("critic", 250, 40),
    "admission": ("evaluator", 300, 40),
    "show": ("proposer", 230, 30),
}
"""Who is asked at each step, and what one question of usual sentences reads and writes."""
_JUDGED = (350, 40)


class Preview(Value):
    """An experiment that has not been played."""

    plan: ExperimentPlan
    cells: int
    levels: dict[str, dict[str, int]]
    """How many cases have each level of each factor that has several."""
    estimate: Estimate


def preview(
    plan: ExperimentPlan, cases: Sequence[GoldCase], deciders: Mapping[str, Decider], prices: Mapping[str, Price]
) -> Preview:
    """What playing this plan over these cases will take."""
    arms = assign(plan, cases)
    asked = Counter[str]()
    most = Counter[str]()
    for arm in arms:
        asked.update(_count_questions(plan, arm))
        most.update(_count_open_questions(plan, arm))
    units = {step: make_range(asked[step], asked[step] + most[step] / 2, asked[step] + most[step]) for step in _TOKENS}
    rules = [make_rule(step, role, step, ONCE, read, written) for step, (role, read, written) in _TOKENS.items()]
    for seat, count in _count_labels(plan, arms).items():
        units[seat] = make_range(count)
        rules.append(make_rule("label", seat, seat, ONCE, *_JUDGED))
    steps = tuple(reckon_steps(rules, units, deciders, prices))
    basis = (f"{len(arms)} cases; what is asked only where something passed the check is reckoned at half",)
    return Preview(
        plan=plan,
        cells=len(set(list_cells(plan))),
        levels=_count_levels(arms),
        estimate=Estimate(job="oversee", steps=steps, basis=basis),
    )


def preview_blocks(found: Preview) -> Iterator[Block]:
    """Cells and levels, then the estimate."""
    plan = found.plan
    of = f"1 in {plan.fraction} of a full design" if plan.fraction > 1 else plan.design
    yield Paragraph(content=f"{plan.cases} cases, {found.cells} cells ({of}); {plan.policy}")
    rows = [
        (factor, ", ".join(f"{level}: {count}" for level, count in counted.items()))
        for factor, counted in found.levels.items()
    ]
    yield Table(head=("factor", "cases by level"), rows=rows)
    yield from list_estimate_blocks(found.estimate)


def _count_questions(plan: ExperimentPlan, arm: Arm) -> Iterator[str]:
    """The steps that a case of this arm asks a model for in any event."""
    debated = arm.protocol == "debate"
    turns = arm.turns if debated else 1
    if arm.stance == "open":
        yield "stance"
    if plan.senders == "model":
        yield from ("attempt",) * turns
        yield from ("answering attempt",) * (turns * debated)
    if arm.verifier == "bearing":
        yield from ("check",) * turns


def _count_open_questions(plan: ExperimentPlan, arm: Arm) -> Iterator[str]:
    """Those that it asks for where something passed the check."""
    sides = 2 if arm.protocol == "debate" else 1
    if sides == 2 and arm.questions:
        yield from ("challenge", "admission") * sides
    if plan.senders == "model" and arm.show == "may":
        yield from ("show",) * sides


def _count_labels(plan: ExperimentPlan, arms: Sequence[Arm]) -> Counter[str]:
    found = Counter[str]()
    for arm in arms:
        times = 2 if arm.alone and arm.protocol == "debate" else 1
        for number in arm.panel:
            juror = plan.jury[number - 1]
            if isinstance(juror, ModelJudge):
                found[juror.seat] += times
    return found


def _count_levels(arms: Sequence[Arm]) -> dict[str, dict[str, int]]:
    counted = {name: Counter(str(getattr(arm, name)) for arm in arms) for name in FACTORS}
    return {name: dict(found) for name, found in counted.items() if len(found) > 1}
