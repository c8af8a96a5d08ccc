"""What is left out of a case, because somebody wanted it so."""

from __future__ import annotations

from pydantic import Field

from foam.values import Value


class LeftOut(Value):
    """An argument, or a part that stands by itself, that is not read."""

    id: str
    title: str
    words: int
    """The words that it was given."""
    written: int = Field(default=0, exclude_if=lambda written: not written)
    """Words that were written for it; none where nothing was found."""
