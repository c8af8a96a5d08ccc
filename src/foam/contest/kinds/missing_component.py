"""*A step is missing*: the argument lacks a part that it needs."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam.contest.kinds.kind import Kind


class MissingComponent(Kind):
    kind: Literal["missing_component"] = "missing_component"
    level = "inference"
    asks = "is a required part of the argument missing?"
    says = ("A part of the reason is missing", "Ein Teil des Grundes fehlt")
    settled_by = "code"
    named = "missing component"
    needs = "--component NAME"
    of_case = ("group", "slot")
    asks_again = ("binding",)
    component: str = Field(min_length=1)
