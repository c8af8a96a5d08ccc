"""Orders for an answer to a question: a short one, or a deliberation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from foam.job.orders.order import SUBJECT, RunOrder, Shown, name_run
from foam.perspective.node import Perspective
from foam.values import CleanLine

Protocol = Literal["auto", "consultancy", "debate", "deliberation", "assembly"]
Tier = Literal["routine", "elevated", "critical"]
"""How much is at risk."""
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
    seats: Annotated[tuple[_SeatName, ...], Shown("--seat")] = ()
    """Seat this perspective of the pack or the store, by id or role; repeat it. Default: all."""
    seat_models: Annotated[dict[CleanLine, CleanLine], Shown("--seat-model", "SEAT=MODEL")] = Field(
        default_factory=dict
    )
    """Let this seat speak with a model of its own; repeat it [the settings `seats`]."""
    add: Annotated[tuple[_SeatName, ...], Shown("--add-perspective", is_file=True)] = ()
    """Seat the perspective in this TOML file, too."""
    reweight: Annotated[tuple[CleanLine, ...], Shown(metavar="[SEAT.]VALUE=WEIGHT")] = ()
    """Change a weight, for one seat or for all."""
    policy: CleanLine | None = None
    """Hold every seat to this epistemic policy: peer-reviewed, official, …"""
    base: Annotated[Any, AfterValidator(name_run), Shown("--from")] = None
    """Take question, seats, pack and models from this run, and ask only what the change touches."""
    protocol: Protocol = "deliberation"
    """Who speaks; auto: one critic where rules decide, unless the tier asks for the whole table."""
    speaker: CleanLine = ""
    """Who speaks in a consultancy. Default: the seat with the most at stake."""
    tier: Tier = "routine"
    """How much is at risk, for the protocol auto."""
    log: Path | None = None
    """A log of judged cases whose estimates the protocol auto goes by."""
    decision: Annotated[CleanLine | None, Shown(metavar="NAME")] = None
    """The document that is the decision the question is about."""
    rules: Annotated[tuple[CleanLine, ...], Shown(metavar="NAME")] = ()
    """A document with the rules; repeat it."""
    roles: Annotated[dict[CleanLine, CleanLine], Shown("--role", "NAME=ROLE")] = Field(default_factory=dict)
    """Whose word a document is: rule, decision, record, party, independent, authority, unsigned; repeat it."""

    @property
    def title(self) -> str:
        return self.question or ""
