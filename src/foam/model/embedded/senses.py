"""What the embedded model can sense: likelihood, similarity, stance. Weights load when they are first needed."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from foam.model.embedded.pins import MINILM, SMOLLM2, WORD_VECTORS
from foam.model.embedded.relevance import Cascade
from foam.model.embedded.remembered import RememberedEmbedder
from foam.model.embedded.smollm import SmolLM
from foam.model.embedded.vectors import MiniLM, WordVectors
from foam.model.embedded.weights import WeightFiles
from foam.model.port import EmbeddedJudge


class Senses:
    """The components; weights are loaded on first use."""

    def __init__(self, home: Path, judge: EmbeddedJudge) -> None:
        self._home = home
        self.judge = judge

    @cached_property
    def _scorer_files(self) -> WeightFiles:
        return WeightFiles(self._home, SMOLLM2)

    def digests(self) -> dict[str, dict[str, str]]:
        """The SHA-256 of each file that answers depend on, by model. Other bytes than these are never loaded."""
        vectors = {pin.name: {f.name: f.sha256 for f in pin.files if f.is_used} for pin in (MINILM, WORD_VECTORS)}
        return {SMOLLM2.name: self._scorer_files.digests, **vectors}

    @cached_property
    def scorer(self) -> SmolLM:
        return SmolLM(self._home, self._scorer_files)

    @cached_property
    def encoder(self) -> MiniLM:
        return MiniLM(self._home)

    @cached_property
    def sentences(self) -> RememberedEmbedder:
        """The encoder, each sentence worked out once."""
        return RememberedEmbedder(self.encoder)

    @cached_property
    def static(self) -> WordVectors:
        return WordVectors(self._home)

    def cascade(self, *, likelihood: bool) -> Cascade:
        """The stages of relevance; the last one only when likelihood is to be asked."""
        influence = self.scorer.influence if likelihood else None
        return Cascade(static=lambda: self.static, sentences=self.sentences, influence=influence)
