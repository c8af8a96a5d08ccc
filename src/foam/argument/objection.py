"""Typed objections. Every objection is kept, dismissed ones too."""

from __future__ import annotations

from typing import Literal, get_args

from foam.argument.scheme import CriticalQuestion, Part

ObjectionType = Literal["logical_gap", "missing_evidence", "value_conflict", "scope_overreach"]
OBJECTION_TYPES: tuple[ObjectionType, ...] = get_args(ObjectionType)

_BY_QUESTION: dict[str, ObjectionType] = {
    "EX2": "scope_overreach",
    "VB3": "value_conflict",
    "VB4": "value_conflict",
    "VB5": "value_conflict",
}
_BY_PART: dict[Part, ObjectionType] = {
    "premise": "missing_evidence",
    "warrant": "logical_gap",
    "conclusion": "scope_overreach",
}


def find_objection_type(question: CriticalQuestion) -> ObjectionType:
    """The type of objection a critical question makes."""
    return _BY_QUESTION.get(question.id, _BY_PART[question.attacks])
