"""What the judge answers, and the card that says what its weights are. Plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from foam.argument.scheme import SchemeId
from foam.values import Value

Verdict = Literal["supports", "contradicts", "neither", "don't know"]
SideVerdict = Literal["takes", "reports", "neither", "don't know"]
YesNo = Literal["yes", "no", "don't know"]


class Relation(Value):
    """How a text bears on a claim. The three probabilities sum to one; `reason` says why there is no verdict."""

    verdict: Verdict
    supports: float = Field(ge=0, le=1)
    contradicts: float = Field(ge=0, le=1)
    neither: float = Field(ge=0, le=1)
    reason: str = ""
    left_out: tuple[str, ...] = ()
    """What of the text was not read as evidence: chat markers and what follows, other languages, the claim repeated."""


class Side(Value):
    """Whether a sentence takes a position on a question, reports someone's, or neither. They sum to one."""

    verdict: SideVerdict
    takes: float = Field(ge=0, le=1)
    reports: float = Field(ge=0, le=1)
    neither: float = Field(ge=0, le=1)
    reason: str = ""


class Chance(Value):
    """A yes or a no with its probability; "don't know" where the judge is not sure enough."""

    verdict: YesNo
    probability: float = Field(ge=0, le=1)
    reason: str = ""


class Form(Value):
    """Which forms of argument a text has, each with its chance; the verdict is the likeliest, if it is likely."""

    verdict: SchemeId | None
    chances: Mapping[SchemeId, float]
    reason: str = ""


class Calibration(Value):
    """How the raw outputs of one head become probabilities, and when it cannot tell."""

    temperature: float = Field(gt=0)
    bias: tuple[float, ...] = ()
    """Added to the logits after the division, one a class; empty for none."""
    least: float = Field(ge=0, le=1)
    """Confidence below which the answer is "don't know": the least at which answers were right four times in five."""
    figures: Mapping[str, float] = {}
    """On the calibration split: rows, error before and after, share answered."""


class Card(Value):
    """What the shipped weights are: where they came from, how each head is calibrated."""

    name: str
    version: str
    weights: str
    """Tagged digest of the weights file."""
    tokenizer: str = ""
    """Tagged digest of the tokenizer; not checked where it is empty."""
    base: str
    heads: Mapping[str, Calibration]
    altered: float = Field(default=0.95, ge=0, le=1)
    """Share of the support that a source has for itself below which a quotation of it counts as altered."""
    weighing: tuple[tuple[float, ...], ...] = ()
    """How `weigh` combines the heads, a row for each output; empty for what was fitted to the judge that ships."""
