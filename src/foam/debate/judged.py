"""What a judge said of the drafts of a speech, or an evaluator of a speech that a person made. Frozen values."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from foam.values import Value

FaultKind = Literal[
    "not borne out",
    "overstated",
    "turned by its context",
    "contradicted by what it cites",
    "against its own side",
    "misses its point",
    "meets it in part",
    "leaves the rest",
    "says it again",
    "claim says more",
    "new reason",
]
FAULTS: dict[FaultKind, str] = {
    "not borne out": "it claims a fact that stands in no sentence it cites, or says what was not said in this debate",
    "overstated": "the source says less: of fewer, less surely, of a link and not of a cause, as somebody's opinion",
    "turned by its context": "the cited sentence taken alone says it, and what stands around it says otherwise",
    "contradicted by what it cites": "what it cites says the opposite",
    "against its own side": "it speaks for the opposing position and concedes nothing by it",
    "misses its point": "it speaks of something else than the point that it answers; name that under points",
    "meets it in part": "it meets one of several things said there; name the point. The part may stand",
    "leaves the rest": "it grants a part of a point and says nothing to the rest; name the point. The part may stand",
    "says it again": "in whatever words it says what another part of this draft says",
    "claim says more": "its claim for the flow says more, or something else, than its text",
    "new reason": "it brings a reason that its side gave in no earlier speech, in its last one",
}
"""What may be wrong with a part of a speech, with what each means."""
STANDING: tuple[FaultKind, ...] = ("meets it in part", "leaves the rest")
"""What is told of a part that may stand as it is."""
UNBORNE: tuple[FaultKind, ...] = (
    "not borne out",
    "overstated",
    "turned by its context",
    "contradicted by what it cites",
)
LEFT_OUT: tuple[FaultKind, ...] = (
    "not borne out", "turned by its context", "contradicted by what it cites", "against its own side",
)  # fmt: skip
"""What a part is left out for in the end."""
assert {*FAULTS} == {*get_args(FaultKind)}


class PartFault(Value):
    """What is wrong with one part of a speech."""

    part: str
    """The id of a point, `opening` or `closing`."""
    fault: FaultKind
    points: tuple[str, ...] = ()
    """The points of the other side of which it is so."""
    words: str = ""
    """The words at fault, as few as carry it."""
    why: str = ""


class DraftJudgement(Value):
    """What was said of one draft."""

    stance: bool = True
    """Whether it keeps to its side's position."""
    relevance: bool = True
    """Whether it answers what was said, and argues the motion."""
    schemes: bool = True
    """Whether it argues in a form that worked before, where the memory names some."""
    feedback: str = ""
    faults: tuple[PartFault, ...] = ()
    checked: tuple[str, ...] = ()
    """What code found wrong, a line each."""
    asked: bool = True
    """Whether somebody judged this draft; else the faults are those of parts that stand as they were judged before."""
    concedes: dict[str, tuple[str, ...]] = Field(default_factory=dict, exclude_if=lambda concedes: not concedes)
    """Of a person's speech: what each part gives up."""
    idle: tuple[str, ...] = Field(default=(), exclude_if=lambda idle: not idle)
    """Of a person's speech: the parts that state nothing; they are no points."""

    @property
    def accepted(self) -> bool:
        kept = self.stance and self.relevance and self.schemes
        return kept and not self.checked and all(one.fault in STANDING for one in self.faults)

    def list_of(self, part: str, *kinds: FaultKind) -> tuple[PartFault, ...]:
        """What of these kinds is wrong with a part."""
        return tuple(one for one in self.faults if one.part == part and one.fault in kinds)

    def list_told(self) -> tuple[str, ...]:
        """All that is wrong with it, a line each, for whoever writes it again or reads why it was refused."""
        unkept = {"stance": self.stance, "relevance": self.relevance, "schemes": self.schemes}
        whole = [f"{', '.join(name for name, kept in unkept.items() if not kept)}: {self.feedback}"]
        return (
            *(whole if not all(unkept.values()) else ()),
            *self.checked,
            *(describe_fault(one) for one in self.faults if one.fault not in STANDING),
        )


def describe_fault(one: PartFault) -> str:
    """A fault in a line."""
    points = f" ({', '.join(one.points)})" if one.points else ""
    words = f": “{one.words}”" if one.words else ""
    return f"{one.part}: {one.fault}{points}{words}. {one.why}".strip()


class Attempt(Value):
    """One draft and its judgement."""

    text: str
    judged: DraftJudgement
