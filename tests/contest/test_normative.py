"""Normative challenges: computed from what is recorded. A reweighting asks no model, a new seat only for itself."""

from __future__ import annotations

from tests.contest.hall import Hall, deliberation, shared
from tests.contest.test_evidence_challenges import _after

from foam.contest.challenge import Challenge, IllegitimateFrame, MissingPerspective, ValueWeighting
from foam.contest.job import Heard
from foam.contest.preview import preview_challenge
from foam.contest.subject import FRAME, DossierFile
from foam.deliberation.dossier import ClaimNode
from foam.judging.faults.beds import make_bed
from foam.judging.faults.planted import planted_faults
from foam.judging.faults.planting import Sown, plant_dossier
from foam.judging.faults.trials import Trial, hear
from foam.perspective.node import Perspective
from foam.semantics.whatif import ReweightValue, what_if


def _turning(hall: Hall) -> tuple[Heard, ...]:
    """A challenge to each weight of each seat: those that decide something and those that do not."""
    seats, values = hall.table.pack.perspectives, hall.table.pack.values
    return tuple(
        hall.challenge(
            FRAME, ValueWeighting(seat=seat.id, value=value.id, weight=0.95), f"{seat.id} {value.id} decides"
        )
        for seat in seats
        for value in values
    )


def test_no_reweighting_asks_a_model_and_each_is_sustained_exactly_when_it_changes_what_stands() -> None:
    hall = shared()
    before = hall.dossier.mediation.synthesis
    for heard in _turning(hall):
        ground = heard.outcome.challenge.ground
        assert isinstance(ground, ValueWeighting)
        change = ReweightValue(audience=ground.seat, value=ground.value, weight=ground.weight)
        moved = what_if(before.sublation, [change]).moved
        after = _after(heard)
        variant = f"{ground.seat}~{ground.value}=0.95"
        leans = [one.outcome for one in after.mediation.synthesis.recommendation.leanings if one.seat == variant]
        leant = [one.outcome for one in before.recommendation.leanings if one.seat == ground.seat]
        sustained = heard.outcome.disposition == "sustained"
        stands_otherwise = any(one.argument in hall.dossier.claims for one in moved)
        assert (stands_otherwise or leans != leant) if sustained else not stands_otherwise
        assert sustained == heard.outcome.revised
        assert heard.outcome.locality.asked == 0


def test_a_weight_that_decides_makes_the_claim_conditional_and_overwrites_nobody() -> None:
    planted = make_bed("benefits-appeal")
    ground = planted.sentence("Section 12(c)")
    sown = Sown(text="Speed matters most here.", ground=ground, value="timeliness")
    file = plant_dossier(planted, [sown], "test", objection_value="accuracy")
    ground_ = ValueWeighting(seat="caseworker", value="accuracy", weight=0.9)
    challenge = Challenge(node=FRAME, ground=ground_, because="It decides.")
    (fault, *_) = planted_faults()
    heard = hear(Trial(fault, True, file, challenge), planted, planted.tools.models)
    (claim,) = [node for node in _after(heard).dossier.nodes if isinstance(node, ClaimNode)]
    assert (heard.outcome.disposition, heard.outcome.move) == ("sustained", "branch")
    assert claim.accepted_by == ("caseworker",)
    assert [one.claim for one in _after(heard).dossier.conditional_claims] == [claim.id]
    seats = {seat.id: seat for seat in _after(heard).mediation.seats}
    assert seats["caseworker"].weighting["accuracy"] == 0.2
    assert seats["caseworker~accuracy=0.9"].weighting["accuracy"] == 0.9


def test_a_frame_is_tested_with_an_audience_that_weighs_every_value_alike() -> None:
    hall = shared()
    heard = hall.challenge(FRAME, IllegitimateFrame(), "Why these values?")
    assert heard.outcome.locality.asked == 0
    if heard.outcome.revised:
        assert "even_handed" in {seat.id for seat in _after(heard).mediation.seats}
    else:
        assert "every value weighed the same" in heard.outcome.reasons[0].text


def _neighbour(**weighting: float) -> Perspective:
    return Perspective(id="neighbour", role="advocate", description="I wait for a decision, too.", weighting=weighting)


def test_a_missing_perspective_drafts_objects_and_is_objected_to_and_nobody_else_is_asked() -> None:
    hall = deliberation()
    ground = MissingPerspective(perspective=_neighbour(timeliness=1.0))
    shown = preview_challenge(
        hall.file, Challenge(node=FRAME, ground=ground, because="Hear them."), hall.file.parts[FRAME]
    )
    heard = hall.challenge(FRAME, ground, "Hear those who wait.")
    after = _after(heard)
    assert 10 < heard.outcome.locality.asked <= shown.questions_at_most
    assert heard.outcome.disposition == "sustained"
    assert "neighbour" in {seat.id for seat in after.mediation.seats}
    assert {d.seat for d in after.mediation.drafts} == {d.seat for d in hall.dossier.mediation.drafts} | {"neighbour"}
    new = [e for e in after.exchanges.values() if e.objection.id not in hall.dossier.exchanges]
    assert all("neighbour" in (*e.objection.raised_by, *after.claims[e.objection.claim].brought_by) for e in new)
    for id, held in hall.dossier.exchanges.items():
        backers = held.objection.model_copy(update={"raised_by": after.exchanges[id].objection.raised_by})
        assert after.exchanges[id] == held.model_copy(update={"objection": backers})
        assert {*after.exchanges[id].objection.raised_by} - {*held.objection.raised_by} <= {"neighbour"}
    assert heard.outcome.locality.superseded == 0


def test_a_perspective_that_is_heard_already_is_not_added() -> None:
    hall = shared()
    double = hall.table.pack.perspectives[0].model_copy(update={"id": "double"})
    heard = hall.challenge(FRAME, MissingPerspective(perspective=double), "Hear my double.")
    assert (heard.outcome.disposition, hall.model.calls) == ("rejected", [])
    assert isinstance(heard.after, DossierFile)
