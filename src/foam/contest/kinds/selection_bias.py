"""*The other side was left out*: the corpus, or what is brought, says the contrary."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class SelectionBias(Kind):
    kind: Literal["selection_bias"] = "selection_bias"
    level = "evidence"
    asks = "was evidence to the contrary left out?"
    says = ("Sources that say the opposite were left out", "Quellen, die das Gegenteil sagen, wurden weggelassen")
    settled_by = "judge; counter-evidence is shown at once, in a dry run too"
    named = "selection bias"
    of_case = ("slot",)
    of_cited = True
    asks_again = ("bearing", "narrowing")
