"""Orders for an answer to a question: a short one, or a deliberation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from foam.argument.casefile import Role
from foam.job.orders.order import SUBJECT, RunOrder, Shown, name_run
from foam.perspective.node import Perspective
from foam.values import CleanLine

Protocol = Literal["auto", "consultancy", "debate", "deliberation", "assembly"]
Tier = Literal["routine", "elevated", "critical"]
"""How much is at risk."""
_TABLE, _SPEAKS, _FILE = "Who sits at the table", "Who speaks", "What the documents are"
_SeatName = CleanLine | Path | Perspective
"""A perspective by its id or role, in a file, or itself."""


class AskOrder(RunOrder):
    """A question that is answered by one tree over the library, without seats."""

    call: Literal["ask"] = "ask"
    question: Annotated[CleanLine, SUBJECT]
    """What is asked."""

    @property
    def title(self) -> str:
        return self.question


class DeliberationOrder(RunOrder):
    """A question that is deliberated among perspectives."""

    call: Literal["deliberate"] = "deliberate"
    question: Annotated[CleanLine | None, SUBJECT] = None
    """What is asked [the pack's sample question]."""
    options: Annotated[tuple[CleanLine, ...], Shown("--option", "TEXT")] = ()
    """An answer that an open question may have; repeat it. Default: they are found in the file."""
    seats: Annotated[tuple[_SeatName, ...], Shown("--seat", group=_TABLE)] = ()
    """Seat this perspective of the pack or the store, by id or role; repeat it. Default: all."""
    seat_models: Annotated[dict[CleanLine, CleanLine], Shown("--seat-model", "SEAT=MODEL", group=_TABLE)] = Field(
        default_factory=dict
    )
    """Let this seat speak with a model of its own; repeat it [the settings `seats`]."""
    add: Annotated[tuple[_SeatName, ...], Shown("--add-perspective", is_file=True, group=_TABLE)] = ()
    """Seat the perspective in this TOML file, too."""
    reweight: Annotated[tuple[CleanLine, ...], Shown(metavar="[SEAT.]VALUE=WEIGHT", group=_TABLE)] = ()
    """Change a weight, for one seat or for all."""
    policy: Annotated[CleanLine | None, Shown(group=_TABLE)] = None
    """Hold every seat to this epistemic policy: peer-reviewed, official, …"""
    base: Annotated[Any, AfterValidator(name_run), Shown("--from")] = None
    """Take question, seats, pack and models from this run, and ask only what the change touches."""
    protocol: Annotated[Protocol, Shown(group=_SPEAKS)] = "deliberation"
    """Who speaks; auto: one critic where rules decide, unless the tier asks for the whole table."""
    speaker: Annotated[CleanLine, Shown(group=_SPEAKS)] = ""
    """Who speaks in a consultancy. Default: the seat with the most at stake."""
    tier: Annotated[Tier, Shown(group=_SPEAKS)] = "routine"
    """How much is at risk, for the protocol auto."""
    log: Annotated[Path | None, Shown(group=_SPEAKS)] = None
    """A log of judged cases whose estimates the protocol auto goes by."""
    decision: Annotated[CleanLine | None, Shown(metavar="NAME", group=_FILE)] = None
    """The document that is the decision the question is about."""
    rules: Annotated[tuple[CleanLine, ...], Shown(metavar="NAME", group=_FILE)] = ()
    """A document with the rules; repeat it."""
    roles: Annotated[dict[CleanLine, Role], Shown("--role", "NAME=ROLE", group=_FILE)] = Field(default_factory=dict)
    """Whose word a document is: rule, decision, record, party, independent, authority, unsigned; repeat it."""

    @property
    def title(self) -> str:
        return self.question or ""
