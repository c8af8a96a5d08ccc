"""The five verdicts on a quotation, as frozen values.

`exact`          verbatim after the declared normalisation
`altered`        at least 0.85 of the characters agree with one contiguous span of the source
`paraphrase`     means about the same (similarity over 0.7) and is not verbatim
`misattributed`  exact or altered in a document other than the cited one
`fabricated`     none of these
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from foam_quotes.text.pointer import Pointer
from foam_quotes.values import Value

ALTERED = 0.85
"""Least character overlap of an altered quotation."""
PARAPHRASE = 0.7
"""A paraphrase is more alike than this."""
SHORT = 12
"""A quotation with fewer characters proves little, and says so."""

Flag = Literal[
    "number", "negation", "modality", "quantifier", "opposite", "name", "sense", "omission", "silent_omission", "short",
    "several_places", "source_unknown",
]  # fmt: skip
"""What a reader must know beside the verdict.

`number`, `negation`, `modality` (may, will, allegedly), `quantifier` (some, all, most), `opposite` (rise, fall),
`name`: an altered quotation changes one. `sense`: a reader of sense says that the source does not say this.
`omission`: words are left out, and marked as left out; `silent_omission`: words are left out without a mark.
`short`: under 12 characters. `several_places`: it stands in more than one. `source_unknown`: the library does not
hold the cited source.
"""

TURNING: frozenset[Flag] = frozenset({"number", "negation", "modality", "quantifier", "opposite", "name", "sense"})
"""Flags of a change that may turn what the source says."""
MISQUOTING: frozenset[Flag] = TURNING | {"silent_omission"}
"""Flags with which a quotation is no match, however much of it agrees."""


class Place(Value):
    """A span of a document, in code points, and the sentence it starts in."""

    document: str
    start: int
    end: int
    pointer: Pointer
    text: str
    """What the source says there."""


class Change(Value):
    """One step of the word-by-word comparison; `same` steps have both sides equal."""

    type: Literal["same", "replaced", "added", "removed"]
    quote: str = ""
    source: str = ""


class Exact(Value):
    """Verbatim."""

    type: Literal["exact"] = "exact"
    places: tuple[Place, ...]
    """Where it stands; several when it was joined of parts, or the first of several alternatives."""
    flags: tuple[Flag, ...] = ()


class Altered(Value):
    """Nearly verbatim: small edits, shown."""

    type: Literal["altered"] = "altered"
    places: tuple[Place, ...]
    overlap: float
    diff: tuple[Change, ...]
    flags: tuple[Flag, ...] = ()


class Paraphrase(Value):
    """The same in other words."""

    type: Literal["paraphrase"] = "paraphrase"
    places: tuple[Place, ...]
    similarity: float
    decided_by: str
    """What judged the similarity; `lexical` compares words only."""
    flags: tuple[Flag, ...] = ()


class Misattributed(Value):
    """Exact or altered, but in another document than the cited one."""

    type: Literal["misattributed"] = "misattributed"
    cited: tuple[str, ...]
    """The documents that were cited."""
    found: Annotated[Exact | Altered, Field(discriminator="type")]
    flags: tuple[Flag, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        return self.found.places


class Fabricated(Value):
    """Nothing in the library comes near it."""

    type: Literal["fabricated"] = "fabricated"
    overlap: float = 0.0
    """How much of it agrees with the nearest span that was looked at; 0 when less than 0.6 does."""
    flags: tuple[Flag, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        return ()


Verdict = Annotated[Exact | Altered | Paraphrase | Misattributed | Fabricated, Field(discriminator="type")]

Found = Exact | Altered


def rank(verdict: Found) -> float:
    """How close to verbatim: 1 for exact, the overlap for altered."""
    return 1.0 if isinstance(verdict, Exact) else verdict.overlap


def is_match(verdict: Verdict) -> bool:
    """Exact where it was cited, or altered there in nothing that may change what the source says."""
    return is_near(verdict) and not MISQUOTING & set(verdict.flags)


def is_near(verdict: Verdict) -> bool:
    """Exact or altered where it was cited, whatever was altered: a match by the overlap of characters alone."""
    return isinstance(verdict, Exact | Altered)
