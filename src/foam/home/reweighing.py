"""What would be recommended if the seats weighed values otherwise. Computed from what was argued; no model is asked."""

from __future__ import annotations

from collections.abc import Sequence

from foam.contest.amend import suppose_mediation
from foam.contest.subject import DossierFile
from foam.deliberation.summary import summarise
from foam.deliberation.synthesis import Recommendation
from foam.home.seating import reweight_table
from foam.perspective.node import Perspective
from foam.semantics.sublation import Place
from foam.values import Value


class ReplacedClaim(Value):
    """A claim that would stand elsewhere."""

    claim: str
    text: str
    before: Place
    after: Place


class Reweighed(Value):
    """A dossier's outcome as it is, and as it would be under other weights."""

    weights: dict[str, dict[str, float]]
    """What each seat would give each value."""
    before: Recommendation
    after: Recommendation
    summary: tuple[str, ...]
    """The answer under the other weights, a sentence each."""
    replaced: tuple[ReplacedClaim, ...]

    @property
    def is_other(self) -> bool:
        """Whether something else would be recommended."""
        return self.before.outcome != self.after.outcome


def reweigh_dossier(file: DossierFile, weights: Sequence[str]) -> Reweighed:
    """Weigh the reasons of a dossier anew, by "treasurer.equity=0.4" and the like."""
    seats: list[Perspective] = list(file.mediation.seats)
    for change in weights:
        seats = reweight_table(seats, change)
    before = file.mediation.synthesis
    changed = file.mediation.model_copy(update={"seats": tuple(seats)})
    mediation = suppose_mediation(changed)
    after = mediation.synthesis
    places = {one.argument: one.place for one in after.sublation.standings}
    return Reweighed(
        weights={seat.id: dict(seat.weighting) for seat in seats},
        before=before.recommendation,
        after=after.recommendation,
        summary=summarise(mediation),
        replaced=tuple(
            ReplacedClaim(claim=one.argument, text=file.claims[one.argument].text, before=one.place, after=now)
            for one in before.sublation.standings
            if one.argument in before.sublation.claims and (now := places[one.argument]) != one.place
        ),
    )
