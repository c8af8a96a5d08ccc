"""*Why this structure?* Another way would serve better, or the weighing leaves something out."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind
from foam.values import CleanLine


class Structural(Kind):
    kind: Literal["structural"] = "structural"
    level = "inference"
    asks = "why this structure, and what does it leave out?"
    says = ("It is built the wrong way", "Es ist falsch aufgebaut")
    settled_by = "code, from recorded choices; judge, between two ways, in both orders"
    named = "structure, missing branch"
    of_case = ("choice", "group", "slot")
    lacks: Literal["", "magnitude", "probability", "timeframe", "reversibility"] = ""
    """What the weighing is said to leave out."""
    instead: CleanLine = ""
    """The way that should have been taken. Without it and without `lacks` the recorded choice is explained."""
