"""What a challenge to a case can be checked for, each with what it may take: one row each.

Kinds of challenge name checks (`foam.contest.kinds`). Several are made in turn, until one bears the challenge out or
leaves it to a person.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from foam.contest.cases.amend import Amendment
from foam.contest.cases.evidence_checks import check_context, check_contrary, check_relevance
from foam.contest.cases.inference_checks import check_component, check_figures, explain_choice
from foam.contest.cases.remedy import amend_case
from foam.contest.cases.sitting import Sitting
from foam.contest.cases.source_checks import check_edition, check_quotation
from foam.contest.cases.structure import check_metric, check_reason, check_way, require_other_metric, require_other_way
from foam.contest.challenge import Ground
from foam.contest.outcome import Finding
from foam.contest.subject import CaseFile

Step = Literal["bearing", "offering", "comparing", "rebuilding", "narrowing", "binding"]
"""A judge names sentences; what it is offered is shown in a dry run; two ways are compared; another way is built; words
are narrowed; a slot is bound again."""
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
    "relevance": Check(_amend_after(check_relevance), ("bearing", "binding")),
    "context": Check(_amend_after(check_context), ("bearing", "narrowing")),
    "contrary": Check(_amend_after(check_contrary), ("bearing", "offering", "narrowing")),
    "quotation": Check(_amend_after(check_quotation)),
    "edition": Check(_amend_after(check_edition), ("binding",)),
    "component": Check(_amend_after(check_component), ("binding",)),
    "figures": Check(_amend_after(check_figures)),
    "why": Check(_amend_after(explain_choice)),
    "way": Check(check_way, ("comparing", "rebuilding"), require_other_way),
    "reason": Check(check_reason, ("comparing", "rebuilding")),
    "metric": Check(check_metric, ("comparing",), require_other_metric),
}
