"""*It weighs otherwise*: declined, since nobody weighs in a short answer."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Contested, OfTree


class WeighsOtherwise(OfTree):
    kind: Literal["weight"] = "weight"
    level = "normative"
    asks = "does it weigh more, or less? (a short answer declines this: nobody weighs in it)"
    fits = ("consideration", "frame")
    hint = "a deliberation weighs it, by the values of those at the table: foam deliberate"

    def refuse(self, contested: Contested) -> str:
        return "nobody weighs in a short answer: it says what speaks for each side, and how much that matters is open"
