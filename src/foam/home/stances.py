"""What the shipped judge says of two texts, for those who ask no model: whether one speaks against the other."""

from __future__ import annotations

from collections.abc import Sequence

from foam.model.embedded.threads import one_thread
from foam.model.judge import rate_against, shipped_judge


def rate_against_claim(claim: str, texts: Sequence[str]) -> list[float]:
    """How far each text contradicts the claim, by the shipped judge."""
    with one_thread():
        return rate_against(shipped_judge(), claim, texts)


def says_otherwise(source: str, quote: str) -> bool:
    """Whether a quotation says something else than its source, by the shipped judge."""
    with one_thread():
        return shipped_judge().is_altered([(source, quote)])[0]
