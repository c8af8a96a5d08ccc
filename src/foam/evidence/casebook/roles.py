"""Which part each card of an advantage plays, told by the words of its tag and by its place.

An impact says what is at stake in the end, a link what the plan changes, uniqueness how things are today; what stands
between is an internal link. The debater's order is kept whatever the parts are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Role = Literal["uniqueness", "link", "internal_link", "impact"]

_IMPACT = re.compile(
    r"\b(?:extinction|nuclear (?:wars?|winter|conflicts?|use|exchange)|thermonuclear|(?:goes|go|went) nuclear|"
    r"wars?(?! on terror| powers?| taboo)|warfare|genocide|famine|starv\w+|deaths?|kills?|millions|billions|"
    r"omnicide|uninhabitable|"
    r"(?:ends?|destroys?) (?:all )?(?:life|civili[sz]ation|humanity)|outweighs?|existential|catastroph\w+|"
    r"escalat\w+|great power|pandemics?|the impact is)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(r"\b(?:the |our )?(?:plan|aff|affirmative)(?:['’]s)?\b", re.IGNORECASE)
_SOLVES = re.compile(r"\b(?:solves?|only (?:by|through))\b", re.IGNORECASE)
_LIKEWISE = re.compile(r"\W*(?:so do(?:es)?|same for|also)\b", re.IGNORECASE)
_TODAY = re.compile(
    r"\b(?:now|today|currently?|status quo|squo|already|is (?:coming|rising|growing|increasing)|"
    r"are (?:coming|rising|growing|increasing)|remains?|continues?|inevitable|on the brink|at a crisis|"
    r"is (?:high|low|unsustainable|sustainable|accelerating|failing)|despite|recent|still)\b",
    re.IGNORECASE,
)


def tell_roles(tags: Sequence[str]) -> tuple[Role, ...]:
    """The role of each card of an advantage, in its order.

    An advantage of two cards or more has an impact: where no tag says what is at stake, the last card does. Where none
    speaks of the plan, the first card that says nothing of today is the link. "So does …" goes on with the part of the
    card before it.
    """
    roles: list[Role] = []
    for tag in tags:
        roles.append(roles[-1] if roles and _LIKEWISE.match(tag) else _tell_role(tag, first=not roles))
    if len(roles) > 1 and "impact" not in roles:
        roles[-1] = "impact"
    if "link" not in roles and "internal_link" in roles:
        roles[roles.index("internal_link")] = "link"
    return tuple(roles)


def _tell_role(tag: str, *, first: bool) -> Role:
    if _PLAN.search(tag):
        return "link"
    if not first and _IMPACT.search(tag):
        return "impact"
    if _SOLVES.search(tag):
        return "link"
    return "uniqueness" if first or _TODAY.search(tag) else "internal_link"
