"""A debater's work on a card: the tag, the marks and the place that it has in a file of theirs, and what was found of
it. The tag is the debater's claim about the card: an evaluator's word on it is shown beside it and does not replace it.
"""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field

from foam.case.verdict import COHERENT, CONTRADICTS, Verdict
from foam.evidence.marked import Marked
from foam.model.check import BEARING
from foam.values import Value

NOT_CHECKED = "not checked: the debater's own tag"
_CLAUSE_END = re.compile(r"\s*(?:-{2,}|[—–;:.!?]|\s-\s|,\s+(?=(?:and|but|which|because|so|while|since)\b))\s*")


class DebaterWork(Value):
    """Whose tag and marks a card is read by, and what evaluators found of it."""

    tag: str
    """The tag in full, as it stands in the debater's file."""
    given: bool = Field(default=False, exclude_if=lambda given: not given)
    """Whether the speaker gave the card another tag."""
    uncounted: bool = Field(default=False, exclude_if=lambda uncounted: not uncounted)
    """Whether the tag is read without the number that counts it ("Third, …"): what it was counted after is not read."""
    file: str
    place: str = ""
    """Pocket, hat and block."""
    marked: Marked
    """By which marks it was decided what is read."""
    spans: tuple[tuple[int, int], ...]
    """Where what is read stands in the text of the card."""
    kept: tuple[tuple[int, int], ...] = ()
    """What its debater underlined, read or not."""
    stressed: tuple[tuple[int, int], ...] = Field(default=(), exclude_if=lambda stressed: not stressed)
    """What its debater set in emphasis."""
    by: Literal["block", "search", "pin"]
    """Why it stands in its slot: its debater put it there, a search found it, or the speaker pinned it."""
    fits: Verdict | None = None
    """Whether what is read says what the tag says, as an evaluator judged it."""
    bears: Verdict | None = None
    """Whether it speaks of the plan or of the step before it, as an evaluator judged it."""
    proposed: str = Field(default="", exclude_if=lambda proposed: not proposed)
    """Another tag, in the words of a seat that writes: a proposal, which is not read."""

    @property
    def standing(self) -> str:
        """What an evaluator found of the tag, in a few words; that it could not tell is said so."""
        found = self.fits.finding if self.fits else ""
        if found == COHERENT:
            return "the evaluator finds the tag borne out"
        return "the evaluator reads it otherwise: see the card" if found == CONTRADICTS else NOT_CHECKED

    @property
    def is_on_topic(self) -> bool:
        """Whether an evaluator found that it speaks of the plan or of the step before it."""
        return self.bears is not None and self.bears.finding == BEARING[0]

    @property
    def is_off_topic(self) -> bool:
        """Whether an evaluator found that it speaks of something else than the plan and the step before it."""
        return self.bears is not None and self.bears.finding == BEARING[1]

    @property
    def is_borne_out(self) -> bool:
        """Whether an evaluator found both: it is about the matter, and what is read says what the tag says."""
        return self.is_on_topic and self.fits is not None and self.fits.finding == COHERENT


def shorten_tag(tag: str, most: int) -> str:
    """A tag of at most so many words, by whole clauses; one whose first clause is longer is left as it is. Asterisks
    that debaters set before a tag, to find it again, are not read."""
    kept, tag = "", tag.lstrip("* ") or tag
    for end in [*(match.start() for match in _CLAUSE_END.finditer(tag)), len(tag)]:
        if len(tag[:end].split()) <= most:
            kept = tag[:end]
    return kept.strip() or tag
