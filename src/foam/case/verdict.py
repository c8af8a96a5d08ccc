"""What an evaluator finds of a card in its slot, of a step after another, or of a sentence: a label, and why."""

from __future__ import annotations

from foam.values import Value
from foam_quotes.text.pointer import Pointer

ESTABLISHES, REFUTES, FOLLOWS, UNDOES = "establishes", "refutes it", "follows", "undoes it"
BORNE_OUT = "borne out"
BESIDE, UNCLEAR = "beside the point", "unclear"
COHERENT, CONTRADICTS = "agrees", "contradicts"
CONNECTS, SUPPORTS = "connects", "supports it"
OWN_WORDS = "its own words"
"""What stands in place of a verdict on a tag that is a sentence of its source."""
REASONS = 60
"""Words that a judging role has for its reasons."""
SURE = 0.6
"""Confidence below which a verdict counts as unclear. A model that states none is taken at its word."""


class Verdict(Value):
    """What an evaluator found of a card in its slot, or of a step after another."""

    label: str
    confidence: float | None = None
    by: str
    """Who was asked."""
    of: str
    """Digest of what was judged: it holds for nothing else."""
    entry: str
    reasons: str = ""
    """Why, in the words of whoever was asked, where they gave any. They decide nothing."""

    @property
    def finding(self) -> str:
        """The label, or that it is unclear where the evaluator was not sure enough."""
        return self.label if self.confidence is None or self.confidence >= SURE else UNCLEAR

    @property
    def holds(self) -> bool:
        return self.finding in (ESTABLISHES, REFUTES, FOLLOWS, UNDOES, BORNE_OUT, CONNECTS, SUPPORTS)


CHALLENGED = "a challenge to it was sustained"
"""Why a card that was bound is none any more."""


class Refusal(Value):
    """A source that was read for a slot and not bound, and why."""

    document: str
    cite: str
    why: str
    entry: str
    sentences: tuple[int, ...] = ()
    """Those that were to be read; none where the source was refused as a whole."""
    because: str = ""
    """The reasons of whoever refused it, where they gave any."""

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        return tuple(Pointer(document=self.document, sentence=number) for number in self.sentences)

    def __str__(self) -> str:
        """The source, and why it was refused."""
        places = ", ".join(f"s{n}" for n in self.sentences)
        name = " ".join(part for part in (self.cite or f"d:{self.document[:8]}", places) if part)
        return f"{name} ({self.why}{describe_reasons(self.because)})"


def describe_reasons(reasons: str) -> str:
    """Reasons behind a verdict, as views add them to it; nothing where none were given."""
    return f"; because: {reasons}" if reasons else ""
