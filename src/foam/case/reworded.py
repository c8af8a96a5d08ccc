"""What is kept of a part that was worded anew, because somebody who had read the case asked for it."""

from __future__ import annotations

from pydantic import Field

from foam.values import Value


class Reworded(Value):
    """Other words that a part was given."""

    before: str
    """What it said until then; of one that was empty what it was to establish."""
    because: str = Field(default="", exclude_if=lambda because: not because)
    """Why, in the words of whoever asked for it."""


def describe_unchanged(why: str, because: str) -> str:
    """Why a part stands as it was although somebody asked for other words, and for what they did."""
    return f"{why.rstrip('.')}. It was asked for because: {because}" if because else why


def describe_reworded(reworded: tuple[Reworded, ...], now: str) -> str:
    """What a part said, what it says now, and why. Empty where it was not worded anew."""
    if not reworded:
        return ""
    asked = "; ".join(f"“{one.before}”{f' (because: {one.because})' if one.because else ''}" for one in reworded)
    return f"worded anew, as somebody asked who amended the case: it said {asked}, and says now “{now}”."
