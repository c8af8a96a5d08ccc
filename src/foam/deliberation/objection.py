"""Objections as they are raised, scored and answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean

from pydantic import Field

from foam.argument.objection import ObjectionType
from foam.argument.scheme import require_critical_question
from foam.deliberation.claim import Claim, Judged
from foam.deliberation.position import Voice
from foam.deliberation.support import Side
from foam.evidence.corpus import Passage
from foam.job.session import Session
from foam.pack.pack import Criterion
from foam.perspective.manner import Reply as Move
from foam.perspective.node import Perspective
from foam.record.entry import Entry
from foam.text.pointer import Pointer
from foam.values import Value, digest

MATERIAL = 5.0
ADEQUATE = 5.0
WHOLLY = 8.0
"""An answer that is found to meet less than this of an objection, of 10, leaves something of it."""
ATTEMPTS = 2
"""How often a rebuttal is heard."""
CHALLENGE_ID = "challenge-"
"""What the id of an objection begins with that is a challenge from outside the table."""


class Commitment(Value):
    """What a seat answered when it was asked about its own claim."""

    id: str
    seat: str
    claim: str
    question: str
    answer: str
    entry: str


class Reply(Value):
    """What a defender wrote in answer to an objection."""

    commits: str
    """What it says when it is asked point-blank."""
    move: Move
    text: str
    evidence: tuple[Passage, ...] = ()
    claim: str = ""
    """The claim in other words, where it revises or qualifies it, with what it then rests on and why. Whoever qualifies
    may leave these empty: they are then as they were."""
    warrant: str = ""
    unless: str = ""
    grounds: tuple[Passage, ...] = ()
    stands: bool = Field(default=False, exclude_if=lambda stands: not stands)
    """Whether it says that the claim stands as it is put, on the grounds that a challenge left it."""
    entry: str


class Objection(Value):
    """An objection to a claim, as it was raised, and by whom."""

    id: str
    raised_by: tuple[str, ...]
    """The seats that raise it, sorted."""
    appointed: bool = False
    """Whether they were appointed to object because nobody defends the other side."""
    claim: str
    type: ObjectionType
    question: str
    """Id of the critical question it presses."""
    text: str
    evidence: tuple[Passage, ...]
    named_by: str = Field(default="", exclude_if=lambda role: not role)
    """Of a challenge: who named these sentences when it was heard; empty where whoever objects cites them itself."""
    lost: tuple[Passage, ...] = Field(default=(), exclude_if=lambda lost: not lost)
    """What it cited, too, and was found not to bear it out."""
    value: str
    """The value it speaks for; empty for a point of fact or logic."""
    commitment: Commitment
    reply: Reply | None = None
    """What the defender wrote in answer; None where it answers in the bounded voice."""
    voice: Voice = "bounded"
    aimed_at: tuple[Pointer, ...] = Field(default=(), exclude_if=lambda aimed_at: not aimed_at)
    """Of a challenge to evidence: which of the claim's sentences it is about; nothing else it rests on is in doubt."""
    grants_grounds: bool = Field(default=False, exclude_if=lambda grants: not grants)
    """Of a challenge to a warrant: that it takes the grounds as true, whichever critical question it presses."""
    made_to: str = Field(default="", exclude_if=lambda words: not words)
    """The words of the claim that it was made to, where the claim no longer had those it was put forward in."""
    again: str = Field(default="", exclude_if=lambda again: not again)
    """The objection that it puts again to the claim that stands in for the one which that was made to: one of them."""
    since: tuple[str, ...] = Field(default=(), exclude_if=lambda since: not since)
    """The objections that the claim had met before: it was raised to the claim as it read after these."""
    entry: str

    @property
    def argument(self) -> str:
        return "\n".join([self.text, *(f"“{passage.text}”" for passage in self.evidence)])

    @property
    def by_challenge(self) -> bool:
        """Whether it is a challenge that was sustained, and no seat's objection: no seat answered it."""
        return self.id.startswith(CHALLENGE_ID)


