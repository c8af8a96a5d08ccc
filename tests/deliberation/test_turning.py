"""The one reason that turns the outcome is found by weighing without it, and is the lightest that does."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.table import Table

from foam.deliberation.jobs import mediate_spec
from foam.deliberation.loop import Mediation
from foam.deliberation.summary import summarise
from foam.deliberation.synthesis import Synthesis, synthesise
from foam.deliberation.turning import find_turning
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


def test_what_no_single_reason_turns_has_none(weighed: Mediation) -> None:
    rows = tuple(row.model_copy(update={"direction": "affirmed"}) for row in weighed.synthesis.weights)
    changed = {"weights": rows, "recommendation": weighed.synthesis.recommendation.model_copy(
        update={"outcome": "affirmed", "basis": "weighed"}
    )}  # fmt: skip
    assert find_turning(weighed.model_copy(update={"synthesis": weighed.synthesis.model_copy(update=changed)})) is None
