"""What is wrong with reasoning: a kind, the sentences that show it, who says so and why."""

from __future__ import annotations

from typing import Literal

from foam.values import Value

FlawKind = Literal[
    "contradiction",
    "unsupported assumption",
    "circularity",
    "overgeneralisation",
    "false dichotomy",
    "does not follow",
    "correlation taken for cause",
    "burden shifted",
    "tests something else",
    "straw man",
    "ad hominem",
    "slippery slope",
    "evasion",
]
KINDS: dict[str, str] = {
    "does not follow": "what is said may be so, and the conclusion drawn from it would still not hold",
    "correlation taken for cause": "that two things go together is told as one bringing the other about",
    "tests something else": "the evidence is about another thing, group, place or time than the claim",
    "burden shifted": "the other side is asked to disprove what the speaker has to show",
    "straw man": "what is answered is not what the other side said",
    "slippery slope": "one step is said to lead to a bad end, and the steps between are not shown",
    "ad hominem": "somebody's person, motive or company stands in place of an answer to what they said",
    "evasion": "an answer in cross-examination leaves open what was asked",
    "unsupported assumption": "something is taken for granted for which no ground is given",
    "overgeneralisation": "something is said of all, always or never that is shown of a few at most",
    "false dichotomy": "two ways are offered as if there were no others",
    "contradiction": "two sentences cannot both hold, or an answer in cross-examination takes back what was said",
    "circularity": "a claim is given as a ground of itself",
}
"""All kinds, with what each means; a hasty generalisation is an overgeneralisation."""


class Loophole(Value):
    """A flaw of the other side's reasoning: its kind, the sentences that show it, and who found it."""

    kind: FlawKind
    quotes: tuple[str, ...]
    by: str
    """The judge or the model that named it."""
    reasons: str = ""
    sentences: tuple[str, ...] = ()
    """The ids of the sentences in the one list in which whoever names flaws reads them."""

    @property
    def signal(self) -> str:
        """The flaw as one line that guides a rebuttal."""
        ids = f" at {', '.join(self.sentences)}" if self.sentences else ""
        return f"{self.kind} (named by {self.by}{ids}): {' / '.join(f'“{quote}”' for quote in self.quotes)}"
