"""The headline says what seats answer and what their values make of the reasons, and does not mix the two up."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.table import Table

from foam.deliberation.jobs import mediate_spec
from foam.deliberation.loop import Mediation
from foam.deliberation.position import Direction
from foam.deliberation.summary import summarise
from foam.deliberation.weighing import Leaning
from foam.job.job import open_replay


@pytest.fixture(scope="module")
def mediation() -> Mediation:
    table = Table()
    spec = table.spec()
    return asyncio.run(mediate_spec(open_replay(table.store, table.deliberate(spec).run, spec), spec))


def _split(mediation: Mediation, torn: str, **answer: str) -> tuple[str, ...]:
    """The summary where everybody's values lead where they answer, and those of one seat the other way."""
    leanings, drafts = [], []
    for draft in mediation.drafts:
        at, position = draft.seat, draft.position
        if at == torn:
            position = position.model_copy(update={"stance": "oppose_alternative", **answer})
        affirms = position.direction == "affirmed" or at == torn
        sums = (0.208, 0.085) if affirms else (0.1, 0.3)
        outcome: Direction = "affirmed" if affirms else "denied"
        leanings.append(Leaning(seat=at, outcome=outcome, affirmed=sums[0], denied=sums[1]))
        drafts.append(draft.model_copy(update={"position": position}))
    settled = {"outcome": "undecided", "basis": "weighed", "leanings": tuple(leanings), "follows_from": ()}
    recommendation = mediation.synthesis.recommendation.model_copy(update=settled)
    synthesis = mediation.synthesis.model_copy(update={"recommendation": recommendation})
    return summarise(mediation.model_copy(update={"drafts": tuple(drafts), "synthesis": synthesis}))


def test_a_seat_that_answers_against_its_weighing_is_not_counted_for_the_other_side(mediation: Mediation) -> None:
    torn = mediation.drafts[0].seat
    headline = _split(mediation, torn, condition="the letters are never read")[0]
    told = (
        "answers no under a condition; weighed by its values, the reasons that stand lean the other way "
        "(0.208 for the motion, 0.085 against it)."
    )
    role = next(seat.role for seat in mediation.seats if seat.id == torn)
    assert headline.endswith(f"The {role} {told}")
    assert role not in headline.removesuffix(f"The {role} {told}")
