"""*It serves another value*: an impact weighs on another metric."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam.contest.kinds.kind import Kind
from foam.values import CleanLine


class Mislabelled(Kind):
    kind: Literal["label"] = "label"
    level = "inference"
    asks = "does an impact weigh on another metric?"
    says = ("It serves another value", "Es dient einem anderen Wert")
    settled_by = "judge, between the two, in both orders"
    named = "label of an impact"
    needs = "--value METRIC"
    of_case = ("slot",)
    value: CleanLine = Field(min_length=1)
    """The metric it is said to weigh on."""
