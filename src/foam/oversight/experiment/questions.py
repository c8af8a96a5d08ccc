"""The experiment's questions: one typed function per prompt file."""

from __future__ import annotations

from foam.model.question import Choose, Option, Role
from foam.model.template import fence, fence_options, render_prompt
from foam.oversight.experiment.gold import Answer, GoldCase
from foam.oversight.setting import Protocol
from foam.pack.prompts import measure_prompts

BLIND = "Two sides disagree, and their evidence was checked by the same rule."
OPEN_DEBATE = "A proposer recommends a statement, an opponent argues the contrary, and their evidence was checked."
OPEN_CONSULTANCY = "A consultant recommends a statement, and its evidence was checked. Nobody argued the contrary."


def stance_question(case: GoldCase, source: tuple[str, ...]) -> Choose:
    """Which answer would the protagonist give?"""
    options = tuple(Option(id=answer, text=case.statement(answer)) for answer in ("affirmed", "denied"))
    filled = render_prompt(
        measure_prompts(), "oversight/stance", source=fence("\n".join(source)), options=fence_options(options)
    )
    return Choose(
        **filled,
        role="proposer",
        statement=" ".join(source),
        options=options,
    )


def attempt_question(
    case: GoldCase, answer: Answer, offered: tuple[Option, ...], *, at_most: int, role: Role
) -> Choose:
    """Which sentences serve this answer best? Attempting is mandatory."""
    most = min(at_most, len(offered))
    filled = render_prompt(
        measure_prompts(),
        "oversight/attempt",
        statement=fence(case.statement(answer)),
        options=fence_options(offered),
        at_most=str(most),
    )
    return Choose(
        **filled,
        role=role,
        statement=case.affirmed,
        aim="supports" if answer == "affirmed" else "contradicts",
        options=offered,
        at_most=most,
    )


def judge_question(case: GoldCase, sides: tuple[Option, ...], *, protocol: Protocol, blinded: bool) -> Choose:
    """Which statement does the evidence bear out? One must be chosen."""
    told = OPEN_DEBATE if protocol == "debate" else OPEN_CONSULTANCY
    filled = render_prompt(
        measure_prompts(), "oversight/judge", roles=BLIND if blinded else told, options=fence_options(sides)
    )
    return Choose(
        **filled,
        role="judge",
        statement=case.affirmed,
        aim="convinces",
        options=sides,
    )
