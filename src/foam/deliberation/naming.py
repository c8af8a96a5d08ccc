"""How seats are named in prose: by what they are, and with their ids where that does not tell them apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from foam.perspective.node import Perspective

_ARTICLE = re.compile(r"(?:the|a|an|one) ", re.IGNORECASE)


def name_seats(seats: Iterable[Perspective]) -> dict[str, str]:
    """The name of each seat by its id.

    Of several with one role, each has its id beside it, but for one whose id says no more than the role.
    """
    known = {seat.id: seat for seat in seats}
    count = Counter(_reduce_name(seat.role) for seat in known.values())
    plain = Counter(_reduce_name(seat.role) for seat in known.values() if _is_called_by_role(seat))

    def name(seat: Perspective) -> str:
        role = _reduce_name(seat.role)
        alone = count[role] == 1 or (plain[role] == 1 and _is_called_by_role(seat))
        return _tell_role(seat.role) if alone else f"{_tell_role(seat.role)} ({seat.id})"

    return {seat.id: name(seat) for seat in known.values()}


def join_words(words: Iterable[str]) -> str:
    """Several names as they stand in a sentence."""
    *others, last = list(words) or [""]
    comma = "," if any("," in one for one in others) else ""
    return f"{', '.join(others)}{comma} and {last}" if others else last


def _reduce_name(name: str) -> str:
    """A name without its article, blanks and capitals: what is the same however a seat is called by it."""
    return " ".join(_ARTICLE.sub("", name.strip(), count=1).replace("_", " ").replace("-", " ").split()).casefold()


def _is_called_by_role(seat: Perspective) -> bool:
    return _reduce_name(seat.id) == _reduce_name(seat.role)


def _tell_role(role: str) -> str:
    """A role as it stands in a sentence: `the base worker`; one that is a name, or has its article, as it is."""
    plain = role.replace("_", " ")
    return plain if _ARTICLE.match(plain) or not plain[:1].islower() else f"the {plain}"


def begin(text: str) -> str:
    """The text as it stands at the beginning of a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


FIRST = 6
"""Words by which something is named that was told in whole before."""


def shorten(text: str, others: Iterable[str] = ()) -> str:
    """The first words of a text: as many as set it apart from the others."""
    words = text.rstrip(".").split()
    starts = [other.split() for other in others]
    count = next((n for n in range(FIRST, len(words)) if all(words[:n] != other[:n] for other in starts)), len(words))
    return text.rstrip(".") if count + 1 >= len(words) else f"{' '.join(words[:count]).rstrip(',;:')} …"
