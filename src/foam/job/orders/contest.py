"""Orders about challenges: make one, and answer one that was held open."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator

from foam.evidence.document import Document
from foam.job.orders.order import SUBJECT, ModelOrder, Shown, name_run
from foam.perspective.node import Perspective
from foam.values import CleanLine, CleanText, Value

ChallengeKind = Literal[
    "not_so",
    "does_not_follow",
    "rule_does_not_apply",
    "miscounted",
    "left_out",
    "weighs_otherwise",
    "somebody_missing",
]
GivenMove = Literal["concede", "rebut", "qualify", "swap", "retract"]
"""How a person may answer a challenge: see `foam.contest.given`."""
PARTICULARS = "What it names"
"""The group of the fields that only some kinds of challenge take."""


class Step(Value):
    """A step of a working, as the acts have them."""

    step: str
    op: str
    args: tuple[str, ...] = ()
    value: str = ""
    """Of a figure or day, what it is; of the last step, what it is said to come to."""
    unit: str = ""
    at: tuple[str, ...] = ()


class ChallengeOrder(ModelOrder):
    """A challenge to a part of an answer, a case or an examined file, with what it brings."""

    call: Literal["contest"] = "contest"
    run: Annotated[CleanLine, BeforeValidator(name_run), SUBJECT]
    """What is challenged, by its run."""
    node: Annotated[CleanLine, SUBJECT]
    """The part of it: any id that `foam contest parts RUN` lists."""
    kind: ChallengeKind
    """What is wrong with it."""
    because: Annotated[CleanText, Shown(is_long=True)]
    """Why, in a few sentences."""
    by: Annotated[CleanLine, Shown("--as")] = "anyone"
    """Who challenges."""
    at: Annotated[tuple[CleanLine, ...], Shown(metavar="SENTENCE", group=PARTICULARS)] = ()
    """Of an answer: a sentence that shows it, such as 05#s4 or d:3f9a2c#s4; repeat it."""
    words: Annotated[CleanText, Shown(group=PARTICULARS)] = ""
    """For not_so, of a file: quoted words that the source does not have."""
    component: Annotated[CleanLine, Shown(group=PARTICULARS)] = ""
    """For left_out, of a case: which part is missing."""
    steps: Annotated[Path | tuple[Step, ...], Shown(metavar="FILE", group=PARTICULARS)] = ()
    """For miscounted: a TOML file with the steps."""
    weight: Annotated[CleanLine, Shown(metavar="SEAT.VALUE=WEIGHT", group=PARTICULARS)] = ""
    """For weighs_otherwise: the other weight."""
    value: Annotated[CleanLine, Shown(group=PARTICULARS)] = ""
    """For weighs_otherwise, of a case: the measure that an impact weighs on."""
    instead: Annotated[CleanLine, Shown(group=PARTICULARS)] = ""
    """For weighs_otherwise and does_not_follow, of a case: the way that should have been taken."""
    perspective: Annotated[Path | Perspective | None, Shown(metavar="FILE", group=PARTICULARS)] = None
    """For somebody_missing: who is to be heard."""
    with_documents: Annotated[tuple[Path | Document, ...], Shown("--with", "FILE", is_file=False)] = ()
    """A document to bring, or the name of one that a challenge brought before; repeat it."""
    hold: bool = False
    """Only admit it: it is to be answered with `foam contest answer`."""

    @property
    def title(self) -> str:
        return f"{self.kind} of {self.node} in {self.run[3:11]}"


class ChallengeAnswerOrder(ModelOrder):
    """The answer to a challenge that was held open: a person's move, or that of the checks and the judge."""

    call: Literal["answer"] = "answer"
    challenge: Annotated[CleanLine, BeforeValidator(name_run), SUBJECT]
    """The challenge, by its run."""
    move: GivenMove | None = None
    """How; without it the checks and the judge answer."""
    because: Annotated[CleanText, Shown(is_long=True)] = ""
    """Why, in a few sentences."""
    by: CleanLine = ""
    """Who answers; needed with a move."""
    evidence: Annotated[tuple[CleanLine, ...], Shown(metavar="POINTER")] = ()
    """A sentence of the library that answers a challenge to a case, such as d:3f9a2c#s4; repeat it."""
