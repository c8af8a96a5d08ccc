"""What code can say of a sentence's side: whether it states a position outright, word for word. All else is judged."""

from __future__ import annotations

from foam.debate.transcript import Side, find_other_side
from foam_quotes.text.words import split_words


def states_position(text: str, position: str) -> bool:
    """Whether the position's words stand in the text, all of them and in a row."""
    words, wanted = _list_words(text), _list_words(position)
    return bool(wanted) and any(words[i : i + len(wanted)] == wanted for i in range(len(words) - len(wanted) + 1))


def speaks_against(text: str, positions: dict[Side, str], side: Side) -> bool:
    """Whether the text states the other side's position outright, and not the side's own."""
    return states_position(text, positions[find_other_side(side)]) and not states_position(text, positions[side])


def _list_words(text: str) -> list[str]:
    return [word.lower() for word in split_words(text)]
