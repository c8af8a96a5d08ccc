"""How what came of a challenge is told: what the whole comes to first, and shares and parts as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.contest.hall import Hall, judging, nothing, shared

from foam.contest.came_to import tell_changes
from foam.contest.challenge import Relevance
from foam.contest.subject import DossierFile, _node_part
from foam.contest.views.document import outcome_blocks
from foam.deliberation.dossier import SupportNode
from foam.deliberation.summary import summarise
from foam.paper import render


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


def test_a_share_is_whole_only_where_nothing_changed() -> None:
    heard = shared().challenge(shared().plain_claims()[0].id, Relevance(), "Off it.", script=judging(nothing))
    for untouched, told in ((1.0, "100% of the parts"), (0.9996, "99.9% of the parts"), (0.5, "50.0% of the parts")):
        reached = heard.outcome.locality.model_copy(update={"untouched": untouched})
        outcome = heard.outcome.model_copy(update={"locality": reached})
        assert told in " ".join(render(outcome_blocks(outcome), "text").split())


def test_every_support_says_what_was_found() -> None:
    for side, told in (("for", "speaks for the motion"), ("condition", "sets the motion a condition")):
        node = SupportNode(id="support-1", claim="claim-1", side=side, strength=0.5, entry="e")
        assert _node_part(node).text == f"claim-1 {told}"
