"""The one place where a text is weighed against a claim: both heads that know support, read with bearing.

Words and vectors were tried in the same fit and added nothing (docs/judge.md): they find candidates and name signs, the
judge decides. The weights were fitted on tuning rows of seventeen sources, never on the test's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from pydantic import Field

from foam.model.judge.network import Array, softmax
from foam.text.english import unreadable
from foam.text.evidence import find_left_out, read_evidence, split_clauses, without_claim
from foam.values import Value

if TYPE_CHECKING:
    from foam.model.judge.judge import Judge
    from foam.model.judge.reading import Pair

_WEIGHTS = np.array(
    [
        [0.15, 0.14, -0.30],
        [-0.04, 0.05, -0.01],
        [-0.11, -0.20, 0.31],
        [0.27, -0.44, 0.17],
        [-0.13, 0.56, -0.43],
        [-0.14, -0.12, 0.26],
        [0.05, -0.05, 0.01],
        [0.13, 0.13, -0.26],
    ],
    dtype=np.float32,
)
"""Rows: the three outputs of `relation`, the three of `entails` (each less their mean), `bears`, one. Columns: the
log-odds of supports, contradicts, neither."""
_CLEAR = 0.5
"""A clause that contradicts counts against the whole, unless another supports the claim this clearly."""
_HEADS = ("relation", "entails", "bears")


class Weighed(Value):
    """How a text stands to a claim; the three shares sum to one."""

    supports: float = Field(ge=0, le=1)
    contradicts: float = Field(ge=0, le=1)
    neither: float = Field(ge=0, le=1)
    bears: float = Field(ge=0, le=1)
    """The chance that the text speaks of the matter at all."""
    left_out: tuple[str, ...] = ()
    """What of the text was not read as evidence: chat markers and what follows, other languages, the claim repeated."""
    reason: str = ""
    """Why nothing was judged, where nothing was."""


def weigh(judge: Judge, pairs: Sequence[Pair]) -> list[Weighed]:
    """Each text against its claim, as a whole and clause by clause: what is added to a contradiction undoes nothing."""
    read = [(read_evidence(text), claim) for text, claim in pairs]
    shares, bears = _shares(judge, read)
    bare = [(without_claim(*pair) or pair[0], pair[1]) for pair in read]
    parts = [(at, (part, claim)) for at, (text, claim) in enumerate(bare) for part in split_clauses(text, pairs[at][0])]
    again, _ = _shares(judge, [pair for _, pair in parts])
    for at in dict.fromkeys(at for at, _ in parts):
        rows = again[[place for place, (owner, _) in enumerate(parts) if owner == at]]
        hardest = rows[int(rows[:, 1].argmax())]
        if hardest.argmax() == 1 and hardest[1] > shares[at, 1] and (rows[:, 0] < _CLEAR).all():
            shares[at] = hardest
    return [
        _weighed(row, float(chance), find_left_out(*pair), unreadable(*kept))
        for row, chance, pair, kept in zip(shares, bears, pairs, read, strict=True)
    ]


def _shares(judge: Judge, pairs: Sequence[Pair]) -> tuple[Array, Array]:
    """Shares of the three classes and the chance of bearing. What hardly bears on the claim is neither."""
    found = judge.read_heads(_HEADS, pairs)
    centred = [found[head] - found[head].mean(axis=1, keepdims=True) for head in ("relation", "entails")]
    features = np.concatenate((*centred, found["bears"], np.ones((len(pairs), 1), dtype=np.float32)), axis=1)
    weights = np.array(judge.card.weighing, dtype=np.float32) if judge.card.weighing else _WEIGHTS
    shares = softmax(features @ weights) if len(pairs) else np.zeros((0, 3), dtype=np.float32)
    chances: Array = 1 / (1 + np.exp(-found["bears"][:, 0] / np.float32(judge.card.heads["bears"].temperature)))
    told = np.minimum(np.float32(1), 2 * chances)
    shares[:, :2] *= told[:, None]
    shares[:, 2] = 1 - shares[:, 0] - shares[:, 1]
    return shares, chances


def _weighed(row: Array, bears: float, left_out: tuple[str, ...], unread: str) -> Weighed:
    if unread:
        return Weighed(supports=0.0, contradicts=0.0, neither=1.0, bears=0.0, left_out=left_out, reason=unread)
    supports, contradicts = float(row[0]), float(row[1])
    neither = max(0.0, 1 - supports - contradicts)
    return Weighed(supports=supports, contradicts=contradicts, neither=neither, bears=bears, left_out=left_out)