class Fell(Value):
    """That what an objection or a reply cites was found not to bear it out."""

    by: tuple[Passage, ...] = ()
    """The sentences that show it, where some were named."""
    entry: str
    """Key of the challenge in which it was found."""


class StruckSentence(Value):
    """A sentence that a challenge struck, what struck it, and where that stands."""

    sentence: Passage
    by: tuple[Passage, ...] = ()
    sources: tuple[str, ...] = ()
    """Of each sentence that struck it, its source in full."""
    corrected: bool = False
    """Whether the first of these is the same sentence with another figure, and is cited in its place from now on."""
    reads: str = ""
    """How the claim that rested on it reads since then, where it was struck in an earlier challenge."""


class Refused(Value):
    """A rebuttal that does not answer: what it brought, and what the evaluator found of it."""

    evidence: tuple[Passage, ...]
    text: str = ""
    side: Side
    entry: str


class Response(Value):
    """What the claim's side said to a material objection."""

    id: str
    seat: str
    move: Move
    text: str = ""
    """Its words, where the seat writes."""
    evidence: tuple[Passage, ...] = ()
    """What the reply brings; empty if every rebuttal was refused."""
    lost: tuple[Passage, ...] = Field(default=(), exclude_if=lambda lost: not lost)
    """What it brought, too, and was found not to bear it out."""
    wording: str = ""
    """How the claim reads now, where the seat qualified it in words of its own."""
    warrant: str = ""
    """Why what it rests on bears on it, read so; empty where that did not change."""
    unless: str = ""
    """What would have to be so for it not to hold, read so; empty where that did not change, `none` where its seat
    holds it without that from now on."""
    grounds: tuple[Passage, ...] = ()
    """What it rests on, read so; empty where that did not change."""
    left_behind: tuple[Pointer, ...] = ()
    """Grounds of the claim that bore its old words and do not bear those it has now, where the seat named none."""
    judged: Judged | None = Field(default=None, exclude_if=lambda judged: judged is None)
    """What was found of the claim, read so, where it rests on other grounds or another warrant than it was found on."""
    refused: tuple[Refused, ...] = ()
    adequacy: float | None = None
    """How far the reply disposes of the objection, from 0 to 10; None where nobody said, where the claim was taken
    back, and for a rebuttal that was refused."""
    revised: Claim | None = None
    """The claim in other words, where the seat revised it."""
    corrected_to: str = Field(default="", exclude_if=lambda claim: not claim)
    """Of a challenge: the claim that stands in for this one since a figure of it was corrected; it was not given up."""
    narrowed_before: int = Field(default=0, exclude_if=lambda count: not count)
    """Of a challenge: how many others to the same claim were sustained before it; the last has the last word."""
    appraised: bool = Field(default=False, exclude_if=lambda appraised: not appraised)
    """Of a challenge to evidence: that the claim was appraised anew in the words and on the grounds that it has since.
    What is wrong with it is charged there, and nothing of the challenge is left to count."""
    keeps_certainty: bool = Field(default=False, exclude_if=lambda keeps: not keeps)
    """Of such a challenge: that the claim is held as certainly as before, since its seat stands by it in these words or
    only a figure of it was corrected. Of an answer that a claim keeps whose figure was corrected: that it had left the
    claim what it said."""
    fell: Fell | None = None
    """That its evidence fell: what it brought counts no longer."""
    entry: str

    @property
    def answers(self) -> bool:
        """Whether a rebuttal answers the objection."""
        return self.move == "rebut" and self.adequacy is not None and self.adequacy >= ADEQUATE

    @property
    def meets_wholly(self) -> bool:
        """Whether a rebuttal leaves nothing of the objection."""
        return self.answers and (self.adequacy or 0.0) >= WHOLLY

    @property
    def narrows_step(self) -> bool:
        """Whether all that it takes back stands in the warrant: the claim keeps its words."""
        return self.hedges and bool(self.warrant) and not self.wording

    @property
    def hedges(self) -> bool:
        """Whether the claim stays and holds in fewer cases."""
        return self.move == "qualify" and self.revised is None

    @property
    def gives_up(self) -> bool:
        """Whether the claim, as it was worded, is no longer held: conceded, or put in other words."""
        return self.move in ("concede", "revise") or self.revised is not None


