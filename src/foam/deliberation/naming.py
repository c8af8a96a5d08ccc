"""How seats are named in prose: by what they are, where that tells them apart, and by their ids where it does not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from foam.perspective.node import Perspective

_ARTICLE = re.compile(r"(?:the|a|an|one) ", re.IGNORECASE)


def name_seats(seats: Iterable[Perspective]) -> dict[str, str]:
    """The name of each seat by its id."""
    known = {seat.id: seat for seat in seats}
    count = Counter(seat.role for seat in known.values())
    return {name: _tell_role(seat.role) if count[seat.role] == 1 else name for name, seat in known.items()}


def join_seats(names: Mapping[str, str], seats: Iterable[str], nobody: str = "") -> str:
    """Several seats as they are named in a sentence."""
    return ", ".join(names.get(seat, seat) for seat in seats) or nobody


def _tell_role(role: str) -> str:
    """A role as it stands in a sentence: `the base worker`; one that is a name, or has its article, as it is."""
    return role if _ARTICLE.match(role) or not role[:1].islower() else f"the {role}"
