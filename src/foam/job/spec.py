"""What a run depends on. The spec names it all, so the same spec is the same run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from foam.errors import InputError
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

    def require_same(self, described: Mapping[str, Any]) -> None:
        """Refuse to go on with other tools than these were, as `Tools.describe` names them."""
        if self != self.model_copy(update=described):
            hint = "begin it again: what it shows to the same people and models is not asked twice"
            raise InputError("its pack, its library or its models have changed since", hint=hint)
