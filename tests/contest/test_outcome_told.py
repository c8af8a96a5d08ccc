"""That a challenge changes what the whole comes to is told before all that led to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.contest.hall import Hall, shared

from foam.contest.came_to import tell_changes
from foam.contest.subject import DossierFile
from foam.deliberation.summary import summarise


def _reverse(hall: Hall) -> DossierFile:
    """The same dossier with an outcome that nobody's values lead to."""
    mediation = hall.dossier.mediation
    settled: dict[str, Any] = {"outcome": "not shown", "basis": "nothing shown", "follows_from": (), "leanings": ()}
    recommendation = mediation.synthesis.recommendation.model_copy(update=settled)
    synthesis = mediation.synthesis.model_copy(update={"recommendation": recommendation})
    return replace(hall.dossier, mediation=mediation.model_copy(update={"synthesis": synthesis}))


def test_another_outcome_is_told_first() -> None:
    hall = shared()
    then, now = hall.dossier, _reverse(hall)
    (told, *_) = tell_changes(then, now, ())
    assert told.startswith("The outcome changed. It was: ")
    assert summarise(then.mediation)[0] in told
    assert summarise(now.mediation)[0] in told
    assert not any("The outcome changed" in one for one in tell_changes(then, then, ()))
