"""Which protocol a question gets: consultancy, debate or deliberation.

    consultancy    one seat speaks and nobody objects: cheap, and weak judges endorse what is wrong
    debate         the two seats that disagree most speak and object to each other
    deliberation   every seat speaks and objects

`auto` chooses by risk: consultancy by default; debate when fabrication is likely in the domain; deliberation when the
stakes are declared high. The reason is recorded with the run.
"""

from __future__ import annotations

from itertools import combinations
from typing import Literal

from foam.errors import SettingError
from foam.perspective.diversity import measure_disagreement
from foam.perspective.node import Perspective
from foam.values import Value

Protocol = Literal["consultancy", "debate", "deliberation"]
Stakes = Literal["low", "high"]

FABRICATION_LIMIT = 0.05
"""Above this rate of fabricated evidence, consultancy is not used."""


class ProtocolChoice(Value):
    """A protocol and why it was chosen."""

    protocol: Protocol
    reason: str


def choose_protocol(
    *, stakes: Stakes = "low", fabrication: float | None = None, limit: float = FABRICATION_LIMIT
) -> ProtocolChoice:
    """The protocol for these stakes and this estimated rate of fabrication (None when nobody has estimated it)."""
    if fabrication is not None and not 0 <= fabrication <= 1:
        raise SettingError(f"a fabrication rate lies between 0 and 1, not {fabrication}")
    if stakes == "high":
        return ProtocolChoice(protocol="deliberation", reason="the stakes were declared high")
    if fabrication is not None and fabrication > limit:
        return ProtocolChoice(
            protocol="debate", reason=f"the estimated fabrication rate {fabrication:g} is above {limit:g}"
        )
    known = "is not estimated" if fabrication is None else f"{fabrication:g} is within {limit:g}"
    return ProtocolChoice(protocol="consultancy", reason=f"low stakes, and the fabrication rate {known}")


def choose_speakers(protocol: Protocol, seats: tuple[Perspective, ...]) -> tuple[Perspective, ...]:
    """The seats that draft and object under the protocol. `seats` are sorted by id."""
    match protocol:
        case "consultancy":
            return seats[:1]
        case "debate":
            return max(combinations(seats, 2), key=lambda pair: measure_disagreement(*pair).overall)
        case "deliberation":
            return seats
