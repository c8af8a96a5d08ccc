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
    *others, last = [names.get(seat, seat) for seat in seats] or [nobody]
    comma = "," if any("," in one for one in others) else ""
    return f"{', '.join(others)}{comma} and {last}" if others else last


def reduce_name(name: str) -> str:
    """A name without its article, blanks and capitals: what is the same however a seat is called by it."""
    return " ".join(_ARTICLE.sub("", name.strip(), count=1).replace("_", " ").replace("-", " ").split()).casefold()


def _tell_role(role: str) -> str:
    """A role as it stands in a sentence: `the base worker`; one that is a name, or has its article, as it is."""
    return role if _ARTICLE.match(role) or not role[:1].islower() else f"the {role}"
