"""Typed objections. Every objection is kept, dismissed ones too."""

from __future__ import annotations

from typing import Literal, get_args

ObjectionType = Literal["logical_gap", "missing_evidence", "value_conflict", "scope_overreach"]
OBJECTION_TYPES: tuple[ObjectionType, ...] = get_args(ObjectionType)
