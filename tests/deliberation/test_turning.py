"""The one reason that turns the outcome is found by weighing without it, and is the lightest that does."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.table import Table

from foam.deliberation.jobs import mediate_spec
from foam.deliberation.loop import Mediation
from foam.deliberation.summary import summarise
from foam.deliberation.synthesis import Synthesis, synthesise
from foam.deliberation.turning import find_alone, find_turning
from foam.job.job import open_replay


@pytest.fixture(scope="module")
def weighed() -> Mediation:
    """A mediation in which nothing settles the question, so that it is weighed."""
    table = Table()
    spec = table.spec()
    mediation = asyncio.run(mediate_spec(open_replay(table.store, table.deliberate(spec).run, spec), spec))
    claims = tuple(claim.model_copy(update={"settles": False}) for claim in mediation.claims)
    mediation = mediation.model_copy(update={"claims": claims})
    return mediation.model_copy(update={"synthesis": _synthesise(mediation)})


def _synthesise(mediation: Mediation, without: str = "") -> Synthesis:
    return synthesise(
        mediation.seats,
        tuple(claim for claim in mediation.claims if not without or without not in (claim.id, claim.same_point_as)),
        tuple(one for one in mediation.evaluated if one.objection.claim != without),
        conflicts=mediation.conflicts,
        unverified=mediation.unverified,
        sources=mediation.sources,
    )


def test_the_lightest_reason_that_turns_the_outcome_is_named(weighed: Mediation) -> None:
    synthesis = weighed.synthesis
    heavy: dict[str, float] = {}
    for row in synthesis.weights:
        heavy[row.claim] = heavy.get(row.claim, 0.0) + row.weight
    after = {claim: _synthesise(weighed, claim).recommendation.outcome for claim, weight in heavy.items() if weight}
    turns = sorted((heavy[claim], claim) for claim, out in after.items() if out != synthesis.recommendation.outcome)
    assert turns
    assert len(turns) < len(after)
    found = find_turning(weighed)
    assert found is not None
    assert (found.claim.id, found.outcome) == (turns[0][1], after[turns[0][1]])
    assert any(
        "Without one reason it would come out" in one and found.claim.text.rstrip(".") in one
        for one in summarise(weighed)
    )


def test_what_one_reason_of_several_would_reverse_is_said_to_tip(weighed: Mediation) -> None:
    """Without the lightest reason of either side, one more would turn it from one side to the other."""
    heavy: dict[str, float] = {}
    for row in weighed.synthesis.weights:
        heavy[row.claim] = heavy.get(row.claim, 0.0) + row.weight
    sides = [[one.id for one in weighed.claims if one.direction == side] for side in ("affirmed", "denied")]
    gone = {min((one for one in ids if heavy.get(one)), key=heavy.__getitem__) for ids in sides}
    kept = tuple(one for one in weighed.claims if gone.isdisjoint((one.id, one.same_point_as)))
    over = tuple(one for one in weighed.evaluated if one.objection.claim not in gone)
    close = weighed.model_copy(update={"claims": kept, "evaluated": over})
    close = close.model_copy(update={"synthesis": _synthesise(close)})
    found = find_turning(close)
    assert found is not None
    assert (close.synthesis.recommendation.outcome, found.outcome, found.reverses) == ("affirmed", "denied", True)
    headline, *rest = summarise(close)
    assert headline.startswith("The reasons do not settle it; they tip for the motion by the values of ")
    assert any(found.claim.text.rstrip(".") in one for one in rest)
    assert not summarise(weighed)[0].startswith("The reasons do not settle it")


def test_a_reason_that_is_all_there_is_for_a_side_does_not_make_it_tip(weighed: Mediation) -> None:
    pairs = (
        (own.claim, other.claim, own.seat)
        for own in weighed.synthesis.weights
        for other in weighed.synthesis.weights
        if own.seat == other.seat and own.direction == "affirmed" and other.direction == "denied"
        if own.weight > 2 * other.weight > 0
    )
    best, least, leaning = next(pairs)
    kept = tuple(one for one in weighed.claims if one.id in (best, least))
    over = tuple(one for one in weighed.evaluated if one.objection.claim in (best, least))
    seats = tuple(one for one in weighed.seats if one.id == leaning)
    alone = weighed.model_copy(update={"claims": kept, "evaluated": over, "seats": seats})
    alone = alone.model_copy(update={"synthesis": _synthesise(alone)})
    found = find_turning(alone)
    assert found is not None
    assert (alone.synthesis.recommendation.outcome, found.outcome, found.reverses) == ("affirmed", "denied", False)


def test_what_no_single_reason_turns_has_none(weighed: Mediation) -> None:
    rows = tuple(row.model_copy(update={"direction": "affirmed"}) for row in weighed.synthesis.weights)
    changed = {"weights": rows, "recommendation": weighed.synthesis.recommendation.model_copy(
        update={"outcome": "affirmed", "basis": "weighed"}
    )}  # fmt: skip
    assert find_turning(weighed.model_copy(update={"synthesis": weighed.synthesis.model_copy(update=changed)})) is None


def test_an_outcome_that_rests_on_one_reason_alone_says_so(weighed: Mediation) -> None:
    assert find_alone(weighed) is None
    side = weighed.synthesis.recommendation.outcome
    heavy = {row.claim for row in weighed.synthesis.weights if row.weight}
    only = next(claim for claim in weighed.claims if claim.id in heavy and claim.direction == side)
    alone = weighed.model_copy(update={"claims": (only,), "evaluated": ()})
    alone = alone.model_copy(update={"synthesis": _synthesise(alone)})
    assert alone.synthesis.recommendation.outcome == side
    assert find_alone(alone) == only
    said = " ".join(summarise(alone))
    assert "one reason alone" in said
    assert only.text.rstrip(".") in said
