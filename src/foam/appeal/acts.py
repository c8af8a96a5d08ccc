"""Acts: what parties do in a matter, and what each act brings along. Values only: no clock, no storage, no rule.

Free text never stands in an act. It is held as `Words`, a salted commitment to the text, so that the text can be
removed later while the chain of acts still verifies (`foam.bundle`).
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from foam.appeal.grounds import Finding, Notice, Outcome, Remedy
from foam.appeal.parties import Party, PartyId, Side
from foam.pack.profile import GroundKind, Profile
from foam.values import CleanLine, CleanText, Value


class Words(Value):
    """Text that the file holds apart: here stands only what it was committed to."""

    commitment: str = Field(pattern=r"^b2:[0-9a-f]{64}$")


class Reason(Value):
    """Why, and on what: ids of items (`i3`) or numbers of acts (`#2`) of the same matter."""

    words: Words
    cites: tuple[str, ...] = ()


class Item(Value):
    """One thing on file: a document, a statement, minutes, advice."""

    id: str = Field(pattern=r"^i[1-9][0-9]*$")
    kind: Literal["document", "statement", "testimony", "advice"] = "document"
    title: Words
    content: Words | None = None
    """The thing itself, when it was handed in as a file."""
    run: str = ""
    """For advice: the deliberation it comes from."""


class Ground(Value):
    """One thing said to be wrong, aimed at a node of the dossier or at the decision as a whole."""

    id: str = Field(pattern=r"^g[1-9][0-9]*$")
    kind: GroundKind
    target: str = ""
    """Id of the dossier's node: a claim, a quotation, a warrant, a weighting; empty for the whole."""
    statement: Words


class DecisionFacts(Value):
    """What a notice tells that is nobody's private matter."""

    effective: date
    rules: tuple[CleanLine, ...] = ()
    ai_role: CleanText = ""
    how_to_contest: CleanText = ""
    help: CleanText = ""
    continuation: CleanText = ""
    """What goes on meanwhile, and when; empty where nothing can."""
    languages: tuple[CleanLine, ...] = ("en",)
    formats: tuple[str, ...] = ("html", "pdf")
    burden: Side = "agency"


class FirstDecision(DecisionFacts):
    """The decision that may be contested, as its notice tells it."""

    action: Words
    reasons: tuple[Reason, ...] = ()
    main_elements: tuple[Words, ...] = ()


class OpeningFacts(Value):
    """Where and by whom a matter is heard."""

    profile: str
    run: str = ""
    """The deliberation the decision rested on, by its run's key."""
    decider: PartyId
    operator: PartyId | None = None
    """Who ran the deliberation."""
    zone: str = ""
    country: str = ""
    subdivision: str = ""
    office: CleanLine = ""
    """Who writes, as the head of each letter says it."""
    address: CleanLine = ""
    file_number: CleanLine = ""
    """How the office numbers the file; the start of the matter's key where it does not."""


class Opening(OpeningFacts):
    """What a matter starts from, the rules it is heard under included: later ones do not change it."""

    rules: Profile
    procedure: str
    """Digest of the state table that held when it began."""
    person: Words
    """How the person is addressed."""
    mail: Words | None = None
    """The person's own mail address, where letters may be sent there too."""
    signed: Words | None = None
    """Name and title of who took the first decision."""
    items: tuple[Item, ...] = ()
    decision: FirstDecision


class Nothing(Value):
    type: Literal["nothing"] = "nothing"


class Sent(Value):
    """The notice as it was sent: the last day it names binds, whatever is worked out later."""

    type: Literal["sent"] = "sent"
    file_by: date | None = None


class Correction(Value):
    """The words of the first decision, as they should have been entered."""

    type: Literal["correction"] = "correction"
    action: Words


class Delivery(Value):
    type: Literal["delivery"] = "delivery"
    on: date


class Filing(Value):
    type: Literal["filing"] = "filing"
    grounds: tuple[Ground, ...] = Field(min_length=1)
    remedies: tuple[Remedy, ...] = ()
    hearing: bool = False
    expedited: str = ""
    """Which fast track is asked for, by its name in the profile."""
    continue_benefits: bool = False
    late_because: Words | None = None
    items: tuple[Item, ...] = ()


class Admission(Value):
    type: Literal["admission"] = "admission"
    good_cause: Words | None = None
    """Why a late contest is heard all the same."""
    expedited: str = ""


class Evidence(Value):
    type: Literal["evidence"] = "evidence"
    items: tuple[Item, ...] = Field(min_length=1)


class Disclosure(Value):
    type: Literal["disclosure"] = "disclosure"
    items: tuple[str, ...]


class Hearing(Value):
    type: Literal["hearing"] = "hearing"
    at: AwareDatetime
    place: Words
    waived: bool = False
    """The affected person gave up the full notice time."""


class Advice(Value):
    """The outcome of a deliberation run again; advisory, and labelled so."""

    type: Literal["advice"] = "advice"
    run: str
    items: tuple[Item, ...] = Field(min_length=1)


class Assignment(Value):
    type: Literal["assignment"] = "assignment"
    reviewer: PartyId


class Disposition(Value):
    """What was found on one ground, and why."""

    ground: str
    finding: Finding
    reasons: tuple[Reason, ...] = ()


class Ruling(Value):
    type: Literal["ruling"] = "ruling"
    outcome: Outcome
    dispositions: tuple[Disposition, ...]
    remedies: tuple[Remedy, ...] = ("none",)
    action: Words | None = None
    """What holds now, in a sentence or two: what the person has to do or gets, with the amounts."""
    effective: date | None = None
    """From which day on it counts."""
    facts: Words | None = None
    rules: tuple[str, ...] = ()
    signed: Words | None = None
    """Name and title of who decided."""


class Postponement(Value):
    type: Literal["postponement"] = "postponement"
    until: date


class Settlement(Value):
    """Terms that one side puts forward; they bind nobody before the other side agrees."""

    type: Literal["settlement"] = "settlement"
    terms: Words


class Redaction(Value):
    type: Literal["redaction"] = "redaction"
    commitments: tuple[str, ...] = Field(min_length=1)
    because: str


class Mailing(Value):
    """A letter was handed to the mail server of the office, or why it was not."""

    type: Literal["mailing"] = "mailing"
    letter: Notice
    failed: CleanLine = ""


Brought = Annotated[
    Nothing
    | Correction
    | Sent
    | Delivery
    | Filing
    | Admission
    | Evidence
    | Disclosure
    | Hearing
    | Advice
    | Assignment
    | Ruling
    | Postponement
    | Settlement
    | Redaction
    | Mailing,
    Field(discriminator="type"),
]


class Act(Value):
    """Somebody did something, at some time, for reasons."""

    name: str
    by: Party
    at: AwareDatetime
    reasons: tuple[Reason, ...] = ()
    brought: Brought = Nothing()
