"""What a challenge to a case can be checked for, each with what it may take: one row each.

Kinds of challenge name checks (`foam.contest.kinds`). Several are made in turn, until one bears the challenge out or
leaves it to a person.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from foam.contest.cases.amend import Amendment
from foam.contest.cases.evidence_checks import check_bearing, check_omission, check_otherwise
from foam.contest.cases.inference_checks import check_component, check_figures, explain_choice
from foam.contest.cases.remedy import amend_case
from foam.contest.cases.sitting import Sitting
from foam.contest.cases.source_checks import check_edition, check_quotation
from foam.contest.cases.structure import check_metric, check_way, require_other_metric, require_other_way
from foam.contest.challenge import Ground
from foam.contest.outcome import Finding
from foam.contest.subject import CaseFile

Step = Literal["weighing", "rebuilding", "narrowing", "binding"]
"""The evaluator is asked; another way is built; words are narrowed; a slot is bound again."""
Made = tuple[Finding, tuple[Amendment, ...]]
Hear = Callable[[Sitting], Awaitable[Made]]
Refuse = Callable[[CaseFile, str, Ground], None]


@dataclass(frozen=True, slots=True)
class Check:
    """How something is checked."""

    hear: Hear
    steps: tuple[Step, ...] = ()
    """What may have to be done for it."""
    refuse: Refuse | None = None
    """Refuses a challenge that names what the case has not."""


def _amend_after(check: Callable[[Sitting], Awaitable[Finding]]) -> Hear:
    """The check, and what its finding changes in the slots that it strikes."""

    async def hear(sitting: Sitting) -> Made:
        found = await check(sitting)
        return found, await amend_case(sitting, sitting.file, found)

    return hear


CHECKS: dict[str, Check] = {
    "bearing": Check(_amend_after(check_bearing), ("weighing", "binding")),
    "omission": Check(_amend_after(check_omission), ("weighing", "narrowing")),
    "quotation": Check(_amend_after(check_quotation)),
    "edition": Check(_amend_after(check_edition), ("binding",)),
    "otherwise": Check(_amend_after(check_otherwise), ("weighing", "binding")),
    "component": Check(_amend_after(check_component), ("binding",)),
    "figures": Check(_amend_after(check_figures)),
    "why": Check(_amend_after(explain_choice)),
    "way": Check(check_way, ("weighing", "rebuilding"), require_other_way),
    "metric": Check(check_metric, ("weighing",), require_other_metric),
}
