"""A finding: one plain sentence about a file, the sentences that show it, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cached_property
from typing import Literal, TypeAlias

from pydantic import Field

from foam.perspective.policy import AuthorRole
from foam.text.instructions import instructs_programs
from foam.values import TAG, CleanLine, CleanText, Value, digest
from foam_quotes.text.pointer import Pointer

FindingKind: TypeAlias = Literal[
    "quotation", "report", "contradiction", "arithmetic", "date", "reason", "condition", "missing"
]
"""What a finding is about.

`quotation`: words that the source does not have. `report`: what a document says that another says. `contradiction`: two
documents that cannot both be right. `arithmetic`, `date`: a sum, a day or a term that does not come out. `reason`:
grounds that were not given or not answered. `condition`: a rule's condition that is not met, or was left out.
`missing`: what is referred to and is not there.
"""
_Established: TypeAlias = Literal["code", "model"]
"""Who established it: code alone, or a model that was asked."""
Bearing: TypeAlias = Literal["against", "for"]
"""How a finding stands to the decision that the file is about: it shows that it should not stand, or that it should."""
Role: TypeAlias = AuthorRole
"""How the author of a document stands to the matter."""


class SaidPassage(Value):
    """A sentence of the file, with who said it, in what role and when."""

    pointer: Pointer
    text: CleanText
    document: CleanLine
    """What the document is called in the file."""
    by: CleanLine = ""
    """Who said it; empty where the document does not say."""
    role: Role = "unknown"
    dated: date | None = None

    @property
    def speaker(self) -> str:
        """Who said it and in what role, for a reader: `Anna Berg (party), 3 March 2025`."""
        role = "" if self.role == "unknown" else f" ({self.role})"
        day = f", {self.dated.day} {self.dated:%B %Y}" if self.dated else ""
        return f"{self.by or self.document}{role}{day}"


class Finding(Value):
    """Something that a reader of the file must know. Make it with `make_finding`."""

    id: str
    kind: FindingKind
    text: CleanText
    """One plain sentence."""
    advice: CleanText = ""
    """One plain sentence: what to do about it; empty where a model found it."""
    established: _Established
    passages: tuple[SaidPassage, ...]
    """The sentences that show it, side by side: what is at fault first, then what it is held against."""
    working: tuple[CleanText, ...] = ()
    """The steps of a sum or a count of days, a sentence each; of a reading also why it was confirmed."""
    bearing: Bearing | None = Field(default=None, exclude_if=lambda bearing: bearing is None)
    """How it stands to the decision; None where it does not decide."""
    by: CleanLine = Field(default="", exclude_if=lambda by: not by)
    """Which model read it and which looked at it again, where a model did."""

    @property
    def is_sure(self) -> bool:
        """Whether code computed it; else it is a reading."""
        return self.established == "code"

    @property
    def established_by(self) -> str:
        """Who established it, in words: `code`, `model NAME, looked at again by NAME`."""
        return f"{self.established} {self.by}".strip()

    @cached_property
    def pointers(self) -> tuple[Pointer, ...]:
        """The sentences that it rests on."""
        return tuple(passage.pointer for passage in self.passages)

    @property
    def rests_on_orders(self) -> bool:
        """Whether words that address the programs which read them are part of what shows it."""
        return any(instructs_programs(passage.text) for passage in self.passages)


def make_finding(
    kind: FindingKind,
    text: str,
    *,
    advice: str = "",
    passages: Iterable[SaidPassage],
    established: _Established = "code",
    working: Iterable[str] = (),
    bearing: Bearing | None = None,
) -> Finding:
    """A finding under an id that its kind, its words and its sentences give: the same finding has the same id."""
    shown = tuple({passage.pointer: passage for passage in passages}.values())
    about = [kind, text, [str(passage.pointer) for passage in shown]]
    return Finding(
        id=f"finding:{digest(about).removeprefix(TAG)[:12]}",
        kind=kind,
        text=text,
        advice=advice,
        established=established,
        passages=shown,
        working=tuple(working),
        bearing=bearing,
    )
