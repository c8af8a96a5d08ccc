"""A seat as models read it."""

from __future__ import annotations

from foam.model.template import fence
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective


def describe_seat(seat: Perspective) -> str:
    """Role, ranking, commitments and description, a line each."""
    ranked = " > ".join(" = ".join(tier) for tier in seat.ranking)
    order = "all of equal rank" if len(seat.ranking) == 1 < len(seat.ranking[0]) else "highest first"
    lines = [f"Role: {seat.role}", f"Values, {order}: {ranked}"]
    lines += [f"Commitment: {words}" for _, words in sorted(seat.commitments().items())]
    lines += [f"Words: {words}" for words in read_manner(seat).wording]
    return "\n".join([*lines, fence(seat.description, label="description")])
