"""Perspectrum's claims as debatable questions: clusters of perspectives as partial answers, with their sides.

The first wording of a cluster is the point of view, its other wordings stand for the explanation.

Stands in for DebateQA, which is not at hand. Reads the files as they were published (CC-BY-SA 4.0); copies nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from foam.debatable.item import PartialAnswer
from foam.errors import NotFound
from foam.values import Value

Side = Literal["support", "undermine"]
_SIDES: dict[str, Side] = {"SUPPORT": "support", "UNDERMINE": "undermine"}
FEWEST_PER_SIDE = 2
FEWEST_WORDINGS = 2


class PerspectrumView(Value):
    """One cluster of perspectives: its wordings, a sentence each, and its side."""

    wordings: tuple[str, ...]
    side: Side


class ContestedClaim(Value):
    """A claim with perspectives on both sides."""

    id: int
    claim: str
    perspectives: tuple[PerspectrumView, ...]

    @property
    def partial_answers(self) -> tuple[PartialAnswer, ...]:
        """Every perspective in all its wordings."""
        split = [(one.wordings[0], " ".join(one.wordings[1:])) for one in self.perspectives]
        return tuple(PartialAnswer(point_of_view=first, explanation=others) for first, others in split)

    @property
    def points_of_view(self) -> tuple[PartialAnswer, ...]:
        """Every perspective in its first wording alone."""
        return tuple(PartialAnswer(point_of_view=one.wordings[0]) for one in self.perspectives)

    def answer(self, side: Side | None = None, *, wording: int = 0) -> str:
        """The perspectives as one text, each in this wording: of one side, or of both."""
        return " ".join(one.wordings[wording] for one in self.perspectives if side in (None, one.side))


def contested_claims(folder: Path) -> tuple[ContestedClaim, ...]:
    """Claims with at least two perspectives a side, each in at least two wordings; by id."""
    pool = {row["pId"]: _sentence(str(row["text"]).strip()) for row in _read(folder / "perspective_pool_v1.0.json")}
    rows = sorted(_read(folder / "claims_train_dev.json"), key=lambda row: int(row["cId"]))
    claims = [_claim(row, pool) for row in rows]
    return tuple(claim for claim in claims if _two_sided(claim))


def _claim(row: dict[str, Any], pool: dict[int, str]) -> ContestedClaim:
    found = tuple(
        PerspectrumView(wordings=tuple(pool[pid] for pid in cluster["pids"]), side=_SIDES[cluster["stance_label_3"]])
        for cluster in row["perspectives"]
        if cluster["stance_label_3"] in _SIDES and len(cluster["pids"]) >= FEWEST_WORDINGS
    )
    return ContestedClaim(id=row["cId"], claim=row["text"], perspectives=found)


def _two_sided(claim: ContestedClaim) -> bool:
    sides = [one.side for one in claim.perspectives]
    return all(sides.count(side) >= FEWEST_PER_SIDE for side in _SIDES.values())


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NotFound(f"no file {path}", hint="get Perspectrum 1.0") from None
