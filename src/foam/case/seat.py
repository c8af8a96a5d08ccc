"""A seat as models read it."""

from __future__ import annotations

from foam.job.session import Session
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


def describe_person(session: Session, seat: Perspective) -> str:
    """The seat as somebody with a history, values and a manner, in words. Its name is not among them."""
    meanings = {value.id: value.text for value in session.pack.values}
    equal = len(seat.ranking) == 1 < len(seat.ranking[0])
    order = "all of equal rank" if equal else "highest first"
    lines = [f"You are: {seat.role}", fence(seat.description, label="description"), f"What you value, {order}:"]
    for tier in seat.ranking:
        lines += [f"- {' and '.join(tier)}, of equal rank:"] if len(tier) > 1 and not equal else []
        mark = "  -" if len(tier) > 1 and not equal else "-"
        lines += [f"{mark} {name}: {meanings.get(name, name)}" for name in tier]
    declared = [*(words for _, words in sorted(seat.commitments().items())), *read_manner(seat).wording]
    if declared:
        lines += ["How you think and argue:", *(f"- {words}" for words in declared)]
    return "\n".join(lines)
