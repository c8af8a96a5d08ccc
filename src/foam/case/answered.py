"""What the other side asks for, where a speech answers it."""

from __future__ import annotations

from foam.values import Value


class Answered(Value):
    """The plan that the other side read, and what they say comes of it."""

    plan: str
    gained: tuple[str, ...] = ()
    """What they say is gained by it, an advantage each."""


def describe_plan(stands_for: str, answered: Answered | None, counterplan: str = "") -> str:
    """The plan that the parts of a speech speak of: its own, or the one that it answers, beside what it would do in its
    place."""
    if answered is None:
        return stands_for
    instead = f"\nThe counterplan of this speech, in its place: {counterplan}" if counterplan else ""
    return f"{answered.plan}{instead}"
