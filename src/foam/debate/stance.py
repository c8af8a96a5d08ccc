"""What code can say of a sentence's side: whether it states a position outright, word for word. All else is judged."""

from __future__ import annotations

from foam.debate.transcript import Side, other
from foam.text.words import words


def states(text: str, position: str) -> bool:
    """Whether the position's words stand in the text, all of them and in a row."""
    held, wanted = _lowered(text), _lowered(position)
    return bool(wanted) and any(held[i : i + len(wanted)] == wanted for i in range(len(held) - len(wanted) + 1))


def speaks_against(text: str, positions: dict[Side, str], side: Side) -> bool:
    """Whether the text states the other side's position outright, and not the side's own."""
    return states(text, positions[other(side)]) and not states(text, positions[side])


def _lowered(text: str) -> list[str]:
    return [word.lower() for word in words(text)]
