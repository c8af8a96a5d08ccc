"""How an attack went."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tally:
    """One kind of attack: how often it was tried, how often it was found, how often it passed unseen.

    What was neither found nor silent did no harm: the damage changed nothing that anybody reads.
    """

    kind: str
    attempts: int
    found: int
    silent: int
    note: str = ""
