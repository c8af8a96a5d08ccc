"""Which protocol a question deserves: consultancy, debate or deliberation. Knows no model and no evidence.

    consultancy    one seat speaks and nobody objects: cheap, and weak judges endorse what is wrong
    debate         the two seats that disagree most speak and object to each other
    deliberation   every seat speaks and objects

`auto` is risk tiering: consultancy by default; debate when fabrication is likely in the domain; deliberation when the
stakes are declared high. The reason is recorded with the run.
"""

from __future__ import annotations

from itertools import combinations
from typing import Literal

from foam.errors import SettingError
from foam.perspective.diversity import disagreement
from foam.perspective.node import Perspective
from foam.values import Value

Protocol = Literal["consultancy", "debate", "deliberation"]
Stakes = Literal["low", "high"]

FABRICATION_LIMIT = 0.05
"""Rate of fabricated evidence from which consultancy is not trusted."""


class Chosen(Value):
    """A protocol and why it was taken."""

    protocol: Protocol
    reason: str


def choose_protocol(
    *, stakes: Stakes = "low", fabrication: float | None = None, limit: float = FABRICATION_LIMIT
) -> Chosen:
    """The tier for these stakes and this estimated rate of fabrication (None when nobody has estimated it)."""
    if fabrication is not None and not 0 <= fabrication <= 1:
        raise SettingError(f"a fabrication rate lies between 0 and 1, not {fabrication}")
    if stakes == "high":
        return Chosen(protocol="deliberation", reason="the stakes were declared high")
    if fabrication is not None and fabrication > limit:
        return Chosen(protocol="debate", reason=f"the estimated fabrication rate {fabrication:g} is above {limit:g}")
    known = "is not estimated" if fabrication is None else f"{fabrication:g} is within {limit:g}"
    return Chosen(protocol="consultancy", reason=f"low stakes, and the fabrication rate {known}")


def speakers(protocol: Protocol, seats: tuple[Perspective, ...]) -> tuple[Perspective, ...]:
    """Who drafts and objects under the protocol; `seats` are in the order of their ids."""
    match protocol:
        case "consultancy":
            return seats[:1]
        case "debate":
            return max(combinations(seats, 2), key=lambda pair: disagreement(*pair).overall)
        case "deliberation":
            return seats
