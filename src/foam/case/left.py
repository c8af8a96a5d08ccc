"""What is left out of a case, because somebody wanted it so or nothing was found for it."""

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
    because: str = Field(default="", exclude_if=lambda because: not because)
    """Why, where nobody asked for it."""
    lacks: tuple[str, ...] = Field(default=(), exclude_if=lambda lacks: not lacks)
    """What was not found for it, part by part, and what to look for."""
    parts: tuple[str, ...] = Field(default=(), exclude_if=lambda parts: not parts)
    """The ids of these parts."""
    component: str = Field(default="", exclude_if=lambda component: not component)
    """Of a part of an argument that is read without it: which component it is."""
    group: str = Field(default="", exclude_if=lambda group: not group)
    """The argument that such a part belongs to."""
