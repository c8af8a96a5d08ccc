"""The headline says what seats answer and what their values make of the reasons, and does not mix the two up."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.table import Table

from foam.deliberation.jobs import mediate_spec
from foam.deliberation.loop import Mediation
from foam.deliberation.naming import join_seats, name_seats
from foam.deliberation.position import STANCE_DIMENSION, Direction
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


def _tip(mediation: Mediation, leaning: str, stance: str, outcome: Direction) -> tuple[str, ...]:
    """The summary where one seat alone leans, to the outcome, and was given a stance."""
    leanings = tuple(
        Leaning(seat=seat.id, outcome=outcome, affirmed=0.097, denied=0.189)
        if seat.id == leaning
        else Leaning(seat=seat.id, outcome="undecided", affirmed=0.154, denied=0.159)
        for seat in mediation.seats
    )
    seats = tuple(
        seat.model_copy(
            update={
                "dimensions": {key: value for key, value in seat.dimensions.items() if key != STANCE_DIMENSION}
                | ({STANCE_DIMENSION: stance} if stance and seat.id == leaning else {})
            }
        )
        for seat in mediation.seats
    )
    settled = {"outcome": outcome, "basis": "weighed", "leanings": leanings, "follows_from": (leaning,)}
    recommendation = mediation.synthesis.recommendation.model_copy(update=settled)
    synthesis = mediation.synthesis.model_copy(update={"recommendation": recommendation, "weights": ()})
    return summarise(mediation.model_copy(update={"seats": seats, "synthesis": synthesis}))


def test_an_outcome_by_the_values_of_a_seat_that_was_given_the_side_is_said_to_tip(mediation: Mediation) -> None:
    seat = mediation.seats[0]
    headline, sums, *_ = _tip(mediation, seat.id, "oppose_direct", "denied")
    assert headline.startswith("The reasons do not settle it; they tip against the motion only by the values of ")
    assert f"{name_seats(mediation.seats)[seat.id]}, who was seated to speak against it." in headline
    assert mediation.motion.denied not in headline
    assert f"0.097 and 0.189 for {name_seats(mediation.seats)[seat.id]}" in sums
    assert sums.count("0.154 and 0.159") == len(mediation.seats) - 1


def test_a_seat_that_argued_for_the_side_it_was_given_is_told_by_that_side(mediation: Mediation) -> None:
    seat = next(draft.seat for draft in mediation.drafts if draft.position.direction == "affirmed")
    _, whose, *_ = _tip(mediation, seat, "affirm_whole", "denied")
    name = name_seats(mediation.seats)[seat]
    assert f"{name[1:]}, to whom the other side was given, argued otherwise.)" in whose or (
        f"{name[1:]}, to whom the other side was given, and" in whose
    )
    assert "to whom that side was given" not in whose


@pytest.mark.parametrize("stance", ["", "affirm_whole"])
def test_an_outcome_that_a_seat_was_not_given_is_stated(mediation: Mediation, stance: str) -> None:
    headline, whose, *_ = _tip(mediation, mediation.seats[0].id, stance, "denied")
    assert headline.startswith(mediation.motion.denied.rstrip("."))
    assert "follows from the values of" in whose


def test_seats_are_listed_as_in_a_sentence() -> None:
    names = {"a": "the keeper", "b": "the guide, to whom that side was given"}
    assert join_seats(names, ()) == ""
    assert join_seats(names, ("a",)) == "the keeper"
    assert join_seats(names, ("a", "b")) == "the keeper and the guide, to whom that side was given"
    assert join_seats(names, ("b", "a")) == "the guide, to whom that side was given, and the keeper"
    assert join_seats(names, ("a", "c", "d")) == "the keeper, c and d"
