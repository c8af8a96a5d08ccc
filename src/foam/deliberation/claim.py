"""A claim: what sentences, or a computed fact, give to the question, in Toulmin parts. It belongs to no seat."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from foam.argument.scheme import SchemeId
from foam.argument.toulmin import Qualifier, Toulmin
from foam.deliberation.position import Direction, Voice
from foam.deliberation.support import NOT_BORNE_OUT, Support
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer
from foam.values import Value, digest

DROPPED = "none"
"""What a seat writes of what its claim holds unless, where that is to be said no more."""


def settle_unless(said: str, held: str) -> str:
    """What a claim holds unless after a reply: what that says, nothing where it drops it, else what it was."""
    return "" if said == DROPPED else said or held


class Judged(Value):
    """What was found of an argument in one wording: which way it speaks, how strongly, in what form, for what value."""

    scheme: SchemeId
    support: Support
    labels: tuple[str, ...] = ()
    value: str = Field(default="", exclude_if=lambda value: not value)
    """The value for whose sake it counts, read so; empty where that was not asked."""


class Claim(Value):
    """One argument on the question."""

    id: str
    parts: Toulmin
    grounds: tuple[Passage, ...]
    scheme: SchemeId
    value: str
    """The value it promotes."""
    stated: str = "a fact"
    """Whether its ground states a fact or a view, as the evaluator found."""
    support: Support
    """Which way it speaks, as the evaluator found."""
    brought_by: tuple[str, ...] = ()
    """The seats that rest on it, sorted; empty for a computed fact that no seat chose."""
    backers: tuple[str, ...] = ()
    """The seats whose position it speaks for, among those that brought it."""
    same_point_as: str = ""
    """The claim that makes the same point and stands for both; empty for one that stands for itself."""
    revises: str = ""
    """The claim it replaces after an objection; both stay."""
    puts_again: str = Field(default="", exclude_if=lambda claim: not claim)
    """The claim that it puts forward again after a challenge, as that was first drafted: these are its seat's words."""
    computed: str = ""
    """Id of the calculation that gives its ground."""
    sources: tuple[Passage, ...] = ()
    """What a computed fact was worked out from."""
    faulted: tuple[Pointer, ...] = ()
    """Those of its sources that it finds at fault: whoever shows that they are not so does not contest it."""
    working: tuple[Passage, ...] = ()
    """How it was worked out, a sentence a step."""
    settles: bool = False
    """Whether the pack says that such a fact settles a question it bears on."""
    voice: Voice = "bounded"
    """Whether a seat wrote it, or it is what code and bounded answers make of its ground."""
    wordings: tuple[str, ...] = ()
    """How it was put after each qualification, the latest last; `parts` keeps what was objected to."""
    narrowed_to: tuple[Passage, ...] = ()
    """What it rests on since it was qualified; empty where that is what it was put forward on."""
    left_behind: tuple[Passage, ...] = ()
    """What it was put forward on and does not bear it as it now reads."""
    warrant_now: str = ""
    """Its warrant since it was qualified; empty where that did not change."""
    unless_now: str = ""
    """What it holds unless, since it was qualified; empty where that did not change, `none` where it was dropped."""
    counted_with: str = ""
    """A reason whose point it makes since one of the two was narrowed: for each seat the heavier of them counts."""
    defence: tuple[Passage, ...] = ()
    """What its side brought for it in replies that answer; it rests on these, too."""
    narrowed: bool = False
    """Whether its side, asked about it, holds it in some cases only."""
    unopposed: tuple[str, ...] = ()
    """Keys of the decisions by which those who were to object found nothing that matters to object."""
    entry: str
    """Key of the decision that gave its words."""
    labels: tuple[str, ...] = ()
    """Keys of the decisions that gave its scheme and its value."""
    judged_before: Judged | None = Field(default=None, exclude_if=lambda judged: judged is None)
    """What was found of it as it was put forward, where it was judged anew since it was qualified."""
    judged_after: str = Field(default="", exclude_if=lambda response: not response)
    """The reply since which it is judged as it now reads."""

    @property
    def ground(self) -> Passage:
        return self.grounds[0]

    @property
    def rests_on(self) -> tuple[Passage, ...]:
        """The grounds of the claim as it now reads."""
        return self.narrowed_to or self.grounds

    @property
    def warrant(self) -> str:
        """Its warrant, as the claim now reads."""
        return self.warrant_now or self.parts.warrant

    @property
    def unless(self) -> str:
        """What would have to be so for it not to hold, as the claim now reads."""
        return settle_unless(self.unless_now, self.parts.rebuttal)

    @property
    def as_it_reads(self) -> Claim:
        """The claim with its words, grounds and warrant of today in the place of those it was put forward in.

        Whoever objects to it later reads and strikes this.
        """
        parts = self.parts.model_copy(
            update={
                "claim": self.text,
                "grounds": tuple(one.pointer for one in self.rests_on),
                "warrant": self.warrant,
                "rebuttal": self.unless,
                "qualifier": self.qualifier,
            }
        )
        if self.warrant != self.parts.warrant:  # another warrant is not backed by what the old one rested on
            parts = parts.model_copy(update={"backing": ""})
        now = {"wordings": (), "narrowed_to": (), "left_behind": (), "warrant_now": "", "unless_now": ""}
        return self.model_copy(update={"parts": parts, "grounds": self.rests_on, **now})

    @property
    def premises(self) -> tuple[Passage, ...]:
        """The sources that must be so if it is to hold."""
        return tuple(source for source in self.sources if source.pointer not in self.faulted)

    @property
    def argument(self) -> str:
        """The claim with its grounds and warrant, as others read it."""
        return "\n".join([self.parts.claim, *(f"“{ground.text}”" for ground in self.grounds), self.parts.warrant])

    @property
    def direction(self) -> Direction | None:
        return self.support.direction

    @property
    def text(self) -> str:
        """The claim as it now reads."""
        return self.wordings[-1] if self.wordings else self.parts.claim

    @property
    def qualifier(self) -> Qualifier:
        """How certain it is put, after what its side granted."""
        return "in some cases" if self.narrowed else self.parts.qualifier

    @property
    def sets_condition(self) -> bool:
        """Whether it says under which condition the motion would hold, and speaks for neither side."""
        return self.support.side == "condition"

    @property
    def bears(self) -> bool:
        """Whether it was shown to bear on the question: as a reason, or as a condition."""
        return self.direction is not None or self.sets_condition

    @property
    def is_borne_out(self) -> bool:
        """Whether the evaluator did not find that what it rests on does not bear it out."""
        return self.support.why != NOT_BORNE_OUT

    @property
    def is_reason(self) -> bool:
        """Whether it counts as a reason of its own: shown to bear on the question, and no other's repetition."""
        return self.direction is not None and not self.same_point_as

    @property
    def counts(self) -> bool:
        """Whether it is examined and argued by itself: a reason or a condition, and no other's repetition."""
        return self.bears and not self.same_point_as


def list_promoted(claim: Claim, claims: Iterable[Claim]) -> tuple[str, ...]:
    """The values for whose sake its point is made: its own first, then those of claims that make the same point."""
    heads = {claim.id, claim.revises} - {""}
    return tuple(dict.fromkeys((claim.value, *(one.value for one in claims if one.same_point_as in heads))))


def make_claim_id(entry: str, ground: Passage) -> str:
    """A claim's id: the same words on the same sentence give the same id in any run, whoever brings them."""
    return f"claim-{digest([entry, ground.pointer.json_value()])[3:13]}"
