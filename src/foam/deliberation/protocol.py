"""Which protocol a question gets, and who speaks under it.

    consultancy    one seat speaks and nobody objects: cheap, and weak judges endorse what is wrong
    debate         the two seats that disagree most speak and object to each other
    deliberation   every seat speaks and objects
    assembly       every seat speaks, and they mend the leaves of the tree together
    auto           where rules decide, one critic objects and no seat speaks; else a deliberation

The consultant is asked for by name, or is the seat with the most at stake. The reason is recorded with the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal, assert_never

from foam.errors import NotFound, SettingError
from foam.job.orders.deliberation import Protocol
from foam.perspective.diversity import Stakeholder, find_missing_stakeholders, measure_disagreement
from foam.perspective.governance import Limits, find_seat_breaches
from foam.perspective.near import suggest_near
from foam.perspective.node import Perspective
from foam.values import Value

Held = Literal["critic", "consultancy", "debate", "deliberation", "assembly"]
"""What is held in the end: of `auto`, a critic or a deliberation."""
NO_SEAT_SPEAKS = "no seat: rules decide, and one critic objects"


class ProtocolChoice(Value):
    """A protocol and why it was chosen."""

    protocol: Protocol
    reason: str


class Speakers(Value):
    """The seats that draft and object, and why these."""

    seats: tuple[Perspective, ...]
    reason: str


def check_seats(seats: tuple[Perspective, ...], limits: Limits) -> None:
    """Refuse seats that the pack does not permit. The error names the rule and the remedy."""
    breaches = find_seat_breaches(seats, limits)
    if breaches:
        who = "seat " if breaches[0].perspective else ""
        raise SettingError(f"{who}{breaches[0].what}", hint=breaches[0].remedy)


def choose_speakers(
    protocol: Protocol,
    seats: tuple[Perspective, ...],
    *,
    speaker: str = "",
    stakeholders: Sequence[Stakeholder] = (),
) -> Speakers:
    """Who speaks under the protocol. Neither the order nor the names of the seats decide it."""
    match protocol:
        case "consultancy":
            return _choose_consultant(seats, speaker, stakeholders)
        case "debate":
            ordered = sorted(seats, key=lambda seat: seat.declaration)
            pair = max(combinations(ordered, 2), key=lambda two: measure_disagreement(*two).overall)
            return Speakers(seats=_sort(pair), reason="the two that disagree most")
        case "auto" | "deliberation" | "assembly":
            return Speakers(seats=_sort(seats), reason="every seat")
        case _:
            assert_never(protocol)


def _choose_consultant(seats: Sequence[Perspective], speaker: str, stakeholders: Sequence[Stakeholder]) -> Speakers:
    if speaker:
        named = [seat for seat in seats if seat.id == speaker]
        if not named:
            names = [seat.id for seat in seats]
            raise NotFound(f"no seat {speaker!r} at this table", hint=suggest_near(speaker, names))
        return Speakers(seats=tuple(named), reason=f"{speaker} was asked for")
    chosen = min(seats, key=lambda seat: (_rank_stake(seat, stakeholders), seat.declaration))
    concerned = [one for one in stakeholders if not find_missing_stakeholders([chosen], [one])]
    stake = f"it speaks for {concerned[0].label or concerned[0].id}" if concerned else "no seat has more"
    return Speakers(seats=(chosen,), reason=f"{chosen.id} has the most at stake: {stake}")


def _rank_stake(seat: Perspective, stakeholders: Sequence[Stakeholder]) -> int:
    """The place of the first stakeholder it speaks for: packs name first whom a decision concerns most."""
    places = (n for n, one in enumerate(stakeholders) if not find_missing_stakeholders([seat], [one]))
    return next(places, len(stakeholders))


def _sort(seats: Sequence[Perspective]) -> tuple[Perspective, ...]:
    return tuple(sorted(seats, key=lambda seat: seat.id))
