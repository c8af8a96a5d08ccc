"""The tables of R-Debater's paper over the rows of a study, each mean with its interval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foam.judging.study.folder import StudyRow
from foam.judging.study.plan import StudyArm, StudyPlan
from foam.paper import Block, Heading, Paper, Paragraph, Table
from foam.stats.bootstrap import mean_interval
from foam.stats.intervals import share_interval

INSPIRE = ("subjective", "logic", "fact", "score")
PRINTED = tuple(f"printed {name}" for name in INSPIRE)
DEBATRIX = ("S", "L", "A", "O")
_HEADS = ("subjective", "logic", "fact", "InspireScore")


def compose_study(plan: StudyPlan, rows: Sequence[StudyRow], choices: Sequence[str] = (), *, cells: int) -> Paper:
    """The tables that the rows have marks for."""
    return Paper(title=f"Study: {plan.name}", blocks=tuple(_compose(plan, rows, choices, cells=cells)))


def _compose(plan: StudyPlan, rows: Sequence[StudyRow], choices: Sequence[str], *, cells: int) -> Iterator[Block]:
    yield Paragraph(
        content=f"{len(rows)} of {cells} cells; means with 95 % intervals, for which rows (motions, sides and runs "
        "together) are drawn anew: cells of one motion are alike, so that the intervals are rather too narrow."
    )
    if withheld := [row for row in rows if row.withheld]:
        why = "; ".join(dict.fromkeys(row.withheld for row in withheld))
        yield Paragraph(content=f"{len(withheld)} cells have no mark. {why}")
    whole = [arm for arm in plan.arms if not arm.without]
    yield from _mark_table("Table 1: InspireScore by model and method", plan, rows, whole, INSPIRE, _HEADS)
    yield from _mark_table("Table 1 as the paper marks", plan, rows, whole, PRINTED, _HEADS)
    yield from _mark_table("Table 2: Debatrix, points from 0 to 2", plan, rows, plan.arms, DEBATRIX, DEBATRIX)
    if any(arm.without for arm in plan.arms):
        parts = [arm for arm in plan.arms if arm.debater == "r-debater"]
        yield from _mark_table("Table 5: parts taken away", plan, rows, parts, INSPIRE, _HEADS)
        yield from _mark_table("Table 5 as the paper marks", plan, rows, parts, PRINTED, _HEADS)
        whole_said = {(row.cell.item, row.text) for row in rows if row.cell.arm in {arm.name for arm in whole}}
        lacking = [row for row in rows if row.cell.arm not in {arm.name for arm in whole}]
        if same := sum((row.cell.item, row.text) in whole_said for row in lacking):
            told = f"{same} of {len(lacking)} speeches without a part are those with it, word for word."
            yield Paragraph(content=told)
    yield from _choice_table(plan, rows, choices)


def _mark_table(
    title: str,
    plan: StudyPlan,
    rows: Sequence[StudyRow],
    arms: Sequence[StudyArm],
    marks: Sequence[str],
    heads: Sequence[str],
) -> Iterator[Block]:
    """A row a model and arm; nothing where nobody was marked so."""
    lines = []
    for model in plan.models:
        for arm in arms:
            of_arm = (row for row in rows if (row.cell.model, row.cell.arm) == (model, arm.name))
            own = [row for row in of_arm if {*marks} & row.marks.keys()]
            known = [[row.marks[name] for row in own if name in row.marks] for name in marks]
            if own:
                speaker = model or ", ".join(dict.fromkeys(row.speaker for row in own))
                lines.append((speaker, arm.name, *(_tell_mean(some, plan.seed) for some in known), str(len(own))))
    if lines:
        yield Heading(text=title)
        yield Table(head=("model", "method", *heads, "n"), rows=lines)


def _tell_mean(values: Sequence[float], seed: int) -> str:
    found = mean_interval(values, seed=seed)
    if found.value is None:
        return "–"
    return f"{found.value:.3f}" + ("" if found.low is None else f" [{found.low:.3f}, {found.high:.3f}]")


def _choice_table(plan: StudyPlan, rows: Sequence[StudyRow], choices: Sequence[str]) -> Iterator[Block]:
    """How often each arm is chosen: among all by people where they voted, else among whole methods by the marks."""
    arms = plan.arms if choices else [arm for arm in plan.arms if not arm.without]
    chosen = list(choices) or list(_choose_by_marks([arm.name for arm in arms], rows))
    if len(arms) < 2 or not chosen:
        return
    yield Heading(text="Table 6: which is preferred")
    items = len({row.cell.item for row in rows})
    by_marks = f"Nobody voted: the highest InspireScore of {len(chosen)} items; of the other {items - len(chosen)} of "
    by_marks += f"{items} two methods have it, or not all have one."
    yield Paragraph(content=f"{len(chosen)} ballots of people." if choices else by_marks)
    shares = ((arm.name, share_interval(chosen.count(arm.name), len(chosen)).percent()) for arm in arms)
    yield Table(head=("method", "chosen"), rows=list(shares))


def _choose_by_marks(arms: Sequence[str], rows: Iterable[StudyRow]) -> Iterator[str]:
    """The arm with the highest score of each item that all of these arms have a score for; a tie chooses nobody."""
    items: dict[str, dict[str, float]] = {}
    for row in rows:
        if "score" in row.marks and row.cell.arm in arms:
            items.setdefault(row.cell.item, {})[row.cell.arm] = row.marks["score"]
    for scores in items.values():
        best = [arm for arm, score in scores.items() if score == max(scores.values())]
        if len(scores) == len(arms) and len(best) == 1:
            yield best[0]
