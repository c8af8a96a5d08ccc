"""Exemplars: remembered utterances of earlier debates, and the priors computed from them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam.argument.scheme import SchemeId
from foam.debate.language import Language
from foam.debate.memory.moves import MemoryMove
from foam.debate.transcript import Side
from foam.values import Value, digest

TOP = 5
"""Utterances recalled for a turn, unless another number is wanted."""
Quality = Literal["poor", "general", "good", "excellent"]
"""How well a scheme was used. A scheme that was not used has the quality `none`: it is left out and counts 0."""
WORTH: dict[Quality, int] = {"poor": 1, "general": 2, "good": 3, "excellent": 4}
_THRESHOLD = 2.0
"""Schemes worth more than this on average are kept as priors."""


class Exemplar(Value):
    """One utterance of an earlier debate, with the schemes it used and how well."""

    id: str
    text: str
    side: Side
    speaker: str
    motion: str
    debate: str
    """Digest of the transcript it comes from."""
    turn: int
    language: Language
    schemes: dict[SchemeId, Quality]
    annotator: str
    """Who named the schemes."""
    moves: tuple[MemoryMove, ...] = Field(default=(), exclude_if=lambda moves: not moves)
    """What it answered of the speech before it."""

    def worth(self, scheme: SchemeId) -> int:
        """The scheme's quality as a number; 0 when it was not used."""
        quality = self.schemes.get(scheme)
        return WORTH[quality] if quality else 0


class RecalledExemplar(Value):
    """An utterance that was found again, and how near it is to the debate at hand."""

    remembered: Exemplar
    similarity: float


class Priors(Value):
    """What earlier debates suggest: the schemes that were used well, and the utterances that show them."""

    schemes: dict[SchemeId, float]
    """Each kept scheme with its mean worth, best first."""
    exemplars: tuple[RecalledExemplar, ...]


NOTHING = Priors(schemes={}, exemplars=())


def make_exemplar_id(debate: str, turn: int, text: str) -> str:
    return digest([debate, turn, text])


def compute_priors(found: tuple[RecalledExemplar, ...]) -> Priors:
    """Mean worth of each scheme over what was found, absent ones counting 0; those above the threshold are kept."""
    used = {scheme for one in found for scheme in one.remembered.schemes}
    means = {scheme: sum(one.remembered.worth(scheme) for one in found) / len(found) for scheme in used}
    kept = {
        scheme: means[scheme] for scheme in sorted(used, key=lambda s: (-means[s], s)) if means[scheme] > _THRESHOLD
    }
    return Priors(schemes=kept, exemplars=tuple(one for one in found if kept.keys() & one.remembered.schemes.keys()))
