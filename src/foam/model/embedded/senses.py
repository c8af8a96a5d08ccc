"""What the embedded model can sense: likelihood, similarity, stance. Weights load when they are first needed."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from foam.model.embedded.relevance import Cascade
from foam.model.embedded.remembered import RememberedEmbedder
from foam.model.embedded.smollm import SmolLM
from foam.model.embedded.stance import StanceJudge, WordStance
from foam.model.embedded.vectors import MiniLM, WordVectors


class Senses:
    """The components, each made on first use."""

    def __init__(self, home: Path, trained: StanceJudge | None = None) -> None:
        self._home = home
        self.trained = trained
        """A trained judge, if there is one."""

    @cached_property
    def scorer(self) -> SmolLM:
        return SmolLM(self._home)

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

    @cached_property
    def judge(self) -> StanceJudge:
        """The trained judge, or words alone."""
        return self.trained or WordStance(self.sentences)

    def cascade(self, *, likelihood: bool) -> Cascade:
        """The stages of relevance; the last one only when likelihood is to be asked."""
        influence = self.scorer.influence if likelihood else None
        return Cascade(static=lambda: self.static, sentences=self.sentences, influence=influence)
