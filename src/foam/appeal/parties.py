"""Who takes part in a contest, and on which side.

A party goes by an id that the institution gives; names are words of the file and can be removed from it. Whether an id
belongs to a natural person is stated by whoever records the act: no program can see that.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from foam.values import Value

Role = Literal[
    "affected_person",
    "representative",
    "interpreter",
    "original_decider",
    "evidence_officer",
    "foam_operator",
    "panelist_agent",
    "decision_maker",
    "supervisor",
    "auditor",
    "witness",
    "records_clerk",
]
ROLES: tuple[Role, ...] = get_args(Role)

Side = Literal["affected", "agency"]
SIDES: tuple[Side, ...] = get_args(Side)

PartyId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._@-]{0,63}$")]
"""Lower-case ASCII, so that one person cannot go by two ids that look the same."""

_SIDE: dict[Role, Side] = {
    "affected_person": "affected",
    "representative": "affected",
    "original_decider": "agency",
    "evidence_officer": "agency",
}
BARRED: frozenset[Role] = frozenset(
    {"original_decider", "foam_operator", "affected_person", "representative", "evidence_officer", "witness"}
)
"""Whoever acted so in a matter may not decide it."""
OUTSIDE_OFFICE: frozenset[Role] = frozenset({"affected_person", "representative", "interpreter", "witness"})
"""Whoever acts in another role works on the matter for the office."""


class Party(Value):
    """Somebody who acts in a matter, in one role."""

    id: PartyId
    role: Role
    nature: Literal["person", "software", "organisation"] = "person"

    @property
    def side(self) -> Side | None:
        """The side whose cause it is; None for those who stand between."""
        return _SIDE.get(self.role)