WEAK = 3.0
"""What an objection that cites nothing scores on support at most: as much as one with weak evidence."""


class EvaluatedObjection(Value):
    """An objection with its scores and the answer to it."""

    objection: Objection
    scores: dict[str, float]
    """By criterion, from 0 to 10."""
    declined: tuple[str, ...] = ()
    """Criteria that the evaluator could not judge."""
    entries: tuple[str, ...]
    """Keys of the scoring decisions."""
    reasons: str = ""
    """What the evaluator gave as its reasons, where it gave some."""
    response: Response | None = None
    """None when the objection was not material."""
    fell: Fell | None = None
    """That its evidence fell: it strikes nothing, and nothing that was granted to it holds."""

    @property
    def materiality(self) -> float:
        return fmean(self.scores.values()) if self.scores else 0.0

    @property
    def material(self) -> bool:
        return self.materiality >= MATERIAL

    @property
    def strikes(self) -> bool:
        """Whether it was found material and what it rests on has not fallen since."""
        return self.material and self.fell is None

    @property
    def granted(self) -> Response | None:
        """What the claim's side answered, as long as the objection has not fallen."""
        return self.response if self.fell is None else None

    @property
    def binds(self) -> bool:
        """Whether what the claim's side said of its own claim holds: what it wrote in reply goes with the objection."""
        return self.fell is None or self.objection.voice == "bounded"


def list_corrected(evaluated: Iterable[EvaluatedObjection]) -> frozenset[str]:
    """The claims that others stand in for since a figure of them was corrected: nobody says them any more."""
    return frozenset(one.objection.claim for one in evaluated if one.granted and one.granted.corrected_to)


def make_response(
    seat: Perspective,
    move: Move,
    objection: Objection,
    entry: Entry | str,
    *,
    text: str = "",
    wording: str = "",
    warrant: str = "",
    unless: str = "",
    grounds: tuple[Passage, ...] = (),
    left_behind: tuple[Pointer, ...] = (),
    judged: Judged | None = None,
    evidence: tuple[Passage, ...] = (),
    refused: tuple[Refused, ...] = (),
    adequacy: float | None = None,
    revised: Claim | None = None,
) -> Response:
    key = entry if isinstance(entry, str) else entry.key
    return Response(
        id=f"response-{digest([objection.id, key])[3:13]}",
        seat=seat.id,
        move=move,
        text=text,
        wording=wording,
        warrant=warrant,
        unless=unless,
        grounds=grounds,
        left_behind=left_behind,
        judged=judged,
        evidence=evidence,
        refused=refused,
        adequacy=adequacy,
        revised=revised,
        entry=key,
    )


def score_without_evidence(objection: Objection, given: Mapping[str, float | None]) -> dict[str, float | None]:
    """The scores of an objection, which rests on little if it cites nothing: never on more than weak evidence."""
    if objection.evidence or "support" not in given:
        return dict(given)
    support = given["support"]
    return {**given, "support": WEAK if support is None else min(support, WEAK)}


def list_criteria(session: Session, objection: Objection) -> list[Criterion]:
    """What is asked of an objection; support is not, where no sentence could give it."""
    unreasoned = require_critical_question(objection.question).needs_reason and not objection.evidence
    return [one for one in session.pack.criteria if not (unreasoned and one.id == "support")]


def parse_side(label: str) -> Side:
    match label:
        case "for" | "against" | "neither" as side:
            return side
        case _:
            return "unclear"
