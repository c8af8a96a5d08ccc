"""What a run depends on. The spec names it all, so the same spec is the same run."""

from __future__ import annotations

from pydantic import Field

from foam.record.entry import Decider
from foam.values import Value


class Spec(Value):
    """What every run names beside its own question. A field left empty means that the job does without it."""

    pack: str = ""
    """What `load_pack` finds the pack by."""
    pack_content: str = ""
    """Digest of every file of the pack."""
    corpus: str = ""
    """Version of the evidence."""
    engine: str = ""
    """What ranks the evidence."""
    vectors: str = ""
    """Which sentence vectors are used outside the corpus."""
    pair_judge: str = Field(default="", exclude_if=lambda name: not name)
    """Which judge reads sentences beside each other; empty for the one that ships."""
    seed: int = 0
    deciders: dict[str, Decider] = Field(default_factory=dict)
    """Who answers, by role; for a jury, by the name of the model."""
